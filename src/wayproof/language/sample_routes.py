"""Draws made-up routes and their instructions, for tests and for trying out a language corruption."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.landmarks import landmark_words
from wayproof.language.route_languages import ENGLISH, can_say, grammar, write_route_in
from wayproof.language.route_steps import RouteStep
from wayproof.seeding import generator_for
from wayproof.spec import read_toml

FILE = Path(__file__).with_name("sample_words.toml")
FEWEST_STEPS, MOST_STEPS = 2, 7
_SIDES = ("left", "right")
_ROOM_RELATIONS = {"into", "out of", "down", "along", "in"}


class SampleWords(msgspec.Struct, frozen=True):
    rooms: tuple[str, ...]
    things: tuple[str, ...]
    looks: tuple[str, ...]
    doors: tuple[str, ...]
    counted_doors: tuple[str, ...]
    stairs: tuple[str, ...]
    passages: tuple[str, ...]
    crossed: tuple[str, ...]
    circled: tuple[str, ...]
    ends: tuple[str, ...]
    feel: dict[str, str]


@dataclass(frozen=True)
class WrittenRoute:
    """A route and the text that was written for it."""

    steps: tuple[RouteStep, ...]
    text: str


def sample_routes(
    count: int, *, seed: int = 0, rich: bool = False, language: str = ENGLISH
) -> Iterator[WrittenRoute]:
    """Routes with their instructions, plain or `rich`, the n-th always the same for a seed.

    In other languages than English a route has only steps that the language can say, at places that it names.
    """
    for index in range(count):
        rng = generator_for(seed, "sample route", index)
        steps = draw_route(rng)
        if language != ENGLISH:
            steps = _sayable(language, steps, Choices(rng))
        yield WrittenRoute(steps, write_route_in(language, steps, rng, rich=rich))


def _sayable(language: str, steps: tuple[RouteStep, ...], choices: Choices) -> tuple[RouteStep, ...]:
    """The steps at places that the language names, without those that it cannot say."""
    said = [_renamed(language, replace(step, room="", amount=""), choices) for step in steps]
    said = [step for step in said if can_say(language, step)]
    if not said or said[-1].action != "stop":
        said.append(_renamed(language, RouteStep("stop", "near", "thing"), choices))
    return tuple(said)


def _renamed(language: str, step: RouteStep, choices: Choices) -> RouteStep:
    """A step at another place of its kind: doors stay, rooms become rooms, and things become things."""
    if not step.landmark or "door" in step.landmark:
        return replace(step, landmark="doorway" if step.landmark else "")
    rooms = {words[0] for words in landmark_words().rooms.values()}
    if _ROOM_RELATIONS & {step.direction, step.relation}:
        return replace(step, landmark=choices.of(sorted(rooms)))
    nouns = [noun.word for noun in grammar(language).nouns]
    thing = choices.of([word for word in nouns if word not in rooms and word != "doorway"])
    look = f"{choices.of(list(grammar(language).adjectives))} " if choices.chance(0.3) else ""
    return replace(step, landmark=look + thing)


def draw_route(rng: np.random.Generator) -> tuple[RouteStep, ...]:
    """A plausible sequence of steps that ends with a stop."""
    choices = Choices(rng)
    steps = [_first(choices)]
    for _ in range(choices.between(FEWEST_STEPS, MOST_STEPS) - 2):
        turns = steps[-1].action != "turn" and choices.chance(0.4)
        steps.append(_turn(choices) if turns else choices.of(_MIDDLES)(choices))
    steps.append(_last(choices, steps[-1]))
    return tuple(steps)


def _first(choices: Choices) -> RouteStep:
    match choices.between(0, 4):
        case 0:
            return RouteStep("turn", "around")
        case 1 | 2:
            return RouteStep("go", "out of", choices.of(_words().rooms))
        case 3:
            return RouteStep("go", "past", _thing(choices))
        case _:
            return RouteStep("go", "straight")


def _past(choices: Choices) -> RouteStep:
    room = choices.of(_words().rooms) if choices.chance(0.2) else ""
    side = choices.of(_SIDES) if not room and choices.chance(0.25) else ""
    return RouteStep("go", "past", _thing(choices), room, side=side)


def _into(choices: Choices) -> RouteStep:
    return RouteStep("go", "into", choices.of(_words().rooms))


def _through(choices: Choices) -> RouteStep:
    side = choices.of(_SIDES) if choices.chance(0.4) else ""
    return RouteStep("go", "through", choices.of(_words().doors), side=side)


def _to(choices: Choices) -> RouteStep:
    return RouteStep("go", "to", _thing(choices))


def _to_an_end(choices: Choices) -> RouteStep:
    return RouteStep("go", "to", choices.of(_words().ends))


def _climb(choices: Choices) -> RouteStep:
    return RouteStep("go", choices.of(("up", "down")), choices.of(_words().stairs))


def _along(choices: Choices) -> RouteStep:
    return RouteStep("go", choices.of(("down", "along")), choices.of(_words().passages))


def _across(choices: Choices) -> RouteStep:
    if choices.chance(0.5):
        return RouteStep("go", "across", choices.of(_words().crossed))
    return RouteStep("go", "around", choices.of(_words().circled))


def _straight(choices: Choices) -> RouteStep:
    if choices.chance(0.5):
        return RouteStep("go", "straight")
    return RouteStep("go", "straight", _thing(choices), relation=choices.of(("past", "to")))


def _rare(choices: Choices) -> RouteStep:
    match choices.between(0, 3):
        case 0:
            return RouteStep("see", "", _thing(choices), side=choices.of(_SIDES))
        case 1:
            return RouteStep("follow", "", choices.of(_words().passages))
        case 2:
            return RouteStep("take", "", choices.of(_words().counted_doors), side=choices.of(_SIDES))
        case _:
            return RouteStep("go", "straight", amount=f"{choices.between(2, 9)} steps")


_MIDDLES: tuple[Callable[[Choices], RouteStep], ...] = (
    _past,
    _into,
    _through,
    _to,
    _to_an_end,
    _climb,
    _along,
    _across,
    _straight,
    _rare,
)


def _turn(choices: Choices) -> RouteStep:
    bend = choices.freely(("", "", "slight ", "sharp "))
    direction = bend + choices.freely(_SIDES)
    relation = choices.freely(("", "", "at", "at", "after", "before", "into"))
    if relation == "":
        return RouteStep("turn", direction)
    place = choices.of(_words().rooms) if relation == "into" else _thing(choices)
    return RouteStep("turn", direction, place, relation=relation)


def _last(choices: Choices, before: RouteStep) -> RouteStep:
    relation = choices.of(("near", "near", "in front of", "at", "in", "before", "behind", "near"))
    if relation == "in":
        return RouteStep("stop", "in", choices.of(_words().rooms))
    is_there = before.direction == "to" and choices.chance(0.6)
    if not is_there:
        return RouteStep("stop", relation, _thing(choices))
    if " of " in before.landmark:
        return RouteStep("stop")
    return RouteStep("stop", choices.of(("near", "in front of")), before.landmark)


def _thing(choices: Choices) -> str:
    words = _words()
    thing = choices.of(words.things)
    if " of " in thing or choices.chance(0.7):
        return thing
    if thing in words.feel and choices.chance(0.5):
        return f"{words.feel[thing]} {thing}"
    return f"{choices.of(words.looks)} {thing}"


@cache
def _words() -> SampleWords:
    return read_toml(FILE, SampleWords)
