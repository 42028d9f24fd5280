"""How much a pixel's vector counts on a map: more where depth is even and about a metre away.

The constants are OneMap's. Its depth gradients are those of images 640 pixels wide.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

EDGE_FACTOR = 0.2
BEST_M, SPREAD_M = 1.0, 1.5
USUAL_PX = 640
NEARBY_PX = np.ones((3, 3), np.uint8)  # OneMap: 11 x 11 of 640 x 640


def confidence(depth_m: Floats, hfov_rad: float) -> Floats:
    """From 0 to 1 for each pixel (h, w): less at edges, far away and very near."""
    nearest = np.asarray(cv2.erode(depth_m, NEARBY_PX), np.float32)
    if min(nearest.shape) < 2:
        return np.zeros(depth_m.shape, np.float32)
    down, across = np.gradient(nearest)
    per_tangent = 2.0 * math.tan(hfov_rad / 2.0) * depth_m.shape[1] / USUAL_PX
    edge = np.asarray(cv2.dilate(np.hypot(down, across) * np.float32(per_tangent), NEARBY_PX), np.float32)
    near = np.exp(-(((BEST_M - depth_m) / SPREAD_M) ** 2) / 3.0)
    return np.asarray((1.0 - np.tanh(EDGE_FACTOR * edge)) * near, np.float32)


def by_distance(depth_m: Floats) -> Floats:
    """VLMaps' weight; beyond 2.2 m it is so little that the map leaves the pixel out (FeatureMap)."""
    return np.asarray(np.exp(-(depth_m**2) / (2.0 * 0.6)), np.float32)
