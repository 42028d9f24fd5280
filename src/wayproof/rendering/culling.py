"""Which clusters of triangles are worth drawing: those in view, near ones first, unless they are hidden."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import uncounted
from wayproof.rendering.lane_types import LANES, Lanes, Scalar
from wayproof.rendering.lanes import (
    first_bit,
    highest,
    least,
    load,
    lowest,
    mask_bits,
    peek,
    spread,
    store,
)
from wayproof.rendering.lens import NEAR_M, TILE_PX, Canvas, Lens, to_camera

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

HALF = np.float32(0.5)
ZERO = np.float32(0.0)
# Depths are sorted into buckets by their upper bits: the exponent and six bits of the fraction.
BUCKETS = 1024
_DROPPED_BITS = 17
_FIRST_BUCKET = 119 << 6  # depths below 2**-8 m share the first bucket
# Columns of a list of clusters: tiles of the rectangle on the image, number of the cluster, bucket of depth.
LEFT, RIGHT, TOP, BOTTOM, CLUSTER, BUCKET, COLUMNS = 0, 1, 2, 3, 4, 5, 6


@uncounted
def clusters_in_view(
    bounds_m: Floats, lens: Lens, listed: Ints, depth_m: Floats, order: Ints, found: Floats, totals: Ints
) -> int:
    """List the clusters in view; `order` sorts the list from near to far. Returns how many there are.

    bounds_m holds six rows: all lows in x, y, z, then all highs. `found` has room for five times eight;
    `totals` has BUCKETS + 1 zeros.
    """
    padded = len(bounds_m) // 6
    count = 0
    for start in range(0, padded, LANES):
        bits = _eight_in_view(bounds_m, start, padded, lens, found)
        while bits != 0:
            lane = first_bit(bits)
            bits &= bits - 1
            nearest = found[lane]
            depth_m[count] = nearest
            for side in range(4):
                listed[count * COLUMNS + side] = np.int32(found[(side + 1) * LANES + lane]) // TILE_PX
            bucket = (np.float32(nearest).view(np.int32) >> _DROPPED_BITS) - _FIRST_BUCKET
            bucket = min(max(bucket, np.int32(0)), np.int32(BUCKETS - 1))
            listed[count * COLUMNS + CLUSTER] = start + lane
            listed[count * COLUMNS + BUCKET] = bucket
            totals[bucket + 1] += 1
            count += 1
    for upper in range(1, BUCKETS + 1):
        totals[upper] += totals[upper - 1]
    for entry in range(count):
        own = listed[entry * COLUMNS + BUCKET]
        order[totals[own]] = entry
        totals[own] += 1
    return count


@uncounted
def _eight_in_view(bounds_m: Floats, start: int, padded: int, lens: Lens, found: Floats) -> Scalar:
    """Bits of those of eight boxes that reach into view; `found` gets their depth and rectangle in pixels."""
    low_x, low_y, low_z = (
        load(bounds_m, start),
        load(bounds_m, start + padded),
        load(bounds_m, start + 2 * padded),
    )
    high_x = load(bounds_m, start + 3 * padded)
    high_y = load(bounds_m, start + 4 * padded)
    high_z = load(bounds_m, start + 5 * padded)
    x, y, z = to_camera(lens, (low_x + high_x) * HALF, (low_y + high_y) * HALF, (low_z + high_z) * HALF)
    size_x, size_y, size_z = (high_x - low_x) * HALF, (high_y - low_y) * HALF, (high_z - low_z) * HALF
    deep = _reach(lens.ahead_x, lens.ahead_y, lens.ahead_z, size_x, size_y, size_z)
    aside, above = lens.middle_x / lens.focal, lens.middle_y / lens.focal
    right_x, right_y, right_z = lens.ahead_x * aside, lens.ahead_y * aside, lens.ahead_z * aside
    up_x, up_y, up_z = lens.ahead_x * above, lens.ahead_y * above, lens.ahead_z * above
    seen = z + deep >= NEAR_M
    reach = _reach(
        lens.right_x - right_x, lens.right_y - right_y, lens.right_z - right_z, size_x, size_y, size_z
    )
    seen = seen & (x - z * aside <= reach)
    reach = _reach(
        lens.right_x + right_x, lens.right_y + right_y, lens.right_z + right_z, size_x, size_y, size_z
    )
    seen = seen & (x + z * aside + reach >= ZERO)
    reach = _reach(lens.up_x - up_x, lens.up_y - up_y, lens.up_z - up_z, size_x, size_y, size_z)
    seen = seen & (y - z * above <= reach)
    reach = _reach(lens.up_x + up_x, lens.up_y + up_y, lens.up_z + up_z, size_x, size_y, size_z)
    bits = mask_bits(seen & (y + z * above + reach >= ZERO))
    if bits != 0:
        store(found, 0, highest(z - deep, ZERO))
        _rectangles(low_x, low_y, low_z, high_x, high_y, high_z, lens, found)
    return bits


@uncounted
def _reach(x: Scalar, y: Scalar, z: Scalar, size_x: Lanes, size_y: Lanes, size_z: Lanes) -> Lanes:
    """How far a box of the given half sizes reaches along a direction from its middle."""
    return size_x * abs(x) + size_y * abs(y) + size_z * abs(z)


@uncounted
def _rectangles(
    low_x: Lanes,
    low_y: Lanes,
    low_z: Lanes,
    high_x: Lanes,
    high_y: Lanes,
    high_z: Lanes,
    lens: Lens,
    found: Floats,
) -> None:
    """Bounds in the image of eight boxes; only right for those wholly in front of the near plane."""
    left, top = spread(np.float32(1e9)), spread(np.float32(1e9))
    right, bottom = spread(np.float32(-1e9)), spread(np.float32(-1e9))
    for corner in range(8):
        x = low_x if corner & 1 else high_x
        y = low_y if corner & 2 else high_y
        z = low_z if corner & 4 else high_z
        x, y, z = to_camera(lens, x, y, z)
        scale = lens.focal / z
        x, y = x * scale + lens.middle_x, lens.middle_y - y * scale
        left, right = lowest(left, x), highest(right, x)
        top, bottom = lowest(top, y), highest(bottom, y)
    store(found, LANES, highest(left, ZERO))
    store(found, 2 * LANES, lowest(right, np.float32(lens.width - 1)))
    store(found, 3 * LANES, highest(top, ZERO))
    store(found, 4 * LANES, lowest(bottom, np.float32(lens.height - 1)))


@uncounted
def is_hidden(listed: Ints, entry: int, depth_m: Scalar, lens: Lens, canvas: Canvas) -> bool:
    """Whether all that was drawn so far in a cluster's rectangle is nearer than the cluster.

    The bound kept for a tile may be out of date, which is safe; it is renewed only when it fails to hide.
    """
    limit = np.float32(1.0) / depth_m
    across = lens.stride // TILE_PX
    at = entry * COLUMNS
    for row in range(peek(listed, at + TOP), peek(listed, at + BOTTOM) + 1):
        for column in range(peek(listed, at + LEFT), peek(listed, at + RIGHT) + 1):
            tile = row * across + column
            if peek(canvas.farthest, tile) < limit:
                farthest = _farthest_in_tile(
                    canvas.inverse, (row * lens.stride + column) * TILE_PX, lens.stride
                )
                canvas.farthest[tile] = farthest
                if farthest < limit:
                    return False
    return True


@uncounted
def _farthest_in_tile(inverse: Floats, start: int, stride: int) -> Scalar:
    smallest = load(inverse, start)
    for row in range(1, TILE_PX):
        smallest = lowest(smallest, load(inverse, start + row * stride))
    return least(smallest)
