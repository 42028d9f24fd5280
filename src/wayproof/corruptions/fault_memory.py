"""A corruption that remembers earlier steps, so that an episode can go on from any of its steps."""

from __future__ import annotations

import copy
from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np

from wayproof.corruptions import Corrupt
from wayproof.vocabulary import Context

Kept = dict[Any, Any] | deque[Any]


@dataclass(frozen=True)
class Keeping:
    """The corruption, and the container that holds all its memory; what lies in there is never changed."""

    corrupt: Corrupt
    kept: Kept

    def __call__(self, reading: Any, rng: np.random.Generator, context: Context) -> Any:
        return self.corrupt(reading, rng, context)

    def save(self) -> Kept:
        """A copy of what is remembered now."""
        return copy.copy(self.kept)

    def restore(self, saved: Kept) -> None:
        """Remember what was saved, and nothing else."""
        self.kept.clear()
        if isinstance(self.kept, dict):
            self.kept.update(saved)
        else:
            self.kept.extend(saved)
