"""Reads what one goal asks for: a phrase (phrase_reader.py), and clauses that tell which of several is meant.

Find the pillow that is not blue.    Go to the mirror above the washbasin.    Find the other one.

Made for checking: it shares no word table, grammar or code with what writes our descriptions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from wayproof.language.phrase_reader import LONGEST_TEXT, Phrase, Said, phrase_words, read_phrase
from wayproof.spec import read_toml

FILE = Path(__file__).with_name("goal_words.toml")
SAME = ("same colour", "same room")  # as the goal before
PICK_UP, BRING = "pick up", "bring"  # errands: what is picked up, and where it is brought


class GoalWords(msgspec.Struct, frozen=True):
    """The content of goal_words.toml."""

    others: tuple[str, ...]
    same_colour: tuple[str, ...]
    same_room: tuple[str, ...]
    pick_up: tuple[str, ...]
    bring: tuple[str, ...]
    facing: tuple[str, ...]
    places: dict[str, str]
    extremes: dict[str, tuple[str, str]]


class Clause(msgspec.Struct, frozen=True):
    """One clause; which of the fields are used is told by its kind.

    kind: "not" (`said`, or `word` on or in what `phrase` tells), "place" (`word` of `phrase`), "carries"
    (`count` of `phrase`, `word` on or in it), "extreme" (`word`), "other", "same colour", "same room".
    Without a phrase a place is that of the goal before.
    """

    kind: str
    word: str = ""
    phrase: Phrase | None = None
    said: tuple[Said, ...] = ()
    count: int = 0


class GoalRead(msgspec.Struct, frozen=True):
    """A phrase with its clauses; the noun "one" stands for that of the goal before."""

    phrase: Phrase
    clauses: tuple[Clause, ...] = ()
    errand: str = ""

    @property
    def all_unread(self) -> tuple[str, ...]:
        """The words that mean nothing to the reader, of all parts."""
        parts = (clause.phrase for clause in self.clauses if clause.phrase is not None)
        return self.phrase.all_unread + tuple(word for part in parts for word in part.all_unread)

    @property
    def refers(self) -> bool:
        """Whether it can be understood only with the goal before."""
        return self.errand == BRING or any(
            clause.kind in ("other", *SAME) or (clause.kind == "place" and clause.phrase is None)
            for clause in self.clauses
        )


@cache
def goal_words() -> GoalWords:
    """The words, read on first use."""
    return read_toml(FILE, GoalWords)


def read_goal(text: str, categories: Iterable[str] = ()) -> GoalRead:
    """What a goal's description says.

    >>> read_goal("Find the tallest blue vase.").clauses
    (Clause(kind='extreme', word='tallest', phrase=None, said=(), count=0),)
    >>> found = read_goal("Go to the rug under the coffee table.", ["rug", "coffee_table"])
    >>> found.phrase.noun, found.clauses[0].word, found.clauses[0].phrase.noun
    ('rug', 'below', 'coffee table')
    """
    known, clauses = tuple(categories), []
    plain = re.sub(r"[^\w' -]", " ", text[:LONGEST_TEXT].lower())
    left, errand = _errand(" ".join(plain.split()))
    left = _without_opening(left)
    for take in (_other, _same, _place, _carries, _negation, _extreme):
        left, clause = take(left, known)
        if clause is not None:
            clauses.append(clause)
    if left == "one":
        return GoalRead(Phrase("one"), tuple(clauses), errand)
    return GoalRead(read_phrase(left, known), tuple(clauses), errand)


Taken = tuple[str, Clause | None]


def _errand(text: str) -> tuple[str, str]:
    """What follows the verb of an errand, and which errand it is; "" if it is none."""
    text = text.removeprefix("please ")
    for errand, verbs in ((BRING, goal_words().bring), (PICK_UP, goal_words().pick_up)):
        for verb in sorted(verbs, key=len, reverse=True):
            if text.startswith(f"{verb} "):
                return text[len(verb) + 1 :], errand
    return text, ""


def _without_opening(text: str) -> str:
    for opening in sorted(phrase_words().openings, key=len, reverse=True):
        if text.startswith(opening + " "):
            return _without_opening(text[len(opening) + 1 :])
    return text


def _other(text: str, known: tuple[str, ...]) -> Taken:
    for words in goal_words().others:
        if text.startswith(words + " "):
            return text[len(words) + 1 :], Clause("other", words)
    return text, None


def _same(text: str, known: tuple[str, ...]) -> Taken:
    for kind, endings in zip(SAME, (goal_words().same_colour, goal_words().same_room), strict=True):
        for words in endings:
            if text.endswith(" " + words):
                return text[: -len(words) - 1], Clause(kind)
    return text, None


def _place(text: str, known: tuple[str, ...]) -> Taken:
    for words in goal_words().facing:
        text = text.removesuffix(words)
    places = "|".join(sorted(goal_words().places, key=len, reverse=True))
    links, articles = "|".join(phrase_words().links), "|".join(phrase_words().articles)
    found = re.match(rf"^(.+?)(?: (?:{links}))? ({places}) (?:(it|them)|(?:{articles}) (.+))$", text)
    if found is None:
        return text, None
    anchor = None if found[3] else read_phrase(found[4], known)
    return found[1], Clause("place", goal_words().places[found[2]], anchor)


def _carries(text: str, known: tuple[str, ...]) -> Taken:
    """ "with exactly two pillows on it" """
    found = re.match(r"^(.+) with (?:exactly |just )?(\w+) (.+) (on|in) (?:it|them)$", text)
    if found is None or found[2] not in phrase_words().numbers:
        return text, None
    carried = read_phrase(found[3], known)
    if not carried.noun:
        carried = read_phrase(found[3].removesuffix("s"), known)
    count = phrase_words().numbers.index(found[2]) + 1
    return found[1], Clause("carries", found[4], carried, count=count)


def _negation(text: str, known: tuple[str, ...]) -> Taken:
    found = re.match(r"^(.+?) (?:that|which) (?:is|are) not (.+)$", text)
    if found is None:
        return text, None
    relation, _, rest = found[2].partition(" ")
    if relation in phrase_words().relations:
        return found[1], Clause("not", relation, read_phrase(rest, known))
    # The words are read as if they stood before a noun, any noun.
    said = read_phrase(f"{found[2]} chair", ("chair",))
    return found[1], Clause("not", said=said.said, phrase=Phrase("chair", unread=said.unread))


def _extreme(text: str, known: tuple[str, ...]) -> Taken:
    articles = "|".join(phrase_words().articles)
    found = re.match(rf"^(?:(?:{articles}) )?(\w+) (.+)$", text)
    if found is None or found[1] not in goal_words().extremes:
        return text, None
    return found[2], Clause("extreme", found[1])
