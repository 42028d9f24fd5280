"""Reads directions in a language whose clauses end with their verb: Hindi and Telugu.

A clause is what stands before a known verb. In it are looked up the names of things and rooms, the word
behind a name that says how one moves past, into or towards it, and sides; verb and relation together are a
step. Words that are not listed are passed over. The words of each language stand in a table of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import msgspec

from wayproof.agents.reading.route_names import Named
from wayproof.agents.reading.route_rules import NOBODY, Step, gone
from wayproof.spec import read_toml

NUKTA, CANDRABINDU, ANUSVARA = "\u093c", "\u0901", "\u0902"
NOT_WRITTEN_ALIKE = dict.fromkeys(map(ord, (NUKTA, "\u200c", "\u200d"))) | {ord(CANDRABINDU): ANUSVARA}
STOPS = ".!?;\u0964"
LOOKS = "~"  # in a name: words about looks may stand here


class Words(msgspec.Struct, frozen=True):
    """The words of a language, under what they mean."""

    names: dict[str, tuple[str, ...]]
    rooms: dict[str, tuple[str, ...]]
    relations: dict[str, tuple[str, ...]]
    sides: dict[str, tuple[str, ...]]
    verbs: dict[str, tuple[str, ...]]
    ahead: tuple[str, ...]


@dataclass(frozen=True)
class Lexicon:
    """A table made ready: names with what may follow them, verbs, sides."""

    meanings: tuple[Named, ...]
    name: re.Pattern[str]
    relations: dict[str, str]
    verbs: dict[str, str]
    verb: re.Pattern[str]
    sides: dict[str, str]
    side: re.Pattern[str]
    ahead: re.Pattern[str]


@dataclass(frozen=True)
class Clause:
    """What stands before a verb: places as (name, relation), sides in order, whether "ahead" is said."""

    places: tuple[tuple[Named, str], ...]
    sides: tuple[str, ...]
    ahead: bool

    @property
    def place(self) -> tuple[Named, str]:
        """The last place, with its relation."""
        return self.places[-1] if self.places else (NOBODY, "")


def read_clauses(text: str, language: str) -> Iterator[Step]:
    """The steps of a text, and as "see" what it says is in view."""
    words = _lexicon(language)
    for sentence in re.split(f"[{STOPS}]", spelled(text)):
        begin = 0
        plain = " ".join(["", *re.sub("[,()]", " ", sentence).split(), ""])
        for verb in words.verb.finditer(plain):
            steps = _steps(words.verbs[verb.group(1)], _clause(words, plain[begin : verb.start(1)]))
            if steps:  # a verb without any is a part of the clause that goes on
                yield from steps
                begin = verb.end(1)


def spelled(text: str) -> str:
    """A text in one of the spellings in use: no nukta, no joiners, one sign for a nasal vowel."""
    return unicodedata.normalize("NFD", text).translate(NOT_WRITTEN_ALIKE)


def _clause(words: Lexicon, text: str) -> Clause:
    places: list[tuple[Named, str]] = []
    rest, position = "", 0
    while (found := words.name.search(text, position)) is not None:
        number = next(int(key[1:]) for key, value in found.groupdict().items() if key[0] == "n" and value)
        places.append((words.meanings[number], words.relations.get((found["relation"] or "").strip(), "")))
        rest += text[position : found.start()]
        position = found.end()
    rest += text[position:]
    sides = tuple(words.sides[side] for side in words.side.findall(rest))
    return Clause(tuple(places), sides, words.ahead.search(rest) is not None)


def _steps(verb: str, clause: Clause) -> list[Step]:
    side = next((one for one in reversed(clause.sides) if one != "around"), "")
    match verb:
        case "turn":
            return _turn(clause)
        case "stop":
            return [_stop(clause)]
        case "see":
            named, _ = clause.place
            return [Step("see", "", named.thing, named.room, side)]
        case "leave":
            named, relation = clause.place
            left = Named("", "room", 0) if named == NOBODY else named
            return gone("through" if relation == "through" else "out of", left)
    if any(relation in _LEADING for _, relation in clause.places):
        return list(_gone(clause, side))
    if clause.sides:
        return _turn(clause)
    return [Step("go", "straight")] if clause.ahead else []


def _gone(clause: Clause, side: str) -> Iterator[Step]:
    """Past, through and out of places on the way, and then to or into the last one."""
    leading = [(named, _LEADING[relation]) for named, relation in clause.places if relation in _LEADING]
    for number, (named, direction) in enumerate(leading, start=1):
        if number < len(leading) and direction not in _ON_THE_WAY:
            continue  # only says where the last one is
        for step in gone("into" if direction == "to" and named.room else direction, named):
            yield replace(step, side=side) if step.direction == "past" else step


# Where one goes by the relation to a place.
_LEADING = {
    "past": "past",
    "to": "to",
    "near": "to",
    "in": "into",
    "into": "into",
    "along": "along",
    "out of": "out of",
    "through": "through",
    "across": "across",
}
_ON_THE_WAY = ("past", "through", "out of", "across")


def _turn(clause: Clause) -> list[Step]:
    if not clause.sides:
        return []
    direction = clause.sides[-1]
    named, relation = clause.place
    if relation in ("in", "into"):
        return [Step("turn", direction), *gone("into", named)]
    return [Step("turn", direction, named.thing, named.room)]


def _stop(clause: Clause) -> Step:
    things = [named.thing for named, _ in clause.places if named.thing]
    rooms = [named.room for named, _ in clause.places if named.room]
    room = rooms[-1] if rooms else ""
    if things:
        return Step("stop", "near", things[-1], room)
    return Step("stop", "in", "", room) if room else Step("stop")


@cache
def _lexicon(language: str) -> Lexicon:
    table = read_toml(Path(__file__).with_name(f"{language}_words.toml"), Words)
    relations, verbs, sides = map(_meant, (table.relations, table.verbs, table.sides))
    named = [(spoken, Named(thing, "", 0)) for thing, some in table.names.items() for spoken in some]
    named += [(spoken, Named("", room, 0)) for room, some in table.rooms.items() for spoken in some]
    named.sort(key=lambda one: len(one[0]), reverse=True)
    no_look = _any([phrase for phrase in (*relations, *verbs) if " " not in phrase])
    looks = rf"(?:(?!(?:{no_look}) )[^ ]+ ){{0,4}}?"
    names = "|".join(
        f"(?P<n{number}>{re.escape(spelled(spoken)).replace(re.escape(LOOKS) + re.escape(' '), looks)})"
        for number, (spoken, _) in enumerate(named)
    )
    return Lexicon(
        tuple(meaning for _, meaning in named),
        re.compile(rf"(?<= )(?:{names})(?P<relation> ?(?:{_any(relations)}))?(?= )"),
        relations,
        verbs,
        re.compile(rf"(?<= )({_any(verbs)})(?= )"),
        sides,
        re.compile(rf"(?<= )({_any(sides)})(?= )"),
        re.compile(rf"(?<= )(?:{_any(map(spelled, table.ahead))})(?= )"),
    )


def _meant(table: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {spelled(phrase): meaning for meaning, phrases in table.items() for phrase in phrases}


def _any(phrases: Iterator[str] | list[str] | dict[str, str] | map[str]) -> str:
    """A pattern for any of some phrases, the longest first."""
    return "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))
