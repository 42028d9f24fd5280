"""Fill one triangle on the image, row by row, eight pixels at a time.

An edge is evaluated from its upper end by the same arithmetic in both triangles that share it, and a pixel
belongs to the triangle whose left edge is at or before its centre and whose right edge is behind it: so
neighbours leave no gap and never overlap.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import uncounted
from wayproof.rendering.lane_types import LANES, Lanes, Scalar
from wayproof.rendering.lanes import (
    ceiling,
    counting,
    highest,
    load,
    lowest,
    pick,
    real,
    store,
    whole,
)
from wayproof.rendering.lens import Canvas, Lens

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

HALF = np.float32(0.5)
ZERO = np.float32(0.0)
# A sketch of eight triangles, row by row: inverse depth at the first pixel, its steps along rows and columns,
# and its range; the upper and the middle corner; slopes dx / dy of the long edge and of the two short ones.
START, STEP_X, STEP_Y, FARTHEST, NEAREST = range(0, 5 * LANES, LANES)
TOP_X, TOP_Y, MIDDLE_X, MIDDLE_Y, LONG, UPPER, LOWER = range(5 * LANES, 12 * LANES, LANES)
_LEVELS = 12 * LANES
# Two rows of eight short triangles: inverse depth at column 0, and where the rows begin and end.
LEVEL_1, LEVEL_2 = 13 * LANES, 14 * LANES
SKETCH_FLOATS = 15 * LANES
# First row of pixels, row of the middle corner, end of the rows, width of the bounding box in pixels.
FIRST, TURN, END, WIDE = range(0, 4 * LANES, LANES)
_LEFTS, _RIGHTS = 4 * LANES, 5 * LANES
LEFT_1, RIGHT_1, LEFT_2, RIGHT_2 = range(6 * LANES, 10 * LANES, LANES)
SKETCH_INTS = 10 * LANES


@uncounted
def fill(floats: Floats, ints: Ints, lane: Scalar, number: Scalar, lens: Lens, canvas: Canvas) -> None:
    """Draw the triangle in one lane of a sketch."""
    first, end = ints[lane + FIRST], ints[lane + END]
    narrow = ints[lane + WIDE] <= LANES
    plane = (floats[lane + STEP_X], floats[lane + FARTHEST], floats[lane + NEAREST])
    for chunk in range(first, end, LANES):
        _spans(floats, ints, lane, chunk, lens)
        for row in range(min(LANES, end - chunk)):
            left, right, level = ints[_LEFTS + row], ints[_RIGHTS + row], floats[_LEVELS + row]
            start = (chunk + row) * lens.stride
            fill_row(start, left, right, level, narrow, plane, number, canvas)


@uncounted
def _spans(floats: Floats, ints: Ints, lane: Scalar, chunk: int, lens: Lens) -> None:
    """Where eight rows begin and end, and the inverse depth at their column 0."""
    rows = counting() + chunk
    top = (floats[lane + TOP_X], floats[lane + TOP_Y])
    middle = (floats[lane + MIDDLE_X], floats[lane + MIDDLE_Y])
    slopes = (floats[lane + LONG], floats[lane + UPPER], floats[lane + LOWER])
    left, right = span(rows, ints[lane + TURN], top, middle, slopes, lens)
    store(ints, _LEFTS, left)
    store(ints, _RIGHTS, right)
    store(floats, _LEVELS, real(rows) * floats[lane + STEP_Y] + floats[lane + START])


@uncounted
def span(
    rows: Lanes, turn: Any, top: tuple[Any, Any], middle: tuple[Any, Any], slopes: tuple[Any, Any, Any],
    lens: Lens,
) -> tuple[Lanes, Lanes]:  # fmt: skip
    """First column and end of rows, of one triangle or of one in each lane."""
    centre = real(rows) + HALF
    below_top = centre - top[1]
    one = below_top * slopes[0] + top[0]
    upper = below_top * slopes[1] + top[0]
    lower = (centre - middle[1]) * slopes[2] + middle[0]
    other = pick(rows < turn, upper, lower)
    left = highest(whole(ceiling(lowest(one, other) - HALF)), 0)
    return left, lowest(whole(ceiling(highest(one, other) - HALF)), lens.width)


@uncounted
def fill_row(
    start: int, left: int, right: int, level: Scalar, narrow: bool, plane: tuple[Scalar, Scalar, Scalar],
    number: Scalar, canvas: Canvas,
) -> None:  # fmt: skip
    """Draw one row; an empty one may begin anywhere, even outside the buffers."""
    if narrow:
        if left < right:
            eight_pixels(start, left, right, level, plane, number, canvas)
    else:
        for column in range(left, right, LANES):
            eight_pixels(start, column, right, level, plane, number, canvas)


@uncounted
def eight_pixels(
    start: int,
    left: int,
    right: int,
    level: Scalar,
    plane: tuple[Scalar, Scalar, Scalar],
    number: Scalar,
    canvas: Canvas,
) -> None:
    """Draw eight pixels; the inverse depth stays within that of the corners, as a sliver's steps are wild."""
    step_x, farthest, nearest = plane
    columns = counting() + left
    value = lowest(highest(real(columns) * step_x + level, farthest), nearest)
    value = pick(columns < right, value, ZERO)
    pixel = start + left
    before = load(canvas.inverse, pixel)
    store(canvas.inverse, pixel, highest(value, before))
    store(canvas.ids, pixel, pick(value > before, number, load(canvas.ids, pixel)))
