"""Blur by any small pattern: the weighted sum of shifted copies of the frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.rgb.frame_form import Pixels
from wayproof.kernels import kernel

Ints = NDArray[np.int64]

_BITS = 22  # of the weights' fractions: 255 times a sum of 1 still fits 32 bits
_ONE = 1 << _BITS


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
    order = np.argsort(weight, kind="stable")
    result = _sum_of_taps(
        np.asarray(padded, np.uint8).reshape(padded.shape[0], -1),
        (taps.down_px + down)[order],
        ((taps.right_px + right) * frame.shape[2])[order],
        weight[order],
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
    """`padded` is (rows, values per row), channels side by side; weights are sorted, in parts of 1 << 22.

    Four taps of one weight are summed before they are weighted, which saves multiplications.
    """
    result = np.empty((rows, length), np.uint8)
    total = np.empty(length, np.int32)
    for row in range(rows):
        total[:] = offset
        tap = 0
        while tap < weight.size:
            share = weight[tap]
            a = padded[row + down[tap], right[tap] : right[tap] + length]
            if tap + 3 < weight.size and weight[tap + 3] == share:
                b = padded[row + down[tap + 1], right[tap + 1] : right[tap + 1] + length]
                c = padded[row + down[tap + 2], right[tap + 2] : right[tap + 2] + length]
                d = padded[row + down[tap + 3], right[tap + 3] : right[tap + 3] + length]
                for k in range(length):
                    four = np.uint16(np.uint16(a[k]) + np.uint16(b[k]) + np.uint16(c[k]) + np.uint16(d[k]))
                    total[k] += np.int32(four) * share
                tap += 4
            else:
                for k in range(length):
                    total[k] += np.int32(a[k]) * share
                tap += 1
        for k in range(length):
            result[row, k] = min(np.int32(total[k] >> np.int32(_BITS)), np.int32(255))
    return result
