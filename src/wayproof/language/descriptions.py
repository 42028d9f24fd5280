"""Descriptions of things by what is true of them: drawn at a granularity, written in one of four languages.

A description is first a set of constraints (description_constraints.py), which tell the things that satisfy
it and the linguistic features that it uses; a grammar then makes a sentence. Nothing is read back from text.

category    the noun alone                            Find the chair.
attribute   one thing besides                         Find the brown chair.
attributes  two or three                              Find the brown wooden chair.
relation    what carries it                           Go to the potted plant on the shelf.
instance    enough for one thing of the scene only    Find the large white cabinet with two doors.
"""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np

from wayproof.errors import InvalidInput, unknown_name
from wayproof.language.description_constraints import Constraints, matches, satisfies, tags_of
from wayproof.language.description_english import English
from wayproof.language.description_hindi import Hindi
from wayproof.language.description_options import GRANULARITIES, Grammar, options_for, said_by, ways_of
from wayproof.language.description_telugu import Telugu
from wayproof.scenes.scene import Instance, Scene

__all__ = [
    "GRANULARITIES",
    "LANGUAGES",
    "Constraints",
    "Description",
    "describe",
    "granularities",
    "satisfies",
]

LANGUAGES = ("en-US", "en-IN", "hi-IN", "te-IN")


class Description(msgspec.Struct, frozen=True):
    """A sentence that asks for a thing, what it says, and which things of the scene satisfy it."""

    text: str
    tags: tuple[str, ...]  # the linguistic features that it uses, ("none",) for a noun alone
    matches: tuple[int, ...]  # instance ids, the described one among them
    constraints: Constraints
    granularity: str
    language: str


def describe(
    scene: Scene,
    instance: Instance,
    rng: np.random.Generator,
    granularity: str,
    language: str = "en-US",
    *,
    unsaid: frozenset[str] = frozenset(),
) -> Description:
    """A true description of a thing; `unsaid` names tags that it must not use.

    It is an error if the thing cannot be described so: ask `granularities` first.
    """
    grammar = grammar_of(language)
    options = list(options_for(scene, instance, grammar, unsaid))
    for number in rng.permutation(len(options)):
        ways = list(ways_of(options[number], instance, granularity, grammar))
        if ways:
            lengths = sorted({len(way) for way in ways})
            length = lengths[int(rng.integers(len(lengths)))]
            fitting = [way for way in ways if len(way) == length]
            said = said_by(options[number].base, fitting[int(rng.integers(len(fitting)))])
            text = grammar.sentence(said, rng)
            return Description(text, tags_of(said), matches(scene, said), said, granularity, language)
    raise InvalidInput(
        f"thing {instance.id} of {scene.name!r} ({instance.category}) cannot be described in {language} "
        f"at the granularity {granularity!r}; possible: "
        + (", ".join(granularities(scene, instance, language, unsaid=unsaid)) or "none, it has no word there")
    )


def granularities(
    scene: Scene, instance: Instance, language: str = "en-US", *, unsaid: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """The granularities at which a thing can be described in a language."""
    grammar = grammar_of(language)
    options = list(options_for(scene, instance, grammar, unsaid))
    return tuple(
        granularity
        for granularity in GRANULARITIES
        if any(next(ways_of(option, instance, granularity, grammar), None) is not None for option in options)
    )


@cache
def grammar_of(language: str) -> Grammar:
    """The grammar of a language."""
    made: dict[str, Grammar] = {
        "en-US": English(in_india=False),
        "en-IN": English(in_india=True),
        "hi-IN": Hindi(),
        "te-IN": Telugu(),
    }
    if language not in made:
        raise unknown_name("language of descriptions", language, LANGUAGES)
    return made[language]
