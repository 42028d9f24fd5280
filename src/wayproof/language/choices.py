"""Draws phrases so that a text does not repeat itself: each list is used up before a phrase comes again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Item = TypeVar("Item")


class Choices:
    """Random choices from one generator; remembers what it gave from each list."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._decks: dict[tuple[object, ...], list[int]] = {}

    def of(self, items: Sequence[Item]) -> Item:
        """One of the items; none comes twice before all have come once."""
        key = tuple(items)
        deck = self._decks.get(key)
        if not deck:
            deck = [int(index) for index in self._rng.permutation(len(key))]
            self._decks[key] = deck
        return key[deck.pop()]

    def freely(self, items: Sequence[Item]) -> Item:
        """One of the items, whatever came before."""
        return items[int(self._rng.integers(len(items)))]

    def chance(self, share: float) -> bool:
        return bool(self._rng.random() < share)

    def between(self, least: int, most: int) -> int:
        """A whole number from least to most, both included."""
        return int(self._rng.integers(least, most + 1))
