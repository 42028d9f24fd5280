"""An instruction for a path: what is read along it, told as steps, written in one of four languages.

The concise style is that of R2R (a few sentences that name doors, turns and landmarks), the dense style that
of RxR (what is seen on the way as well). English texts are read back before they are given out: what the
reader understands must be the steps that were written.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import unknown_name
from wayproof.language.choices import Choices
from wayproof.language.meaning import canonical
from wayproof.language.parse import parse
from wayproof.language.path_events import PathReading, read_path
from wayproof.language.path_steps import path_steps
from wayproof.language.placed_steps import PlacedStep, turns_are_made, varied
from wayproof.language.route_languages import ENGLISH, LANGUAGES, write_route_in
from wayproof.language.route_steps import RouteStep
from wayproof.seeding import generator_for
from wayproof.simulator.world import World

CONCISE, DENSE = "concise", "dense"
STYLES = (CONCISE, DENSE)
FEWEST_STEPS = 2
SENTENCES = {CONCISE: (2, 5), DENSE: (2, 30)}
MOST_DRAFTS = 12
MOST_STEPS = {CONCISE: 5, DENSE: 40}  # of rich instructions, as far as steps can be left out
MOST_THENS = 1  # sentences that begin with "then"
# A leg that ends before the walker has got under way cannot be told apart from its door.
SHORTEST_FIRST_LEG_M, SHORTEST_LAST_LEG_M = 1.2, 0.8


@dataclass(frozen=True, eq=False)
class Instruction:
    """A text, the steps that it says and where on the path each belongs."""

    text: str
    language: str
    style: str
    placed: tuple[PlacedStep, ...]
    reading: PathReading

    @property
    def steps(self) -> tuple[RouteStep, ...]:
        return tuple(one.step for one in self.placed)

    @property
    def rooms(self) -> tuple[int, ...]:
        """Ids of the rooms on the way, in order."""
        return tuple(leg.room for leg in self.reading.legs)


def instruct(
    world: World,
    path_m: NDArray[np.floating],
    heading_rad: float,
    instance: int,
    rng: np.random.Generator,
    *,
    style: str = CONCISE,
    language: str = ENGLISH,
    rich: bool = False,
) -> Instruction | None:
    """Words for a path (k, 3), begun with a heading, that ends at an instance; None without clear ones."""
    if style not in STYLES:
        raise unknown_name("style of an instruction", style, STYLES)
    if language not in LANGUAGES:
        raise unknown_name("language of routes", language, LANGUAGES)
    reading = read_path(world, path_m, heading_rad)
    goal = reading.landmarks.place_of(instance)
    if goal is None or not _has_room_for_words(reading, goal):
        return None
    drafts = int(rng.integers(2**62))
    for number in range(MOST_DRAFTS):
        draft = generator_for(drafts, "draft", number)
        placed = path_steps(reading, goal, draft, dense=style == DENSE, rich=rich)
        if placed is None or len(placed) < FEWEST_STEPS:
            return None
        if rich and language == ENGLISH:
            placed = varied(reading, placed, Choices(draft), MOST_STEPS[style])
        if rich and not turns_are_made(reading, placed):
            continue
        text = write_route_in(language, [one.step for one in placed], draft, rich=rich)
        if _is_sound(text, placed, style, language):
            return Instruction(text, language, style, placed, reading)
    return None


def _has_room_for_words(reading: PathReading, goal: int) -> bool:
    first, last = reading.legs[0], reading.legs[-1]
    is_there = reading.landmarks.things[goal].room in (None, last.room)
    return is_there and first.length_m >= SHORTEST_FIRST_LEG_M and last.length_m >= SHORTEST_LAST_LEG_M


def _is_sound(text: str, placed: tuple[PlacedStep, ...], style: str, language: str) -> bool:
    """Whether a text has the length of its style and, if it is English, reads back as its steps."""
    fewest, most = SENTENCES[style]
    sentences = text.count(".") + text.count("।")
    if not fewest <= sentences <= most or text.count("Then") > MOST_THENS:
        return False
    return language != ENGLISH or parse(text).route == tuple(canonical(one.step) for one in placed)
