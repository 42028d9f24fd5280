"""How squarely each pixel of a clean depth map looks at its surface: the cosine of the angle of incidence.

On a plane the inverse of depth is linear over the picture, and its gradient and value are the plane's normal.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]


def incidence_from_depth(depth_m: NDArray[np.floating], hfov_rad: float) -> Floats:
    """Cosine between ray and surface normal, float32 (h, w): 1 head-on or without a reading, 0 edge-on.

    Depth is in metres along the optical axis, (h, w); zero, negative, infinite and NaN are no readings.
    Next to an edge the smoother side counts, so that the outline of a thing is not taken for a steep surface.
    """
    metres = np.ascontiguousarray(depth_m, np.float32)
    return _cosines(metres, 2.0 * math.tan(hfov_rad / 2.0) / metres.shape[1])


def incidence_all_around(distance_m: NDArray[np.floating]) -> Floats:
    """The same for an equirectangular picture (h, w) of distances along the rays; its sides meet."""
    metres = np.asarray(distance_m, np.float64)
    height, width = metres.shape
    azimuth = (0.5 - (np.arange(width) + 0.5) / width) * 2 * math.pi
    elevation = ((0.5 - (np.arange(height) + 0.5) / height) * math.pi)[:, None]
    level = np.cos(elevation)
    ray = np.stack(
        np.broadcast_arrays(-np.sin(azimuth) * level, np.sin(elevation), -np.cos(azimuth) * level), axis=-1
    )
    known = np.isfinite(metres) & (metres > 0.0)
    points = ray * np.where(known, metres, np.nan)[..., None]
    across = _smoother(np.roll(points, -1, axis=1) - points, points - np.roll(points, 1, axis=1))
    down = np.diff(points, axis=0, append=np.nan)
    along = _smoother(down, np.roll(down, 1, axis=0))
    normal = np.cross(across, along)
    with np.errstate(invalid="ignore", divide="ignore"):
        cosines = np.abs((normal * ray).sum(axis=-1)) / np.linalg.norm(normal, axis=-1)
    return np.where(np.isfinite(cosines), np.minimum(cosines, 1.0), 1.0).astype(np.float32)


def _smoother(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the steps to the two neighbours (h, w, 3) the shorter one; the known one if only one is."""
    lengths = [np.nan_to_num(np.linalg.norm(step, axis=-1), nan=np.inf) for step in (one, other)]
    return np.where((lengths[0] <= lengths[1])[..., None], one, other)


@kernel
def _cosines(depth_m: Floats, pixel: float) -> Floats:
    height, width = depth_m.shape
    cosines = np.ones((height, width), np.float32)
    for row in range(height):
        up = (height / 2.0 - row - 0.5) * pixel
        for column in range(width):
            right = (column + 0.5 - width / 2.0) * pixel
            here = depth_m[row, column]
            if not 0.0 < here < np.inf:
                continue
            value = 1.0 / here
            slope_right = _slope(depth_m, row, column, 0, 1) / pixel
            slope_up = -_slope(depth_m, row, column, 1, 0) / pixel
            ahead = value - right * slope_right - up * slope_up
            normal = math.sqrt(slope_right**2 + slope_up**2 + ahead**2)
            ray = math.sqrt(right**2 + up**2 + 1.0)
            cosines[row, column] = min(value / (normal * ray), 1.0)
    return cosines


@kernel
def _slope(depth_m: Floats, row: int, column: int, down: int, right: int) -> float:
    """Change of inverse depth to the next pixel or from the one before, whichever is smaller; 0 if alone."""
    height, width = depth_m.shape
    here, smallest = 1.0 / depth_m[row, column], np.inf
    for side in (1, -1):
        y, x = row + side * down, column + side * right
        if 0 <= y < height and 0 <= x < width and 0.0 < depth_m[y, x] < np.inf:
            change = side * (1.0 / depth_m[y, x] - here)
            if abs(change) < abs(smallest):
                smallest = change
    return smallest if smallest < np.inf else 0.0
