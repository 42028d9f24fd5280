"""Six features beyond LangNavBench's eight: clauses after a noun phrase, each with the things that it leaves.

negation, anchor, side, count, superlative, coreference; see description_features.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wayproof.language.description_aspects import aspects, true_finish
from wayproof.language.description_constraints import Constraints, instance_of
from wayproof.language.description_english import English, english_file
from wayproof.language.description_nouns import Noun, named_by
from wayproof.language.description_places import FACED, HUNG, Answer, may_be_anchor, may_stand, stands
from wayproof.language.descriptions import Description
from wayproof.scenes.scene import Instance, Scene, things

FURTHER = ("negation", "anchor", "side", "count", "superlative", "coreference")
NEGATED_STATES = ("open", "closed", "lit")
MARGIN, MARGIN_M = 1.1, 0.05  # by which the first of all leads
STANDS_M = 0.1  # what hangs from a ceiling is not called tall
WIDE = (FACED | HUNG | {"curtain"}) - {"bed"}
PLACE_WORDS = {
    "next to": ("next to the {}", "beside the {}"),
    "opposite": ("opposite the {}", "across from the {}"),
    "behind": ("behind the {}",),
    "left": ("to the left of the {}, as you face it",),
    "right": ("to the right of the {}, as you face it",),
    "under": ("under the {}", "below the {}"),
    "above": ("above the {}",),
}
ANCHORS, SIDES = ("next to", "opposite"), ("behind", "left", "right", "under", "above")


@dataclass(frozen=True)
class Clause:
    """Words before and after a noun phrase, or instead of the article; one of `after` is used."""

    tags: tuple[str, ...]
    matches: tuple[int, ...]
    after: tuple[str, ...] = ()
    before: str = ""
    instead: str = ""  # with {noun} for the noun phrase


@dataclass(frozen=True)
class Asked:
    """What a clause is added to: a thing of a scene, what is said of it, and all that this is true of."""

    scene: Scene
    thing: Instance
    base: Constraints
    namesakes: tuple[Instance, ...]
    earlier: Description | None  # the goal before
    grammar: English

    @property
    def plural(self) -> bool:
        return self.base.noun in english_file().words.plural

    def ids(self, true_of: Callable[[Instance], bool]) -> tuple[int, ...]:
        return tuple(one.id for one in self.namesakes if true_of(one))


def further_clauses(asked: Asked, feature: str) -> Iterator[Clause]:
    """All clauses with a feature that are true of the thing."""
    return (clause for clause in _CLAUSES[feature](asked) if asked.thing.id in clause.matches)


def _negations(asked: Asked) -> Iterator[Clause]:
    verb, words = "are" if asked.plural else "is", english_file().words
    whole = all(aspects(one).finish_of == "" for one in asked.namesakes)
    for field in ("colour", "texture", "material") if whole else ():
        if getattr(asked.base, field) is None:
            for value in sorted({true_finish(one, field) or "" for one in asked.namesakes}):
                word = _look_word(field, value)
                left = asked.ids(lambda one, f=field, v=value: true_finish(one, f) != v)  # type: ignore[misc]
                if word and len(left) < len(asked.namesakes):
                    yield Clause(("negation", field), left, (f"that {verb} not {word}",))
    known = all(aspects(one).state and not aspects(one).state_of for one in asked.namesakes)
    for value in NEGATED_STATES if known and asked.base.state is None else ():
        left = asked.ids(lambda one, v=value: aspects(one).state != v)  # type: ignore[misc]
        if len(left) < len(asked.namesakes):
            yield Clause(("negation", "state"), left, (f"that {verb} not {words.state[value][0]}",))
    for value in words.shape if asked.base.modifier is None else ():
        left = asked.ids(lambda one, v=value: v not in aspects(one).modifiers)  # type: ignore[misc]
        if len(left) < len(asked.namesakes):
            yield Clause(("negation", "modifier"), left, (f"that {verb} not {words.shape[value]}",))
    yield from _carried_otherwise(asked, verb)


def _carried_otherwise(asked: Asked, verb: str) -> Iterator[Clause]:
    """ "that is not on the desk" """
    said: set[tuple[str, str]] = set()
    for other in asked.namesakes:
        if other.support is None or other.relation is None:
            continue
        for noun in _plain_nouns(asked.grammar, instance_of(asked.scene, other.support))[:1]:
            relation = other.relation
            if (noun.word, relation) in said:
                continue
            said.add((noun.word, relation))

            def elsewhere(one: Instance, noun: Noun = noun, relation: str = relation) -> bool:
                carrier = None if one.support is None else instance_of(asked.scene, one.support)
                return carrier is None or one.relation != relation or not named_by(noun, carrier)

            words = f"that {verb} not {relation} the {noun.word}"
            yield Clause(("negation", "support"), asked.ids(elsewhere), (words,))


def _look_word(field: str, value: str) -> str:
    words = english_file().words
    if field == "colour":
        return value
    if field == "texture":
        return words.texture.get(value, ("",))[0]
    return words.material.get(value, ("", ""))[0]


def _places(relations: Sequence[str], tag: str) -> Callable[[Asked], Iterator[Clause]]:
    def clauses(asked: Asked) -> Iterator[Clause]:
        beside = [one for one in things(asked.scene) if one.room == asked.thing.room]
        nouns = {noun.word: noun for one in beside for noun in _plain_nouns(asked.grammar, one)[:1]}
        for relation in relations:
            if not all(may_stand(relation, one) for one in asked.namesakes):
                continue
            for noun in nouns.values():
                if any(named_by(noun, one) for one in asked.namesakes):
                    continue
                anchors = [one for one in things(asked.scene) if named_by(noun, one)]
                left = _clearly(relation, asked.namesakes, anchors)
                if left is not None:
                    yield Clause((tag,), left, tuple(w.format(noun.word) for w in PLACE_WORDS[relation]))

    return clauses


def _clearly(
    relation: str, namesakes: Sequence[Instance], anchors: Sequence[Instance]
) -> tuple[int, ...] | None:
    """Those that stand so to one of the anchors; None if that is unclear of any."""
    found = []
    for one in namesakes:
        answers = {_answer(relation, one, anchor) for anchor in anchors}
        if True in answers:
            found.append(one.id)
        elif None in answers:
            return None
    return tuple(found)


def _answer(relation: str, thing: Instance, anchor: Instance) -> Answer:
    if may_be_anchor(relation, anchor):
        return stands(relation, thing, anchor)
    return None if thing.room == anchor.room else False


def _counts(asked: Asked) -> Iterator[Clause]:
    """Things of a kind that it carries."""
    carried = [one for one in asked.scene.instances if one.support == asked.thing.id]
    for relation in ("on", "in") if not asked.plural else ():
        own = [one for one in carried if one.relation == relation]
        nouns = {noun.word: noun for one in own for noun in _plain_nouns(asked.grammar, one)[:1]}
        for noun in nouns.values():
            tally = {one.id: _carries(asked.scene, one, relation, noun) for one in asked.namesakes}
            count = tally[asked.thing.id]
            if count is None or None in tally.values() or (count > 1 and not _takes_s(noun.word)):
                continue
            number = english_file().words.numbers[count - 1]
            words = f"with exactly {number} {noun.word}{'s' if count > 1 else ''} {relation} it"
            same = tuple(number for number, carried_count in tally.items() if carried_count == count)
            yield Clause(("count",), same, (words,))


def _carries(scene: Scene, carrier: Instance, relation: str, noun: Noun) -> int | None:
    """How many it carries itself; None if it is unclear, as with a pillow on a blanket on a couch."""
    direct = [one for one in scene.instances if one.support == carrier.id]
    numbers = {one.id for one in direct}
    indirect = [one for one in scene.instances if one.support in numbers]
    if any(named_by(noun, one) for one in indirect):
        return None
    return sum(named_by(noun, one) and one.relation == relation for one in direct)


def _superlatives(asked: Asked) -> Iterator[Clause]:
    namesakes = asked.namesakes
    if len(namesakes) < 2:
        return
    if all(one.support is not None or one.low_m[1] < STANDS_M for one in namesakes):
        heights = {one.id: one.high_m[1] - one.low_m[1] for one in namesakes}
        yield from _extremes(heights, "tallest", "shortest")
    aligned = all(abs(math.remainder(one.heading_rad, math.pi / 2)) < 0.02 for one in namesakes)
    sides = {one.id: [one.high_m[k] - one.low_m[k] for k in (0, 2)] for one in namesakes}
    longest = {number: max(both) for number, both in sides.items()}
    if aligned and all(one.category == "rug" for one in namesakes):
        yield from _extremes(longest, "longest", "")
    if aligned and all(one.category in WIDE for one in namesakes):
        across = {
            one.id: sides[one.id][0 if abs(math.cos(one.heading_rad)) > 0.5 else 1] for one in namesakes
        }
        if across == longest:
            yield from _extremes(across, "widest", "narrowest")


def _extremes(measured_m: dict[int, float], most: str, least: str) -> Iterator[Clause]:
    ordered = sorted(measured_m, key=lambda number: measured_m[number])
    for (first, second), word in (((ordered[-1], ordered[-2]), most), ((ordered[0], ordered[1]), least)):
        one_m, other_m = measured_m[first], measured_m[second]
        leads = max(one_m, other_m) >= MARGIN * min(one_m, other_m) and abs(one_m - other_m) >= MARGIN_M
        if word and leads:
            yield Clause(("superlative",), (first,), before=word)


def _coreferences(asked: Asked) -> Iterator[Clause]:
    earlier = asked.earlier
    if earlier is None or "coreference" in earlier.tags or asked.plural:
        return
    before = earlier.constraints
    if before.noun in english_file().words.plural or before.noun in english_file().kinds:
        return
    if asked.base == Constraints(before.noun, before.kinds):
        rest = asked.ids(lambda one: one.id not in earlier.matches)
        word = "the other" if len(rest) == 1 else "another"
        if rest:
            for told in ("one", "{noun}"):
                yield Clause(("coreference",), rest, instead=f"{word} {told}")
    if len(earlier.matches) == 1:
        yield from _beside_it(asked, instance_of(asked.scene, earlier.matches[0]))


def _beside_it(asked: Asked, it: Instance) -> Iterator[Clause]:
    if any(one.id == it.id for one in asked.namesakes):
        return
    room = asked.ids(lambda one: one.room == it.room)
    if it.room is not None and None not in {one.room for one in asked.namesakes}:
        yield Clause(("coreference",), room, ("in the same room",))
    near = _clearly("next to", asked.namesakes, [it]) if may_be_anchor("next to", it) else None
    if near:
        yield Clause(("anchor", "coreference"), near, ("next to it", "beside it"))
    colour, everything = aspects(it).colour, (*asked.namesakes, it)
    if colour and asked.base.colour is None and all(aspects(one).finish_of == "" for one in everything):
        alike = asked.ids(lambda one: true_finish(one, "colour") == colour)
        yield Clause(("colour", "coreference"), alike, ("of the same colour",))


_CLAUSES: dict[str, Callable[[Asked], Iterator[Clause]]] = {
    "negation": _negations,
    "anchor": _places(ANCHORS, "anchor"),
    "side": _places(SIDES, "side"),
    "count": _counts,
    "superlative": _superlatives,
    "coreference": _coreferences,
}


def _plain_nouns(grammar: English, thing: Instance) -> list[Noun]:
    return [noun for noun in grammar.nouns(thing) if noun.modifier is None]


def _takes_s(noun: str) -> bool:
    """Whether its plural is the noun with an s."""
    return " of " not in noun and noun not in english_file().words.plural and noun[-1] not in "sxzyfh"
