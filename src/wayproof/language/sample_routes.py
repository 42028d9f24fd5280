"""Draws made-up routes and their instructions, for tests and for trying out a language corruption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.routes import write_route
from wayproof.language.steps import RouteStep
from wayproof.seeding import generator_for

FEWEST_STEPS, MOST_STEPS = 2, 7
ROOMS = ("living room", "kitchen", "bedroom", "bathroom", "dining room", "office", "hallway", "laundry room", "children's room",
         "storage room", "master bedroom", "guest room", "family room")  # fmt: skip
THINGS = ("couch", "armchair", "dining table", "coffee table", "bed", "bookshelf", "desk", "fireplace", "television", "refrigerator",
          "kitchen island", "stove", "sink", "bathtub", "toilet", "mirror", "house plant", "floor lamp", "piano", "rug", "wardrobe",
          "dresser", "bench", "washing machine", "painting", "statue", "clock", "window", "shoe rack", "crib", "pool table",
          "shelves", "bar stools", "potted plants", "row of chairs", "chest of drawers")  # fmt: skip
LOOKS = ("red", "blue", "white", "black", "green", "large", "small", "brown", "grey", "yellow", "dark", "bright")
FEEL = {"couch": "leather", "armchair": "leather", "dining table": "round", "coffee table": "glass", "desk": "wooden", "bookshelf": "tall",
        "bench": "wooden", "rug": "striped", "mirror": "round", "wardrobe": "tall", "dresser": "wooden", "statue": "marble"}  # fmt: skip
DOORS = ("door", "doorway", "archway", "glass door", "double doors", "second door", "first door", "open door", "wooden door")
STAIRS = ("stairs", "steps", "staircase")
LONG_PLACES = ("hallway", "corridor", "hall")
ENDS = ("end of hallway", "top of stairs", "bottom of stairs", "end of counter", "foot of bed", "corner of room")


@dataclass(frozen=True)
class WrittenRoute:
    """A route and the text that was written for it."""

    steps: tuple[RouteStep, ...]
    text: str


def sample_routes(count: int, *, seed: int = 0) -> Iterator[WrittenRoute]:
    """Routes with their instructions, the n-th always the same for a seed."""
    for index in range(count):
        rng = generator_for(seed, "sample route", index)
        steps = draw_route(rng)
        yield WrittenRoute(steps, write_route(steps, rng))


def draw_route(rng: np.random.Generator) -> tuple[RouteStep, ...]:
    """A plausible sequence of steps that ends with a stop."""
    choices = Choices(rng)
    steps = [_first(choices)]
    for _ in range(choices.between(FEWEST_STEPS, MOST_STEPS) - 2):
        steps.append(_middle(choices, steps[-1]))
    steps.append(_last(choices, steps[-1]))
    return tuple(steps)


def _first(choices: Choices) -> RouteStep:
    match choices.between(0, 4):
        case 0:
            return RouteStep("turn", "around")
        case 1 | 2:
            return RouteStep("go", "out of", choices.of(ROOMS))
        case 3:
            return RouteStep("go", "past", _thing(choices))
        case _:
            return RouteStep("go", "straight")


def _middle(choices: Choices, before: RouteStep) -> RouteStep:
    if before.action != "turn" and choices.chance(0.4):
        return _turn(choices)
    kind = choices.of(("past", "into", "through", "to", "stairs", "down", "across", "straight", "end", "rare"))
    match kind:
        case "past":
            room = choices.of(ROOMS) if choices.chance(0.2) else ""
            side = choices.of(("left", "right")) if not room and choices.chance(0.25) else ""
            return RouteStep("go", "past", _thing(choices), room, side=side)
        case "into":
            return RouteStep("go", "into", choices.of(ROOMS))
        case "through":
            side = choices.of(("left", "right")) if choices.chance(0.4) else ""
            return RouteStep("go", "through", choices.of(DOORS), side=side)
        case "to":
            return RouteStep("go", "to", _thing(choices))
        case "stairs":
            return RouteStep("go", choices.of(("up", "down")), choices.of(STAIRS))
        case "down":
            return RouteStep("go", choices.of(("down", "along")), choices.of(LONG_PLACES))
        case "across":
            if choices.chance(0.5):
                return RouteStep("go", "across", choices.of(("room", "rug", "hallway")))
            return RouteStep("go", "around", choices.of(("kitchen island", "dining table", "couch", "pool table")))
        case "end":
            return RouteStep("go", "to", choices.of(ENDS))
        case "straight":
            if choices.chance(0.5):
                return RouteStep("go", "straight")
            return RouteStep("go", "straight", _thing(choices), relation=choices.of(("past", "to")))
        case _:
            return _rare(choices)


def _rare(choices: Choices) -> RouteStep:
    match choices.between(0, 3):
        case 0:
            return RouteStep("see", "", _thing(choices), side=choices.of(("left", "right")))
        case 1:
            return RouteStep("follow", "", choices.of(LONG_PLACES))
        case 2:
            return RouteStep("take", "", choices.of(DOORS[5:7]), side=choices.of(("left", "right")))
        case _:
            return RouteStep("go", "straight", amount=f"{choices.between(2, 9)} steps")


def _turn(choices: Choices) -> RouteStep:
    direction = choices.freely(("left", "right", "left", "right", "slight left", "slight right", "sharp left", "sharp right"))
    relation = choices.freely(("", "", "at", "at", "after", "before", "into"))
    if relation == "":
        return RouteStep("turn", direction)
    place = choices.of(ROOMS) if relation == "into" else _thing(choices)
    return RouteStep("turn", direction, place, relation=relation)


def _last(choices: Choices, before: RouteStep) -> RouteStep:
    relation = choices.of(("near", "near", "in front of", "at", "in", "before", "behind", "near"))
    if relation == "in":
        return RouteStep("stop", "in", choices.of(ROOMS))
    close = before.direction == "to" and before.landmark and choices.chance(0.6)
    if not close:
        return RouteStep("stop", relation, _thing(choices))
    if " of " in before.landmark:
        return RouteStep("stop")
    return RouteStep("stop", choices.of(("near", "in front of")), before.landmark)


def _thing(choices: Choices) -> str:
    thing = choices.of(THINGS)
    if " of " in thing or choices.chance(0.7):
        return thing
    return f"{FEEL[thing]} {thing}" if thing in FEEL and choices.chance(0.5) else f"{choices.of(LOOKS)} {thing}"
