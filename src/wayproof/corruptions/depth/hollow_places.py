"""How hollow a depth map is at each pixel: 1 in right-angled corners, 0 on planes and outward edges.

The inverse of depth is linear over a plane in the picture, whatever the camera; so where it is lower than the
mean of two opposite neighbours, the surface is hollow. That, as a slope per unit of image plane, is 1 in a
right angle seen along its middle, and fades out over the reach of the neighbours.
"""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions.depth.depth_form import Metres
from wayproof.kernels import kernel

REACH = 0.06  # of the picture's width: how far from a corner light still finds a second wall (ours)
# Two neighbours on one surface differ by less than this in inverse depth; beyond it lies another thing.
SAME_SURFACE_RATIO = 1.35
# Width of the image plane at distance 1 of a 79 degree camera (RobustNav, Habitat): the lens is not known.
PLANE_WIDTH = 1.65


def hollowness(depth_m: Metres) -> Metres:
    """0 on planes and outward edges to 1 in right-angled corners, smooth over a tenth of the reach."""
    reach_px = max(1, round(REACH * depth_m.shape[1]))
    hollow = _hollowness(depth_m, reach_px, PLANE_WIDTH / depth_m.shape[1])
    side = max(1, reach_px // 5) | 1
    return np.asarray(cv2.blur(hollow, (side, side)), np.float32)


@kernel
def _hollowness(depth_m: Metres, reach_px: int, pixel: float) -> Metres:
    """`pixel` is the width of a pixel on the image plane."""
    height, width = depth_m.shape
    inverse = np.zeros((height, width), np.float32)
    for row in range(height):
        for column in range(width):
            if depth_m[row, column] > 0.0:
                inverse[row, column] = np.float32(1.0) / depth_m[row, column]
    hollow = np.zeros((height, width), np.float32)
    for reach in (reach_px, (reach_px + 1) // 2):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            # Diagonal neighbours at the same distance as the others.
            step = max(1, int(reach * 0.70710678 + 0.5)) if down != 0 and right != 0 else reach
            way = step * pixel * (1.41421356 if down != 0 and right != 0 else 1.0)
            _raise_hollows(inverse, step * down, step * right, np.float32(0.5 / way), hollow)
    return hollow


@kernel
def _raise_hollows(inverse: Metres, down: int, right: int, scale: np.float32, hollow: Metres) -> None:
    height, width = inverse.shape
    margin = abs(right)
    if width <= 2 * margin:
        return
    ratio, one, zero = np.float32(SAME_SURFACE_RATIO), np.float32(1.0), np.float32(0.0)
    for row in range(down, height - down):
        # Slices of one length, so that the loop over them becomes vector instructions.
        here = inverse[row, margin : width - margin]
        before = inverse[row - down, margin - right : width - margin - right]
        after = inverse[row + down, margin + right : width - margin + right]
        bent = hollow[row, margin : width - margin]
        for k in range(len(here)):
            together = (min(before[k], after[k]) > zero) & (max(before[k], after[k]) < ratio * here[k])
            bend = (before[k] + after[k] - here[k] - here[k]) * scale / here[k]
            bent[k] = max(bent[k], min(bend, one) if together else zero)
