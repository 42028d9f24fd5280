"""From triangles in the world to sketches on the image: eight at a time, ready to be filled.

A sketch is a triangle's corners sorted from top to bottom, the slopes of its edges and the plane of its
inverse depth, which is linear on the image. Triangles that cross the near plane or reach far out of the image
take the slow road through `clipping`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import uncounted
from wayproof.rendering.lane_types import Lanes, Scalar
from wayproof.rendering.lanes import (
    ceiling,
    highest,
    load,
    lowest,
    magnitude,
    mask_bits,
    otherwise,
    pick,
    store,
    whole,
)
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
    START,
    STEP_X,
    STEP_Y,
    TOP_X,
    TOP_Y,
    TURN,
    UPPER,
    WIDE,
)

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

ONE = np.float32(1.0)
ZERO = np.float32(0.0)
NO_AREA = np.float32(1e-20)
# Rows of a block of `leaf` triangles: nine corner coordinates, then twice the area on the texture in texels.
BLOCK_ROWS = 10
TEXEL_AREA = 9


@uncounted
def sketch_eight(
    blocks: Floats, at: int, leaf: int, two_sided: bool, number: Scalar, lens: Lens,
    canvas: Canvas, floats: Floats, ints: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Sketch the triangles at blocks[at : at + 8]; returns bits of those to fill and of those to clip."""
    ax, ay, az = to_camera(lens, load(blocks, at), load(blocks, at + leaf), load(blocks, at + 2 * leaf))
    bx, by, bz = to_camera(
        lens, load(blocks, at + 3 * leaf), load(blocks, at + 4 * leaf), load(blocks, at + 5 * leaf)
    )
    cx, cy, cz = to_camera(
        lens, load(blocks, at + 6 * leaf), load(blocks, at + 7 * leaf), load(blocks, at + 8 * leaf)
    )
    slope = GUARD_PX / lens.focal
    outside = highest(
        _excess(ax, ay, az, slope), highest(_excess(bx, by, bz, slope), _excess(cx, cy, cz, slope))
    )
    safe = (lowest(lowest(az, bz), cz) >= NEAR_M) & (outside <= ZERO)
    unsafe = mask_bits(otherwise(safe) & (highest(highest(az, bz), cz) >= NEAR_M))
    ia, ib, ic = ONE / az, ONE / bz, ONE / cz
    ax, ay = ax * lens.focal * ia + lens.middle_x, lens.middle_y - ay * lens.focal * ia
    bx, by = bx * lens.focal * ib + lens.middle_x, lens.middle_y - by * lens.focal * ib
    cx, cy = cx * lens.focal * ic + lens.middle_x, lens.middle_y - cy * lens.focal * ic
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    safe = safe & ((magnitude(area) if two_sided else ZERO - area) > NO_AREA)
    left, right = ceiling(lowest(lowest(ax, bx), cx) - HALF), ceiling(highest(highest(ax, bx), cx) - HALF)
    top = highest(ceiling(lowest(lowest(ay, by), cy) - HALF), ZERO)
    bottom = lowest(ceiling(highest(highest(ay, by), cy) - HALF), np.float32(lens.height))
    on_image = (left < right) & (top < bottom) & (right > ZERO) & (left < np.float32(lens.width))
    bits = mask_bits(safe & on_image)
    if bits != 0:
        scale = ONE / area
        step_x = ((ib - ia) * (cy - ay) - (ic - ia) * (by - ay)) * scale
        step_y = ((ic - ia) * (bx - ax) - (ib - ia) * (cx - ax)) * scale
        _store_plane(ia + (HALF - ax) * step_x + (HALF - ay) * step_y, step_x, step_y, ia, ib, ic, floats)
        _store_edges(ax, ay, bx, by, cx, cy, floats, ints)
        store(ints, FIRST, whole(top))
        store(ints, END, whole(bottom))
        store(ints, WIDE, whole(right - left))
        if len(canvas.footprint) > 0:
            _store_footprint(load(blocks, at + TEXEL_AREA * leaf), scale, ia, ib, ic, number, canvas)
    return bits, unsafe


@uncounted
def _excess(x: Lanes, y: Lanes, z: Lanes, slope: Scalar) -> Lanes:
    """Positive for points farther from the middle of the image than the guard allows."""
    return highest(magnitude(x), magnitude(y)) - z * slope


@uncounted
def _store_footprint(
    texels: Lanes, scale: Lanes, ia: Lanes, ib: Lanes, ic: Lanes, number: Scalar, canvas: Canvas
) -> None:
    store(canvas.footprint, number, texels * magnitude(scale) * ia * ib * ic)


@uncounted
def _store_plane(
    start: Lanes, step_x: Lanes, step_y: Lanes, ia: Lanes, ib: Lanes, ic: Lanes, floats: Floats
) -> None:
    store(floats, START, start)
    store(floats, STEP_X, step_x)
    store(floats, STEP_Y, step_y)
    store(floats, FARTHEST, lowest(lowest(ia, ib), ic))
    store(floats, NEAREST, highest(highest(ia, ib), ic))


@uncounted
def _store_edges(
    ax: Lanes, ay: Lanes, bx: Lanes, by: Lanes, cx: Lanes, cy: Lanes, floats: Floats, ints: Ints
) -> None:
    """Sort the corners from top to bottom and keep the edges between them."""
    ax, ay, bx, by = _swapped(by < ay, ax, ay, bx, by)
    ax, ay, cx, cy = _swapped(cy < ay, ax, ay, cx, cy)
    bx, by, cx, cy = _swapped(cy < by, bx, by, cx, cy)
    store(floats, TOP_X, ax)
    store(floats, TOP_Y, ay)
    store(floats, MIDDLE_X, bx)
    store(floats, MIDDLE_Y, by)
    store(floats, LONG, (cx - ax) / (cy - ay))
    store(floats, UPPER, (bx - ax) / (by - ay))
    store(floats, LOWER, (cx - bx) / (cy - by))
    store(ints, TURN, whole(ceiling(by - HALF)))


@uncounted
def _swapped(mask: Lanes, ax: Lanes, ay: Lanes, bx: Lanes, by: Lanes) -> tuple[Lanes, Lanes, Lanes, Lanes]:
    return pick(mask, bx, ax), pick(mask, by, ay), pick(mask, ax, bx), pick(mask, ay, by)
