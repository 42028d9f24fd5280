"""Ranges of height sorted into the cells of a plan; those that overlap become one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import inlined, kernel

GAP_M = 1e-3  # spans closer than this become one: nothing that moves fits in between

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Cells = NDArray[np.int32]


@kernel
def merged_spans(cells: Cells, heights: Floats, flat: NDArray[np.bool_], counts: Ints) -> tuple[Ints, Floats]:
    """Entries sorted into their cells, overlapping ones joined: first span per cell, (low, high, floor)."""
    ends = np.empty(len(counts), np.int64)
    total = 0
    for cell in range(len(counts)):
        ends[cell] = total
        total += counts[cell]
    entries = np.empty((total, 3))
    for k in range(total):
        at = ends[cells[k]]
        entries[at, 0], entries[at, 1] = heights[k, 0], heights[k, 1]
        entries[at, 2] = heights[k, 1] if flat[k] else -np.inf
        ends[cells[k]] = at + 1
    first, spans = np.zeros(len(counts) + 1, np.int64), np.empty((total, 3))
    count = 0
    for cell in range(len(counts)):
        start = count
        for k in range(ends[cell] - counts[cell], ends[cell]):
            count = _added(spans, start, count, entries[k, 0], entries[k, 1], entries[k, 2])
        first[cell + 1] = count
    return first, spans


@inlined
def _added(spans: Floats, start: int, count: int, low: float, high: float, floor: float) -> int:
    """Put a range of heights among the spans of a cell, from low to high; returns where they end.

    All spans that it touches become one, so the order in which ranges come does not matter.
    """
    begin = count  # behind all spans that lie below the range
    while begin > start and low <= spans[begin - 1, 1] + GAP_M:
        begin -= 1
    end = begin  # before all spans that lie above it
    while end < count and spans[end, 0] <= high + GAP_M:
        low, high = min(low, spans[end, 0]), max(high, spans[end, 1])
        floor = max(floor, spans[end, 2])
        end += 1
    if end == begin:
        for k in range(count, begin, -1):
            spans[k, 0], spans[k, 1], spans[k, 2] = spans[k - 1, 0], spans[k - 1, 1], spans[k - 1, 2]
    elif end > begin + 1:
        for k in range(end, count):
            to = begin + 1 + k - end
            spans[to, 0], spans[to, 1], spans[to, 2] = spans[k, 0], spans[k, 1], spans[k, 2]
    spans[begin, 0], spans[begin, 1], spans[begin, 2] = low, high, floor
    return count + 1 - (end - begin)
