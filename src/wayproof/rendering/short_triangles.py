"""Triangles of one or two rows of pixels, of which a dense mesh seen from afar is made.

The rows of eight of them are found at once, where `spans` finds eight rows of one. Many cover no centre of a
pixel and end here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import uncounted
from wayproof.rendering.lane_types import LANES, Lanes, Scalar
from wayproof.rendering.lanes import load, mask_bits, pick, real, store
from wayproof.rendering.lens import Canvas, Lens
from wayproof.rendering.spans import (
    END,
    FARTHEST,
    FIRST,
    LEFT_1,
    LEFT_2,
    LEVEL_1,
    LEVEL_2,
    LONG,
    LOWER,
    MIDDLE_X,
    MIDDLE_Y,
    NEAREST,
    RIGHT_1,
    RIGHT_2,
    START,
    STEP_X,
    STEP_Y,
    TOP_X,
    TOP_Y,
    TURN,
    UPPER,
    WIDE,
    eight_pixels,
    span,
)

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


@uncounted
def short_ones(ints: Ints, bits: Scalar) -> Scalar:
    """Those of eight sketches that have no more than two rows of eight pixels, among `bits`."""
    if bits == 0:
        return bits
    few_rows = load(ints, END) - load(ints, FIRST) <= 2
    return bits & mask_bits(few_rows & (load(ints, WIDE) <= LANES))


@uncounted
def sketch_two_rows(floats: Floats, ints: Ints, lens: Lens) -> Scalar:
    """Find the first two rows of eight triangles; returns bits of those with a pixel in them."""
    first, end = load(ints, FIRST), load(ints, END)
    left, right = _row_of_eight(floats, ints, first, lens)
    some = left < right
    store(ints, LEFT_1, pick(some, left, 0))
    store(ints, RIGHT_1, pick(some, right, 0))
    store(floats, LEVEL_1, real(first) * load(floats, STEP_Y) + load(floats, START))
    left, right = _row_of_eight(floats, ints, first + 1, lens)
    more = (left < right) & (first + 1 < end)
    store(ints, LEFT_2, pick(more, left, 0))
    store(ints, RIGHT_2, pick(more, right, 0))
    store(floats, LEVEL_2, real(first + 1) * load(floats, STEP_Y) + load(floats, START))
    return mask_bits(some | more)


@uncounted
def _row_of_eight(floats: Floats, ints: Ints, rows: Lanes, lens: Lens) -> tuple[Lanes, Lanes]:
    top = (load(floats, TOP_X), load(floats, TOP_Y))
    middle = (load(floats, MIDDLE_X), load(floats, MIDDLE_Y))
    slopes = (load(floats, LONG), load(floats, UPPER), load(floats, LOWER))
    return span(rows, load(ints, TURN), top, middle, slopes, lens)


@uncounted
def fill_two_rows(
    floats: Floats, ints: Ints, lane: Scalar, number: Scalar, lens: Lens, canvas: Canvas
) -> None:
    """Draw the triangle in one lane, whose rows have been found.

    An empty row is drawn as well, to no effect: whether there is one cannot be foreseen, and a branch that
    goes the wrong way costs more than eight pixels do. The row below the image is room to spare.
    """
    plane = (floats[lane + STEP_X], floats[lane + FARTHEST], floats[lane + NEAREST])
    start = ints[lane + FIRST] * lens.stride
    eight_pixels(
        start, ints[lane + LEFT_1], ints[lane + RIGHT_1], floats[lane + LEVEL_1], plane, number, canvas
    )
    start += lens.stride
    eight_pixels(
        start, ints[lane + LEFT_2], ints[lane + RIGHT_2], floats[lane + LEVEL_2], plane, number, canvas
    )
