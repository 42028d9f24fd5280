"""Pixelate: a frame sent at low resolution and blown up again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Context, Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.kernels import kernel

SCALE = (0.6, 0.5, 0.4, 0.3, 0.25)  # ImageNet-C

Ints = NDArray[np.int32]


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={"share of the resolution left": "0.6, 0.5, 0.4, 0.3, 0.25 (ImageNet-C)"},
)
def pixelate(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Shrunk by averaging over boxes, then enlarged by repeating pixels; nothing is drawn.

    In parity a pixel on the border of two boxes is averaged into one and shown as the other, as Pillow does
    it; fixed shows every pixel as the mean of the box that it is in.
    """
    scale = setting.between(*SCALE, zero=1.0)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        height, width, channels = frame.shape
        rows, columns = max(1, int(height * scale)), max(1, int(width * scale))
        lines = frame.reshape(height, width * channels)
        row_of, column_of = _nearest(rows, height), _nearest(columns, width)
        if setting.parity:
            small = _box_means(lines, _pillow_edges(rows, height), _pillow_edges(columns, width), channels)
        else:
            small = _box_means(lines, _edges(rows, row_of), _edges(columns, column_of), channels)
        return _enlarged(small, row_of, _places(column_of, channels))

    return on_frames(corrupt)


def _edges(count: int, part_of: Ints) -> Ints:
    """The first place of each of `count` parts, and the end."""
    return np.searchsorted(part_of, np.arange(count + 1)).astype(np.int32)


def _pillow_edges(count: int, length: int) -> Ints:
    """Pillow's borders between boxes: a pixel whose centre is on a border belongs to the box before it."""
    return np.minimum((np.arange(count + 1) * (length / count) + 0.5).astype(np.int32), np.int32(length))


def _nearest(count: int, length: int) -> Ints:
    """For each of `length` places, which of `count` equal parts it lies in."""
    return np.minimum(((np.arange(length) + 0.5) * (count / length)).astype(np.int32), np.int32(count - 1))


def _places(columns: Ints, channels: int) -> Ints:
    """Where the values of these columns are in a row that has the channels of a pixel side by side."""
    return np.asarray(columns[:, None] * channels + np.arange(channels), np.int32).reshape(-1)


def _box_means(lines: Pixels, row_edges: Ints, column_edges: Ints, channels: int) -> Pixels:
    """Means over boxes of `lines` (rows, values per row), one value per box and channel."""
    widths = np.repeat(np.diff(column_edges), channels)
    return _box_means_of(lines, row_edges, _places(column_edges[:-1], channels), widths, channels)


@kernel
def _box_means_of(lines: Pixels, row_edges: Ints, first: Ints, widths: Ints, channels: int) -> Pixels:
    """Widths differ by one at most: all boxes take the narrowest, and the wider ones one pixel more."""
    small = np.empty((row_edges.size - 1, first.size), np.uint8)
    sums = np.zeros(lines.shape[1] + channels, np.int32)  # a pixel more, so that all may look there
    narrowest = widths.min()
    for box in range(row_edges.size - 1):
        sums[: lines.shape[1]] = 0
        for row in range(row_edges[box], row_edges[box + 1]):
            line = lines[row]
            for place in range(lines.shape[1]):
                sums[place] += np.int32(line[place])
        high = np.float32(row_edges[box + 1] - row_edges[box])
        for k in range(first.size):
            total = np.int32(0)
            for pixel in range(narrowest):
                total += sums[first[k] + pixel * channels]
            total += sums[first[k] + narrowest * channels] * np.int32(widths[k] - narrowest)
            small[box, k] = np.uint8(np.float32(total) / (high * np.float32(widths[k])) + np.float32(0.5))
    return small


@kernel
def _enlarged(small: Pixels, row_of: Ints, place_of: Ints) -> Pixels:
    large = np.empty((row_of.size, place_of.size), np.uint8)
    for row in range(row_of.size):
        if row > 0 and row_of[row] == row_of[row - 1]:
            large[row] = large[row - 1]
            continue
        source = small[row_of[row]]
        for place in range(place_of.size):
            large[row, place] = source[place_of[place]]
    return large
