"""Depth of the floor without measuring it: where the ray of a pixel meets the ground that the robot is on."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_projection import MountedCamera
from wayproof.kernels import kernel

Floats = NDArray[np.float32]
HANGS = 0.7  # a guess below this share of the distance to the floor's edge: a table top, not a foot
SURE_M = 3.0  # farther away, a pixel more or less of floor makes too much of a difference
FOOT_PX = 8  # of a thing, just above its foot, that tell how far it is guessed to be
BEYOND_M = 30.0  # rays that meet the ground farther away count as not meeting it


def floor_depth(camera: MountedCamera, height_px: int, width_px: int) -> Floats:
    """Depth (h, w) along the optical axis at which each ray meets the floor; 0 where it never does."""
    focal = width_px / 2.0 / math.tan(camera.hfov_rad / 2.0)
    rise = (height_px / 2.0 - np.arange(height_px) - 0.5) / focal
    fall = -(math.sin(camera.pitch_rad) + rise * math.cos(camera.pitch_rad))
    with np.errstate(divide="ignore"):
        depth_m = np.where(fall > camera.height_m / BEYOND_M, camera.height_m / fall, 0.0)
    return np.repeat(depth_m[:, None], width_px, axis=1).astype(np.float32)


def standing_depth(is_floor: NDArray[np.bool_], ground_m: Floats, guess_m: Floats) -> Floats:
    """Depth (h, w) of floor by geometry, and of what stands on it by the floor before its foot.

    Column by column: all that is above a piece of floor is as far away as its upper edge; or as near as the
    guess says, if that is much nearer and hence hangs over the floor. What has no floor below it is within
    the nearest floor that the camera could see. One distance for a whole column of pixels, since guesses run
    smoothly from a thing to the wall behind it, and would fill the way between with obstacles. What stands
    beyond SURE_M is left unknown (0).
    """
    depth_m = np.zeros(guess_m.shape, np.float32)
    _stand(is_floor, ground_m, np.ascontiguousarray(guess_m, np.float32), depth_m)
    return depth_m


@kernel
def _stand(is_floor: NDArray[np.bool_], ground_m: Floats, guess_m: Floats, depth_m: Floats) -> None:
    rows, columns = is_floor.shape
    for column in range(columns):
        row = rows - 1
        foot_m = 0.0  # 0 before any floor was met
        while row >= 0:
            if is_floor[row, column]:
                foot_m = ground_m[row, column]
                depth_m[row, column] = foot_m
                row -= 1
                continue
            top, guess, count = row, 0.0, 0
            while top >= 0 and not is_floor[top, column]:
                if count < FOOT_PX:
                    guess += guess_m[top, column]
                    count += 1
                top -= 1
            guess /= count
            if foot_m == 0.0:
                there_m = (
                    min(guess, ground_m[rows - 1, column]) if ground_m[rows - 1, column] > 0.0 else guess
                )
            else:
                there_m = guess if guess < HANGS * foot_m else foot_m
            depth_m[top + 1 : row + 1, column] = there_m if there_m <= SURE_M else 0.0
            row = top
