"""Blur by any small pattern: the weighted sum of shifted copies of the frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.rgb.frame_form import Pixels
from wayproof.kernels import kernel

Ints = NDArray[np.int64]

_ONE = 1 << 16


@dataclass(frozen=True)
class Taps:
    """Where the copies are taken from, relative to the pixel, and their weights, which sum to about 1."""

    down_px: Ints
    right_px: Ints
    weight: NDArray[np.float64]


def along_line(distance_px: NDArray[np.float64], weight: NDArray[np.float64], angle_rad: float) -> Taps:
    """Taps at distances along a line; halves are rounded down, as the references do."""
    down = np.ceil(distance_px * np.sin(angle_rad) - 0.5).astype(np.int64)
    right = np.ceil(distance_px * np.cos(angle_rad) - 0.5).astype(np.int64)
    return Taps(down, right, weight)


def of_kernel(weights: NDArray[np.float32]) -> Taps:
    """The taps of a square kernel with an odd side, without those too light to count."""
    down, right = np.nonzero(weights > 1e-6)
    reach = weights.shape[0] // 2
    return Taps(down - reach, right - reach, weights[down, right].astype(np.float64))


def blurred(
    frame: Pixels, taps: Taps, *, truncate: bool = False, border: int = cv2.BORDER_REPLICATE
) -> Pixels:
    """The sum of the shifted copies in whole grey levels; `border` is one of OpenCV's."""
    down, right = int(np.abs(taps.down_px).max()), int(np.abs(taps.right_px).max())
    padded = cv2.copyMakeBorder(frame, down, down, right, right, border)
    weight = np.rint(taps.weight * _ONE).astype(np.int32)
    # What rounding took or gave goes to the heaviest tap, so that a plain wall keeps its grey.
    weight[weight.argmax()] += round(float(taps.weight.sum()) * _ONE) - int(weight.sum())
    result = _sum_of_taps(
        np.asarray(padded, np.uint8).reshape(padded.shape[0], -1),
        (taps.down_px + down).astype(np.int64),
        ((taps.right_px + right) * frame.shape[2]).astype(np.int64),
        weight,
        frame.shape[0],
        frame.shape[1] * frame.shape[2],
        np.int32(0 if truncate else _ONE // 2),
    )
    return result.reshape(frame.shape)


@kernel
def _sum_of_taps(
    padded: Pixels,
    down: Ints,
    right: Ints,
    weight: NDArray[np.int32],
    rows: int,
    length: int,
    offset: np.int32,
) -> Pixels:
    """`padded` is (rows, values per row), the channels of a pixel side by side; weights are in 1/65536."""
    result = np.empty((rows, length), np.uint8)
    total = np.empty(length, np.int32)
    for row in range(rows):
        total[:] = offset
        for tap in range(weight.size):
            source = padded[row + down[tap], right[tap] : right[tap] + length]
            share = weight[tap]
            for k in range(length):
                total[k] += np.int32(source[k]) * share
        for k in range(length):
            result[row, k] = min(np.int32(total[k] >> np.int32(16)), np.int32(255))
    return result
