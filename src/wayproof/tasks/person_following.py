"""Person following: keep behind a person who walks ahead, facing them, and say when they have arrived.

OmniNavBench asks for a distance above 1 m and up to 3 m and a deviation of at most 60 degrees, judged when
the person stops. The person here walks a way once and then stands, slowly enough for a body that comes to
rest after each step. The body starts a little behind the beginning of that way.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.metrics.following_states import ARRIVED_M, INNER_M, OUTER_M, WIDEST_RAD
from wayproof.navigation.distance_fields import distance_field
from wayproof.navigation.free_points import MAIN_ISLAND, sample_points, snap
from wayproof.navigation.paths import distance, shortest_path
from wayproof.simulator.people.persons import PersonState
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.rejection import (
    NO_WAY_BY_STEPS,
    accepted,
    episode_generator,
    episode_id,
    no_episode,
)
from wayproof.tasks.judging.places import Guide, Places, planned_actions, point_from, pose_at
from wayproof.vocabulary import WHEELED_ACTIONS, Action, Episode, Goal, Headlines, Point, Pose, Protocol

TASK = "person_following"
MOST_DRAWS = 400
WAY_M = (4.0, 15.0)  # ours: from one room to another
BEGIN_M = (1.3, 2.5)  # ours: where the body starts, seen from the person
BEGIN_WIDEST_RAD = math.radians(80.0)  # ours: off the line straight behind the person
BEGIN_TRIES = 20
BESIDE_WAY_M = 0.6  # how far beside the person's way the body may have to go
STATION_M = 0.5  # between the points of the way that the expert goes to
BEHIND_M = 1.6  # the expert's distance, in the middle of the band
PACE_M_S = 0.15  # ours: a body that rests after each step makes 0.35 m/s, less its turns
RESTING_M_S = 0.05  # slower is standing
TEXTS = (
    "Follow the person in front of you until they stop.",
    "Walk behind the person ahead and stop when they have arrived.",
    "Keep following this person. Stop once they stand still.",
)

OMNINAVBENCH = Protocol(
    task=TASK,
    name="omninavbench",
    body="carter_v1",
    sensors=("rgb", "depth", "gps", "compass"),
    actions=WHEELED_ACTIONS,
    forward_m=0.5,
    turn_rad=math.radians(15.0),
    maximum_steps=300,
    success_distance_m=OUTER_M,
    border_counts=True,
    sources={
        "body, forward_m, turn_rad, actions": "OmniNavBench, the step profile of its Uni-NaVid adapter",
        "success_distance_m, border_counts": "OmniNavBench, Table II: above 1.0 m, at most 3.0 m, 60 degrees",
        "sensors": "OmniNavBench: camera, depth and own pose",
        "maximum_steps": "ours: OmniNavBench allows twice the expert's frames",
        "sliding, actuation, people_mode": "ours: a blocked move fails, exact motors, scripted people",
    },
)


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before.

    A house without a long enough way is an error that says what the draws failed on.
    """
    rng = episode_generator(seed, world.scene.name, TASK, protocol.name, index)
    rejected: Counter[str] = Counter()
    for _ in range(MOST_DRAWS):
        way = _way(world, rng)
        if way is None:
            rejected["way too short or too long"] += 1
            continue
        start = _start_behind(world, way, rng)
        if start is None:
            rejected["no room behind the person"] += 1
            continue
        if not _can_be_followed(world, protocol, way, start):
            rejected[NO_WAY_BY_STEPS] += 1
            continue
        text = TEXTS[int(rng.integers(len(TEXTS)))]
        episode = Episode(
            id=episode_id(TASK, protocol.name, seed, index),
            scene=world.scene.name,
            task=TASK,
            start=start,
            goals=(Goal(TASK, person=0, text=text),),
            instruction=text,
            maximum_steps=protocol.maximum_steps,
            people=1,
            people_ways_m=(way,),
            people_pace_m_s=PACE_M_S,
            seed=seed,
        )
        return accepted(episode, rejected)
    raise no_episode(world.scene.name, world.free, protocol, rejected, lengths_m=WAY_M)


def _way(world: World, rng: np.random.Generator) -> tuple[Point, ...] | None:
    """Where the person begins and ends; None if that is too short or too long."""
    begin, end = sample_points(world.people_paths.free, rng, 2)
    length_m = distance(world.people_paths, begin, end)
    return (point_from(begin), point_from(end)) if WAY_M[0] <= length_m <= WAY_M[1] else None


def _start_behind(world: World, way: tuple[Point, ...], rng: np.random.Generator) -> Pose | None:
    """A free place behind the person, with a short way to them, looking at them."""
    person = np.array(way[0])
    near = snap(world.free, person, BESIDE_WAY_M, island=MAIN_ISLAND)
    if near is None:
        return None
    ahead = shortest_path(world.people_paths, person, np.array(way[-1]))[1] - person
    back_rad = math.atan2(-ahead[2], -ahead[0])
    for _ in range(BEGIN_TRIES):
        angle_rad = back_rad + rng.uniform(-BEGIN_WIDEST_RAD, BEGIN_WIDEST_RAD)
        far_m = rng.uniform(BEGIN_M[0], BEGIN_M[1])
        aside = np.array([math.cos(angle_rad), 0.0, math.sin(angle_rad)])
        place = snap(world.free, person + far_m * aside, 0.2, island=MAIN_ISLAND)
        if place is None:
            continue
        dx, _, dz = person - place
        gap_m = float(np.hypot(dx, dz))
        if BEGIN_M[0] <= gap_m <= BEGIN_M[1] and distance(world.paths, place, near) <= gap_m + 1.0:
            return pose_at(place, math.atan2(-dx, -dz))
    return None


def _can_be_followed(world: World, protocol: Protocol, way: tuple[Point, ...], start: Pose) -> bool:
    """Whether the body's own steps lead to the end of the way in half the steps that it has."""
    end = distance_field(world.paths, np.array(_stations(world, way)[-1]))
    plan = planned_actions(end, start, protocol, protocol.forward_m)
    return 0 < len(plan) < protocol.maximum_steps // 2


def _stations(world: World, way: tuple[Point, ...]) -> list[Point]:
    """Points along a person's way, half a metre apart, where the body fits."""
    line = shortest_path(world.people_paths, np.array(way[0]), np.array(way[-1]))
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    marks = np.linspace(0.0, lengths[-1], max(2, math.ceil(lengths[-1] / STATION_M) + 1))
    points = np.column_stack([np.interp(marks, lengths, line[:, axis]) for axis in range(3)])
    found = (snap(world.free, point, BESIDE_WAY_M, island=MAIN_ISLAND) for point in points)
    return [point_from(place) for place in found if place is not None]


def _seen(pose: Pose, person: PersonState) -> tuple[float, float]:
    """Metres to a person, and how far to the left they are from straight ahead."""
    dx, dz = person.position_m[0] - pose.x_m, person.position_m[2] - pose.z_m
    left_rad = math.remainder(math.atan2(-dx, -dz) - pose.heading_rad, math.tau)
    return math.hypot(dx, dz), left_rad


class FollowingJudge:
    """How the body stands to the person whom it follows."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        goal = episode.goals[0]
        if goal.person is None or not 0 <= goal.person < len(episode.people_ways_m):
            raise InvalidInput(
                f"episode {episode.id!r} follows person {goal.person}; {len(episode.people_ways_m)} have a "
                "way; give the goal a person and the episode that person's way"
            )
        self.person, self.end_m = goal.person, episode.people_ways_m[goal.person][-1]
        self._world, self._protocol, self._way = world, protocol, episode.people_ways_m[goal.person]
        self._guides: dict[int, Guide] = {}
        self._stations: list[Point] | None = None

    def measure(self, now: Now) -> tuple[Measure, ...]:
        person = now.people[self.person]
        distance_m, left_rad = _seen(now.state.pose, person)
        well = INNER_M < distance_m <= OUTER_M and abs(left_rad) <= WIDEST_RAD
        return (Measure(distance_m, well and self._has_arrived(person)),)

    def advice(self, now: Now) -> Action:
        """Walk the person's own way, some steps behind; wait by looking at them."""
        pose, person = now.state.pose, now.people[self.person]
        distance_m, left_rad = _seen(pose, person)
        if self.measure(now)[0].in_range:
            return Action("stop")
        name = self._step_behind(pose, person) if distance_m > BEHIND_M else "stop"
        if name != "stop":
            return Action(name)
        # There: face the person; where that is done, turn to and fro until they go on.
        return Action("turn_left" if left_rad > 0.0 else "turn_right")

    def _step_behind(self, pose: Pose, person: PersonState) -> str:
        """Towards the station of the way that lies behind the person."""
        if self._stations is None:
            self._stations = _stations(self._world, self._way)
        at = np.array(person.position_m)
        gaps_m = [float(np.linalg.norm(at - np.array(station))) for station in self._stations]
        behind = int(np.argmin(gaps_m))
        while behind > 0 and gaps_m[behind] < BEHIND_M:
            behind -= 1
        if behind not in self._guides:
            places = Places(self._world.paths, (self._stations[behind],))
            self._guides[behind] = Guide(places, self._protocol, self._protocol.forward_m)
        return self._guides[behind].next_action(pose)

    def _has_arrived(self, person: PersonState) -> bool:
        x_m, _, z_m = person.position_m
        off_m = math.hypot(x_m - self.end_m[0], z_m - self.end_m[2])
        return off_m < ARRIVED_M and person.speed_m_s < RESTING_M_S


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="follow a person who walks ahead and say when they have arrived",
        protocols={OMNINAVBENCH.name: OMNINAVBENCH},
        draw=sample_episode,
        judge=FollowingJudge,
        source="OmniNavBench",
        headlines=Headlines(("hfs", "hfr", "hfr_walking"), ("success",)),
    ),
)
