"""Which triangle does each pixel see, and how far away is it: the rasteriser.

A batch is drawn cluster by cluster, near ones first, skipping those that are out of view or hidden. Each
pixel keeps the inverse depth and the number of the nearest triangle; colours come later, once per pixel, in
`shading`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel, uncounted
from wayproof.rendering.clipping import draw_clipped
from wayproof.rendering.culling import BUCKETS, CLUSTER, COLUMNS, clusters_in_view, is_hidden
from wayproof.rendering.lane_types import LANES
from wayproof.rendering.lanes import (
    first_bit,
    prefetch,
)
from wayproof.rendering.lens import NEAR_M, Canvas, Lens
from wayproof.rendering.short_triangles import fill_two_rows, short_ones, sketch_two_rows
from wayproof.rendering.spans import SKETCH_FLOATS, SKETCH_INTS, fill
from wayproof.rendering.triangles import BLOCK_ROWS, TEXEL_AREA, sketch_eight

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

_LINE_FLOATS = 16
# Clusters that are on their way from memory. Measured: two are too few, three to six make no difference.
AHEAD = 4


@kernel
def draw(
    blocks: Floats, bounds_m: Floats, leaf: int, two_sided: bool, first_id: int, lens: Lens, canvas: Canvas
) -> None:
    """Draw all triangles of a batch that can be seen; their ids count from `first_id`."""
    most = len(bounds_m) // 6
    listed, order = np.empty(most * COLUMNS, np.int32), np.empty(most, np.int32)
    depth_m, totals = np.empty(most, np.float32), np.zeros(BUCKETS + 1, np.int32)
    floats, ints = np.empty(SKETCH_FLOATS, np.float32), np.empty(SKETCH_INTS, np.int32)
    _draw_clusters(
        blocks,
        bounds_m,
        leaf,
        two_sided,
        first_id,
        lens,
        canvas,
        listed,
        order,
        depth_m,
        totals,
        floats,
        ints,
    )


@uncounted
def _draw_clusters(
    blocks: Floats, bounds_m: Floats, leaf: int, two_sided: bool, first_id: int, lens: Lens, canvas: Canvas,
    listed: Ints, order: Ints, depth_m: Floats, totals: Ints, floats: Floats, ints: Ints,
) -> None:  # fmt: skip
    count = clusters_in_view(bounds_m, lens, listed, depth_m, order, floats, totals)
    looked_at, found, drawn = 0, 0, 0
    while True:
        # Those in sight move to the front of `order`. What the clusters at hand will hide of them is not yet
        # known: a few tests less, and as right.
        while found - drawn < AHEAD and looked_at < count:
            looked_at = _next_in_sight(looked_at, count, listed, depth_m, order, lens, canvas)
            if looked_at < count:
                _fetch(blocks, listed[order[looked_at] * COLUMNS + CLUSTER], leaf, canvas)
                order[found] = order[looked_at]
                found, looked_at = found + 1, looked_at + 1
        if drawn == found:
            return
        cluster = listed[order[drawn] * COLUMNS + CLUSTER]
        _draw_cluster(blocks, cluster, leaf, two_sided, first_id, lens, canvas, floats, ints)
        drawn += 1


@uncounted
def _next_in_sight(
    position: int, count: int, listed: Ints, depth_m: Floats, order: Ints, lens: Lens, canvas: Canvas
) -> int:
    """The first cluster from a position on that is not hidden; `count` if there is none."""
    for following in range(position, count):
        entry = order[following]
        # The rectangle of what crosses the near plane may be anything, even no number at all.
        if depth_m[entry] <= NEAR_M or not is_hidden(listed, entry, depth_m[entry], lens, canvas):
            return following
    return count


@uncounted
def _fetch(blocks: Floats, cluster: int, leaf: int, canvas: Canvas) -> None:
    """Bring a cluster into the cache while others are drawn; in a dense scene memory is what takes time."""
    rows = BLOCK_ROWS if len(canvas.footprint) > 0 else TEXEL_AREA
    start = cluster * BLOCK_ROWS * leaf
    for line in range(start, start + rows * leaf, _LINE_FLOATS):
        prefetch(blocks, line)


@uncounted
def _draw_cluster(
    blocks: Floats, cluster: int, leaf: int, two_sided: bool, first_id: int, lens: Lens, canvas: Canvas,
    floats: Floats, ints: Ints,
) -> None:  # fmt: skip
    for lane_0 in range(0, leaf, LANES):
        at = cluster * BLOCK_ROWS * leaf + lane_0
        number = np.int32(first_id + cluster * leaf + lane_0)
        bits, unsafe = sketch_eight(blocks, at, leaf, two_sided, number, lens, canvas, floats, ints)
        short = short_ones(ints, bits)
        if short != 0:
            bits &= sketch_two_rows(floats, ints, lens) | ~short
        while bits != 0:
            lane = first_bit(bits)
            bits &= bits - 1
            if (short >> lane) & 1 != 0:
                fill_two_rows(floats, ints, lane, np.int32(number + lane), lens, canvas)
            else:
                fill(floats, ints, lane, np.int32(number + lane), lens, canvas)
        while unsafe != 0:
            lane = first_bit(unsafe)
            unsafe &= unsafe - 1
            draw_clipped(blocks, at + lane, leaf, two_sided, np.int32(number + lane), lens, canvas)
