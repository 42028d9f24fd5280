"""Errands as goals: a thing to be picked up, then a place to bring it to, twice in an episode.

Both are described as wished_goals.py does it, under the constraints of thing_sequences.py.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from wayproof.language.description_errands import BRING, ERRANDS, KINDS, as_errand, may_be
from wayproof.simulator.world import World
from wayproof.tasks.drawing.thing_sequences import DescribedThing, Drawing, goal_or_fault
from wayproof.tasks.drawing.wished_goals import TRIES_PER_GOAL, described, wish, writer_of
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import pose_at
from wayproof.vocabulary import Goal, Pose

LEAST_WALK_M = 1.0  # from where an expert picks a thing up to where it is brought, so that one is not both


def errand_goals(
    world: World, kind: str, drawing: Drawing, start: Pose, rng: np.random.Generator, rejected: Counter[str]
) -> list[DescribedThing]:
    """Goals from a start, of which every second one says where to bring the one before."""
    found: list[DescribedThing] = []
    here = start
    for number in range(drawing.goals):
        errand = ERRANDS[number % len(ERRANDS)]
        earlier = [before.goal for before in found]
        one = _goal(world, kind, drawing, start, here, errand, earlier, rng, rejected)
        if one is None:
            return found
        found.append(one)
        here = pose_at(NearestPlace(world.paths, np.array(one.goal.view_points_m)).nearest(here))
    return found


def _goal(
    world: World,
    kind: str,
    drawing: Drawing,
    start: Pose,
    here: Pose,
    errand: str,
    earlier: list[Goal],
    rng: np.random.Generator,
    rejected: Counter[str],
) -> DescribedThing | None:
    """One half of an errand; None if the tries run out."""
    kinds = KINDS[errand]
    writer = writer_of(world, frozenset(kinds))
    for _ in range(TRIES_PER_GOAL):
        feature = wish(drawing, rng, first=True)  # "it" is the errand's, so no other word refers back
        for thing, said in described(writer, kinds, feature, rng, None):
            if not all(may_be(errand, world.scene.instances[number - 1]) for number in said.matches):
                rejected[f"no {errand.replace('_', ' ')}"] += 1
                continue
            if errand == BRING and _carriers(world, earlier[-1]) & set(said.matches):
                rejected["brought to where it is"] += 1
                continue
            told = as_errand(said, errand, rng)
            goal = goal_or_fault(world, kind, drawing, start, thing, told, earlier)
            if not isinstance(goal, Goal):
                rejected[goal] += 1
            elif errand == BRING and _walk_m(world, here, goal) < LEAST_WALK_M:
                rejected["brought nowhere"] += 1
            else:
                return DescribedThing(goal, said.granularity)
        rejected[f"no thing for {feature}"] += 1
    return None


def _carriers(world: World, picked: Goal) -> set[int]:
    """What carries the things of which one is picked up."""
    carried_by = (world.scene.instances[number - 1].support for number in picked.instances)
    return {number for number in carried_by if number is not None}


def _walk_m(world: World, here: Pose, goal: Goal) -> float:
    return NearestPlace(world.paths, np.array(goal.view_points_m)).distance_m(here)
