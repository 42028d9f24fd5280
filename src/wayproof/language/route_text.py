"""Writes a route as English instructions, and draws routes to write: varied sentences from a seed.

The words of one step come from route_phrases.toml; clauses are then joined into sentences of one to three
steps with changing connectives, and a landmark that was just named becomes "it".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from wayproof.errors import InvalidInput, unknown_name
from wayproof.language.choices import Choices
from wayproof.language.lexicon import lexicon
from wayproof.language.route_steps import RouteStep
from wayproof.language.word_forms import singular
from wayproof.spec import read_toml

FILE = Path(__file__).with_name("route_phrases.toml")
RICH_FILE = Path(__file__).with_name("rich_phrases.toml")
MOST_CLAUSES = 3  # in one sentence
PRONOUN_SHARE = 0.6  # of landmarks just named that become "it"
_ALWAYS_PLURAL = ("stairs", "steps", "drawers", "curtains", "glasses", "keys", "shelves")
# "A row of chairs", not "of the chairs".
_COLLECTION = re.compile(r"\b(row|pair|set|flight|chest)s? of ")

Table = dict[str, tuple[str, ...]]


class RoutePhrases(msgspec.Struct, frozen=True):
    turns: Table
    turns_at: Table
    go: Table
    stop: Table
    other: Table
    sides: Table
    joints: Table


def write_route(steps: Sequence[RouteStep], rng: np.random.Generator, *, rich: bool = False) -> str:
    """The route as sentences; what `parse` reads from them is the route again. `rich` has more phrases, and
    opens the first sentence in several ways.

    >>> from wayproof.seeding import generator_for
    >>> route = RouteStep("go", "past", "couch"), RouteStep("turn", "left"), RouteStep("stop", "near", "sink")
    >>> write_route(route, generator_for(3))
    'Continue past the couch, then take a left and stop by the sink.'
    """
    if not steps:
        raise InvalidInput("a route of no steps cannot be written; give at least one RouteStep")
    choices, phrases = Choices(rng), _phrases(RICH_FILE if rich else FILE)
    clauses = []
    named = ""
    for step in steps:
        pronoun = step.landmark == named != "" and not step.side and not step.room
        clauses.append(_clause(phrases, step, choices, "" if not pronoun else _pronoun(step.landmark)))
        named = "" if step.action == "see" or step.room else step.landmark
    return _joined(phrases.joints, clauses, [step.action == "see" for step in steps], choices)


def _clause(phrases: RoutePhrases, step: RouteStep, choices: Choices, pronoun: str) -> str:
    if step.action == "turn":
        pattern = choices.of(_listed(phrases.turns_at, step.relation, "relation of a turn"))
        pattern = pattern.replace("{turn}", _turn(phrases, step.direction, choices))
    elif step.action in ("go", "stop"):
        table = phrases.go if step.action == "go" else phrases.stop
        key = step.direction if step.relation in ("", step.direction) else f"{step.direction} {step.relation}"
        pattern = choices.of(_listed(table, key, f"direction of {step.action}"))
    else:
        pattern = choices.of(_listed(phrases.other, step.action, "action of a route"))
    if step.amount:
        pattern += f" for {step.amount}" if step.action == "go" else f" {step.amount}"
    name = pronoun if pronoun and choices.chance(PRONOUN_SHARE) else _noun_phrase(phrases, step, choices)
    return pattern.replace("{np}", name)


def _turn(phrases: RoutePhrases, direction: str, choices: Choices) -> str:
    if direction == "around":
        return choices.of(phrases.turns["around"])
    kind, _, side = direction.rpartition(" ")
    pattern = choices.of(_listed(phrases.turns, kind or "plain", "kind of turn"))
    return pattern.replace("{side}", side)


def _noun_phrase(phrases: RoutePhrases, step: RouteStep, choices: Choices) -> str:
    name = step.landmark
    if not _COLLECTION.search(name):
        name = name.replace(" of ", " of the ")
    where = f" in the {step.room}" if step.room else ""
    if step.side:
        where += " " + choices.of(phrases.sides["words"]).replace("{side}", step.side)
    article = "the"
    if step.action == "see" and not _is_plural(step.landmark):
        article = "an" if step.landmark[0] in "aeiou" else "a"
    return f"{article} {name}{where}"


def _pronoun(landmark: str) -> str:
    return "them" if _is_plural(landmark) else "it"


def _is_plural(landmark: str) -> bool:
    head = landmark.partition(" of ")[0].rpartition(" ")[2]
    return head in _ALWAYS_PLURAL or (singular(head) != head and head not in lexicon().landmarks)


def _joined(joints: Table, clauses: Sequence[str], alone: Sequence[bool], choices: Choices) -> str:
    """Sentences of one to three clauses; a description stands alone, a fronted clause starts a sentence."""
    sentences: list[str] = []
    index = 0
    while index < len(clauses):
        wanted = 1 if alone[index] else choices.between(1, MOST_CLAUSES)
        count = 1
        while count < wanted and index + count < len(clauses) and not alone[index + count]:
            if "," in clauses[index + count]:
                break
            count += 1
        pattern = choices.of(joints[("one", "two", "three")[count - 1]])
        sentence = pattern.format(*clauses[index : index + count])
        is_last = index + count == len(clauses)
        place = "opening" if not sentences else "last" if is_last else "later"
        is_bare = not alone[index] and "," not in clauses[index]
        opener = choices.of(joints[place]) if is_bare and place in joints else ""
        if is_bare and place != "last" and "manners" in joints and not sentence.startswith("you"):
            opener += choices.of(joints["manners"])
        sentences.append(_sentence(opener + sentence))
        index += count
    return " ".join(sentences)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _listed(table: Table, key: str, kind: str) -> tuple[str, ...]:
    if key not in table:
        raise unknown_name(kind, key, table)
    return table[key]


@cache
def _phrases(file: Path) -> RoutePhrases:
    return read_toml(file, RoutePhrases)
