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
        small = _box_means(frame, *_boxes(frame.shape[0], rows), *_boxes(frame.shape[1], columns))
        return _enlarged(small, _nearest(rows, frame.shape[0]), _nearest(columns, frame.shape[1]))

    return on_frames(corrupt)


def _boxes(length: int, count: int) -> tuple[Ints, Ints]:
    """First and one past the last of the pixels whose centres lie in each of `count` equal parts."""
    edges = np.arange(count + 1) * (length / count)
    whole = np.minimum((edges + 0.5).astype(np.int64), length)
    return whole[:-1], whole[1:]


def _nearest(count: int, length: int) -> Ints:
    """For each of `length` places, which of `count` equal parts it lies in."""
    return np.minimum(((np.arange(length) + 0.5) * (count / length)).astype(np.int64), count - 1)


@kernel
def _box_means(frame: Pixels, top: Ints, bottom: Ints, left: Ints, right: Ints) -> Pixels:
    """Means along rows first, rounded, then along columns, as Pillow does."""
    rows, channels = frame.shape[0], frame.shape[2]
    narrow = np.empty((rows, left.size, channels), np.uint8)
    for row in range(rows):
        for box in range(left.size):
            count = right[box] - left[box]
            for channel in range(channels):
                total = count // 2
                for column in range(left[box], right[box]):
                    total += frame[row, column, channel]
                narrow[row, box, channel] = total // count
    small = np.empty((top.size, left.size, channels), np.uint8)
    for box in range(top.size):
        count = bottom[box] - top[box]
        for column in range(left.size):
            for channel in range(channels):
                total = count // 2
                for row in range(top[box], bottom[box]):
                    total += narrow[row, column, channel]
                small[box, column, channel] = total // count
    return small


@kernel
def _enlarged(small: Pixels, row_of: Ints, column_of: Ints) -> Pixels:
    large = np.empty((row_of.size, column_of.size, small.shape[2]), np.uint8)
    for row in range(row_of.size):
        for column in range(column_of.size):
            for channel in range(small.shape[2]):
                large[row, column, channel] = small[row_of[row], column_of[column], channel]
    return large
