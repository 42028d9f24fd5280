"""Reads a description of a thing ("Find the red mug on the shelf.") into what it says, for checking.

The reader shares no word table, grammar or code with what writes our descriptions, so that the two can be
held against each other; and it reads the descriptions of other people's data sets. English only. Words that
it does not know are kept and told: what is not read is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec

from wayproof.spec import read_toml

FILE = Path(__file__).with_name("phrase_words.toml")
LONGEST_TEXT = 2_000  # of a description; the rest is not read
DEEPEST = 4  # carriers of carriers
_COUNTED_NOUN = re.compile(r"\b(\w+) of (\w+) ((?:\w+ )?\w+)\b")


class PhraseWords(msgspec.Struct, frozen=True):
    """The content of phrase_words.toml."""

    openings: tuple[str, ...]
    articles: tuple[str, ...]
    relations: tuple[str, ...]
    links: tuple[str, ...]
    numbers: tuple[str, ...]
    nouns: dict[str, tuple[str, ...]]
    colours: dict[str, str]
    sizes: dict[str, str]
    textures: dict[str, str]
    materials: dict[str, str]
    states: dict[str, tuple[str, ...]]
    kinds: dict[str, tuple[str, ...]]
    parts: dict[str, tuple[str, ...]]
    counted: dict[str, str]


class Said(msgspec.Struct, frozen=True):
    """One thing that is said: a feature and its word, of a part if it is not of the thing itself."""

    feature: str  # "colour", "size", "texture", "material", "state", "modifier" or "number"
    word: str
    part: str = ""
    count: int = 0


class Phrase(msgspec.Struct, frozen=True):
    """What a description says; `unread` are the words that mean nothing to the reader."""

    noun: str
    said: tuple[Said, ...] = ()
    relation: str = ""
    carrier: Phrase | None = None
    unread: tuple[str, ...] = ()

    @property
    def all_unread(self) -> tuple[str, ...]:
        return self.unread + (self.carrier.all_unread if self.carrier else ())


@cache
def phrase_words() -> PhraseWords:
    """The words, read on first use."""
    return read_toml(FILE, PhraseWords)


def read_phrase(text: str, categories: Iterable[str] = ()) -> Phrase:
    """What a description says; `categories` are names of things that need not stand in the table.

    >>> read_phrase("Find the cabinet with two doors.").said
    (Said(feature='number', word='door', part='', count=2),)
    >>> read_phrase("Go to the small blue vase on the wooden shelf.").carrier.noun
    'shelf'
    """
    nouns = frozenset(phrase_words().nouns) | {name.replace("_", " ") for name in categories}
    plain = re.sub(r"[^\w' -]", " ", text[:LONGEST_TEXT].lower())
    return _read(_without_opening(" ".join(plain.split())), nouns, DEEPEST)


def _without_opening(text: str) -> str:
    openings = phrase_words().openings
    found = next((one for one in sorted(openings, key=len, reverse=True) if text.startswith(one + " ")), None)
    return text if found is None else _without_opening(text[len(found) + 1 :])


def _read(text: str, nouns: frozenset[str], depth: int) -> Phrase:
    own, relation, carrier = _parted(text) if depth else (text, "", "")
    head, _, tail = own.partition(" with ")
    head, _, stuff = head.partition(" made of ")
    head, counted = _without_count(head)
    tokens = _without_articles(head.split())
    noun = _noun_at_end(tokens, nouns)
    said, unread = _adjectives(tokens[: len(tokens) - len(noun.split())])
    for found, unknown in (_adjectives(stuff.split()), _part(tail)):
        said, unread = [*said, *found], [*unread, *unknown]
    carried_by = _read(carrier, nouns, depth - 1) if carrier else None
    return Phrase(noun, (*said, *counted), relation, carried_by, tuple(unread if noun else tokens))


def _parted(text: str) -> tuple[str, str, str]:
    """The thing, its relation, and what carries it."""
    words = phrase_words()
    relations, articles, links = ("|".join(some) for some in (words.relations, words.articles, words.links))
    pattern = rf"^(.+?)(?: (?:{links}))? ({relations}) (?:{articles}) (.+)$"
    found = re.match(pattern, text)
    return (found[1], found[2], found[3]) if found else (text, "", "")


def _without_count(text: str) -> tuple[str, list[Said]]:
    """A noun with a number in it without the number: "stack of three books"."""
    words = phrase_words()
    found = _COUNTED_NOUN.search(text)
    if found is None or found[2] not in words.numbers:
        return text, []
    what = words.counted.get(found[3].split()[-1])
    plain = f"{text[: found.start()]}{found[1]} of {found[3]}{text[found.end() :]}"
    return plain, [Said("number", what, count=words.numbers.index(found[2]) + 1)] if what else []


def _without_articles(tokens: list[str]) -> list[str]:
    articles = phrase_words().articles
    while tokens and tokens[0] in articles:
        tokens = tokens[1:]
    return tokens


def _noun_at_end(tokens: list[str], nouns: frozenset[str]) -> str:
    """The longest noun that ends the phrase; "" if there is none."""
    ends = (" ".join(tokens[k:]) for k in range(len(tokens)))
    return next((end for end in ends if end in nouns), "")


def _adjectives(tokens: list[str], part: str = "") -> tuple[list[Said], list[str]]:
    """What words before a noun say, and those that are not known."""
    words = phrase_words()
    said, unread = [], []
    tables: dict[str, Mapping[str, object]] = {
        "colour": words.colours,
        "size": words.sizes,
        "texture": words.textures,
        "material": words.materials,
        "state": words.states,
        "modifier": words.kinds,
    }
    for token in tokens:
        number, _, counted = token.partition("-")
        if number in words.numbers and counted in words.counted:
            said.append(Said("number", words.counted[counted], part, words.numbers.index(number) + 1))
            continue
        feature = next((name for name, table in tables.items() if token in table), None)
        if feature is None:
            unread.append(token)
        else:
            said.append(Said(feature, token, part))
    return said, unread


def _part(text: str) -> tuple[list[Said], list[str]]:
    """What follows "with": a number of parts, or how one part looks."""
    words, tokens = phrase_words(), text.split()
    if not tokens:
        return [], []
    if tokens[0] in words.numbers and tokens[-1] in words.counted and len(tokens) == 2:
        return [Said("number", words.counted[tokens[-1]], count=words.numbers.index(tokens[0]) + 1)], []
    tokens = _without_articles(tokens)
    if not tokens or tokens[-1] not in words.parts:
        return [], tokens
    return _adjectives(tokens[:-1], tokens[-1])
