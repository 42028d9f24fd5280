"""From visible triangles to colours: texture times light, eight pixels at a time.

A run of pixels is looked up before its first texel is read, see `texture_samples`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel, uncounted
from wayproof.rendering.lane_types import LANES, Lanes, Scalar
from wayproof.rendering.lanes import (
    counting,
    gather,
    load,
    mask_bits,
    peek,
    pick,
    prefetch,
    real,
    spread,
    store,
    transposed,
)
from wayproof.rendering.lens import Canvas, Lens
from wayproof.rendering.surface_maps import (
    ACROSS,
    BLUE,
    CHANNELS,
    DOWN,
    GREEN,
    LOG2,
    RECORD,
    RED,
    START,
)
from wayproof.rendering.texture_samples import SAMPLE, Channels, colour_of_sample, prepare_sample

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Words = NDArray[np.uint32]

ONE = np.float32(1.0)
ZERO = np.float32(0.0)
HALF = np.float32(0.5)
_ALL = (1 << LANES) - 1
# How many eights are looked up before the first of them reads its texels; few enough for the nearest cache.
_RUN = 8


@kernel
def shade(
    lens: Lens, canvas: Canvas, first_id: int, count: int, surfaces: Floats, texels: Words, colours: Words
) -> None:
    """Colour, as 0x00BBGGRR, the pixels that see triangles first_id to first_id + count.

    The others become 0 if first_id is 0, else they stay. colours: one word per pixel, rows without gap, and
    room for eight more at the end.
    """
    point, numbers = np.empty(3 * LANES, np.float32), np.empty(LANES, np.int32)
    samples, lefts = np.empty(_RUN * SAMPLE, np.int32), np.empty(_RUN, np.int32)
    _shade_rows(
        lens, canvas, first_id, count, surfaces, texels, colours, point, numbers, samples, lefts
    )  # fmt: skip


@uncounted
def _shade_rows(
    lens: Lens, canvas: Canvas, first_id: int, count: int, surfaces: Floats, texels: Words, colours: Words,
    point: Floats, numbers: Ints, samples: Ints, lefts: Ints,
) -> None:  # fmt: skip
    for row in range(lens.height):
        for start in range(0, lens.width, _RUN * LANES):
            found = _look_up(
                row, start, lens, canvas, first_id, count, surfaces, colours, point, numbers, samples, lefts
            )
            for place in range(found):
                left = peek(lefts, place)
                colour = colour_of_sample(samples, place * SAMPLE, texels)
                ids = load(canvas.ids, row * lens.stride + left) - first_id
                pixel = row * lens.width + left
                before = spread(np.int32(0)) if first_id == 0 else load(colours, pixel)
                store(colours, pixel, pick((ids >= 0) & (ids < count), colour, before))


@uncounted
def _look_up(
    row: int, start: int, lens: Lens, canvas: Canvas, first_id: int, count: int, surfaces: Floats,
    colours: Words, point: Floats, numbers: Ints, samples: Ints, lefts: Ints,
) -> int:  # fmt: skip
    """Prepare the samples of the eights of a run that see the batch; returns how many, `lefts` has which."""
    found = 0
    for left in range(start, min(start + _RUN * LANES, lens.width), LANES):
        at = row * lens.stride + left
        ids = load(canvas.ids, at) - first_id
        mine = (ids >= 0) & (ids < count)
        if mask_bits(mine) == 0:
            if first_id == 0:
                store(colours, row * lens.width + left, spread(np.int32(0)))
            continue
        depth = pick(mine, ONE / load(canvas.inverse, at), ZERO)
        x, y, z = _points(row, left, depth, lens)
        first = peek(canvas.ids, at) - first_id
        cubed = depth * depth * depth
        if mask_bits(ids == first) == _ALL:
            channels = _shared(surfaces, first, x, y, z, cubed, canvas, first_id)
        else:
            store(point, 0, x)
            store(point, LANES, y)
            store(point, 2 * LANES, z)
            store(numbers, 0, pick(mine, ids, 0))
            channels = _mixed(surfaces, numbers, point, cubed, canvas, first_id, at + lens.stride)
        prepare_sample(channels, samples, found * SAMPLE)
        lefts[found] = left
        found += 1
    return found


@uncounted
def _points(row: int, left: int, depth: Lanes, lens: Lens) -> tuple[Lanes, Lanes, Lanes]:
    """What eight pixels see, in the world."""
    step = ONE / lens.focal
    right_x, right_y, right_z = lens.right_x * step, lens.right_y * step, lens.right_z * step
    aside, above = HALF - lens.middle_x, (lens.middle_y - np.float32(row) - HALF) * step
    x = lens.ahead_x + above * lens.up_x + aside * right_x
    y = lens.ahead_y + above * lens.up_y + aside * right_y
    z = lens.ahead_z + above * lens.up_z + aside * right_z
    columns = real(counting() + left)
    return (
        (columns * right_x + x) * depth + lens.eye_x,
        (columns * right_y + y) * depth + lens.eye_y,
        (columns * right_z + z) * depth + lens.eye_z,
    )


@uncounted
def _shared(
    surfaces: Floats, number: Scalar, x: Lanes, y: Lanes, z: Lanes, cubed: Lanes, canvas: Canvas,
    first_id: int,
) -> Channels:  # fmt: skip
    """The channels at eight points of one triangle."""
    at = number * RECORD
    constant = at + 3 * CHANNELS
    return (
        _affine(surfaces, at + ACROSS, x, y, z),
        _affine(surfaces, at + DOWN, x, y, z),
        _affine(surfaces, at + RED, x, y, z),
        _affine(surfaces, at + GREEN, x, y, z),
        _affine(surfaces, at + BLUE, x, y, z),
        spread(peek(surfaces, constant + START)),
        spread(peek(surfaces, constant + LOG2)),
        spread(peek(canvas.footprint, first_id + number)) * cubed,
    )


@uncounted
def _affine(surfaces: Floats, at: int, x: Lanes, y: Lanes, z: Lanes) -> Lanes:
    across, up = peek(surfaces, at), peek(surfaces, at + CHANNELS)
    along, constant = peek(surfaces, at + 2 * CHANNELS), peek(surfaces, at + 3 * CHANNELS)
    return x * across + y * up + z * along + constant


@uncounted
def _mixed(
    surfaces: Floats, numbers: Ints, point: Floats, cubed: Lanes, canvas: Canvas, first_id: int, below: int
) -> Channels:
    """The channels of eight pixels that see different triangles, one by one."""
    # The pixels below mostly see triangles that no cache holds yet. Two pixels rarely see three of them.
    for lane in range(0, LANES, 2):
        soon = max(peek(canvas.ids, below + lane) - first_id, 0) * RECORD
        prefetch(surfaces, soon)
        prefetch(surfaces, soon + RECORD // 2)
    across, down, red, green, blue, start, log2, _ = transposed(
        _record(surfaces, numbers, point, 0),
        _record(surfaces, numbers, point, 1),
        _record(surfaces, numbers, point, 2),
        _record(surfaces, numbers, point, 3),
        _record(surfaces, numbers, point, 4),
        _record(surfaces, numbers, point, 5),
        _record(surfaces, numbers, point, 6),
        _record(surfaces, numbers, point, 7),
    )
    footprint = gather(canvas.footprint, load(numbers, 0) + first_id)
    return across, down, red, green, blue, start, log2, footprint * cubed


@uncounted
def _record(surfaces: Floats, numbers: Ints, point: Floats, lane: int) -> Lanes:
    at = peek(numbers, lane) * RECORD
    x, y, z = peek(point, lane), peek(point, lane + LANES), peek(point, lane + 2 * LANES)
    total = load(surfaces, at) * x + load(surfaces, at + CHANNELS) * y + load(surfaces, at + 2 * CHANNELS) * z
    return total + load(surfaces, at + 3 * CHANNELS)
