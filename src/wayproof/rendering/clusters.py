"""Triangles sorted into small spatial groups, so that whole groups can be skipped while drawing.

The groups are the leaves of a tree of median splits. Each split falls on a multiple of the leaf size, so
every group but the last is full, which suits vector units.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


def cluster_order(corners_m: Floats, leaf: int) -> Ints:
    """The order (t,) of triangles (t, 9) such that each run of `leaf` of them is close together in space."""
    centres = np.ascontiguousarray(corners_m.reshape(-1, 3, 3).sum(axis=1))
    order = np.arange(len(corners_m), dtype=np.int32)
    _split_all(centres, order, leaf)
    return order


@kernel
def _split_all(centres: Floats, order: Ints, leaf: int) -> None:
    stack = np.empty((64, 2), np.int64)
    stack[0, 0], stack[0, 1] = 0, len(order)
    waiting = 1
    while waiting > 0:
        waiting -= 1
        start, end = stack[waiting, 0], stack[waiting, 1]
        leaves = (end - start + leaf - 1) // leaf
        if leaves < 2:
            continue
        middle = start + leaf * (leaves // 2)
        _partition(centres, order, start, end, middle, _longest_axis(centres, order, start, end))
        stack[waiting, 0], stack[waiting, 1] = start, middle
        stack[waiting + 1, 0], stack[waiting + 1, 1] = middle, end
        waiting += 2


@kernel
def _longest_axis(centres: Floats, order: Ints, start: int, end: int) -> int:
    low0, low1, low2 = centres[order[start], 0], centres[order[start], 1], centres[order[start], 2]
    high0, high1, high2 = low0, low1, low2
    for position in range(start + 1, end):
        row = order[position]
        x, y, z = centres[row, 0], centres[row, 1], centres[row, 2]
        low0, low1, low2 = min(low0, x), min(low1, y), min(low2, z)
        high0, high1, high2 = max(high0, x), max(high1, y), max(high2, z)
    along0, along1, along2 = high0 - low0, high1 - low1, high2 - low2
    if along0 >= along1 and along0 >= along2:
        return 0
    return 1 if along1 >= along2 else 2


@kernel
def _partition(centres: Floats, order: Ints, start: int, end: int, middle: int, axis: int) -> None:
    """Hoare's selection: afterwards no centre before `middle` lies beyond one from `middle` on."""
    low, high = start, end - 1
    while low < high:
        pivot = centres[order[(low + high) // 2], axis]
        left, right = low, high
        while left <= right:
            while centres[order[left], axis] < pivot:
                left += 1
            while centres[order[right], axis] > pivot:
                right -= 1
            if left <= right:
                order[left], order[right] = order[right], order[left]
                left += 1
                right -= 1
        if middle <= right:
            high = right
        elif middle >= left:
            low = left
        else:
            return
