"""PointNav episodes by rejection: draw a goal, draw starts, keep the first pair that a protocol accepts.

Habitat's rule: a goal, up to ten starts for it, then a new goal. A pair is rejected if it is too near or
too far along the floor, or on two storeys. Pairs with hardly a detour (ratio r of geodesic to straight
below 1.1) are kept with probability 20 (r - 0.98)^2 only, 1 to 29 %. A pair that the protocol's own steps
cannot solve within its own limit is rejected too. Why draws were rejected is counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.navigation.experts import actions_down
from wayproof.navigation.fields import Field, distance_field, field_distance
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.paths import Paths
from wayproof.navigation.places import sample_points
from wayproof.navigation.tracing import path_to_goal
from wayproof.seeding import generator_for
from wayproof.tasks.point_goal import TASK, PointGoalProtocol
from wayproof.vocabulary import Episode, Goal, Point, Pose

Floats = NDArray[np.float64]

MAIN_ISLAND = 0
MOST_GOALS = 300
# The expert aims a hair inside the radius, so that rounding cannot put it on the border, which may not count.
EXPERT_SHARE = 0.99


@dataclass(frozen=True)
class Draw:
    """An episode, and how many draws were rejected before it, by reason."""

    episode: Episode
    rejected: Mapping[str, int]


def sample_episode(paths: Paths, scene: str, protocol: PointGoalProtocol, *, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a scene: the same whatever was drawn before.

    A scene without room for such an episode is an error that says what the draws failed on.
    """
    if index < 0:
        raise InvalidInput(f"episode index is {index}; episodes are counted from 0")
    _check_island(paths.free, protocol)
    rng = generator_for(seed, scene, TASK, protocol.name, index)
    lengths_m = protocol.length_ranges_m[index % len(protocol.length_ranges_m)]
    rejected: Counter[str] = Counter()
    for _ in range(MOST_GOALS):
        goal = sample_points(paths.free, rng, 1, island=MAIN_ISLAND)[0]
        field = distance_field(paths, goal)
        found = _start_for(field, protocol, lengths_m, rng, rejected)
        if found is not None:
            name = f"{TASK}/{protocol.name}/{seed}/{index}"
            return Draw(_episode(name, scene, protocol, field, found, seed), dict(sorted(rejected.items())))
    raise InvalidInput(
        f"scene {scene!r} has no {protocol.name} episode of {lengths_m[0]:g} to {lengths_m[1]:g} m for "
        f"a body of radius {paths.free.radius_m:g} m: {rejected.total()} draws failed ("
        + ", ".join(f"{reason}: {count}" for reason, count in sorted(rejected.items()))
        + "); choose a larger scene, a smaller body or another protocol"
    )


def keep_probability(ratio: float, protocol: PointGoalProtocol) -> float:
    """How likely a pair is kept whose way along the floor is `ratio` times the straight line."""
    if ratio >= protocol.detour_ratio:
        return 1.0
    return 20.0 * (ratio - 0.98) ** 2  # habitat-lab, PointNav generator


def _start_for(
    field: Field,
    protocol: PointGoalProtocol,
    lengths_m: tuple[float, float],
    rng: np.random.Generator,
    rejected: Counter[str],
) -> Pose | None:
    for _ in range(protocol.tries_per_goal):
        start = sample_points(field.free, rng, 1, island=MAIN_ISLAND)[0]
        reason = _fault(field, start, protocol, lengths_m, rng)
        if reason is not None:
            rejected[reason] += 1
            continue
        pose = Pose(*_point(start), float(rng.uniform(-math.pi, math.pi)))
        if _solvable(field, pose, protocol):
            return pose
        rejected["no way by steps"] += 1
    return None


def _fault(
    field: Field,
    start: Floats,
    protocol: PointGoalProtocol,
    lengths_m: tuple[float, float],
    rng: np.random.Generator,
) -> str | None:
    """Why the protocol rejects a pair, or None."""
    if abs(start[1] - field.goal_m[1]) > protocol.largest_rise_m:
        return "two storeys"
    length_m = field_distance(field, start)
    if length_m == math.inf:
        return "no way"
    if length_m < lengths_m[0]:
        return "too near"
    if length_m > lengths_m[1]:
        return "too far"
    straight_m = float(np.linalg.norm(start - field.goal_m))
    keep = keep_probability(length_m / straight_m, protocol)
    return "too straight" if keep < 1.0 and rng.random() > keep else None


def _solvable(field: Field, start: Pose, protocol: PointGoalProtocol) -> bool:
    try:
        return len(expert_actions(field, start, protocol)) <= protocol.maximum_steps
    except InvalidInput:
        return False


def expert_actions(field: Field, start: Pose, protocol: PointGoalProtocol) -> list[str]:
    """The actions of one who knows the way, "stop" included; an error if such steps do not get there."""
    return actions_down(
        field,
        start,
        goal_radius_m=EXPERT_SHARE * protocol.success_distance_m,
        step_m=protocol.forward_m,
        turn_rad=protocol.turn_rad,
    )


def _episode(
    name: str, scene: str, protocol: PointGoalProtocol, field: Field, start: Pose, seed: int
) -> Episode:
    way = path_to_goal(field, np.array([start.x_m, start.y_m, start.z_m]))
    return Episode(
        id=name,
        scene=scene,
        task=TASK,
        start=start,
        goals=(Goal(TASK, position_m=_point(field.goal_m), radius_m=protocol.success_distance_m),),
        shortest_length_m=field_distance(field, way[0]),
        reference_path_m=tuple(_point(place) for place in way),
        maximum_steps=protocol.maximum_steps,
        seed=seed,
    )


def _point(place: Floats) -> Point:
    return float(place[0]), float(place[1]), float(place[2])


def _check_island(free: FreeSpace, protocol: PointGoalProtocol) -> None:
    """The main island must reach as far as the protocol asks, in the circle around its plan."""
    cells = free.surface.cell_of[free.surface.island == MAIN_ISLAND]
    if not len(cells):
        raise InvalidInput(
            f"a body of radius {free.radius_m:g} m and height {free.height_m:g} m fits nowhere in this "
            "scene; choose a smaller body or another scene"
        )
    across_m = (cells.max(axis=0) + 1 - cells.min(axis=0)) * free.cell_m
    radius_m = float(np.hypot(*across_m)) / 2
    if radius_m < protocol.smallest_island_radius_m:
        raise InvalidInput(
            f"the free space of this scene reaches {radius_m:.2f} m; protocol {protocol.name!r} wants "
            f"islands of {protocol.smallest_island_radius_m:g} m at least; choose a larger scene"
        )
