"""The words of navigation English, read once from lexicon.toml: verbs, relations, directions, nouns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from types import MappingProxyType

import msgspec

from wayproof.language.word_forms import verb_forms
from wayproof.spec import read_toml

FILE = Path(__file__).with_name("lexicon.toml")
_SLOTS = {
    "{side}": ("left", "right"),
    "{bend}": ("", "sharp ", "slight ", "hard ", "immediate ", "quick "),
    "{order}": ("first", "second", "third", "next", "last"),
}


class Verb(msgspec.Struct, frozen=True):
    """A line of the verb table: what its words ask for, and what they say about direction or place."""

    action: str
    words: tuple[str, ...]
    relation: str = ""
    direction: str = ""
    manner: str = ""


class LexiconFile(msgspec.Struct, frozen=True):
    parts: dict[str, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]
    nouns: dict[str, tuple[str, ...]]
    verbs: tuple[Verb, ...]
    relations: dict[str, tuple[str, ...]]
    directions: dict[str, tuple[str, ...]]
    sides: dict[str, tuple[str, ...]]
    grammar: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Phrase:
    """What a run of words stands for; `form` of a verb is "base", "third", "gerund" or "past"."""

    words: tuple[str, ...]
    kind: str  # "verb", "relation", "direction", "side", "subject", "auxiliary", "connective", ...
    value: str
    relation: str = ""
    direction: str = ""
    manner: str = ""
    form: str = ""


@dataclass(frozen=True)
class Lexicon:
    """Look-up tables."""

    phrases: Mapping[tuple[str, ...], tuple[Phrase, ...]]  # what these words can stand for
    phrase_lengths: Mapping[str, tuple[int, ...]]  # first word -> how long phrases are, the longest first
    part_of: Mapping[str, str]  # closed-class word -> part of speech
    nouns: Mapping[str, tuple[tuple[str, ...], ...]]  # first word -> whole names, the longest first
    rooms: frozenset[str]
    landmarks: frozenset[str]  # rooms, objects and parts of buildings
    place_parts: frozenset[str]
    talk: frozenset[str]
    adjectives: frozenset[str]
    evaluative: frozenset[str]
    spatial: frozenset[str]
    stop_words: frozenset[str]
    numbers: frozenset[str]
    units: frozenset[str]
    manner: frozenset[str]
    verb_forms: Mapping[str, str]  # any form of a one-word verb -> which form it is


@cache
def lexicon() -> Lexicon:
    """The lexicon, read on first use."""
    content = read_toml(FILE, LexiconFile)
    phrases = list(_all_phrases(content))
    rooms = frozenset(content.nouns["rooms"])
    names = (*content.nouns["rooms"], *content.nouns["objects"], *content.nouns["building"])
    return Lexicon(
        phrases=_by_words(phrases),
        phrase_lengths=_lengths(phrase.words for phrase in phrases),
        part_of=MappingProxyType({word: part for part, words in content.parts.items() for word in words}),
        nouns=_names_by_first_word(names),
        rooms=rooms,
        landmarks=frozenset(names),
        place_parts=frozenset(content.nouns["parts"]),
        talk=frozenset(content.nouns["talk"]),
        adjectives=frozenset((*content.words["adjectives"], *content.words["evaluative"])),
        evaluative=frozenset(content.words["evaluative"]),
        spatial=frozenset(content.words["spatial"]),
        stop_words=frozenset(content.words["stop"]),
        numbers=frozenset(content.words["numbers"]),
        units=frozenset(content.words["units"]),
        manner=frozenset(content.grammar["manner"]),
        verb_forms=_one_word_verbs(phrases),
    )


def filled(template: str) -> Iterator[tuple[str, dict[str, str]]]:
    """A template with every choice for its slots, and the choice made.

    >>> [text for text, _ in filled("turn {side}")]
    ['turn left', 'turn right']
    """
    slots = [slot for slot in _SLOTS if slot in template]
    for choice in product(*(_SLOTS[slot] for slot in slots)):
        chosen = dict(zip(slots, choice, strict=True))
        yield _fill(template, chosen), chosen


def _fill(template: str, chosen: Mapping[str, str]) -> str:
    for slot, value in chosen.items():
        template = template.replace(slot, value)
    return template


def _all_phrases(content: LexiconFile) -> Iterator[Phrase]:
    for verb in content.verbs:
        yield from _verb_phrases(verb)
    tables = {"relation": content.relations, "direction": content.directions, "side": content.sides}
    for kind, table in tables.items():
        for value, templates in table.items():
            for template in templates:
                for text, chosen in filled(template):
                    yield Phrase(tuple(text.split()), kind, _fill(value, chosen))
    kinds = ("subject", "negation", "pronoun", "auxiliary", "connective", "filler", "subordinator")
    for kind in kinds:
        plural = "auxiliaries" if kind == "auxiliary" else f"{kind}s"
        for text in content.grammar[plural]:
            yield Phrase(tuple(text.split()), kind, text)


def _verb_phrases(verb: Verb) -> Iterator[Phrase]:
    for template in verb.words:
        for text, chosen in filled(template):
            first, *others = text.split()
            for form, word in verb_forms(first).items():
                yield Phrase(
                    (word, *others),
                    "verb",
                    verb.action,
                    relation=verb.relation,
                    direction=_fill(verb.direction, chosen).replace("quick ", "").strip(),
                    manner=verb.manner,
                    form=form,
                )


def _by_words(phrases: Iterable[Phrase]) -> Mapping[tuple[str, ...], tuple[Phrase, ...]]:
    groups: dict[tuple[str, ...], dict[Phrase, None]] = {}
    for phrase in phrases:
        groups.setdefault(phrase.words, {})[phrase] = None
    return MappingProxyType({words: tuple(group) for words, group in groups.items()})


def _lengths(all_words: Iterable[tuple[str, ...]]) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, set[int]] = {}
    for words in all_words:
        found.setdefault(words[0], set()).add(len(words))
    return MappingProxyType({first: tuple(sorted(lengths, reverse=True)) for first, lengths in found.items()})


def _names_by_first_word(names: Iterable[str]) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    groups: dict[str, list[tuple[str, ...]]] = {}
    for name in names:
        words = tuple(name.split())
        groups.setdefault(words[0], []).append(words)
    return MappingProxyType(
        {first: tuple(sorted(group, key=lambda words: -len(words))) for first, group in groups.items()}
    )


def _one_word_verbs(phrases: Iterable[Phrase]) -> Mapping[str, str]:
    forms: dict[str, str] = {}
    for phrase in phrases:
        if phrase.kind == "verb" and (len(phrase.words) == 1 or phrase.words[0] not in forms):
            forms.setdefault(phrase.words[0], phrase.form)
    return MappingProxyType(forms)
