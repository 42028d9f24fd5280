"""Shapes for texture recipes, drawn with smooth edges: polygons, ellipses, lines and text-like bars.

A canvas is uint8 (rows, columns, 3); places are (x, y) in pixels from its top left corner, y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from wayproof.scenes.textures import Rgb
from wayproof.scenes.textures.paint import Pixels

_SHIFT = 4  # OpenCV takes sixteenths of a pixel


def blank(size_px: int, rgb: Rgb) -> Pixels:
    return np.full((size_px, size_px, 3), rgb, np.uint8)


def polygon(canvas: Pixels, points: ArrayLike, rgb: Rgb) -> None:
    """Fill a polygon (n, 2)."""
    cv2.fillPoly(canvas, [_fixed(points)], rgb, cv2.LINE_AA, _SHIFT)


def rectangle(canvas: Pixels, left: float, top: float, right: float, bottom: float, rgb: Rgb) -> None:
    polygon(canvas, [(left, top), (right, top), (right, bottom), (left, bottom)], rgb)


def ellipse(
    canvas: Pixels,
    centre: tuple[float, float],
    radii: tuple[float, float],
    rgb: Rgb,
    *,
    angle_rad: float = 0.0,
) -> None:
    """Fill an ellipse, turned clockwise by an angle."""
    around = np.linspace(0.0, 2 * np.pi, 28, endpoint=False)
    x, y = radii[0] * np.cos(around), radii[1] * np.sin(around)
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    polygon(canvas, np.stack([centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos], axis=1), rgb)


def line(canvas: Pixels, points: ArrayLike, rgb: Rgb, *, width_px: int = 1) -> None:
    """An open line through points (n, 2)."""
    cv2.polylines(canvas, [_fixed(points)], False, rgb, width_px, cv2.LINE_AA, _SHIFT)


def leaf(
    canvas: Pixels, base: tuple[float, float], length: float, width: float, angle_rad: float, rgb: Rgb
) -> None:
    """A pointed leaf that starts at its base and grows in a direction (0 is to the right, clockwise)."""
    along = np.linspace(0.0, 1.0, 9)
    half = width / 2 * np.sin(np.pi * along**0.8)
    x = np.concatenate([along, along[::-1]]) * length
    y = np.concatenate([half, -half[::-1]])
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    polygon(canvas, np.stack([base[0] + x * cos - y * sin, base[1] + x * sin + y * cos], axis=1), rgb)


def text_lines(
    canvas: Pixels,
    box: tuple[float, float, float, float],
    line_px: float,
    rgb: Rgb,
    rng: np.random.Generator,
) -> None:
    """Rows of word-long bars that look like print, in a box (left, top, right, bottom)."""
    left, top, right, bottom = box
    rows = max(int((bottom - top) / line_px), 0)
    for row in range(rows):
        y = top + row * line_px
        x = left
        end = right if rng.random() > 0.15 else left + (right - left) * float(rng.uniform(0.4, 0.9))
        while x < end - line_px:
            word = min(float(rng.uniform(1.2, 4.5)) * line_px * 0.7, end - x)
            rectangle(canvas, x, y, x + word, y + line_px * 0.42, rgb)
            x += word + line_px * 0.5


def vertical_gradient(size_px: int, stops: Sequence[tuple[float, Rgb]]) -> NDArray[np.float32]:
    """A canvas of floats whose colour runs through (height from the top in [0, 1], colour) stops."""
    at = (np.arange(size_px) + 0.5) / size_px
    heights = [height for height, _ in stops]
    columns = [np.interp(at, heights, [rgb[k] for _, rgb in stops]) for k in range(3)]
    column = np.stack(columns, axis=1).astype(np.float32)
    return np.repeat(column[:, None], size_px, axis=1)


def _fixed(points: ArrayLike) -> NDArray[np.int32]:
    sixteenths: NDArray[np.int32] = np.round(np.asarray(points, float) * 2**_SHIFT).astype(np.int32)
    return sixteenths.reshape(-1, 1, 2)
