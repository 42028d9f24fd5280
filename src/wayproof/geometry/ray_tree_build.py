"""Sorts triangles into a tree of boxes, so that a ray need look at few of them.

First a tree with two sides per node: each split is the cheapest of a few evenly spaced ones along each axis,
where the cost of a side is its number of triangles times the area of its box (the chance that a ray enters).
Then nodes are merged with their children until they have eight sides, which one vector instruction can test.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Boxes = NDArray[np.float32]
Ints = NDArray[np.int32]

SIDES = 8
LARGEST_LEAF = 4
BINS = 16
INNER = -1  # in place of a leaf's count: the link leads to another node
DEEPEST_CHOICE = 40  # below this depth halves are taken as they come, which bounds the depth of any tree
STACK = 7 * (DEEPEST_CHOICE + 32) + 1  # entries that a walk through the widest, deepest tree can need


@kernel
def build(low: Boxes, high: Boxes) -> tuple[Boxes, Ints, Ints]:
    """(boxes (n, 6, 8), links (n, 2, 8), order (t,)) of a tree over triangles with the given bounds (t, 3).

    boxes holds low x, y, z and high x, y, z of each side of a node, links its (first, count): count INNER
    means that `first` is a node, else the side is a leaf with triangles order[first : first + count].
    Sides that are not used have an inside-out box and count 0.
    """
    boxes, links, order = _build_binary(low, high)
    wide_boxes = np.empty((len(boxes), 6, SIDES), np.float32)
    wide_boxes[:, :3], wide_boxes[:, 3:] = np.inf, -np.inf
    wide_links = np.zeros((len(boxes), 2, SIDES), np.int32)
    source = np.zeros(len(boxes), np.int64)
    node, nodes = 0, 1
    while node < nodes:
        used = _widen(boxes, links, source[node], wide_boxes[node], wide_links[node])
        for side in range(used):
            if wide_links[node, 1, side] == INNER:
                source[nodes] = wide_links[node, 0, side]
                wide_links[node, 0, side] = nodes
                nodes += 1
        node += 1
    return wide_boxes[:nodes].copy(), wide_links[:nodes].copy(), order


@kernel
def _widen(boxes: Boxes, links: Ints, root: int, wide_boxes: Boxes, wide_links: Ints) -> int:
    """Fill one wide node from a binary one: open its largest inner side until no more sides fit."""
    used = _open(boxes, links, root, wide_boxes, wide_links, 0)
    while used < SIDES:
        largest, widest = -1, -1.0
        for side in range(used):
            area = _half_area(wide_boxes[:, side])
            if wide_links[1, side] == INNER and area > widest:
                largest, widest = side, area
        if largest < 0:
            break
        inner = wide_links[0, largest]
        used -= 1
        wide_boxes[:, largest], wide_links[:, largest] = wide_boxes[:, used], wide_links[:, used]
        used = _open(boxes, links, inner, wide_boxes, wide_links, used)
    return used


@kernel
def _open(boxes: Boxes, links: Ints, node: int, wide_boxes: Boxes, wide_links: Ints, used: int) -> int:
    for side in range(2):
        if links[node, 2 * side + 1] != 0:
            wide_boxes[:, used] = boxes[node, 6 * side : 6 * side + 6]
            wide_links[:, used] = links[node, 2 * side : 2 * side + 2]
            used += 1
    return used


@kernel
def _build_binary(low: Boxes, high: Boxes) -> tuple[Boxes, Ints, Ints]:
    """The tree with two sides per node: boxes (n, 12), links (n, 4), order (t,)."""
    count = low.shape[0]
    middle = low + high
    order = np.arange(count).astype(np.int32)
    boxes = np.empty((max(count, 1), 12), np.float32)
    boxes[:, 0:3], boxes[:, 6:9] = np.inf, np.inf
    boxes[:, 3:6], boxes[:, 9:12] = -np.inf, -np.inf
    links = np.zeros((max(count, 1), 4), np.int32)
    waiting = np.empty((max(count, 1), 4), np.int64)
    waiting[0] = 0, 0, count, 0
    on_stack, nodes = 1, 1
    while on_stack > 0:
        on_stack -= 1
        node, start, end, depth = waiting[on_stack]
        split = (start + end) // 2 if depth > DEEPEST_CHOICE else _split(low, high, middle, order, start, end)
        for side in range(2):
            first, last = (start, split) if side == 0 else (split, end)
            _bound(low, high, order, first, last, boxes[node, 6 * side : 6 * side + 6])
            links[node, 2 * side], links[node, 2 * side + 1] = first, last - first
            if last - first > LARGEST_LEAF:
                links[node, 2 * side], links[node, 2 * side + 1] = nodes, INNER
                waiting[on_stack] = nodes, first, last, depth + 1
                on_stack += 1
                nodes += 1
    return boxes[:nodes].copy(), links[:nodes].copy(), order


@kernel
def _split(low: Boxes, high: Boxes, middle: Boxes, order: Ints, start: int, end: int) -> int:
    """Reorder order[start:end] into two sides and return where the second begins."""
    if end - start <= LARGEST_LEAF:
        return end
    best_cost, best_axis, best_border = np.inf, -1, 0.0
    for axis in range(3):
        cost, border = _best_border(low, high, middle, order, start, end, axis)
        if cost < best_cost:
            best_cost, best_axis, best_border = cost, axis, border
    if best_axis < 0:  # all centres fall together: any halves do
        return (start + end) // 2
    left, right = start, end - 1
    while left <= right:
        if middle[order[left], best_axis] < best_border:
            left += 1
        else:
            order[left], order[right] = order[right], order[left]
            right -= 1
    return left


@kernel
def _best_border(low: Boxes, high: Boxes, middle: Boxes, order: Ints, start: int, end: int, axis: int) -> Any:
    """(cost, border) of the cheapest border along one axis; the cost is infinite if none parts them."""
    lowest, highest = np.inf, -np.inf
    for place in range(start, end):
        lowest = min(lowest, middle[order[place], axis])
        highest = max(highest, middle[order[place], axis])
    if not highest > lowest:
        return np.inf, 0.0
    counts = np.zeros(BINS, np.int64)
    bounds = np.empty((BINS, 6), np.float32)
    bounds[:, :3], bounds[:, 3:] = np.inf, -np.inf
    borders = lowest + (highest - lowest) * np.arange(1, BINS) / BINS
    for place in range(start, end):
        centre = middle[order[place], axis]
        bin_ = min(int((centre - lowest) / (highest - lowest) * BINS), BINS - 1)
        # Rounding may put a centre next to its bin; sides are told apart by comparison with the border alone.
        while bin_ > 0 and centre < borders[bin_ - 1]:
            bin_ -= 1
        while bin_ < BINS - 1 and centre >= borders[bin_]:
            bin_ += 1
        counts[bin_] += 1
        _bound(low, high, order, place, place + 1, bounds[bin_])
    return _cheapest(counts, bounds, borders)


@kernel
def _cheapest(counts: NDArray[np.int64], bounds: Boxes, borders: NDArray[np.float64]) -> tuple[float, float]:
    right_cost = np.full(BINS, np.inf)
    box = np.array([np.inf, np.inf, np.inf, -np.inf, -np.inf, -np.inf], np.float32)
    total = 0
    for bin_ in range(BINS - 1, 0, -1):
        total += counts[bin_]
        _grow(box, bounds[bin_])
        if total > 0:
            right_cost[bin_] = total * _half_area(box)
    best_cost, best = np.inf, 0.0
    box[:3], box[3:] = np.inf, -np.inf
    total = 0
    for bin_ in range(BINS - 1):
        total += counts[bin_]
        _grow(box, bounds[bin_])
        cost = total * _half_area(box) + right_cost[bin_ + 1]
        if total > 0 and cost < best_cost:
            best_cost, best = cost, borders[bin_]
    return best_cost, best


@kernel
def _bound(low: Boxes, high: Boxes, order: Ints, first: int, last: int, box: Boxes) -> None:
    """Let box (6,) grow over some triangles."""
    for place in range(first, last):
        for axis in range(3):
            box[axis] = min(box[axis], low[order[place], axis])
            box[3 + axis] = max(box[3 + axis], high[order[place], axis])


@kernel
def _grow(box: Boxes, other: Boxes) -> None:
    for axis in range(3):
        box[axis] = min(box[axis], other[axis])
        box[3 + axis] = max(box[3 + axis], other[3 + axis])


@kernel
def _half_area(box: Boxes) -> float:
    x, y, z = box[3] - box[0], box[4] - box[1], box[5] - box[2]
    return float(x * y + y * z + z * x)
