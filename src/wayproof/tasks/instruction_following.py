"""Instruction following (VLN): walk a way that is told in words and stop where it ends.

Two published protocols, R2R and RxR in continuous houses, and our "constrained": R2R's numbers with
constraints that are told beside the way and judged beside the goal.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.language.track import track_of
from wayproof.navigation.free_points import island_of
from wayproof.seeding import generator_for
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.constrained_ways import constrained, with_constraints
from wayproof.tasks.drawing.constraints import kept
from wayproof.tasks.drawing.instructed_ways import (
    TASK,
    drawing_of,
    episode_of,
    no_episode,
    rehearse,
    ways,
)
from wayproof.tasks.judging.places import Guide, Places, point_from, position_of
from wayproof.vocabulary import WHEELED_ACTIONS, Action, Episode, Point, Pose, Protocol

EXPERT_STOPS_M = 0.5  # the expert goes further than it must: people stop at the landmark, not 3 m from it
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
    sources=R2R.sources | {"constraints": "ours: one or two for each episode, see constrained_draws.py"},
)
PROTOCOLS = {protocol.name: protocol for protocol in (R2R, RXR, CONSTRAINED)}


def goal_of(world: World, episode: Episode) -> Point:
    """Where the way ends; a goal without a position, or without a way to it, is an error."""
    if len(episode.goals) != 1 or episode.goals[0].position_m is None:
        raise InvalidInput(f"episode {episode.id!r} needs one goal with a position to be judged as {TASK}")
    goal = episode.goals[0].position_m
    islands = [island_of(world.free, place) for place in (position_of(episode.start), np.array(goal))]
    if islands[0] != islands[1]:
        raise InvalidInput(
            f"episode {episode.id!r} starts on island {islands[0]} and ends on {islands[1]}: a body of "
            f"radius {world.free.radius_m} m finds no way; choose both on one island or a smaller body"
        )
    return goal


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


def stages_of(episode: Episode, goal: Point) -> tuple[Point, ...]:
    """The places that the expert visits: only the goal, or a constrained way in short stages."""
    if not episode.constraints or len(episode.reference_path_m) < 2:
        return (goal,)
    path = np.array(episode.reference_path_m)
    reached = track_of(path).reached_m
    wanted = np.arange(STAGE_M, reached[-1] - STAGE_M / 2, STAGE_M)
    nearest = [int(np.abs(reached - along).argmin()) for along in wanted]
    return (*(point_from(path[k]) for k in nearest), goal)


class InstructionJudge:
    """How far it is to the end of the way of one episode."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        goal = goal_of(world, episode)
        self.protocol, self.radius_m = protocol, episode.goals[0].radius_m
        self.places = Places(world.paths, (goal,))
        stop_m = min(EXPERT_STOPS_M, self.radius_m or protocol.success_distance_m)
        self.stages = Stages(world, protocol, stages_of(episode, goal), stop_m)

    def measure(self, now: Now) -> tuple[Measure, ...]:
        left_m = self.places.distance_m(now.state.pose)
        return (Measure(left_m, self.protocol.close_enough(left_m, self.radius_m)),)

    def advice(self, now: Now) -> Action:
        return Action(self.stages.next_action(now.state.pose))


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before.

    A world without room for such an episode is an error that says what the draws failed on.
    """
    if index < 0:
        raise InvalidInput(f"episode index is {index}; episodes are counted from 0")
    drawing = drawing_of(protocol)
    language = drawing.languages[index % len(drawing.languages)]
    rng = generator_for(seed, world.scene.name, TASK, protocol.name, index)
    rejected: Counter[str] = Counter()
    for way in ways(world, drawing, language, rng, rejected):
        if protocol.name == CONSTRAINED.name:
            mix = index + rejected["no constraint"] // MISSES_PER_MIX
            bound = constrained(world, way, drawing, mix, rng)
            if bound is None:
                rejected["no constraint"] += 1
                continue
            plain = episode_of(world, protocol, bound.way, seed=seed, index=index)
            episode = with_constraints(plain, bound.constraints)
        else:
            episode = episode_of(world, protocol, way, seed=seed, index=index)
        poses = rehearse(world, protocol, episode, InstructionJudge(world, protocol, episode))
        if poses is None:
            rejected["no way by steps"] += 1
        elif not all(kept(constraint, poses) for constraint in episode.constraints):
            rejected["expert breaks a constraint"] += 1
        else:
            return Draw(episode, dict(sorted(rejected.items())))
    raise no_episode(world, protocol, rejected)


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="walk a way that is told in words and stop where it ends",
        protocols=PROTOCOLS,
        draw=sample_episode,
        judge=InstructionJudge,
        source="Anderson et al. 2018 (R2R); Ku et al. 2020 (RxR); VLN-CE; NavTrust",
    ),
)
