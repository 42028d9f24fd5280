"""Triangles cut along the line where a value changes its sign; what is negative falls away."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

_SLIVER = 0.02  # a cut so near a corner goes through it, which leaves fewer needles


def clipped(values: Doubles, *fields: Doubles) -> tuple[Ints, list[Doubles]]:
    """The parts of triangles where values (n, 3) are positive.

    Returns which triangle each part belongs to (m,) and each field (n, 3, d) at the corners of the parts.
    """
    parent, share = _cut(np.ascontiguousarray(values, np.float64))
    parts = np.flatnonzero((values[parent] <= 0.0).any(axis=1))  # most triangles are whole
    made = []
    for field in fields:
        own = field[parent]
        own[parts] = np.matmul(share[parts], own[parts])
        made.append(own)
    return parent, made


@kernel
def _cut(values: Doubles) -> tuple[Ints, Doubles]:
    """Parts, and their corners as weights (m, 3, 3) of the corners of the whole."""
    most = 2 * len(values)
    parent, share = np.empty(most, np.int64), np.zeros((most, 3, 3))
    count = 0
    for t in range(len(values)):
        inside = 0
        for c in range(3):
            inside += 1 if values[t, c] > 0.0 else 0
        if inside == 0:
            continue
        if inside == 3:
            parent[count] = t
            for c in range(3):
                share[count, c, c] = 1.0
            count += 1
            continue
        odd = 0  # the corner that differs from the other two
        for c in range(3):
            if (values[t, c] > 0.0) == (inside == 1):
                odd = c
        after, before = (odd + 1) % 3, (odd + 2) % 3
        to_after = _crossing(values[t, odd], values[t, after])
        to_before = _crossing(values[t, odd], values[t, before])
        if inside == 1:
            parent[count] = t
            share[count, 0, odd] = 1.0
            share[count, 1, odd], share[count, 1, after] = 1.0 - to_after, to_after
            share[count, 2, odd], share[count, 2, before] = 1.0 - to_before, to_before
            count += 1
            continue
        parent[count] = parent[count + 1] = t
        share[count, 0, odd], share[count, 0, after] = 1.0 - to_after, to_after
        share[count, 1, after] = share[count, 2, before] = 1.0
        share[count + 1, 0, odd], share[count + 1, 0, after] = 1.0 - to_after, to_after
        share[count + 1, 1, before] = 1.0
        share[count + 1, 2, odd], share[count + 1, 2, before] = 1.0 - to_before, to_before
        count += 2
    return parent[:count], share[:count]


@kernel
def _crossing(here: float, there: float) -> float:
    """The share of the way to `there` at which a value crosses zero."""
    return min(max(here / (here - there), _SLIVER), 1.0 - _SLIVER)
