"""Depth of the floor without measuring it: where the ray of a pixel meets the ground that the robot is on."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.depth_marks import Eye

Floats = NDArray[np.float32]
BEYOND_M = 30.0  # rays that meet the ground farther away count as not meeting it


def floor_depth(eye: Eye, height_px: int, width_px: int) -> Floats:
    """Depth (h, w) along the optical axis at which each ray meets the floor; 0 where it never does."""
    focal = width_px / 2.0 / math.tan(eye.hfov_rad / 2.0)
    rise = (height_px / 2.0 - np.arange(height_px) - 0.5) / focal
    fall = -(math.sin(eye.pitch_rad) + rise * math.cos(eye.pitch_rad))
    with np.errstate(divide="ignore"):
        depth_m = np.where(fall > eye.height_m / BEYOND_M, eye.height_m / fall, 0.0)
    return np.repeat(depth_m[:, None], width_px, axis=1).astype(np.float32)
