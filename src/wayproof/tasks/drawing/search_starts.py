"""Starts of a search: drawn in batches until the expert finds from one of them what is sought.

A start is rejected if it is too near or too far along the floor, and if the expert, with the protocol's own
steps and looks, does not find the goal within the protocol's limit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from wayproof.navigation.free_points import sample_points
from wayproof.navigation.paths import shortest_path
from wayproof.simulator.world import World
from wayproof.tasks import Judge
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.drawing.rejection import NO_WAY_BY_STEPS, length_fault
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import point_from, pose_at, position_of
from wayproof.vocabulary import Episode, Goal, Pose, Protocol

BATCH = 64  # starts that are measured at once
MOST_FAILURES = 3  # of the expert, before the goal is given up: it is out of reach itself

# RobustNav, footnote 2: shortest lengths of easy, medium and hard ObjectNav episodes, in metres.
DIFFICULTIES = {"easy": (0.25, 1.50), "medium": (1.51, 3.78), "hard": (3.79, 9.00)}


def difficulty_of(length_m: float) -> str:
    """RobustNav's word for a shortest length."""
    return next((name for name, (_, most_m) in DIFFICULTIES.items() if length_m <= most_m), "hard")


@dataclass(frozen=True, eq=False)
class Search:
    """A goal to be sought: the places where it is reached, how far away it may be, and how it is judged."""

    world: World
    protocol: Protocol
    goal: Goal
    places: NearestPlace
    lengths_m: tuple[float, float]
    judge: Callable[[World, Protocol, Episode], Judge]


def solvable_search(
    search: Search, most_starts: int, rng: np.random.Generator, rejected: Counter[str]
) -> Episode | None:
    """The episode of the first start from which the expert succeeds; None if there is none.

    It has neither an id nor a seed yet, and one label: its difficulty.
    """
    world, protocol, failures = search.world, search.protocol, 0
    for _ in range(most_starts // BATCH):
        starts = sample_points(world.free, rng, BATCH)
        headings_rad = rng.uniform(-math.pi, math.pi, BATCH)
        lengths_m = search.places.distances_m(starts)
        for start, heading_rad, length_m in zip(starts, headings_rad, lengths_m, strict=True):
            fault = length_fault(length_m, search.lengths_m)
            if fault is not None:
                rejected[fault] += 1
                continue
            episode = episode_from(search, pose_at(start, heading_rad))
            judge = search.judge(world, protocol, episode)
            if rehearse(world, protocol, episode, judge, most_turns_rad=math.inf) is not None:
                return episode
            rejected[NO_WAY_BY_STEPS] += 1
            failures += 1
            if failures == MOST_FAILURES:
                return None
    return None


def episode_from(search: Search, start: Pose) -> Episode:
    """The episode that begins at a start, without id and seed; it may be one that nobody can solve."""
    length_m, end = search.places.distance_m(start), np.array(search.places.nearest(start))
    way = shortest_path(search.world.paths, position_of(start), end)
    return Episode(
        id="",
        scene=search.world.scene.name,
        task=search.protocol.task,
        start=start,
        goals=(search.goal,),
        instruction=search.goal.text,
        shortest_length_m=length_m,
        reference_path_m=tuple(point_from(place) for place in way),
        maximum_steps=search.protocol.maximum_steps,
        labels={"difficulty": difficulty_of(length_m)},
    )
