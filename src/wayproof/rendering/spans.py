"""Fill one triangle on the image, row by row, eight pixels at a time.

An edge is evaluated from its upper end by the same arithmetic in both triangles that share it, and a pixel
belongs to the triangle whose left edge is at or before its centre and whose right edge is behind it: so
neighbours leave no gap and never overlap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import inlined
from wayproof.rendering.lane_types import LANES, Scalar
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
# A sketch of eight triangles, row by row: inverse depth at the first pixel, its steps along rows and columns,
# and its range; the upper and the middle corner; slopes dx / dy of the long edge and of the two short ones.
START, STEP_X, STEP_Y, FARTHEST, NEAREST = range(0, 5 * LANES, LANES)
TOP_X, TOP_Y, MIDDLE_X, MIDDLE_Y, LONG, UPPER, LOWER = range(5 * LANES, 12 * LANES, LANES)
_LEVELS = 12 * LANES
SKETCH_FLOATS = 13 * LANES
# First row of pixels, row of the middle corner, end of the rows, width of the bounding box in pixels.
FIRST, TURN, END, WIDE = range(0, 4 * LANES, LANES)
_LEFTS, _RIGHTS = 4 * LANES, 5 * LANES
SKETCH_INTS = 6 * LANES


@inlined
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
            if narrow:
                _eight_pixels(start, left, right, level, plane, number, canvas)
            else:
                for column in range(left, right, LANES):
                    _eight_pixels(start, column, right, level, plane, number, canvas)


@inlined
def _spans(floats: Floats, ints: Ints, lane: Scalar, chunk: int, lens: Lens) -> None:
    """Where eight rows begin and end, and the inverse depth at their column 0."""
    rows = counting() + chunk
    centre = real(rows) + HALF
    below_top = centre - floats[lane + TOP_Y]
    one = below_top * floats[lane + LONG] + floats[lane + TOP_X]
    upper = below_top * floats[lane + UPPER] + floats[lane + TOP_X]
    lower = (centre - floats[lane + MIDDLE_Y]) * floats[lane + LOWER] + floats[lane + MIDDLE_X]
    other = pick(rows < ints[lane + TURN], upper, lower)
    store(ints, _LEFTS, highest(whole(ceiling(lowest(one, other) - HALF)), 0))
    store(ints, _RIGHTS, lowest(whole(ceiling(highest(one, other) - HALF)), lens.width))
    store(floats, _LEVELS, real(rows) * floats[lane + STEP_Y] + floats[lane + START])


@inlined
def _eight_pixels(
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
    pixel = start + left
    before = load(canvas.inverse, pixel)
    nearer = (value > before) & (columns < right)
    store(canvas.inverse, pixel, pick(nearer, value, before))
    store(canvas.ids, pixel, pick(nearer, number, load(canvas.ids, pixel)))
