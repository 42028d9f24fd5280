"""Readings as pictures for people: colours as they are, distances as colours, both as JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

QUALITY = 90
NO_READING = (96, 112, 116)


def to_pixels(reading: NDArray[np.generic], furthest_m: float) -> Pixels:
    """RGB (h, w, 3) of an image or a depth map. Near is light, far is dark, no reading is grey."""
    if reading.ndim == 3:
        return np.ascontiguousarray(reading, np.uint8)
    depth_m = np.nan_to_num(np.asarray(reading, np.float32), nan=0.0, posinf=furthest_m, neginf=0.0)
    # The square root gives the near half of the range, where things are decided, most of the tones.
    share = np.sqrt(np.clip(depth_m / furthest_m, 0.0, 1.0))
    tones = np.round(255 * (1.0 - share)).astype(np.uint8)
    pixels: Pixels = np.array(cv2.applyColorMap(tones, cv2.COLORMAP_MAGMA)[:, :, ::-1], np.uint8)
    pixels[depth_m <= 0] = NO_READING
    return pixels


def to_jpeg(pixels: Pixels) -> bytes:
    """The picture as a file; colours are not thinned out, since faults often live in them."""
    settings = [
        cv2.IMWRITE_JPEG_QUALITY,
        QUALITY,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
    ]
    done, data = cv2.imencode(".jpg", np.ascontiguousarray(pixels[:, :, ::-1]), settings)
    assert done
    return data.tobytes()
