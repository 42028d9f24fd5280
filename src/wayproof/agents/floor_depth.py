"""Depth of the floor without measuring it: where the ray of a pixel meets the ground that the robot is on."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.depth_marks import Eye
from wayproof.kernels import kernel

Floats = NDArray[np.float32]
HANGS = 0.7  # a guess below this share of the distance to the floor's edge: a table top, not a foot
SURE_M = 4.5  # farther away, a pixel more or less of floor makes too much of a difference
BEYOND_M = 30.0  # rays that meet the ground farther away count as not meeting it


def floor_depth(eye: Eye, height_px: int, width_px: int) -> Floats:
    """Depth (h, w) along the optical axis at which each ray meets the floor; 0 where it never does."""
    focal = width_px / 2.0 / math.tan(eye.hfov_rad / 2.0)
    rise = (height_px / 2.0 - np.arange(height_px) - 0.5) / focal
    fall = -(math.sin(eye.pitch_rad) + rise * math.cos(eye.pitch_rad))
    with np.errstate(divide="ignore"):
        depth_m = np.where(fall > eye.height_m / BEYOND_M, eye.height_m / fall, 0.0)
    return np.repeat(depth_m[:, None], width_px, axis=1).astype(np.float32)


def standing_depth(is_floor: NDArray[np.bool_], ground_m: Floats, guess_m: Floats) -> Floats:
    """Depth (h, w) of floor by geometry, and of what stands on it by the floor before its foot.

    What is guessed to be much nearer than that hangs over the floor and is put where the guess says, as is
    what has no floor below it. What stands beyond SURE_M is left unknown (0).
    """
    depth_m = np.zeros(guess_m.shape, np.float32)
    _stand(is_floor, ground_m, np.ascontiguousarray(guess_m, np.float32), depth_m)
    return depth_m


@kernel
def _stand(is_floor: NDArray[np.bool_], ground_m: Floats, guess_m: Floats, depth_m: Floats) -> None:
    rows, columns = is_floor.shape
    for column in range(columns):
        foot_m = 0.0  # of what stands at this height of the image; 0 before any floor was met
        for row in range(rows - 1, -1, -1):
            guess = guess_m[row, column]
            if is_floor[row, column]:
                foot_m = ground_m[row, column]
                depth_m[row, column] = foot_m
            elif foot_m == 0.0 or guess < HANGS * foot_m:
                depth_m[row, column] = guess
            elif foot_m <= SURE_M:
                depth_m[row, column] = foot_m
