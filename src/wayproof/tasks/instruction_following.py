"""Instruction following (VLN): walk a way that is told in words and stop where it ends.

Two published protocols, R2R and RxR in continuous houses, and our "constrained": R2R's numbers with
constraints that are told beside the way and judged beside the goal.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter

import numpy as np
from msgspec.structs import replace

from wayproof.errors import unknown_name
from wayproof.language.path_instructions import CONCISE, DENSE
from wayproof.language.route_languages import ENGLISH, LANGUAGES
from wayproof.language.track import track_of
from wayproof.metrics.kept_constraints import kept
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.constrained_ways import REASONS, constrained, with_constraints
from wayproof.tasks.drawing.instructed_ways import Drawing, Way, episode_of, ways, wordings_of
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.drawing.rejection import (
    NO_WAY_BY_STEPS,
    accepted,
    check_index,
    episode_generator,
    episode_id,
    no_episode,
)
from wayproof.tasks.judging.places import (
    EXPERT_STOPS_M,
    Guide,
    Places,
    check_one_island,
    goal_of,
    point_from,
)
from wayproof.vocabulary import WHEELED_ACTIONS, Action, Episode, Headlines, Point, Pose, Protocol

TASK = "instruction_following"
MISSES_PER_MIX = 100  # a house that has no room for one mix of constraints gets the next
STAGE_M = 1.5  # between the places of a reference path that the expert goes to one after the other
STAGE_RADIUS_M = 0.3

R2R = Protocol(
    task=TASK,
    name="r2r",
    sensors=("rgb", "depth"),
    turn_rad=math.radians(15.0),
    maximum_steps=500,
    success_distance_m=3.0,
    sliding=True,
    sources={
        "forward_m, turn_rad, maximum_steps, actions, sensors, sliding": "VLN-CE, R2R",
        "success_distance_m, border_counts": "VLN-CE, R2R: less than 3 m along the floor",
        "actuation, must_see": "VLN-CE, R2R: exact motors, distance alone",
        "body": "ours: LoCoBot for VLN-CE's cylinder",
        "one_by_one, goal_steps, people_mode": "ours: one goal, nobody about",
    },
)
RXR = replace(
    R2R,
    name="rxr",
    actions=(*WHEELED_ACTIONS, "look_up", "look_down"),
    turn_rad=math.radians(30.0),
    sliding=False,
    sources={
        "forward_m, turn_rad, maximum_steps, actions, sensors, sliding": "VLN-CE, RxR",
        "success_distance_m, border_counts": "VLN-CE, RxR: less than 3 m along the floor",
        "actuation, must_see": "VLN-CE, RxR: exact motors, distance alone",
        "body": "ours: LoCoBot, 0.88 m high there as well",
        "one_by_one, goal_steps, people_mode": "ours: one goal, nobody about",
    },
)
CONSTRAINED = replace(
    R2R,
    name="constrained",
    sources=R2R.sources | {"constraints": "ours: one or two for each episode"},
)
# Richer words, several for each path. The plain ones stay as they are: results were published with them.
R2R_HOUSES = replace(R2R, name="r2r-houses-v1")
RXR_HOUSES = replace(RXR, name="rxr-houses-v1")
PROTOCOLS = {protocol.name: protocol for protocol in (R2R, RXR, CONSTRAINED, R2R_HOUSES, RXR_HOUSES)}

_LENGTH_M = (5.0, 20.0)
_OURS = {
    "length_m": "ours: 5 to 20 m, about the range of R2R's paths",
    "same_room_share": "ours: most paths lead to another room",
}
_PLAIN = _OURS | {"wordings, rich": "ours: one plain text for each path"}
_RICH = _OURS | {"rich": "ours: the variety of R2R's texts is aimed at"}
DRAWINGS = {
    "r2r": Drawing(_LENGTH_M, CONCISE, (ENGLISH,), sources=_PLAIN | {"style, languages": "R2R"}),
    "rxr": Drawing(_LENGTH_M, DENSE, LANGUAGES, sources=_PLAIN | {"style, languages": "RxR"}),
    "constrained": Drawing(_LENGTH_M, CONCISE, (ENGLISH,), sources=_PLAIN | {"style, languages": "as r2r"}),
    "r2r-houses-v1": Drawing(
        _LENGTH_M,
        CONCISE,
        (ENGLISH,),
        wordings=3,
        rich=True,
        sources=_RICH | {"style, languages, wordings": "R2R"},
    ),
    "rxr-houses-v1": Drawing(
        _LENGTH_M,
        DENSE,
        LANGUAGES,
        wordings=len(LANGUAGES),
        rich=True,
        sources=_RICH | {"style, languages": "RxR", "wordings": "ours: each path in every language"},
    ),
}


def drawing_of(protocol: Protocol) -> Drawing:
    """How episodes of a protocol are drawn."""
    if protocol.name not in DRAWINGS:
        raise unknown_name("way of drawing instructions", protocol.name, DRAWINGS)
    return DRAWINGS[protocol.name]


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before.

    Of a drawing with several wordings, episodes that share a path follow one another. A world without room
    for such an episode is an error that says what the draws failed on.
    """
    check_index(index)
    drawing, name = drawing_of(protocol), episode_id(TASK, protocol.name, seed, index)
    path, wording = divmod(index, drawing.wordings)
    rng = episode_generator(seed, world.scene.name, TASK, protocol.name, path)
    language = drawing.languages[path % len(drawing.languages) if drawing.wordings == 1 else 0]
    rejected: Counter[str] = Counter()
    for plainly in ways(world, drawing, language, rng, rejected):
        way = _reworded(world, plainly, drawing, wording, rng)
        if way is None:
            rejected["no other wording"] += 1
            continue
        if protocol.name == CONSTRAINED.name:
            mix = index + sum(rejected[reason] for reason in REASONS) // MISSES_PER_MIX
            bound = constrained(world, way, drawing, mix, rng)
            if isinstance(bound, str):
                rejected[bound] += 1
                continue
            plain = episode_of(world, protocol, bound.way, name=name, seed=seed)
            episode = with_constraints(plain, bound.constraints)
        else:
            episode = episode_of(world, protocol, way, name=name, seed=seed)
        poses = rehearse(world, protocol, episode, InstructionJudge(world, protocol, episode))
        if poses is None:
            rejected[NO_WAY_BY_STEPS] += 1
        elif not all(kept(constraint, poses) for constraint in episode.constraints):
            rejected["expert breaks a constraint"] += 1
        elif not _binding(world, protocol, episode):
            rejected["the shortest way keeps a constraint"] += 1
        else:
            return accepted(episode, rejected)
    raise no_episode(world.scene.name, world.free, protocol, rejected, lengths_m=drawing.length_m)


def _reworded(world: World, way: Way, drawing: Drawing, wording: int, rng: np.random.Generator) -> Way | None:
    """The way in another of its wordings. All are tried, so that episodes agree on which paths have them."""
    if drawing.wordings == 1:
        return way
    words = wordings_of(world, way, drawing, int(rng.integers(2**62)))
    return None if words is None else dataclasses.replace(way, instruction=words[wording])


def _binding(world: World, protocol: Protocol, episode: Episode) -> bool:
    """Whether one who walks straight to the goal breaks every constraint."""
    if not episode.constraints:
        return True
    plain = replace(episode, constraints=(), reference_path_m=())
    poses = rehearse(world, protocol, plain, InstructionJudge(world, protocol, plain))
    return poses is None or not any(kept(constraint, poses) for constraint in episode.constraints)


def stages_of(episode: Episode, goal: Point) -> tuple[Point, ...]:
    """The places that the expert visits: only the goal, or a constrained way in short stages."""
    if not episode.constraints or len(episode.reference_path_m) < 2:
        return (goal,)
    path = np.array(episode.reference_path_m)
    reached = track_of(path).reached_m
    wanted = np.arange(STAGE_M, reached[-1] - STAGE_M / 2, STAGE_M)
    nearest = [int(np.abs(reached - along).argmin()) for along in wanted]
    return (*(point_from(path[k]) for k in nearest), goal)


class Stages:
    """The expert's way along a path: from one of its places to the next, and so to its end."""

    def __init__(self, world: World, protocol: Protocol, places_m: tuple[Point, ...], stop_m: float) -> None:
        radii = [STAGE_RADIUS_M] * (len(places_m) - 1) + [stop_m]
        self._left = [
            Guide(Places(world.paths, (place,)), protocol, radius_m)
            for place, radius_m in zip(places_m, radii, strict=True)
        ]

    def next_action(self, pose: Pose) -> str:
        """A step or a turn along the path; "stop" at its end."""
        name = self._left[0].next_action(pose)
        while name == "stop" and len(self._left) > 1:
            self._left.pop(0)
            name = self._left[0].next_action(pose)
        return name


class InstructionJudge:
    """How far it is to the end of the way of one episode."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        goal = goal_of(episode)
        check_one_island(world.free, episode)
        self.protocol, self.radius_m = protocol, episode.goals[0].radius_m
        self.places = Places(world.paths, (goal,))
        stop_m = min(EXPERT_STOPS_M, self.radius_m or protocol.success_distance_m)
        self.stages = Stages(world, protocol, stages_of(episode, goal), stop_m)

    def measure(self, now: Now) -> tuple[Measure, ...]:
        left_m = self.places.distance_m(now.state.pose)
        return (Measure(left_m, self.protocol.close_enough(left_m, self.radius_m)),)

    def advice(self, now: Now) -> Action:
        return Action(self.stages.next_action(now.state.pose))


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="follow a route described in words and stop at its end",
        protocols=PROTOCOLS,
        draw=sample_episode,
        judge=InstructionJudge,
        source="Anderson et al. 2018 (R2R); Ku et al. 2020 (RxR); VLN-CE; NavTrust",
        headlines=Headlines(("success", "spl", "ndtw"), ("sdtw", "oracle_success")),
    ),
)
