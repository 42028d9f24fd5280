"""Overlapping tiles of a picture for networks that judge whole pictures, and their answers as a map."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Mean and deviation of the pictures that OpenAI's CLIP, and with it most image-text networks, was trained on.
CLIP_MEAN = (0.48145466, 0.4578275, 0.40821073)
CLIP_DEVIATION = (0.26862954, 0.26130258, 0.27577711)
IMAGENET_MEAN = (0.485, 0.456, 0.406)
IMAGENET_DEVIATION = (0.229, 0.224, 0.225)


@dataclass(frozen=True)
class Tiling:
    """Tiles as rows of top, left, edge in pixels, on a grid of rows x columns, and the picture's size."""

    tiles: tuple[tuple[int, int, int], ...]
    grid: tuple[int, int]
    size: tuple[int, int]


def tiling(height: int, width: int, *, share: float = 0.5, overlap: float = 0.5) -> Tiling:
    """Square tiles whose edge is a share of the shorter side, overlapping by a share of their edge."""
    edge = max(int(min(height, width) * share), 1)
    step = max(int(edge * (1.0 - overlap)), 1)
    tops = _starts(height, edge, step)
    lefts = _starts(width, edge, step)
    tiles = tuple((top, left, edge) for top in tops for left in lefts)
    return Tiling(tiles, (len(tops), len(lefts)), (height, width))


def cut(
    rgb: NDArray[np.uint8], tiled: Tiling, side_px: int, mean: tuple[float, ...], deviation: tuple[float, ...]
) -> Floats:
    """The tiles as a network wants them: (n, 3, side, side), normalised."""
    parts = [rgb[top : top + edge, left : left + edge] for top, left, edge in tiled.tiles]
    return np.concatenate([normalised(part, (side_px, side_px), mean, deviation) for part in parts])


def normalised(
    rgb: NDArray[np.uint8], size: tuple[int, int], mean: tuple[float, ...], deviation: tuple[float, ...]
) -> Floats:
    """A picture resized to (height, width), as (1, 3, height, width) of about unit deviation."""
    resized = cv2.resize(rgb, size[::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32) / 255.0
    scaled = (resized - np.array(mean, np.float32)) / np.array(deviation, np.float32)
    return np.ascontiguousarray(scaled.transpose(2, 0, 1)[None], np.float32)


def spread(values: NDArray[np.floating], tiled: Tiling) -> Floats:
    """One value per tile as a map over the pixels: the mean of the tiles that a pixel lies in."""
    total, count = np.zeros(tiled.size, np.float64), np.zeros(tiled.size, np.float64)
    for value, (top, left, edge) in zip(values, tiled.tiles, strict=True):
        total[top : top + edge, left : left + edge] += value
        count[top : top + edge, left : left + edge] += 1.0
    return np.asarray(total / np.maximum(count, 1.0), np.float32)


def _starts(length: int, edge: int, step: int) -> list[int]:
    starts = list(range(0, length - edge + 1, step))
    return starts if starts[-1] == length - edge else [*starts, length - edge]
