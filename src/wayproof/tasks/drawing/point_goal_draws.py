"""PointNav episodes by rejection: draw a goal, draw starts, keep the first pair that a protocol accepts.

Habitat's rule: a goal, up to ten starts for it, then a new goal. A pair is rejected if it is too near or
too far along the floor, or on two storeys. Pairs with hardly a detour (ratio r of geodesic to straight
below 1.1) are kept with probability 20 (r - 0.98)^2 only, 1 to 29 %. A pair that the protocol's own steps
cannot solve within its own limit is rejected too. Why draws were rejected is counted.
"""

from __future__ import annotations

import math
from collections import Counter

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput, unknown_name
from wayproof.navigation.distance_fields import Field, distance_field, field_distance
from wayproof.navigation.experts import actions_down
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.path_tracing import path_to_goal
from wayproof.navigation.paths import Paths
from wayproof.seeding import generator_for
from wayproof.tasks import Draw
from wayproof.tasks.judging.places import EXPERT_SHARE, point_from, position_of
from wayproof.vocabulary import Episode, Goal, Pose, Protocol

Floats = NDArray[np.float64]

TASK = "point_goal"
MAIN_ISLAND = 0
MOST_GOALS = 300
DIFFICULTIES = ("easy", "medium", "hard")  # of protocols with three ranges of length


class Drawing(msgspec.Struct, frozen=True):
    """How a protocol draws start and goal."""

    length_ranges_m: tuple[
        tuple[float, float], ...
    ]  # geodesic; episode i is drawn from range i modulo their number
    detour_ratio: float  # geodesic to straight; below it draws are mostly rejected, see above
    tries_per_goal: int
    smallest_island_radius_m: float
    largest_rise_m: float  # between start and goal: both on one storey
    sources: dict[str, str] = {}


DRAWINGS = {
    "habitat": Drawing(
        length_ranges_m=((1.0, 30.0),),
        detour_ratio=1.1,
        tries_per_goal=10,
        smallest_island_radius_m=1.5,
        largest_rise_m=0.5,
        sources={
            "length_ranges_m, detour_ratio, tries_per_goal": "habitat-lab, PointNav generator",
            "smallest_island_radius_m, largest_rise_m": "habitat-lab, PointNav generator",
        },
    ),
    "robustnav": Drawing(
        length_ranges_m=((0.25, 2.28), (2.29, 4.39), (4.40, 9.61)),
        detour_ratio=1.0,
        tries_per_goal=10,
        smallest_island_radius_m=1.5,
        largest_rise_m=0.5,
        sources={
            "length_ranges_m": "RobustNav, easy, medium, hard; its 0.00 is 0.25 here (ours: not in the goal)",
            "detour_ratio, smallest_island_radius_m, largest_rise_m, tries_per_goal": "ours: RobustNav "
            "publishes episodes, not how they were drawn; as Habitat, without its preference for detours",
        },
    ),
}


def drawing_of(protocol: Protocol) -> Drawing:
    """How episodes of a protocol are drawn."""
    if protocol.name not in DRAWINGS:
        raise unknown_name("way of drawing PointNav episodes", protocol.name, DRAWINGS)
    return DRAWINGS[protocol.name]


def sample_episode(
    paths: Paths, scene: str, protocol: Protocol, *, seed: int, index: int, drawing: Drawing | None = None
) -> Draw:
    """Episode number `index` of a run seed in a scene: the same whatever was drawn before.

    A scene without room for such an episode is an error that says what the draws failed on. `drawing`
    replaces the protocol's own.
    """
    if index < 0:
        raise InvalidInput(f"episode index is {index}; episodes are counted from 0")
    drawing = drawing or drawing_of(protocol)
    _check_island(paths.free, protocol.name, drawing)
    rng = generator_for(seed, scene, TASK, protocol.name, index)
    band = index % len(drawing.length_ranges_m)
    lengths_m = drawing.length_ranges_m[band]
    labels = {"difficulty": DIFFICULTIES[band]} if len(drawing.length_ranges_m) == len(DIFFICULTIES) else {}
    rejected: Counter[str] = Counter()
    for _ in range(MOST_GOALS):
        goal = sample_points(paths.free, rng, 1, island=MAIN_ISLAND)[0]
        field = distance_field(paths, goal)
        found = _start_for(field, protocol, drawing, lengths_m, rng, rejected)
        if found is not None:
            name = f"{TASK}/{protocol.name}/{seed}/{index}"
            episode = _episode(name, scene, protocol, field, found)
            episode = msgspec.structs.replace(episode, seed=seed, labels=labels)
            return Draw(episode, dict(sorted(rejected.items())))
    raise InvalidInput(
        f"scene {scene!r} has no {protocol.name} episode of {lengths_m[0]:g} to {lengths_m[1]:g} m for "
        f"a body of radius {paths.free.radius_m:g} m: {rejected.total()} draws failed ("
        + ", ".join(f"{reason}: {count}" for reason, count in sorted(rejected.items()))
        + "); choose a larger scene, a smaller body or another protocol"
    )


def keep_probability(ratio: float, drawing: Drawing) -> float:
    """How likely a pair is kept whose way along the floor is `ratio` times the straight line."""
    if ratio >= drawing.detour_ratio:
        return 1.0
    return 20.0 * (ratio - 0.98) ** 2  # habitat-lab, PointNav generator


def _start_for(
    field: Field,
    protocol: Protocol,
    drawing: Drawing,
    lengths_m: tuple[float, float],
    rng: np.random.Generator,
    rejected: Counter[str],
) -> Pose | None:
    for _ in range(drawing.tries_per_goal):
        start = sample_points(field.free, rng, 1, island=MAIN_ISLAND)[0]
        reason = _fault(field, start, drawing, lengths_m, rng)
        if reason is not None:
            rejected[reason] += 1
            continue
        pose = Pose(*point_from(start), float(rng.uniform(-math.pi, math.pi)))
        if _solvable(field, pose, protocol):
            return pose
        rejected["no way by steps"] += 1
    return None


def _fault(
    field: Field,
    start: Floats,
    drawing: Drawing,
    lengths_m: tuple[float, float],
    rng: np.random.Generator,
) -> str | None:
    """Why the protocol rejects a pair, or None."""
    if abs(start[1] - field.goal_m[1]) > drawing.largest_rise_m:
        return "two storeys"
    length_m = field_distance(field, start)
    if length_m == math.inf:
        return "no way"
    if length_m < lengths_m[0]:
        return "too near"
    if length_m > lengths_m[1]:
        return "too far"
    straight_m = float(np.linalg.norm(start - field.goal_m))
    keep = keep_probability(length_m / straight_m, drawing)
    return "too straight" if keep < 1.0 and rng.random() > keep else None


def _solvable(field: Field, start: Pose, protocol: Protocol) -> bool:
    try:
        return len(expert_actions(field, start, protocol)) <= protocol.maximum_steps
    except InvalidInput:
        return False


def expert_actions(field: Field, start: Pose, protocol: Protocol) -> list[str]:
    """The actions of one who knows the way, "stop" included; an error if such steps do not get there."""
    return actions_down(
        field,
        start,
        goal_radius_m=EXPERT_SHARE * protocol.success_distance_m,
        step_m=protocol.forward_m,
        turn_rad=protocol.turn_rad,
    )


def _episode(name: str, scene: str, protocol: Protocol, field: Field, start: Pose) -> Episode:
    way = path_to_goal(field, position_of(start))
    return Episode(
        id=name,
        scene=scene,
        task=TASK,
        start=start,
        goals=(Goal(TASK, position_m=point_from(field.goal_m), radius_m=protocol.success_distance_m),),
        shortest_length_m=field_distance(field, way[0]),
        reference_path_m=tuple(point_from(place) for place in way),
        maximum_steps=protocol.maximum_steps,
    )


def _check_island(free: FreeSpace, protocol: str, drawing: Drawing) -> None:
    """The main island must reach as far as the protocol asks, in the circle around its plan."""
    cells = free.surface.cell_of[free.surface.island == MAIN_ISLAND]
    if not len(cells):
        raise InvalidInput(
            f"a body of radius {free.radius_m:g} m and height {free.height_m:g} m fits nowhere in this "
            "scene; choose a smaller body or another scene"
        )
    across_m = (cells.max(axis=0) + 1 - cells.min(axis=0)) * free.cell_m
    radius_m = float(np.hypot(*across_m)) / 2
    if radius_m < drawing.smallest_island_radius_m:
        raise InvalidInput(
            f"the free space of this scene reaches {radius_m:.2f} m; protocol {protocol!r} wants "
            f"islands of {drawing.smallest_island_radius_m:g} m at least; choose a larger scene"
        )
