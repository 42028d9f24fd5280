"""Layers other than colour, read off the visible triangles: depth in metres and labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.rendering.lane_types import LANES
from wayproof.rendering.lanes import (
    gather,
    load,
    mask_bits,
    peek,
    pick,
    spread,
    store,
)
from wayproof.rendering.lens import Canvas, Lens

ONE = np.float32(1.0)
ZERO = np.float32(0.0)
_ALL = (1 << LANES) - 1


@kernel
def depths(lens: Lens, canvas: Canvas, depth_m: NDArray[np.float32]) -> None:
    """Depth along the optical axis, 0 for nothing; `depth_m` has room for eight more at the end."""
    for row in range(lens.height):
        for left in range(0, lens.width, LANES):
            inverse = load(canvas.inverse, row * lens.stride + left)
            store(depth_m, row * lens.width + left, pick(inverse > ZERO, ONE / inverse, ZERO))


@kernel
def labels(
    lens: Lens,
    canvas: Canvas,
    first_id: int,
    count: int,
    of_face: NDArray[np.int32],
    target: NDArray[np.int32],
) -> None:
    """Label the pixels that see triangles first_id to first_id + count.

    The others become 0 if first_id is 0, else they stay. `target` has room for eight more at the end.
    """
    for row in range(lens.height):
        for left in range(0, lens.width, LANES):
            at, pixel = row * lens.stride + left, row * lens.width + left
            ids, first = load(canvas.ids, at) - first_id, peek(canvas.ids, at) - first_id
            if 0 <= first < count and mask_bits(ids == first) == _ALL:
                store(target, pixel, spread(peek(of_face, first)))
                continue
            before = spread(np.int32(0)) if first_id == 0 else load(target, pixel)
            mine = (ids >= 0) & (ids < count)
            if mask_bits(mine) != 0:
                before = pick(mine, gather(of_face, pick(mine, ids, 0)), before)
            store(target, pixel, before)
