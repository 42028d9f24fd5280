"""The rooms and things that a route names: the longest known name of a text, by its plain word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from wayproof.spec import read_toml

FILE = Path(__file__).with_name("english_names.toml")
ARTICLE = r"(?:the|a|an|your|this|that|its|their|his|her|any|another|both|two|three|some)"
WORD = r"[a-z][a-z'-]*"
# What may stand before a noun that is not listed: adjectives end where another part of the sentence begins.
ENDS = (
    "and|then|to|on|in|at|of|by|into|past|through|until|when|once|before|after|with|that|which|where|is|you|"
    "as|from|near|beside|next|for|left|right|behind|between|there|it|them|turn|stop|walk|go|toward|towards"
)


class Names(msgspec.Struct, frozen=True):
    rooms: dict[str, tuple[str, ...]]
    things: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Named:
    """A room or a thing (the other is empty) and the place in the text where its name ends."""

    thing: str
    room: str
    end: int
    of: bool = False  # a part of it: "the end of the hallway"


@cache
def _listed() -> tuple[dict[str, str], dict[str, str], str]:
    """The plain words of rooms and of things by what they are called, and a pattern: the longest first."""
    names = read_toml(FILE, Names)
    rooms = {spoken: plain for plain, words in names.rooms.items() for spoken in words}
    things = {spoken: plain for plain, words in names.things.items() for spoken in words}
    longest = sorted([*rooms, *things], key=len, reverse=True)
    return rooms, things, "|".join(re.escape(word) for word in longest)


@cache
def _tables() -> tuple[dict[str, str], dict[str, str], re.Pattern[str]]:
    rooms, things, known = _listed()
    of = rf"(?P<of>(?:top|bottom|end|foot|corner|side|far side|row|pair|set|edge) of (?:{ARTICLE} )?)?"
    adjectives = rf"(?:(?!(?:{ENDS})\b){WORD} ){{0,3}}?"
    noun = rf"(?:(?P<known>{known})|(?P<other>(?!(?:{ENDS})\b){WORD}))(?!['a-z-])"
    return rooms, things, re.compile(rf"(?P<article>{ARTICLE} )?{adjectives}{of}{adjectives}{noun}")


@cache
def _listed_name() -> re.Pattern[str]:
    return re.compile(rf"(?:{_listed()[2]})(?!['a-z-])")


def listed_name_end(text: str, start: int) -> int:
    """Where a listed name that begins here ends; `start` if none does."""
    found = _listed_name().match(text, start)
    return start if found is None else found.end()


def named_at(text: str, start: int) -> Named | None:
    """The name that begins here, adjectives and all; one that is not listed must have an article."""
    rooms, things, pattern = _tables()
    found = _best(pattern, text, start)
    if found is None:
        return None
    word, part = found.group("known") or found.group("other"), found.group("of") is not None
    if word in rooms:
        return Named("", rooms[word], found.end(), part)
    return Named(things.get(word, word), "", found.end(), part)


def _best(pattern: re.Pattern[str], text: str, start: int) -> re.Match[str] | None:
    found = pattern.match(text, start)
    if found is None:
        return None
    if found.group("known") is None and found.group("article") is None:
        return None
    # A noun that is not listed may be an adjective of one that is: "the wooden desk", "the laptop desk".
    if found.group("known") is None:
        later = pattern.match(text, found.end() + 1) if text[found.end() : found.end() + 1] == " " else None
        if later is not None and later.group("known") and later.start("known") == found.end() + 1:
            return later
    return found
