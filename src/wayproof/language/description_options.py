"""All that can truly be said of a thing, noun by noun, and the ways to choose from it for a granularity.

Each fact knows the namesakes (what the noun is true of in the scene) that it holds for, so that the choices
which leave one thing only are found by intersecting sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any
from typing import Protocol as Interface

import msgspec
import numpy as np

from wayproof.errors import unknown_name
from wayproof.language.description_aspects import Aspects, aspects
from wayproof.language.description_constraints import (
    NO_TAG,
    Constraints,
    instance_of,
    only_noun,
    satisfies,
    tags_of,
)
from wayproof.language.description_nouns import Noun, named_by
from wayproof.scenes.scene import Instance, Scene, things

GRANULARITIES = ("category", "attribute", "attributes", "relation", "instance")
MOST_ATTRIBUTES = 3
_OPPOSITE = {"small": "large", "large": "small"}


class Grammar(Interface):
    """What a language has to offer."""

    def nouns(self, instance: Instance) -> tuple[Noun, ...]:
        """Nouns for a thing; none if the language has no word for it."""
        ...

    def can_say(self, said: Constraints) -> bool:
        """Whether there are words for all of it, and a sentence that holds them."""
        ...

    def sentence(self, said: Constraints, rng: np.random.Generator) -> str:
        """A sentence that asks for the thing; what varies is drawn."""
        ...


@dataclass(frozen=True)
class Fact:
    """Something true of a thing, as fields of Constraints, and all that it is true of among its namesakes."""

    fields: dict[str, Any]
    matches: frozenset[int]


@dataclass(frozen=True)
class Option:
    """A noun for a thing, its namesakes, and what can be said besides."""

    base: Constraints
    namesakes: frozenset[int]
    attributes: tuple[Fact, ...]
    supports: tuple[Fact, ...]


def options_for(
    scene: Scene, instance: Instance, grammar: Grammar, unsaid: frozenset[str]
) -> Iterator[Option]:
    for noun in grammar.nouns(instance):
        if noun.modifier is not None and "modifier" in unsaid:
            continue
        base = only_noun(noun)
        namesakes = [thing for thing in things(scene) if named_by(noun, thing)]
        facts = [
            _fact(scene, base, fields, namesakes)
            for fields in _attributes(aspects(instance), instance, namesakes)
            if unsaid.isdisjoint(fields) and not (noun.modifier and "modifier" in fields)
        ]
        carried = _supports(scene, instance, grammar, unsaid) if "support" not in unsaid else ()
        supports = [_fact(scene, base, fields, namesakes) for fields in carried]
        sayable = [
            [fact for fact in group if grammar.can_say(said_by(base, (fact,)))] for group in (facts, supports)
        ]
        yield Option(base, frozenset(thing.id for thing in namesakes), *map(tuple, sayable))


def _fact(scene: Scene, base: Constraints, fields: dict[str, Any], namesakes: Iterable[Instance]) -> Fact:
    said = msgspec.structs.replace(base, **fields)
    return Fact(fields, frozenset(thing.id for thing in namesakes if satisfies(scene, said, thing)))


def _attributes(own: Aspects, instance: Instance, namesakes: list[Instance]) -> Iterator[dict[str, Any]]:
    """What can be said of a thing such that it is clear among all that its noun is true of."""
    others = [aspects(thing) for thing in namesakes]
    if all(other.finish_of == own.finish_of for other in others):
        for name in ("colour", "texture", "material"):
            if getattr(own, name) is not None:
                yield {name: getattr(own, name), "finish_of": own.finish_of}
    if own.state is not None and all(other.state_of == own.state_of for other in others):
        yield {"state": own.state, "state_of": own.state_of}
    if own.size is not None:
        # Sizes are relative to a category, and large is told from small by eye but not from medium.
        clear = (own.size, _OPPOSITE[own.size])
        if all(thing.category == instance.category and thing.attributes.size in clear for thing in namesakes):
            yield {"size": own.size}
    for number in own.numbers:
        yield {"number": number}
    for modifier in own.modifiers:
        yield {"modifier": modifier}


def _supports(
    scene: Scene, instance: Instance, grammar: Grammar, unsaid: frozenset[str]
) -> Iterator[dict[str, Any]]:
    """What carries a thing: by its plain nouns, and with one attribute of its own."""
    if instance.support is None or instance.relation is None:
        return
    carrier = instance_of(scene, instance.support)
    plain = [noun for noun in grammar.nouns(carrier) if noun.modifier is None]
    for noun in plain:
        yield {"support": only_noun(noun), "relation": instance.relation}
    for noun in plain[:1]:
        namesakes = [thing for thing in things(scene) if named_by(noun, thing)]
        for fields in _attributes(aspects(carrier), carrier, namesakes):
            if unsaid.isdisjoint(fields) and "number" not in fields:
                with_look = msgspec.structs.replace(only_noun(noun), **fields)
                yield {"support": with_look, "relation": instance.relation}


def ways_of(
    option: Option, instance: Instance, granularity: str, grammar: Grammar
) -> Iterator[tuple[Fact, ...]]:
    """All choices of facts that make a description of a granularity."""
    told = 0 if option.base.modifier is None else 1  # by the noun itself
    plain_supports = [fact for fact in option.supports if tags_of(fact.fields["support"]) == (NO_TAG,)]
    ways: list[tuple[Fact, ...]]
    if granularity == "category":
        ways = [()] if told == 0 else []
    elif granularity == "attribute":
        ways = list(combinations(option.attributes, 1 - told))
    elif granularity == "attributes":
        ways = [
            way
            for count in range(2, MOST_ATTRIBUTES + 1)
            for way in combinations(option.attributes, count - told)
        ]
    elif granularity == "relation":
        ways = [(fact,) for fact in plain_supports] if told == 0 else []
    elif granularity == "instance":
        ways = list(_telling(option, instance, told))
    else:
        raise unknown_name("granularity of descriptions", granularity, GRANULARITIES)
    yield from (way for way in ways if fit_together(way) and grammar.can_say(said_by(option.base, way)))


def _telling(option: Option, instance: Instance, told: int) -> Iterator[tuple[Fact, ...]]:
    """Choices of at least one fact after which one thing is left, without a fact that does not help."""
    least = 0 if told else 1
    for count in range(MOST_ATTRIBUTES + 1):
        for chosen in combinations(option.attributes, count):
            for carried in ((), *((fact,) for fact in option.supports)):
                way = (*chosen, *carried)
                if len(way) >= least and _left(option, way) == {instance.id} and _tight(option, way):
                    yield way


def _left(option: Option, way: Iterable[Fact]) -> frozenset[int]:
    left = option.namesakes
    for fact in way:
        left &= fact.matches
    return left


def _tight(option: Option, way: tuple[Fact, ...]) -> bool:
    """Whether no two or more facts say what fewer say; a lone fact may be said though the noun is enough."""
    if len(way) <= 1:
        return True
    return all(len(_left(option, (*way[:k], *way[k + 1 :]))) > 1 for k in range(len(way)))


def fit_together(way: tuple[Fact, ...]) -> bool:
    """Whether no two facts fill the same field: two modifiers, two numbers."""
    fields = [name for fact in way for name in fact.fields if not name.endswith("_of")]
    return len(fields) == len(set(fields))


def said_by(base: Constraints, way: Iterable[Fact]) -> Constraints:
    fields = {name: value for fact in way for name, value in fact.fields.items()}
    return msgspec.structs.replace(base, **fields)
