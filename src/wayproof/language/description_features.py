"""Descriptions in English that use a wanted feature: one of LangNavBench's eight, or one of six of ours.

negation      it is not so, though others are        Find the pillow that is not blue.
anchor        what it is next to, or opposite of     Go to the couch opposite the TV stand.
side          left, right, behind, under, above      Find the mirror above the washbasin.
count         how many things it carries             Find the couch with exactly two pillows on it.
superlative   the first of all that are so           Go to the tallest white floor lamp.
coreference   by the goal before                     Find the other one.

As in descriptions.py a description is data first; which things satisfy it is never read from its text. What
people could disagree about is not said.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.description_constraints import (
    NO_TAG,
    TAGS,
    Constraints,
    matches,
    satisfies,
    tags_of,
)
from wayproof.language.description_english import OPENINGS, English
from wayproof.language.description_further import FURTHER, Asked, Clause, further_clauses
from wayproof.language.description_options import Fact, Option, fit_together, options_for, said_by
from wayproof.language.descriptions import Description
from wayproof.scenes.scene import Instance, Scene, things

FEATURES = (NO_TAG, *TAGS, *FURTHER)
FACTS = (0.60, 0.34, 0.06)  # how often one, two or three things are said beside the noun
ATTRIBUTE_SHARE = 0.4  # of descriptions with a feature of ours that have an attribute as well


class FeatureWriter:
    """Describes the things of one scene; `kinds` are the categories that a description may be true of."""

    def __init__(self, scene: Scene, unsaid: frozenset[str], kinds: frozenset[str] | None) -> None:
        self.scene, self._unsaid, self._kinds = scene, unsaid, kinds
        self._grammar = English(in_india=False)
        self._options: dict[int, tuple[Option, ...]] = {}

    def describe(
        self, thing: Instance, feature: str, rng: np.random.Generator, earlier: Description | None = None
    ) -> Description | None:
        """A description of the thing that uses the feature; None if there is none. `earlier`: goal before."""
        if feature in FURTHER:
            said = self._further(thing, feature, rng, earlier)
        else:
            said = self._plain(thing, feature, rng)
        if said is None:
            return None
        named = {self.scene.instances[number - 1].category for number in said.matches}
        return said if self._kinds is None or named <= self._kinds else None

    def _plain(self, thing: Instance, feature: str, rng: np.random.Generator) -> Description | None:
        ways = [way for way in self._ways(thing, len(FACTS)) if feature in tags_of(way[1])]
        if not ways:
            return None
        counts = sorted({count for count, _ in ways if count or feature == NO_TAG})
        if not counts:
            return None
        shares = np.array([FACTS[max(count, 1) - 1] for count in counts])
        count = counts[int(rng.choice(len(counts), p=shares / shares.sum()))]
        fitting = [said for facts, said in ways if facts == count]
        said = fitting[int(rng.integers(len(fitting)))]
        return _description(self._grammar.sentence(said, rng), tags_of(said), matches(self.scene, said), said)

    def _further(
        self, thing: Instance, feature: str, rng: np.random.Generator, earlier: Description | None
    ) -> Description | None:
        choices = Choices(rng)
        most = 1 if choices.chance(ATTRIBUTE_SHARE) else 0
        bases = [said for _, said in self._ways(thing, most) if _stands_before(said)]
        for number in rng.permutation(len(bases)):
            base = bases[number]
            namesakes = tuple(one for one in things(self.scene) if satisfies(self.scene, base, one))
            asked = Asked(self.scene, thing, base, namesakes, earlier, self._grammar)
            clauses = list(further_clauses(asked, feature))
            if clauses:
                clause = clauses[int(rng.integers(len(clauses)))]
                used = {*tags_of(base), *clause.tags}
                tags = tuple(tag for tag in (*TAGS, *FURTHER) if tag in used)
                return _description(self._text(base, clause, choices), tags, clause.matches, base)
        return None

    def _text(self, base: Constraints, clause: Clause, choices: Choices) -> str:
        phrase, opening = self._grammar.noun_phrase(base, choices), choices.of(OPENINGS)
        if clause.instead:
            return f"{opening.removesuffix(' the')} {clause.instead.replace('{noun}', phrase)}."
        words = (clause.before, phrase, choices.of(clause.after) if clause.after else "")
        return f"{opening} {' '.join(word for word in words if word)}."

    def _ways(self, thing: Instance, most: int) -> Iterator[tuple[int, Constraints]]:
        """All that can be said of a thing with so many facts at most, one of them perhaps by the noun."""
        if thing.id not in self._options:
            self._options[thing.id] = tuple(options_for(self.scene, thing, self._grammar, self._unsaid))
        for option in self._options[thing.id]:
            told = option.base.modifier is not None
            for way in _combinations(option, most - told):
                said = said_by(option.base, way)
                if fit_together(way) and self._grammar.can_say(said):
                    yield len(way) + told, said


def _combinations(option: Option, most: int) -> Iterator[tuple[Fact, ...]]:
    for count in range(most + 1):
        yield from combinations(option.attributes, count)
        for fewer in combinations(option.attributes, count - 1) if count else ():
            yield from ((*fewer, carried) for carried in option.supports)


def _stands_before(said: Constraints) -> bool:
    """Whether all of it stands before the noun, so that a clause can follow."""
    return said.support is None and said.number is None and not said.finish_of and not said.state_of


def _description(text: str, tags: tuple[str, ...], found: tuple[int, ...], said: Constraints) -> Description:
    return Description(text, tags, found, said, _granularity(tags, found), "en-US")


def _granularity(tags: tuple[str, ...], found: tuple[int, ...]) -> str:
    """The word of descriptions.py for how finely a description tells its thing."""
    if tags == (NO_TAG,):
        return "category"
    if len(found) == 1:
        return "instance"
    if "support" in tags or not set(tags).isdisjoint({"anchor", "side"}):
        return "relation"
    return "attribute" if len(tags) == 1 else "attributes"
