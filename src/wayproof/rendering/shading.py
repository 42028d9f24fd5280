"""From visible triangles to colours: texture times light, eight pixels at a time.

One level of the texture's pyramid per pixel, chosen by the area of texture that the pixel covers, with
bilinear filtering inside the level in 8-bit fixed point.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import inlined, kernel
from wayproof.rendering.lane_types import LANES, Lanes, Scalar
from wayproof.rendering.lanes import (
    bits_of,
    counting,
    from_bits,
    gather,
    highest,
    load,
    lowest,
    mask_bits,
    peek,
    pick,
    prefetch,
    real,
    spread,
    store,
    transposed,
    unsigned_shift,
    whole,
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
    START_UNIT,
)

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Words = NDArray[np.uint32]

ONE = np.float32(1.0)
ZERO = np.float32(0.0)
HALF = np.float32(0.5)
_ALL = (1 << LANES) - 1
_RED_BLUE = 0xFF00FF
_LEVEL_STARTS = 0x55555555  # its lowest 2 k bits are (4**k - 1) / 3, where level k of a pyramid starts
_MOST_LIGHT = np.float32(65535.0)
_EXPONENT = 23  # bits below the exponent of a float32
_BIAS = 127

# The channels of a record, with the footprint in the place of the unused one.
Channels = tuple[Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes]


@kernel
def shade(
    lens: Lens, canvas: Canvas, first_id: int, count: int, surfaces: Floats, texels: Words, colours: Words
) -> None:
    """Colour, as 0x00BBGGRR, the pixels that see triangles first_id to first_id + count.

    The others become 0 if first_id is 0, else they stay. colours: one word per pixel, rows without gap, and
    room for eight more at the end.
    """
    point, numbers = np.empty(3 * LANES, np.float32), np.empty(LANES, np.int32)
    step = ONE / lens.focal
    right_x, right_y, right_z = lens.right_x * step, lens.right_y * step, lens.right_z * step
    for row in range(lens.height):
        aside, above = HALF - lens.middle_x, (lens.middle_y - np.float32(row) - HALF) * step
        x = lens.ahead_x + above * lens.up_x + aside * right_x
        y = lens.ahead_y + above * lens.up_y + aside * right_y
        z = lens.ahead_z + above * lens.up_z + aside * right_z
        for left in range(0, lens.width, LANES):
            at = row * lens.stride + left
            ids = load(canvas.ids, at) - first_id
            mine = (ids >= 0) & (ids < count)
            pixel = row * lens.width + left
            before = spread(np.int32(0)) if first_id == 0 else load(colours, pixel)
            if mask_bits(mine) == 0:
                store(colours, pixel, before)
                continue
            depth = pick(mine, ONE / load(canvas.inverse, at), ZERO)
            columns = real(counting() + left)
            store(point, 0, (columns * right_x + x) * depth + lens.eye_x)
            store(point, LANES, (columns * right_y + y) * depth + lens.eye_y)
            store(point, 2 * LANES, (columns * right_z + z) * depth + lens.eye_z)
            store(numbers, 0, pick(mine, ids, 0))
            channels = _channels(surfaces, numbers, point, canvas, first_id, at + lens.stride)
            colour = _colour(channels, depth * depth * depth, texels)
            store(colours, pixel, pick(mine, colour, before))


@inlined
def _channels(
    surfaces: Floats, numbers: Ints, point: Floats, canvas: Canvas, first_id: int, below: int
) -> Channels:
    """The channels of eight pixels: of one triangle at eight points if all see the same, else one by one."""
    ids, first = load(numbers, 0), peek(numbers, 0)
    if mask_bits(ids == first) == _ALL:
        return _shared(surfaces, first * RECORD, point, peek(canvas.footprint, first_id + first))
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
    return across, down, red, green, blue, start, log2, gather(canvas.footprint, ids + first_id)


@inlined
def _shared(surfaces: Floats, at: int, point: Floats, footprint: Scalar) -> Channels:
    x, y, z = load(point, 0), load(point, LANES), load(point, 2 * LANES)
    constant = at + 3 * CHANNELS
    return (
        _affine(surfaces, at + ACROSS, x, y, z),
        _affine(surfaces, at + DOWN, x, y, z),
        _affine(surfaces, at + RED, x, y, z),
        _affine(surfaces, at + GREEN, x, y, z),
        _affine(surfaces, at + BLUE, x, y, z),
        spread(peek(surfaces, constant + START)),
        spread(peek(surfaces, constant + LOG2)),
        spread(footprint),
    )


@inlined
def _affine(surfaces: Floats, at: int, x: Lanes, y: Lanes, z: Lanes) -> Lanes:
    across, up = peek(surfaces, at), peek(surfaces, at + CHANNELS)
    along, constant = peek(surfaces, at + 2 * CHANNELS), peek(surfaces, at + 3 * CHANNELS)
    return x * across + y * up + z * along + constant


@inlined
def _record(surfaces: Floats, numbers: Ints, point: Floats, lane: int) -> Lanes:
    at = peek(numbers, lane) * RECORD
    x, y, z = peek(point, lane), peek(point, lane + LANES), peek(point, lane + 2 * LANES)
    total = load(surfaces, at) * x + load(surfaces, at + CHANNELS) * y + load(surfaces, at + 2 * CHANNELS) * z
    return total + load(surfaces, at + 3 * CHANNELS)


@inlined
def _colour(channels: Channels, depth_cubed: Lanes, texels: Words) -> Lanes:
    across, down, red_light, green_light, blue_light, start, log2, footprint = channels
    level = _level(footprint * depth_cubed, whole(log2))
    red_blue, green = _bilinear(across, down, whole(start) * START_UNIT, level, texels)
    red = _lit(red_blue & 0xFFFF, red_light)
    blue = _lit(unsigned_shift(red_blue, 16), blue_light)
    return red | (_lit(green, green_light) << 8) | (blue << 16)


@inlined
def _level(footprint: Lanes, log2: Lanes) -> Lanes:
    """log2 of the edge of the pyramid level to read, for a footprint in texels of the full texture."""
    halvings = ((bits_of(footprint) >> _EXPONENT) - (_BIAS - 1)) >> 1
    return log2 - lowest(highest(halvings, 0), log2)


@inlined
def _bilinear(across: Lanes, down: Lanes, start: Lanes, level: Lanes, texels: Words) -> tuple[Lanes, Lanes]:
    """256 times the weighted mean of four texels: red in the lower and blue in the upper half, and green."""
    scale = from_bits((level + (_BIAS + 8)) << _EXPONENT)
    x, y = whole(across * scale) - 128, whole(down * scale) - 128
    one = spread(np.int32(1))
    mask = (one << level) - 1
    left, top = (x >> 8) & mask, (y >> 8) & mask
    start = start + (((one << (level + level)) - 1) & _LEVEL_STARTS)
    upper, lower = start + (top << level), start + (((top + 1) & mask) << level)
    right = (left + 1) & mask
    share_x, share_y = x & 255, y & 255
    weight_11 = (share_x * share_y) >> 8
    weight_10, weight_01 = share_x - weight_11, share_y - weight_11
    red_blue, green = _weighted(gather(texels, upper + left), 256 - share_x - weight_01)
    more_red_blue, more_green = _weighted(gather(texels, upper + right), weight_10)
    red_blue, green = red_blue + more_red_blue, green + more_green
    more_red_blue, more_green = _weighted(gather(texels, lower + left), weight_01)
    red_blue, green = red_blue + more_red_blue, green + more_green
    more_red_blue, more_green = _weighted(gather(texels, lower + right), weight_11)
    return red_blue + more_red_blue, green + more_green


@inlined
def _weighted(texel: Lanes, weight: Lanes) -> tuple[Lanes, Lanes]:
    return (texel & _RED_BLUE) * weight, ((texel >> 8) & 255) * weight


@inlined
def _lit(value: Lanes, light: Lanes) -> Lanes:
    """An 8-bit channel from 256 times its texture value and 256 times its light."""
    level = whole(lowest(highest(light + HALF, ZERO), _MOST_LIGHT))
    return lowest(unsigned_shift(value * level + 32768, 16), 255)
