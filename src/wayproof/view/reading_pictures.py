"""Readings as pictures for people: colours as they are, distances as colours, both as JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

QUALITY = 90
NO_READING = (112, 116, 122)
EDGE_GAIN = 12.0


def to_pixels(reading: NDArray[np.generic], furthest_m: float) -> Pixels:
    """RGB (h, w, 3) of an image or a depth map. Near is light, far is dark, no reading is grey."""
    if reading.ndim == 3:
        return np.ascontiguousarray(reading, np.uint8)
    depth_m = np.nan_to_num(np.asarray(reading, np.float32), nan=0.0, posinf=furthest_m, neginf=0.0)
    # The square root gives the near half of the range, where things are decided, most of the tones.
    share = np.sqrt(np.clip(depth_m / furthest_m, 0.0, 1.0))
    tones = np.round(255 * (1.0 - share)).astype(np.uint8)
    coloured = cv2.applyColorMap(tones, cv2.COLORMAP_VIRIDIS)[:, :, ::-1]
    pixels: Pixels = np.round(coloured * _edges(depth_m)[:, :, None]).astype(np.uint8)
    pixels[depth_m <= 0] = NO_READING
    return pixels


def _edges(depth_m: NDArray[np.float32]) -> NDArray[np.float32]:
    """How bright each pixel is left, from 0.4 to 1: steps of depth are darkened, or a room is one green."""
    logarithm = np.log(np.maximum(depth_m, 0.1))
    slopes = [cv2.Sobel(logarithm, cv2.CV_32F, x, 1 - x, ksize=3, scale=1 / 8) for x in (0, 1)]
    steep = np.abs(slopes[0]) + np.abs(slopes[1])
    return np.asarray(1.0 - 0.6 * np.clip(EDGE_GAIN * steep, 0.0, 1.0), np.float32)


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
