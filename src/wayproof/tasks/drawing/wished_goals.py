"""Things to be found one after another whose descriptions use features in wished-for shares.

A feature is drawn first, then a thing that can be described by it, category by category, so that no feature
is left to chance. The constraints on places are those of thing_sequences.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from wayproof.language.description_features import FeatureWriter
from wayproof.language.descriptions import Description
from wayproof.scenes.by_name import split_of
from wayproof.scenes.scene import Instance, things
from wayproof.simulator.world import World
from wayproof.simulator.worlds import KEPT_WORLDS
from wayproof.tasks.drawing.thing_sequences import DescribedThing, Drawing, goal_or_fault, unsaid_in
from wayproof.vocabulary import Goal, Pose

TRIES_PER_GOAL = 8  # features wished for, one after another
COREFERENCE = "coreference"
PLACES_PER_TRY = 12  # described things whose places are looked at for one wish


def wished_goals(
    world: World, kind: str, drawing: Drawing, start: Pose, rng: np.random.Generator, rejected: Counter[str]
) -> list[DescribedThing]:
    """Things to be found from a start, as goals of a kind; fewer than wanted if the tries for one run out."""
    kinds = drawing.categories.get(split_of(world.scene.name) or "")
    writer = writer_of(world, None if kinds is None else frozenset(kinds))
    found: list[DescribedThing] = []
    earlier: Description | None = None
    for _ in range(drawing.goals):
        for _ in range(TRIES_PER_GOAL):
            feature = wish(drawing, rng, first=not found)
            goals = [one.goal for one in found]
            for thing, said in described(writer, kinds, feature, rng, earlier):
                goal = goal_or_fault(world, kind, drawing, start, thing, said, goals)
                if isinstance(goal, Goal):
                    break
                rejected[goal] += 1
            else:
                rejected[f"no thing for {feature}"] += 1
                continue
            found.append(DescribedThing(goal, said.granularity))
            earlier = said
            break
        else:
            return found
    return found


def wish(drawing: Drawing, rng: np.random.Generator, *, first: bool) -> str:
    """A feature; a first goal cannot refer to one before."""
    shares = {name: share for name, share in drawing.features.items() if not (first and name == COREFERENCE)}
    rates = np.array(list(shares.values()))
    return list(shares)[int(rng.choice(len(shares), p=rates / rates.sum()))]


def described(
    writer: FeatureWriter,
    kinds: tuple[str, ...] | None,
    feature: str,
    rng: np.random.Generator,
    earlier: Description | None,
) -> Iterator[tuple[Instance, Description]]:
    """Things that can be described by a feature, a few at most, each category once before one comes again."""
    left = PLACES_PER_TRY
    for thing in _mixed(writer, kinds, rng):
        said = writer.describe(thing, feature, rng, earlier)
        if said is not None:
            yield thing, said
            left -= 1
        if left == 0:
            return


def _mixed(
    writer: FeatureWriter, kinds: tuple[str, ...] | None, rng: np.random.Generator
) -> Iterator[Instance]:
    by_category: dict[str, list[Instance]] = {}
    for thing in things(writer.scene):
        if kinds is None or thing.category in kinds:
            by_category.setdefault(thing.category, []).append(thing)
    decks = {name: list(rng.permutation(len(by_category[name]))) for name in sorted(by_category)}
    names = list(decks)
    while decks:
        for number in rng.permutation(len(names)):
            name = names[number]
            if name in decks:
                yield by_category[name][decks[name].pop()]
                if not decks[name]:
                    del decks[name]


@lru_cache(maxsize=KEPT_WORLDS)
def writer_of(world: World, kinds: frozenset[str] | None) -> FeatureWriter:
    """The writer of a world, kept while the world is in use, with what can be said of each thing."""
    return FeatureWriter(world.scene, unsaid_in(world), kinds)
