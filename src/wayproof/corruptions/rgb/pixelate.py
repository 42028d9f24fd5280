"""Pixelate: a frame sent at low resolution and blown up again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.kernels import kernel
from wayproof.vocabulary import Context

SCALE = (0.6, 0.5, 0.4, 0.3, 0.25)  # ImageNet-C

Ints = NDArray[np.int32]


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={"share of the resolution left": f"{listed(SCALE)} (ImageNet-C)"},
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
        if setting.parity:
            row_of, column_of = _pillow_nearest(rows, height), _pillow_nearest(columns, width)
            small = _box_means(lines, *_pillow_boxes(rows, height), *_pillow_boxes(columns, width), channels)
        else:
            row_of, column_of = _nearest(rows, height), _nearest(columns, width)
            small = _box_means(lines, *_boxes(rows, row_of), *_boxes(columns, column_of), channels)
        return _enlarged(small, row_of, _places(column_of, channels))

    return on_frames(corrupt)


def _boxes(count: int, part_of: Ints) -> tuple[Ints, Ints]:
    """First place and number of places of each of `count` parts."""
    edges = np.searchsorted(part_of, np.arange(count + 1)).astype(np.int32)
    return edges[:-1], np.diff(edges)


def _pillow_boxes(count: int, length: int) -> tuple[Ints, Ints]:
    """The same as Pillow finds them: a pixel on a border is in the box before it, up to rounding."""
    scale = length / count
    centre = (np.arange(count) + 0.5) * scale
    first = (centre - 0.5 * scale + 0.5).astype(np.int32)
    end = np.minimum((centre + 0.5 * scale + 0.5).astype(np.int32), np.int32(length))
    first += (first - centre + 0.5) * (1.0 / scale) <= -0.5
    end -= (end - 1 - centre + 0.5) * (1.0 / scale) > 0.5
    return first, end - first


def _nearest(count: int, length: int) -> Ints:
    """For each of `length` places, which of `count` equal parts it lies in."""
    return np.minimum(((np.arange(length) + 0.5) * (count / length)).astype(np.int32), np.int32(count - 1))


def _pillow_nearest(count: int, length: int) -> Ints:
    """The same as Pillow counts it: step by step, so that rounding errors decide the ties."""
    places = np.add.accumulate(np.append(0.5 * count / length, np.full(length - 1, count / length)))
    return np.minimum(places.astype(np.int32), np.int32(count - 1))


def _places(columns: Ints, channels: int) -> Ints:
    """Where the values of these columns are in a row that has the channels of a pixel side by side."""
    return np.asarray(columns[:, None] * channels + np.arange(channels), np.int32).reshape(-1)


def _box_means(lines: Pixels, top: Ints, heights: Ints, left: Ints, widths: Ints, channels: int) -> Pixels:
    """Means over boxes of `lines` (rows, values per row), one value per box and channel."""
    return _box_means_of(lines, top, heights, _places(left, channels), np.repeat(widths, channels), channels)


@kernel
def _box_means_of(
    lines: Pixels, top: Ints, heights: Ints, first: Ints, widths: Ints, channels: int
) -> Pixels:
    """Boxes are nearly alike: what the narrowest has is summed in a loop of fixed length, the rest after."""
    small = np.empty((top.size, first.size), np.uint8)
    sums = np.empty(lines.shape[1], np.int32)
    narrowest = widths.min()
    for box in range(top.size):
        sums[:] = 0
        for row in range(top[box], top[box] + heights[box]):
            line = lines[row]
            for place in range(lines.shape[1]):
                sums[place] += np.int32(line[place])
        for k in range(first.size):
            total = np.int32(0)
            for pixel in range(narrowest):
                total += sums[first[k] + pixel * channels]
            for pixel in range(narrowest, widths[k]):
                total += sums[first[k] + pixel * channels]
            small[box, k] = np.uint8(
                np.float32(total) / np.float32(heights[box] * widths[k]) + np.float32(0.5)
            )
    return small


@kernel
def _enlarged(small: Pixels, row_of: Ints, place_of: Ints) -> Pixels:
    large = np.empty((row_of.size, place_of.size), np.uint8)
    for row in range(row_of.size):
        if row > 0 and row_of[row] == row_of[row - 1]:
            for place in range(place_of.size):
                large[row, place] = large[row - 1, place]
        else:
            for place in range(place_of.size):
                large[row, place] = small[row_of[row], place_of[place]]
    return large
