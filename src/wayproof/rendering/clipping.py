"""The slow path for triangles that cross the near plane or reach far beyond the image: cut, then fill."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel, uncounted
from wayproof.rendering.lane_types import Scalar
from wayproof.rendering.lens import GUARD_PX, NEAR_M, Canvas, Lens, to_camera
from wayproof.rendering.spans import (
    END,
    FARTHEST,
    FIRST,
    HALF,
    LONG,
    LOWER,
    MIDDLE_X,
    MIDDLE_Y,
    NEAREST,
    SKETCH_FLOATS,
    SKETCH_INTS,
    START,
    STEP_X,
    STEP_Y,
    TOP_X,
    TOP_Y,
    TURN,
    UPPER,
    WIDE,
    fill,
)
from wayproof.rendering.triangles import ONE, TEXEL_AREA

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

# Three corners, and each of the five cutting planes can add one.
_MOST_CORNERS = 8


@kernel
def draw_clipped(
    blocks: Floats, at: int, leaf: int, two_sided: bool, number: Scalar, lens: Lens, canvas: Canvas
) -> None:
    """Draw the triangle at blocks[at].

    The inverse depth comes from the plane of the whole triangle, so that cutting does not change it.
    """
    corners, spare = np.empty((_MOST_CORNERS, 3), np.float64), np.empty((_MOST_CORNERS, 3), np.float64)
    for corner in range(3):
        place = at + 3 * corner * leaf
        x, y, z = to_camera(lens, blocks[place], blocks[place + leaf], blocks[place + 2 * leaf])
        corners[corner, 0], corners[corner, 1], corners[corner, 2] = x, y, z
    nx, ny, nz = _normal(corners)
    distance = nx * corners[0, 0] + ny * corners[0, 1] + nz * corners[0, 2]
    # The camera frame is left-handed, so a face that looks at the eye has a positive distance.
    if distance == 0.0 or (distance < 0.0 and not two_sided):
        return
    count = _cut_to_view(corners, spare, lens)
    if count < 3:
        return
    step_x, step_y = nx / (distance * lens.focal), -ny / (distance * lens.focal)
    start = nz / distance + step_x * (0.5 - lens.middle_x) + step_y * (0.5 - lens.middle_y)
    if len(canvas.footprint) > 0:
        area = blocks[at + TEXEL_AREA * leaf]
        canvas.footprint[number] = area / (abs(distance) * lens.focal * lens.focal)
    floats, ints = np.empty(SKETCH_FLOATS, np.float32), np.empty(SKETCH_INTS, np.int32)
    floats[START], floats[STEP_X], floats[STEP_Y] = start, step_x, step_y
    _project(corners, count, lens, floats)
    for corner in range(1, count - 1):
        if _sketch(corners, corner, lens, floats, ints):
            fill(floats, ints, np.int64(0), number, lens, canvas)


@uncounted
def _normal(corners: Doubles) -> tuple[float, float, float]:
    ax, ay, az = corners[0, 0], corners[0, 1], corners[0, 2]
    bx, by, bz = corners[1, 0] - ax, corners[1, 1] - ay, corners[1, 2] - az
    cx, cy, cz = corners[2, 0] - ax, corners[2, 1] - ay, corners[2, 2] - az
    return by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx


@uncounted
def _cut_to_view(corners: Doubles, spare: Doubles, lens: Lens) -> Scalar:
    """Cut a triangle to the near plane and the guard band; returns how many corners are left."""
    slope = np.float64(GUARD_PX) / lens.focal
    count: Scalar = np.int64(3)
    for side in range(5):
        # In turn n . p + offset >= 0 keeps what is ahead, not too far left, right, down or up.
        nx = np.float64((side == 1) - (side == 2))
        ny = np.float64((side == 3) - (side == 4))
        count = _cut(
            corners, spare, count, nx, ny, 1.0 if side == 0 else slope, -NEAR_M if side == 0 else 0.0
        )
    return count


@uncounted
def _cut(
    corners: Doubles, spare: Doubles, count: Scalar, nx: float, ny: float, nz: float, offset: Scalar
) -> int:
    """Keep the part of a polygon with n . p + offset >= 0, in place; returns the new number of corners.

    A cut edge is always measured from its inner end, so that both triangles at it get the same corner.
    """
    for corner in range(count):
        for axis in range(3):
            spare[corner, axis] = corners[corner, axis]
    kept = 0
    for corner in range(count):
        following = corner + 1 if corner + 1 < count else 0
        here = nx * spare[corner, 0] + ny * spare[corner, 1] + nz * spare[corner, 2] + offset
        there = nx * spare[following, 0] + ny * spare[following, 1] + nz * spare[following, 2] + offset
        if here >= 0.0:
            for axis in range(3):
                corners[kept, axis] = spare[corner, axis]
            kept += 1
        if (here >= 0.0) != (there >= 0.0):
            inner, outer = (corner, following) if here >= 0.0 else (following, corner)
            share = max(here, there) / (max(here, there) - min(here, there))
            for axis in range(3):
                corners[kept, axis] = spare[inner, axis] + share * (spare[outer, axis] - spare[inner, axis])
            kept += 1
    return kept


@uncounted
def _project(corners: Doubles, count: int, lens: Lens, floats: Floats) -> None:
    """Corners to pixels by the very arithmetic of uncut triangles, so that shared edges stay shared."""
    floats[FARTHEST], floats[NEAREST] = np.inf, 0.0
    for corner in range(count):
        inverse = ONE / np.float32(corners[corner, 2])
        floats[FARTHEST] = min(floats[FARTHEST], inverse)
        floats[NEAREST] = max(floats[NEAREST], inverse)
        corners[corner, 0] = np.float32(corners[corner, 0]) * lens.focal * inverse + lens.middle_x
        corners[corner, 1] = lens.middle_y - np.float32(corners[corner, 1]) * lens.focal * inverse


@uncounted
def _sketch(corners: Doubles, corner: int, lens: Lens, floats: Floats, ints: NDArray[np.int32]) -> bool:
    """Sketch one triangle of the fan around corner 0 into lane 0; whether it covers any row."""
    ax, ay = np.float32(corners[0, 0]), np.float32(corners[0, 1])
    bx, by = np.float32(corners[corner, 0]), np.float32(corners[corner, 1])
    cx, cy = np.float32(corners[corner + 1, 0]), np.float32(corners[corner + 1, 1])
    if by < ay:
        ax, ay, bx, by = bx, by, ax, ay
    if cy < ay:
        ax, ay, cx, cy = cx, cy, ax, ay
    if cy < by:
        bx, by, cx, cy = cx, cy, bx, by
    floats[TOP_X], floats[TOP_Y], floats[MIDDLE_X], floats[MIDDLE_Y] = ax, ay, bx, by
    floats[LONG], floats[UPPER], floats[LOWER] = (
        (cx - ax) / (cy - ay),
        (bx - ax) / (by - ay),
        (cx - bx) / (cy - by),
    )
    ints[FIRST] = max(int(np.ceil(ay - HALF)), 0)
    ints[TURN] = int(np.ceil(by - HALF))
    ints[END] = min(int(np.ceil(cy - HALF)), lens.height)
    ints[WIDE] = lens.width
    return bool(ints[FIRST] < ints[END])
