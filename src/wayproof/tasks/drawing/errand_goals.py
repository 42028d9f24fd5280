"""Errands as goals: a thing to be picked up, then a place to bring it to, twice in an episode.

Both are described as wished_goals.py does it, under the constraints of thing_sequences.py.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from wayproof.language.description_errands import ERRANDS, KINDS, as_errand, may_be
from wayproof.simulator.world import World
from wayproof.tasks.drawing.thing_sequences import DescribedThing, Drawing, goal_or_fault
from wayproof.tasks.drawing.wished_goals import TRIES_PER_GOAL, described, wish, writer_of
from wayproof.vocabulary import Goal, Pose


def errand_goals(
    world: World, kind: str, drawing: Drawing, start: Pose, rng: np.random.Generator, rejected: Counter[str]
) -> list[DescribedThing]:
    """Goals from a start, of which every second one says where to bring the one before."""
    found: list[DescribedThing] = []
    for number in range(drawing.goals):
        errand = ERRANDS[number % len(ERRANDS)]
        one = _goal(world, kind, drawing, start, errand, [before.goal for before in found], rng, rejected)
        if one is None:
            return found
        found.append(one)
    return found


def _goal(
    world: World,
    kind: str,
    drawing: Drawing,
    start: Pose,
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
            told = as_errand(said, errand, rng)
            goal = goal_or_fault(world, kind, drawing, start, thing, told, earlier)
            if isinstance(goal, Goal):
                return DescribedThing(goal, said.granularity)
            rejected[goal] += 1
        rejected[f"no thing for {feature}"] += 1
    return None
