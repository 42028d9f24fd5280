"""Out of focus: every point becomes a disc. The mean over a disc, from running sums along each row."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.rgb.frame_form import Pixels
from wayproof.kernels import kernel


def half_widths(radius_px: float) -> NDArray[np.int64]:
    """Half the width of each row of the disc x * x + y * y <= radius * radius of whole pixels."""
    rows = np.arange(-int(radius_px), int(radius_px) + 1)
    return np.asarray(np.sqrt(radius_px**2 - rows**2) + 1e-9, np.int64)


def disc_mean(frame: Pixels, radius_px: float) -> Pixels:
    """Each value becomes the mean over the disc around it, the frame mirrored at its borders."""
    widths = half_widths(radius_px)
    reach = len(widths) // 2
    padded = cv2.copyMakeBorder(frame, reach, reach, reach, reach, cv2.BORDER_REFLECT_101)
    lines = np.asarray(padded, np.uint8).reshape(padded.shape[0], -1)
    return _disc_mean(lines, widths, *frame.shape).reshape(frame.shape)


@kernel
def _disc_mean(padded: Pixels, widths: NDArray[np.int64], rows: int, columns: int, channels: int) -> Pixels:
    """`padded` is (rows, values per row); only the running sums of as many rows as the disc has are kept."""
    height, reach = widths.size, widths.size // 2
    length, whole = columns * channels, padded.shape[1]
    sums = np.zeros((height, whole + channels), np.int32)
    total = np.empty(length, np.int32)
    result = np.empty((rows, length), np.uint8)
    share = np.float32(1.0 / (2 * widths + 1).sum())
    for row in range(rows + height - 1):
        running = sums[row % height]
        for k in range(whole):
            running[k + channels] = running[k] + np.int32(padded[row, k])
        if row < height - 1:
            continue
        total[:] = 0
        for part in range(height):
            line = sums[(row - height + 1 + part) % height]
            left = line[(reach - widths[part]) * channels :]
            right = line[(reach + widths[part] + 1) * channels :]
            for k in range(length):
                total[k] += right[k] - left[k]
        for k in range(length):
            result[row - height + 1, k] = np.uint8(np.float32(total[k]) * share + np.float32(0.5))
    return result
