"""Is a mean change zero? The sign-flip test: under "no effect" every change could as well be its opposite.

Whole scenes are flipped where there are several, since episodes of one scene are alike. With few units all
flips are tried and the p-value is exact; with many a fixed number is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from wayproof.results.estimates.interval import Floats, checked_values, scene_numbers
from wayproof.seeding import generator_for

FLIPS = 9_999
EXACT_UNITS = 13  # up to so many, 2 to their power is fewer than FLIPS


def sign_flip_test(changes: Any, *, seed: int, scenes: Sequence[str | int] | None = None) -> float:
    """Two-sided p-value of "the mean change is 0"; 1 without any change.

    >>> sign_flip_test([1.0, 2.0, 3.0], seed=0)
    0.25
    """
    units = checked_values("changes", changes, 1)
    if scenes is not None and len(set(scenes)) > 1:
        units = np.bincount(scene_numbers(scenes, len(units)), weights=units).astype(np.float64)
    units = units[units != 0.0]
    if not len(units):
        return 1.0
    seen = abs(float(units.sum()))
    close = seen * (1.0 - 1e-9)  # sums of the same numbers in another order differ in their last digits
    if len(units) <= EXACT_UNITS:
        signs = np.array(list(product((-1.0, 1.0), repeat=len(units))))
        return float(np.mean(np.abs(signs @ units) >= close))
    return float((1 + np.count_nonzero(_drawn(units, seed) >= close)) / (1 + FLIPS))


def _drawn(units: Floats, seed: int) -> Floats:
    rng = generator_for(seed, "sign flips", len(units))
    signs = rng.integers(0, 2, (FLIPS, len(units)), dtype=np.int8) * np.int8(2) - np.int8(1)
    # A block at a time: NumPy turns the signs into floats first, eight times as large.
    sums: Floats = np.abs(np.concatenate([block @ units for block in np.array_split(signs, 10)]))
    return sums
