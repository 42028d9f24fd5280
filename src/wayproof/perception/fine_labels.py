"""Categories of half cells: outlines finer than a network's cells, where one thing meets another.

A network with fine outlines gives a vector for each half cell, and what a vector adds to the logit of each
category. That matters only where cells that touch differ, or where the network is not sure. There the
likeliest categories of the cells around compete, by shares between those of four cells and the outline's
addition; elsewhere a half cell is what its cell is.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]

SURE = 0.9  # the share from which a cell among its like needs no second thought
NEAR_SHARE = 0.75  # of a half cell's own cell, beside its neighbour's on that side, in rows and in columns
RIVALS = 3  # categories of each cell that compete
LEAST_SHARE = 1e-6


def named_half_cells(
    shares: Floats, fine: Floats, names: Floats, size: tuple[int, int], step: tuple[float, float]
) -> tuple[NDArray[np.int16], Floats]:
    """Category ids from 1 on (h, w) and how sure (h, w), of a picture of this size.

    shares (c, rows, columns) of the categories in each cell; fine (k, 2 rows, 2 columns); names (c, k) what a
    fine vector adds to logits; step: height and width of a cell in pixels.
    """
    whole = np.ascontiguousarray(shares)
    rivals, rival_share = _rivals(whole)
    vectors = np.ascontiguousarray(fine[:, : 2 * shares.shape[1], : 2 * shares.shape[2]].transpose(1, 2, 0))
    category, confidence = _half_cells(whole, rivals, rival_share, vectors, np.ascontiguousarray(names))
    rows = np.minimum(((np.arange(size[0]) + 0.5) * 2.0 / step[0]).astype(np.int64), len(category) - 1)
    columns = np.minimum(((np.arange(size[1]) + 0.5) * 2.0 / step[1]).astype(np.int64), category.shape[1] - 1)
    place = np.ix_(rows, columns)
    return category[place], confidence[place]


@kernel
def _rivals(shares: Floats) -> tuple[NDArray[np.int32], Floats]:
    """The likeliest categories of each cell (RIVALS, rows, columns), and their shares, category by category
    as they lie in memory."""
    categories, rows, columns = shares.shape
    best = np.zeros((RIVALS, rows, columns), np.int32)
    most = np.full((RIVALS, rows, columns), np.float32(-1.0))
    for one in range(categories):
        for y in range(rows):
            for x in range(columns):
                share = shares[one, y, x]
                if share <= most[RIVALS - 1, y, x]:
                    continue
                place = RIVALS - 1
                while place > 0 and share > most[place - 1, y, x]:
                    most[place, y, x] = most[place - 1, y, x]
                    best[place, y, x] = best[place - 1, y, x]
                    place -= 1
                most[place, y, x] = share
                best[place, y, x] = one
    return best, most


@kernel
def _is_doubtful(best: NDArray[np.int32], most: Floats, y: int, x: int) -> bool:
    """Whether a cell is not sure, or touches one of another category."""
    if most[0, y, x] < SURE:
        return True
    rows, columns = best.shape[1:]
    for j in range(max(y - 1, 0), min(y + 2, rows)):
        for i in range(max(x - 1, 0), min(x + 2, columns)):
            if best[0, j, i] != best[0, y, x]:
                return True
    return False


@kernel
def _half_cells(
    shares: Floats, best: NDArray[np.int32], most: Floats, fine: Floats, names: Floats
) -> tuple[NDArray[np.int16], Floats]:
    rows, columns = best.shape[1:]
    category = np.empty((2 * rows, 2 * columns), np.int16)
    confidence = np.empty((2 * rows, 2 * columns), np.float32)
    for y in range(rows):
        for x in range(columns):
            doubtful = _is_doubtful(best, most, y, x)
            for quarter in range(4):
                down, right = quarter // 2, quarter % 2
                j, i = 2 * y + down, 2 * x + right
                if not doubtful:
                    category[j, i] = best[0, y, x] + 1
                    confidence[j, i] = most[0, y, x]
                    continue
                beside_y = min(max(y + 2 * down - 1, 0), rows - 1)
                beside_x = min(max(x + 2 * right - 1, 0), columns - 1)
                one, share = _winner(shares, best, fine[j, i], names, y, x, beside_y, beside_x)
                category[j, i], confidence[j, i] = one + 1, share
    return category, confidence


@kernel
def _winner(
    shares: Floats,
    best: NDArray[np.int32],
    vector: Floats,
    names: Floats,
    y: int,
    x: int,
    beside_y: int,
    beside_x: int,
) -> tuple[int, float]:
    """The likeliest category of a half cell, and its share among those that compete."""
    competing = np.empty(4 * RIVALS, np.int32)
    logit = np.empty(4 * RIVALS)
    count, highest, winner = 0, -np.inf, 0
    for cell in range(4):
        at_y, at_x = (y, beside_y)[cell // 2], (x, beside_x)[cell % 2]
        for rank in range(RIVALS):
            one = best[rank, at_y, at_x]
            known = False
            for other in range(count):
                known = known or competing[other] == one
            if known:
                continue
            mixed = 0.0
            for around in range(4):
                j, of_row = (y, NEAR_SHARE) if around < 2 else (beside_y, 1.0 - NEAR_SHARE)
                i, of_column = (x, NEAR_SHARE) if around % 2 == 0 else (beside_x, 1.0 - NEAR_SHARE)
                mixed += of_row * of_column * shares[one, j, i]
            total = math.log(max(mixed, LEAST_SHARE))
            for k in range(len(vector)):
                total += names[one, k] * vector[k]
            competing[count], logit[count] = one, total
            if total > highest:
                highest, winner = total, one
            count += 1
    rest = 0.0
    for other in range(count):
        rest += math.exp(logit[other] - highest)
    return winner, 1.0 / rest
