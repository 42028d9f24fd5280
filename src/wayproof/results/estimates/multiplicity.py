"""Many conditions, many p-values: adjusted so that a list of findings keeps its promise.

Holm: the chance of even one false finding stays below the level; for claims of which conditions drop.
Benjamini-Hochberg: the expected share of false findings among all does; for screening many conditions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.interval import Floats, checked_values


def holm(p_values: Any) -> Floats:
    """Adjusted p-values in the order given; valid whatever the dependence between conditions.

    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    scaled = p[order] * np.arange(len(p), 0, -1)
    return _in_place(np.minimum(1.0, np.maximum.accumulate(scaled)), order)


def benjamini_hochberg(p_values: Any) -> Floats:
    """Adjusted p-values in the order given; valid for independent or positively dependent conditions.

    >>> benjamini_hochberg([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.04, 0.04]
    """
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    scaled = p[order] * len(p) / np.arange(1, len(p) + 1)
    return _in_place(np.minimum(1.0, np.minimum.accumulate(scaled[::-1])[::-1]), order)


def _checked(p_values: Any) -> Floats:
    p = checked_values("p-values", p_values, 1)
    if len(p) and not (p.min() >= 0.0 and p.max() <= 1.0):
        raise InvalidInput(f"p-values run from {p.min()} to {p.max()}; they must lie in 0 to 1")
    return p


def _in_place(ordered: Floats, order: Any) -> Floats:
    adjusted = np.empty_like(ordered)
    adjusted[order] = ordered
    return adjusted
