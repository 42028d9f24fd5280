"""From cells to pixels: which category each pixel shows, and how sure that is.

Between the middles of cells the shares are interpolated. A pixel gets the best of the categories that win in
one of the four cells around it; the others are not computed, since there are many.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]


def named_pixels(
    shares: Floats, size: tuple[int, int], step: tuple[float, float]
) -> tuple[NDArray[np.int16], Floats]:
    """Category ids from 1 on (h, w) and how sure (h, w), of a picture of this size.

    shares (c, rows, columns) of the categories in each cell; step: height and width of a cell in pixels.
    """
    category = np.empty(size, np.int16)
    confidence = np.empty(size, np.float32)
    whole = np.ascontiguousarray(shares)  # a part of a larger array would not be read eight at a time
    _name(whole, _best(whole), step[0], step[1], category, confidence)
    return category, confidence


@kernel
def _best(shares: Floats) -> NDArray[np.int32]:
    """The category with the largest share in each cell, the first of equal ones.

    Category by category, as they lie in memory; numpy's argmax over the first axis jumps about.
    """
    categories, rows, columns = shares.shape
    best = np.zeros((rows, columns), np.int32)
    most = shares[0].copy()
    for one in range(1, categories):
        for y in range(rows):
            for x in range(columns):
                share = shares[one, y, x]
                more = share > most[y, x]
                most[y, x] = share if more else most[y, x]
                best[y, x] = one if more else best[y, x]
    return best


@kernel
def _name(
    shares: Floats,
    best: NDArray[np.int32],
    high: float,
    wide: float,
    category: NDArray[np.int16],
    confidence: Floats,
) -> None:
    rows, columns = best.shape
    for y in range(category.shape[0]):
        down = min(max((y + 0.5) / high - 0.5, 0.0), rows - 1.0)
        top = min(int(down), max(rows - 2, 0))
        bottom = min(top + 1, rows - 1)
        down -= top
        for x in range(category.shape[1]):
            right = min(max((x + 0.5) / wide - 0.5, 0.0), columns - 1.0)
            left = min(int(right), max(columns - 2, 0))
            beyond = min(left + 1, columns - 1)
            right -= left
            first = best[top, left]
            corners = (first, best[top, beyond], best[bottom, left], best[bottom, beyond])
            winner, most = first, np.float32(-1.0)
            for number in range(4):
                one = corners[number]
                if number > 0 and one == first:
                    continue
                upper = shares[one, top, left] * (1.0 - right) + shares[one, top, beyond] * right
                lower = shares[one, bottom, left] * (1.0 - right) + shares[one, bottom, beyond] * right
                share = np.float32(upper * (1.0 - down) + lower * down)
                if share > most:
                    winner, most = one, share
            category[y, x] = winner + 1
            confidence[y, x] = most
