"""Connected regions of a map of kinds, all in one pass: where each lies, how large and how sure it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]


@kernel
def connected_regions(
    kind: NDArray[np.int64], confidence: Floats
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Regions of one kind whose pixels touch, corners count, in the order of their first pixels.

    Their kinds (n,); left, top, right, bottom (the last two beyond the region) and pixels (n, 5); the sums of
    confidence (n,).
    """
    height, width = kind.shape
    label, parent = _labelled(kind)
    number = np.full(len(parent), -1, np.int64)
    count = 0
    for one in range(len(parent)):
        if parent[one] == one:
            number[one] = count
            count += 1
    kinds = np.empty(count, np.int64)
    facts = np.empty((count, 5), np.int64)
    facts[:, 0], facts[:, 1], facts[:, 2:] = width, height, 0
    total = np.zeros(count)
    for y in range(height):
        for x in range(width):
            region = number[_root(parent, label[y, x])]
            kinds[region] = kind[y, x]
            facts[region, 0] = min(facts[region, 0], x)
            facts[region, 1] = min(facts[region, 1], y)
            facts[region, 2] = max(facts[region, 2], x + 1)
            facts[region, 3] = max(facts[region, 3], y + 1)
            facts[region, 4] += 1
            total[region] += confidence[y, x]
    return kinds, facts, total


@kernel
def _labelled(kind: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A label for each pixel, and for each label one that it belongs to: itself, or an earlier one."""
    height, width = kind.shape
    label = np.empty((height, width), np.int64)
    parent = np.empty(height * width, np.int64)
    used = 0
    for y in range(height):
        for x in range(width):
            mine = -1
            # Left, then the three above: those that have a label already.
            for dx, dy in ((-1, 0), (-1, -1), (0, -1), (1, -1)):
                i, j = x + dx, y + dy
                if i < 0 or j < 0 or i >= width or kind[j, i] != kind[y, x]:
                    continue
                other = _root(parent, label[j, i])
                if mine < 0 or mine == other:
                    mine = other
                else:
                    first, last = min(mine, other), max(mine, other)
                    parent[last] = first
                    mine = first
            if mine < 0:
                mine = used
                parent[used] = used
                used += 1
            label[y, x] = mine
    return label, parent[:used]


@kernel
def _root(parent: NDArray[np.int64], label: int) -> int:
    while parent[label] != label:
        parent[label] = parent[parent[label]]
        label = parent[label]
    return label
