"""The cost of the cheapest path from every cell to a goal, on a map whose cells have whole-numbered costs.

Dijkstra's search with one bucket per cost (Dial's algorithm), so that no heap is needed. A cell's sixteen
neighbours are those of a king and of a knight; the lengths 5, 7 and 11 of their moves keep the length of a
straight path within 2 % of the truth (Borgefors' chamfer distance).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Costs = NDArray[np.uint8]
Field = NDArray[np.int32]

UNREACHED = np.int32(2**31 - 1)
STRAIGHT, DIAGONAL, KNIGHT = 5, 7, 11
# A bucket for each cost that one move can have, so that those in use never overlap: 11 x 255 at most.
BUCKETS = 4096
NOTHING = -1

BORDER = 2  # cells around the map that no path may enter, so that no move needs a check for leaving it
KING = 8  # the first moves are those of a king

# Moves (di, dj, length); a knight's passes between the cells (di, dj) of the second table.
_MOVES = np.array(
    [(1, 0, 5), (0, 1, 5), (-1, 0, 5), (0, -1, 5), (1, 1, 7), (-1, 1, 7), (-1, -1, 7), (1, -1, 7)]
    + [(a * m, b * n, 11) for m in (1, -1) for n in (1, -1) for a, b in ((2, 1), (1, 2))],
    np.int64,
)
_BETWEEN = np.array(
    [
        (di // 2, 0, di // 2, dj) if abs(di) == 2 else (0, dj // 2, di, dj // 2)
        for di, dj, _ in _MOVES[KING:].tolist()
    ],
    np.int64,
)


def costs_to_goal(costs: Costs, goals: NDArray[np.bool_], until: tuple[int, int], spare: int) -> Field:
    """Cost of the cheapest path from each cell to any goal cell, in chamfer units times the cells' costs.

    Cells of cost 0 and the two outermost rows and columns are walls. The search ends when the cell `until`
    and everything up to `spare` beyond it is known; what was not reached by then is UNREACHED.
    """
    walled = _walled(costs)
    field = np.full(costs.shape, UNREACHED, np.int32)
    sources = np.flatnonzero(goals & (walled > 0))
    size = costs.shape[1]
    steps = _MOVES[:, 0] * size + _MOVES[:, 1]
    between = _BETWEEN[:, ::2] * size + _BETWEEN[:, 1::2]
    _spread(walled.ravel(), sources, until[0] * size + until[1], spare, steps, between, field.ravel())
    return field


def leads_to(costs: Costs, goals: NDArray[np.bool_], start: tuple[int, int]) -> bool:
    """Whether any path leads from a cell to a goal cell; a search would tell too, ten times as slowly."""
    _, islands = cv2.connectedComponents((_walled(costs) > 0).astype(np.uint8), connectivity=8)
    here = islands[start]
    return bool(here > 0 and (islands[goals] == here).any())


def _walled(costs: Costs) -> Costs:
    """The map with walls along its edge."""
    walled = np.zeros(costs.shape, np.uint8)
    inside = (slice(BORDER, -BORDER), slice(BORDER, -BORDER))
    walled[inside] = costs[inside]
    return walled


def path_down(field: Field, start: tuple[int, int], most: int = 4000) -> NDArray[np.int64]:
    """Cells (n, 2) of the path from a cell to the goal; empty if there is none or the cell is off the map."""
    if not all(0 <= cell < size for cell, size in zip(start, field.shape, strict=True)):
        return np.empty((0, 2), np.int64)
    return np.asarray(_descend(field, start[0], start[1], most))


@kernel
def _spread(
    costs: Costs,
    sources: NDArray[np.int64],
    until: int,
    spare: int,
    steps: NDArray[np.int64],
    between: NDArray[np.int64],
    field: Field,
) -> None:
    head = np.full(BUCKETS, NOTHING, np.int32)
    after, before = np.empty(len(costs), np.int32), np.empty(len(costs), np.int32)
    for cell in sources:
        field[cell] = 0
        _put(head, after, before, cell, 0)
    waiting, cost, limit = len(sources), 0, int(UNREACHED) - 1
    while waiting > 0 and cost <= limit:
        cell = int(head[cost & (BUCKETS - 1)])
        if cell == NOTHING:
            cost += 1
            continue
        _take(head, after, before, cell, cost)
        waiting -= 1
        if cell == until:
            limit = cost + spare
        for move in range(16):
            other = cell + steps[move]
            if field[other] <= cost:
                continue
            added = _cost_of(costs, cell, move, other, between)
            total, known = cost + added, int(field[other])
            if added > 0 and total < known:
                if known == UNREACHED:
                    waiting += 1
                else:
                    _take(head, after, before, other, known)
                field[other] = total
                _put(head, after, before, other, total)


@kernel
def _cost_of(costs: Costs, cell: int, move: int, other: int, between: NDArray[np.int64]) -> int:
    """What a move to another cell costs; 0 if it, or a cell that a long move passes, is closed."""
    there = int(costs[other])
    if move < KING:
        return (STRAIGHT if move < 4 else DIAGONAL) * there
    one = int(costs[cell + between[move - KING, 0]])
    two = int(costs[cell + between[move - KING, 1]])
    if there == 0 or one == 0 or two == 0:
        return 0
    return KNIGHT * max(there, one, two)


@kernel
def _put(
    head: NDArray[np.int32], after: NDArray[np.int32], before: NDArray[np.int32], cell: int, cost: int
) -> None:
    bucket = cost & (BUCKETS - 1)
    first = head[bucket]
    after[cell], before[cell] = first, NOTHING
    if first != NOTHING:
        before[first] = cell
    head[bucket] = cell


@kernel
def _take(
    head: NDArray[np.int32], after: NDArray[np.int32], before: NDArray[np.int32], cell: int, cost: int
) -> None:
    ahead, behind = after[cell], before[cell]
    if behind == NOTHING:
        head[cost & (BUCKETS - 1)] = ahead
    else:
        after[behind] = ahead
    if ahead != NOTHING:
        before[ahead] = behind


@kernel
def _descend(field: Field, i: int, j: int, most: int) -> NDArray[np.int64]:
    cells = np.empty((most, 2), np.int64)
    size_i, size_j = field.shape
    count = 0
    while count < most and field[i, j] != UNREACHED:
        cells[count, 0], cells[count, 1] = i, j
        count += 1
        best_i, best_j, best = i, j, field[i, j]
        for move in range(KING):
            other_i, other_j = i + _MOVES[move, 0], j + _MOVES[move, 1]
            if 0 <= other_i < size_i and 0 <= other_j < size_j and field[other_i, other_j] < best:
                best_i, best_j, best = other_i, other_j, field[other_i, other_j]
        if best_i == i and best_j == j:
            break
        i, j = best_i, best_j
    return cells[:count]
