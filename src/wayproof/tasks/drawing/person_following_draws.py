"""Where following episodes come from: a way for the person, and a place for the body behind its beginning."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.navigation.distance_fields import distance_field
from wayproof.navigation.experts import actions_down
from wayproof.navigation.free_points import sample_points, snap
from wayproof.navigation.paths import distance, shortest_path
from wayproof.seeding import generator_for
from wayproof.simulator.world import World
from wayproof.tasks import Draw
from wayproof.tasks.judging.places import point_from
from wayproof.vocabulary import Episode, Goal, Point, Pose, Protocol

TASK = "person_following"
MAIN_ISLAND = 0
MOST_DRAWS = 400
WAY_M = (4.0, 15.0)  # ours: from one room to another
BEGIN_M = (1.3, 2.5)  # ours: where the body starts, seen from the person
PACE_M_S = 0.15  # ours: a body that rests after each step makes 0.35 m/s, less its turns
BEHIND_M = 1.6  # the expert's distance, in the middle of the band
STATION_M = 0.5
WIDEST_RAD = math.radians(80.0)  # ours: off the line straight behind the person, at the start
TEXTS = (
    "Follow the person in front of you until they stop.",
    "Walk behind the person ahead and stop when they have arrived.",
    "Keep following this person. Stop once they stand still.",
)


def draw_following(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode `index` of a run seed; a house without a long enough way is an error."""
    name = world.scene.name
    rng = generator_for(seed, name, TASK, protocol.name, index)
    rejected: Counter[str] = Counter()
    for _ in range(MOST_DRAWS):
        way = _way(world, rng)
        if way is None:
            rejected["way too short or too long"] += 1
            continue
        start = _start(world, way, rng)
        if start is None:
            rejected["no room behind the person"] += 1
            continue
        if not _can_be_followed(world, protocol, way, start):
            rejected["no way by steps"] += 1
            continue
        return Draw(_episode(name, protocol, seed, index, way, start, rng), dict(sorted(rejected.items())))
    raise InvalidInput(
        f"scene {name!r} has no way of {WAY_M[0]:g} to {WAY_M[1]:g} m for a person to be followed: "
        + ", ".join(f"{reason}: {count}" for reason, count in sorted(rejected.items()))
        + "; choose a larger scene or a smaller body"
    )


def stations_of(world: World, way: tuple[Point, ...]) -> list[Point]:
    """Points along a person's way, half a metre apart, where the body fits."""
    corners = np.array(way)
    line = shortest_path(world.people_paths, corners[0], corners[-1])
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    marks = np.linspace(0.0, lengths[-1], max(2, math.ceil(lengths[-1] / STATION_M) + 1))
    points = np.column_stack([np.interp(marks, lengths, line[:, axis]) for axis in range(3)])
    found = (snap(world.free, point, 0.6, island=MAIN_ISLAND) for point in points)
    return [point_from(place) for place in found if place is not None]


def _way(world: World, rng: np.random.Generator) -> tuple[Point, ...] | None:
    begin, end = sample_points(world.people_paths.free, rng, 2, island=MAIN_ISLAND)
    length_m = distance(world.people_paths, begin, end)
    return (point_from(begin), point_from(end)) if WAY_M[0] <= length_m <= WAY_M[1] else None


def _start(world: World, way: tuple[Point, ...], rng: np.random.Generator) -> Pose | None:
    """A free place behind the person, with a short way to them."""
    person = np.array(way[0])
    near = snap(world.free, person, 0.6, island=MAIN_ISLAND)
    if near is None:
        return None
    ahead = shortest_path(world.people_paths, person, np.array(way[-1]))[1] - person
    back_rad = math.atan2(-ahead[2], -ahead[0])
    for _ in range(20):
        angle, far_m = back_rad + rng.uniform(-WIDEST_RAD, WIDEST_RAD), rng.uniform(*BEGIN_M)
        aside = np.array([math.cos(angle), 0.0, math.sin(angle)])
        place = snap(world.free, person + far_m * aside, 0.2, island=MAIN_ISLAND)
        if place is None:
            continue
        gap_m = float(np.hypot(*(place - person)[[0, 2]]))
        if BEGIN_M[0] <= gap_m <= BEGIN_M[1] and distance(world.paths, place, near) <= gap_m + 1.0:
            return Pose(*point_from(place), _towards(place, person))
    return None


def _can_be_followed(world: World, protocol: Protocol, way: tuple[Point, ...], start: Pose) -> bool:
    """Whether the body's own steps lead along the way, from station to station within a step."""
    stations = stations_of(world, way)
    try:
        plan = actions_down(
            distance_field(world.paths, np.array(stations[-1])),
            start,
            goal_radius_m=protocol.forward_m,
            step_m=protocol.forward_m,
            turn_rad=protocol.turn_rad,
        )
    except InvalidInput:
        return False
    return len(plan) < protocol.maximum_steps // 2


def _episode(
    name: str,
    protocol: Protocol,
    seed: int,
    index: int,
    way: tuple[Point, ...],
    start: Pose,
    rng: np.random.Generator,
) -> Episode:
    text = TEXTS[int(rng.integers(len(TEXTS)))]
    return Episode(
        id=f"{TASK}/{protocol.name}/{seed}/{index}",
        scene=name,
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


def _towards(place: NDArray[np.float64], target: NDArray[np.float64]) -> float:
    dx, _, dz = target - place
    return math.atan2(-dx, -dz)
