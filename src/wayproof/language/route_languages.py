"""Writes one route in American English, Indian English, Hindi or Telugu, from written sentence frames.

American English comes from routes.py. The other three have a grammar each (route_en_in.toml, route_hi.toml,
route_te.toml): a few frames for every kind of step, nouns in the cases that the frames want, adjectives that
agree, verbs in the two forms that joining clauses needs. A step for which a language has no word is left out,
never said half in English.
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
from wayproof.language.landmarks import landmark_words
from wayproof.language.route_steps import RouteStep
from wayproof.language.route_text import write_route
from wayproof.spec import read_toml

ENGLISH = "en-US"
FILES = {"en-IN": "route_en_in.toml", "hi-IN": "route_hi.toml", "te-IN": "route_te.toml"}
LANGUAGES = (ENGLISH, *FILES)
MASCULINE, FEMININE = "m", "f"
_VERB = re.compile(r"\[(\w+)\]")


class Noun(msgspec.Struct, frozen=True):
    """A noun by its English word; forms that are left out are as the direct one."""

    word: str
    direct: str
    oblique: str = ""
    into: str = ""
    inside: str = ""
    gender: str = MASCULINE


class Grammar(msgspec.Struct, frozen=True):
    """What a language needs to say every kind of step."""

    language: str
    full_stop: str
    definite: str
    indefinite: str
    nouns: tuple[Noun, ...]
    adjectives: dict[str, tuple[str, ...]]
    sides: dict[str, tuple[str, str]]
    verbs: dict[str, tuple[str, str]]
    frames: dict[str, tuple[str, ...]]
    joints: dict[str, tuple[str, ...]]
    sees: dict[str, str] = {}
    heavy: tuple[str, ...] = ()


class Clause(msgspec.Struct, frozen=True):
    """One step in words: as it ends a sentence, and as it leads on to another clause."""

    ending: str
    leading: str
    stands_alone: bool


def write_route_in(
    language: str, steps: Sequence[RouteStep], rng: np.random.Generator, *, rich: bool = False
) -> str:
    """The route in "en-US" (where it may be `rich`), "en-IN", "hi-IN" or "te-IN".

    >>> from wayproof.seeding import generator_for
    >>> route = RouteStep("turn", "left", "bedroom", relation="into"), RouteStep("stop", "near", "red couch")
    >>> write_route_in("hi-IN", route, generator_for(2))
    'बाएँ मुड़कर सोने के कमरे में जाएँ और लाल सोफ़े के पास रुक जाएँ।'
    """
    if language == ENGLISH:
        return write_route(steps, rng, rich=rich)
    if language not in FILES:
        raise unknown_name("language of routes", language, LANGUAGES)
    choices = Choices(rng)
    clauses = [_clause(grammar(language), step, choices) for step in steps]
    said = [clause for clause in clauses if clause is not None]
    if not said:
        raise InvalidInput(
            f"none of {len(steps)} steps can be said in {language}; give steps with known words"
        )
    return _joined(grammar(language), said, choices)


@cache
def grammar(language: str) -> Grammar:
    """The grammar of one language, read on first use."""
    return read_toml(Path(__file__).with_name(FILES[language]), Grammar)


@cache
def plain_words() -> dict[str, str]:
    """Every English word of a landmark or room, and the one under which the grammars know it."""
    table = landmark_words()
    things = ((*entry.words, *entry.more) for entry in table.things.values())
    rooms = ((*words, *table.more_rooms.get(kind, ())) for kind, words in table.rooms.items())
    groups = (*things, *rooms, ("doorway",))
    return {word: words[0] for words in groups for word in words}


def split_name(landmark: str) -> tuple[str, str]:
    """An English name as its adjective ("" without one) and its plain noun ("" if it is not known)."""
    adjective, _, rest = landmark.partition(" ")
    spoken = {word for words in landmark_words().adjectives.values() for word in words.values()}
    if adjective in spoken and rest in plain_words():
        return adjective, plain_words()[rest]
    return "", plain_words().get(landmark, "")


def can_say(language: str, step: RouteStep) -> bool:
    """Whether a language has words for a step; English has for all."""
    if language == ENGLISH:
        return True
    rules = grammar(language)
    return _key(step)[0] in rules.frames and not (step.landmark and _slots(rules, step.landmark) is None)


def _clause(rules: Grammar, step: RouteStep, choices: Choices) -> Clause | None:
    """A step in words, or None if a word is missing."""
    key, side = _key(step)
    if key not in rules.frames:
        raise unknown_name(f"kind of step in {rules.language}", key, rules.frames)
    slots = _slots(rules, step.landmark) if step.landmark else {}
    if slots is None:
        return None
    if side:
        slots |= {"side": rules.sides[side][0], "hand": rules.sides[side][1]}
    frame = choices.of(rules.frames[key])
    for name, text in slots.items():
        frame = frame.replace(f"{{{name}}}", text)
    ending = _VERB.sub(lambda found: rules.verbs[found[1]][0], frame)
    leading = _VERB.sub(lambda found: rules.verbs[found[1]][1], frame)
    return Clause(ending, leading, step.action == "see")


def _key(step: RouteStep) -> tuple[str, str]:
    """Under which name a step's frames stand, and the side that it tells."""
    if step.action == "turn":
        kind, _, side = step.direction.rpartition(" ")
        words = ("turn", "around", "") if step.direction == "around" else ("turn", kind, step.relation)
        return " ".join(word for word in words if word), "" if step.direction == "around" else side
    words = (step.action, step.direction, "side" if step.side else "")
    return " ".join(word for word in words if word), step.side


def _slots(rules: Grammar, landmark: str) -> dict[str, str] | None:
    adjective, word = split_name(landmark)
    noun = next((noun for noun in rules.nouns if noun.word == word), None)
    if noun is None or (adjective and adjective not in rules.adjectives):
        return None
    direct, oblique = _agreeing(rules, noun, adjective)
    name = _with(direct, noun.direct)
    article = "an " if rules.indefinite and name[0] in "aeiou" else rules.indefinite
    return {
        "np": rules.definite + _with(oblique, noun.oblique or noun.direct),
        "name": f"{article}{name}",
        "into": noun.into,
        "inside": noun.inside,
        "sees": rules.sees.get(noun.gender, ""),
    }


def _with(adjective: str, noun: str) -> str:
    """An adjective put before a noun, or at the bar inside it."""
    before, bar, head = noun.rpartition("|")
    return f"{before}{adjective}{head}" if bar else f"{adjective}{noun}"


def _agreeing(rules: Grammar, noun: Noun, adjective: str) -> tuple[str, str]:
    """An adjective before a noun in the direct and in the oblique case."""
    if not adjective:
        return "", ""
    forms = rules.adjectives[adjective]
    if len(forms) == 1:
        return f"{forms[0]} ", f"{forms[0]} "
    return (f"{forms[2]} ", f"{forms[2]} ") if noun.gender == FEMININE else (f"{forms[0]} ", f"{forms[1]} ")


def _pair(rules: Grammar, first: Clause, second: Clause, choices: Choices) -> str:
    """Two clauses as one sentence; {0+} in a pattern is the first as it leads on."""
    is_heavy = any(word in f"{clause.ending} " for word in rules.heavy for clause in (first, second))
    patterns = [one for one in rules.joints["two"] if not (is_heavy and "{0+}" in one)]
    pattern = choices.of(patterns).replace("{0+}", first.leading)
    return pattern.replace("{0}", first.ending).replace("{1}", second.ending)


def _joined(rules: Grammar, clauses: Sequence[Clause], choices: Choices) -> str:
    """Sentences of one or two clauses; what is seen stands in a sentence of its own."""
    sentences: list[str] = []
    index = 0
    while index < len(clauses):
        pair = clauses[index : index + 2]
        joins = (
            len(pair) == 2 and not any(clause.stands_alone for clause in pair) and "," not in pair[1].ending
        )
        if joins and choices.chance(0.6):
            text, count = _pair(rules, pair[0], pair[1], choices), 2
        else:
            text, count = pair[0].ending, 1
        is_last = index + count == len(clauses)
        plain = not sentences or pair[0].stands_alone or "," in pair[0].ending
        opener = "" if plain else choices.of(rules.joints["last" if is_last else "later"])
        spoken = opener + text
        sentences.append(spoken[0].upper() + spoken[1:] + rules.full_stop)
        index += count
    return " ".join(sentences)
