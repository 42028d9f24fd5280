"""The one interface that every perceiver has, and what it answers with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol as Interface

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput, unknown_name

Picture = NDArray[np.uint8]
Box = tuple[float, float, float, float]

NOTHING = 0


@dataclass(frozen=True)
class Segmentation:
    """What each pixel shows: category (h, w) int16 counts from 1 in `categories`, 0 is nothing known;
    confidence (h, w) float32 from 0 to 1."""

    category: NDArray[np.int16]
    confidence: NDArray[np.float32]
    categories: tuple[str, ...]

    def mask(self, category: str) -> NDArray[np.bool_]:
        """The pixels (h, w) that show a category."""
        if category not in self.categories:
            raise unknown_name("category of this network", category, self.categories)
        return np.asarray(self.category == self.categories.index(category) + 1)


@dataclass(frozen=True)
class Detection:
    """A thing in a picture: its box as left, top, right, bottom in pixels, how sure (0 to 1), what it looks
    like where the perceiver can tell ({"colour": "brown"})."""

    category: str
    score: float
    box_px: Box
    attributes: dict[str, str] = field(default_factory=dict)


class Perceiver(Interface):
    """Something that looks at pictures: uint8 RGB (h, w, 3), of any size.

    `abilities` are those of "segment", "detect" and "match" that it has; the others raise InvalidInput with a
    sentence.
    """

    name: str
    abilities: frozenset[str]
    categories: tuple[str, ...]

    def segment(self, rgb: Picture) -> Segmentation:
        """The category of every pixel."""
        ...

    def detect(self, rgb: Picture) -> tuple[Detection, ...]:
        """The things in the picture, the surest first."""
        ...

    def match(self, rgb: Picture, phrase: str) -> NDArray[np.float32]:
        """How well each pixel (h, w) fits a phrase, from -1 to 1."""
        ...


def cannot(name: str, ability: str, instead: str) -> InvalidInput:
    """The error of a perceiver that is asked for what its network does not give."""
    return InvalidInput(f"{name} cannot {ability}: its network has no such output; {instead}")


def check_categories(categories: tuple[str, ...]) -> None:
    """Refuse a list of categories that is empty or names one twice."""
    if not categories or len(set(categories)) < len(categories) or not all(map(str.strip, categories)):
        raise InvalidInput(
            f"categories are {list(categories)[:5]}...; give one or more names, each once and none empty"
        )
