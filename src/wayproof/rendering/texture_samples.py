"""What is needed to read a texture under eight pixels, and the colour that comes of it.

The two halves are apart so that `shading` can prepare many samples before it reads the first texel: a read
that waits for memory then holds up nothing. One level of the texture's pyramid per pixel, chosen by the area
of texture that the pixel covers, with bilinear filtering inside the level in 8-bit fixed point.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import uncounted
from wayproof.rendering.lane_types import LANES, Lanes
from wayproof.rendering.lanes import (
    bits_of,
    from_bits,
    highest,
    load,
    lowest,
    spread,
    store,
    unsigned_shift,
    whole,
)
from wayproof.rendering.surface_maps import START_UNIT
from wayproof.rendering.texel_pairs import texel_pairs

Ints = NDArray[np.int32]
Words = NDArray[np.uint32]

# Rows of eight in a sample: place in the pool of the upper left of four texels and of the one below it; share
# of the right and of the lower texels in 1 / 256; light times 256.
UPPER, LOWER, SHARE_X, SHARE_Y, RED_LIGHT, GREEN_LIGHT, BLUE_LIGHT, SAMPLE = range(0, 8 * LANES, LANES)

HALF = np.float32(0.5)
ZERO = np.float32(0.0)
_RED_BLUE = 0xFF00FF
_LEVEL_STARTS = 0x55555555  # its lowest 2 k bits are (4**k - 1) / 3, see `texels`
_MOST_LIGHT = np.float32(65535.0)
_EXPONENT = 23  # bits below the exponent of a float32
_BIAS = 127

# Texture coordinates in tiles, light times 256 in three colours, the start of the texture in the pool in
# units of START_UNIT, log2 of its edge, and texels of the full texture under the pixel.
Channels = tuple[Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes]


@uncounted
def prepare_sample(channels: Channels, samples: Ints, at: int) -> None:
    """Write down at samples[at : at + SAMPLE] what eight pixels will read and how it is lit."""
    across, down, red_light, green_light, blue_light, start, log2, texels_under = channels
    level = _level(texels_under, whole(log2))
    scale = from_bits((level + (_BIAS + 8)) << _EXPONENT)
    x, y = whole(across * scale) - 128, whole(down * scale) - 128
    one = spread(np.int32(1))
    edge = one << level
    left, top = (x >> 8) & (edge - 1), (y >> 8) & (edge - 1)
    level_start = (((one << (level + level)) - 1) & _LEVEL_STARTS) + (edge + edge - 2) + level
    upper = whole(start) * START_UNIT + level_start + (top << level) + top + left
    store(samples, at + UPPER, upper)
    store(samples, at + LOWER, upper + edge + 1)
    store(samples, at + SHARE_X, x & 255)
    store(samples, at + SHARE_Y, y & 255)
    store(samples, at + RED_LIGHT, _light(red_light))
    store(samples, at + GREEN_LIGHT, _light(green_light))
    store(samples, at + BLUE_LIGHT, _light(blue_light))


@uncounted
def _level(texels_under: Lanes, log2: Lanes) -> Lanes:
    """log2 of the edge of the pyramid level to read."""
    halvings = ((bits_of(texels_under) >> _EXPONENT) - (_BIAS - 1)) >> 1
    return log2 - lowest(highest(halvings, 0), log2)


@uncounted
def _light(light: Lanes) -> Lanes:
    return whole(lowest(highest(light + HALF, ZERO), _MOST_LIGHT))


@uncounted
def colour_of_sample(samples: Ints, at: int, texels: Words) -> Lanes:
    """The colours of eight pixels as 0x00BBGGRR."""
    red_blue, green = _bilinear(samples, at, texels)
    red = _lit(red_blue & 0xFFFF, load(samples, at + RED_LIGHT))
    green = _lit(green, load(samples, at + GREEN_LIGHT))
    blue = _lit(unsigned_shift(red_blue, 16), load(samples, at + BLUE_LIGHT))
    return red | (green << 8) | (blue << 16)


@uncounted
def _bilinear(samples: Ints, at: int, texels: Words) -> tuple[Lanes, Lanes]:
    """256 times the weighted mean of four texels: red in the lower and blue in the upper half, and green."""
    share_x, share_y = load(samples, at + SHARE_X), load(samples, at + SHARE_Y)
    weight_11 = (share_x * share_y) >> 8
    weight_10, weight_01 = share_x - weight_11, share_y - weight_11
    texel_00, texel_10 = texel_pairs(texels, samples, at + UPPER)
    texel_01, texel_11 = texel_pairs(texels, samples, at + LOWER)
    red_blue, green = _weighted(texel_00, 256 - share_x - weight_01)
    more_red_blue, more_green = _weighted(texel_10, weight_10)
    red_blue, green = red_blue + more_red_blue, green + more_green
    more_red_blue, more_green = _weighted(texel_01, weight_01)
    red_blue, green = red_blue + more_red_blue, green + more_green
    more_red_blue, more_green = _weighted(texel_11, weight_11)
    return red_blue + more_red_blue, green + more_green


@uncounted
def _weighted(texel: Lanes, weight: Lanes) -> tuple[Lanes, Lanes]:
    return (texel & _RED_BLUE) * weight, ((texel >> 8) & 255) * weight


@uncounted
def _lit(value: Lanes, light: Lanes) -> Lanes:
    """An 8-bit channel from 256 times its texture value and 256 times its light."""
    return lowest(unsigned_shift(value * light + 32768, 16), 255)
