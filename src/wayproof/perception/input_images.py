"""Pictures on their way into a network: checked, fitted to a size that it was trained for, padded."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput

PADDING = 128  # about the mean of pictures, so that a network sees next to nothing there
SMALLEST_PX, LARGEST_PX = 16, 4096


def check_picture(rgb: Any) -> NDArray[np.uint8]:
    """A picture (height, width, 3) of bytes, or a sentence about what it is instead."""
    if not isinstance(rgb, np.ndarray) or rgb.dtype != np.uint8 or rgb.ndim != 3 or rgb.shape[2] != 3:
        given = (
            f"{rgb.dtype} array of shape {rgb.shape}" if isinstance(rgb, np.ndarray) else type(rgb).__name__
        )
        raise InvalidInput(f"picture is a {given}; give uint8 RGB of shape (height, width, 3)")
    if min(rgb.shape[:2]) < SMALLEST_PX or max(rgb.shape[:2]) > LARGEST_PX:
        raise InvalidInput(
            f"picture is {rgb.shape[1]} x {rgb.shape[0]} px; each side must be {SMALLEST_PX} to {LARGEST_PX}"
        )
    return np.ascontiguousarray(rgb)


def fitted(rgb: NDArray[np.uint8], longest_px: int, largest_share: float) -> NDArray[np.uint8]:
    """The picture with its longer side at `longest_px`; one that is about that long stays as it is.

    Up to `largest_share` of it is about that long.
    """
    height, width = rgb.shape[:2]
    longest = max(height, width)
    if 0.875 * longest_px <= longest <= largest_share * longest_px:
        return rgb
    scale = longest_px / longest
    size = (max(round(width * scale), SMALLEST_PX), max(round(height * scale), SMALLEST_PX))
    resized: NDArray[np.uint8] = cv2.resize(
        rgb, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    )  # type: ignore[assignment]
    return resized


def padded(rgb: NDArray[np.uint8], multiple_px: int) -> NDArray[np.uint8]:
    """The picture with grey below and to the right, so that its sides are multiples of `multiple_px`."""
    height, width = rgb.shape[:2]
    full = (-(-height // multiple_px) * multiple_px, -(-width // multiple_px) * multiple_px)
    if full == (height, width):
        return np.ascontiguousarray(rgb)
    picture = np.full((*full, 3), PADDING, np.uint8)
    picture[:height, :width] = rgb
    return picture
