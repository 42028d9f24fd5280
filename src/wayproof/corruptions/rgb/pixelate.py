"""Pixelate: a frame sent at low resolution and blown up again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Context, Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.kernels import kernel

SCALE = (0.6, 0.5, 0.4, 0.3, 0.25)  # ImageNet-C

Ints = NDArray[np.int64]


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="episode",
    constants={"share of the resolution left": "0.6, 0.5, 0.4, 0.3, 0.25 (ImageNet-C)"},
)
def pixelate(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Shrunk by averaging over boxes, then enlarged by repeating pixels; nothing is drawn."""
    scale = setting.between(*SCALE, zero=1.0)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        rows, columns = (max(1, int(side * scale)) for side in frame.shape[:2])
        channels = frame.shape[2]
        small = _box_means(
            frame.reshape(frame.shape[0], -1),
            _edges(frame.shape[0], rows),
            _edges(frame.shape[1], columns),
            channels,
        )
        # Places along a row count the channels of a pixel one by one.
        place_of = _nearest(columns, frame.shape[1])[:, None] * channels + np.arange(channels)
        return _enlarged(small, _nearest(rows, frame.shape[0]), place_of.reshape(-1))

    return on_frames(corrupt)


def _edges(length: int, count: int) -> Ints:
    """Borders between `count` boxes: each box has the pixels whose centres lie in its equal part."""
    return np.minimum((np.arange(count + 1) * (length / count) + 0.5).astype(np.int64), length)


def _nearest(count: int, length: int) -> Ints:
    """For each of `length` places, which of `count` equal parts it lies in."""
    return np.minimum(((np.arange(length) + 0.5) * (count / length)).astype(np.int64), count - 1)


@kernel
def _box_means(frame: Pixels, row_edges: Ints, column_edges: Ints, channels: int) -> Pixels:
    """`frame` is (rows, values per row); the result too, with one value per box and channel."""
    boxes, length = column_edges.size - 1, frame.shape[1]
    small = np.empty((row_edges.size - 1, boxes * channels), np.uint8)
    column_sums = np.empty(length, np.int32)
    for line in range(row_edges.size - 1):
        column_sums[:] = 0
        for row in range(row_edges[line], row_edges[line + 1]):
            for place in range(length):
                column_sums[place] += np.int32(frame[row, place])
        high = row_edges[line + 1] - row_edges[line]
        for box in range(boxes):
            first, last = column_edges[box] * channels, column_edges[box + 1] * channels
            share = np.float32(1.0) / np.float32(high * (column_edges[box + 1] - column_edges[box]))
            for channel in range(channels):
                total = np.int32(0)
                for place in range(first + channel, last, channels):
                    total += column_sums[place]
                small[line, box * channels + channel] = np.uint8(np.float32(total) * share + np.float32(0.5))
    return small


@kernel
def _enlarged(small: Pixels, row_of: Ints, place_of: Ints) -> Pixels:
    large = np.empty((row_of.size, place_of.size), np.uint8)
    for row in range(row_of.size):
        if row > 0 and row_of[row] == row_of[row - 1]:
            large[row] = large[row - 1]
            continue
        for place in range(place_of.size):
            large[row, place] = small[row_of[row], place_of[place]]
    return large
