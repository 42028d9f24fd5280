"""Paint for texture recipes: from maps of lightness and masks to coloured pixels.

A map is float (s, s); a colour is 8-bit sRGB. Lightness 0 is the colour itself, 0.1 clearly lighter, -0.3 a
deep shadow; steps look about equally strong on dark and on light colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wayproof.kernels import kernel
from wayproof.scenes.textures import Rgb

Map = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Canvas = NDArray[np.float32]

SMALL, LARGE = 128, 256  # edges of the two usual sizes, in pixels


def place(size_px: int) -> tuple[Map, Map]:
    """(x, y) of all pixel centres in [0, 1): x to the right, a row (1, s); y downwards, a column (s, 1)."""
    steps = ((np.arange(size_px) + 0.5) / size_px).astype(np.float32)
    return steps[None, :], steps[:, None]


def shade(rgb: Rgb, lightness: NDArray[Any]) -> Canvas:
    """One colour under a map of lightness, as floats (s, s, 3) that `finish` turns into pixels."""
    return relight(np.asarray(rgb, np.float32).reshape(1, 1, 3), lightness)


def relight(canvas: Canvas, lightness: NDArray[Any]) -> Canvas:
    """A canvas under a map of lightness; pale colours have little left to gain."""
    return _relight(canvas, np.ascontiguousarray(lightness, np.float32))


@kernel
def _relight(canvas: Canvas, lightness: Map) -> Canvas:
    rows, columns = lightness.shape
    many = canvas.shape[0] > 1  # else one colour for all pixels
    lit = np.empty((rows, columns, 3), np.float32)
    for row in range(rows):
        for column in range(columns):
            light = lightness[row, column]
            for channel in range(3):
                colour = canvas[row if many else 0, column if many else 0, channel]
                gain = np.float32(0.75) * colour + np.float32(45.0)
                if light > 0:
                    gain *= min(
                        max((np.float32(270.0) - colour) / np.float32(110.0), np.float32(0.15)),
                        np.float32(1.0),
                    )
                lit[row, column, channel] = colour + light * gain
    return lit


def mix(below: ArrayLike, above: ArrayLike, share: Map) -> Canvas:
    """Two canvases or colours, the second weighted by a map in [0, 1]."""
    first, second = np.asarray(below, np.float32), np.asarray(above, np.float32)
    return first + (second - first) * share[..., None]


def finish(canvas: Canvas) -> Pixels:
    pixels: Pixels = np.clip(canvas + 0.5, 0, 255).astype(np.uint8)
    return pixels


def step(values: NDArray[Any], edge: float, softness: float) -> Map:
    """0 below the edge, 1 above it, with a straight ramp of the given width between."""
    ramp: Map = np.clip((values - edge) / softness + 0.5, 0.0, 1.0).astype(np.float32)
    return ramp


def luminance(rgb: Rgb) -> float:
    return 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]


def scaled(rgb: Rgb, factor: float, *, towards: Rgb = (0, 0, 0)) -> Rgb:
    """The colour moved away from `towards` by a factor: 0.5 is half way, above 1 is further away."""
    r, g, b = (round(min(max(t + (c - t) * factor, 0.0), 255.0)) for c, t in zip(rgb, towards, strict=True))
    return (r, g, b)


def lighter(rgb: Rgb, amount: float) -> Rgb:
    """Part of the way to white."""
    return scaled(rgb, 1.0 - amount, towards=(255, 255, 255))


def darker(rgb: Rgb, amount: float) -> Rgb:
    """Part of the way to black."""
    return scaled(rgb, 1.0 - amount)


def companion(rgb: Rgb, second_rgb: Rgb) -> Rgb:
    """The second colour, or a light or dark tone of the first where the two could not be told apart."""
    difference = float(np.abs(np.subtract(rgb, second_rgb)).sum())
    if difference > 120:
        return second_rgb
    return lighter(rgb, 0.65) if luminance(rgb) < 140 else darker(rgb, 0.45)


def choice(count: int, rng: np.random.Generator, *colours: Rgb) -> int:
    """Which of a few kinds of picture to paint; the colours have a say, so few variants show many kinds."""
    return (int(rng.integers(count)) + sum(sum(rgb) for rgb in colours)) % count


def around(size_px: int, x: float, y: float, reach: float) -> Iterator[tuple[float, float]]:
    """The places (pixels) where a thing of some reach must be drawn so that it wraps around the edges."""
    for shift_y in (-size_px, 0, size_px):
        for shift_x in (-size_px, 0, size_px):
            at_x, at_y = x + shift_x, y + shift_y
            if -reach < at_x < size_px + reach and -reach < at_y < size_px + reach:
                yield at_x, at_y
