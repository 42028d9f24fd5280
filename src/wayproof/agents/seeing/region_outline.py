"""Where a network's region of a thing spills over: its rim, the floor, and what stands well in front of it.

A network names pixels in cells of several, so its regions reach a little beyond the thing. Put on a map with
a depth camera, a pixel that spilled on to the table before a couch says that the couch begins at the table,
and one that spilled on to the floor that it begins there.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_projection import MountedCamera

RIM_PX, LEAST_INNER = 5, 40  # width of the square that is taken off at the rim; pixels that must be left
# What is nearer than this quantile of its region's depth by more than so many metres is something before it.
# Found in train houses: most of a thing lies within the margin behind its front, and the quantile is low
# enough for a region of which up to a third spilled.
FRONT_QUANTILE, FRONT_MARGIN_M = 0.35, 0.35
FLOOR_M = 0.1  # what is lower is floor, rug or skirting board, whatever it is called


def without_rim(pixels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The pixels (h, w) of a thing without its rim, where a network's labels spill over onto what is behind
    or in front of it; all of them if so little is seen that a rim is all there is."""
    inner = np.asarray(cv2.erode(pixels.astype(np.uint8), np.ones((RIM_PX, RIM_PX), np.uint8)), np.bool_)
    return inner if np.count_nonzero(inner) >= LEAST_INNER else pixels


def in_front(pixels: NDArray[np.bool_], depth_m: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Those of the pixels (h, w) that lie well before the rest of their region; a region is what hangs
    together, so a chair here does not hide one behind it."""
    found = np.zeros(pixels.shape, np.bool_)
    if depth_m.shape != pixels.shape or not pixels.any():
        return found
    region = np.asarray(cv2.connectedComponents(pixels.astype(np.uint8), connectivity=8)[1])
    measured = np.flatnonzero(pixels & (depth_m > 0.0))
    if not len(measured):
        return found
    number, depth = region.ravel()[measured], depth_m.ravel()[measured]
    order = np.lexsort((depth, number))
    last = int(number.max()) + 1
    first, count = np.searchsorted(number[order], np.arange(last)), np.bincount(number, minlength=last)
    place = first + (FRONT_QUANTILE * np.maximum(count - 1, 0)).astype(np.int64)
    limit_m = depth[order][np.minimum(place, len(order) - 1)] - FRONT_MARGIN_M
    found.ravel()[measured] = depth < limit_m[number]
    return found


def on_floor(
    pixels: NDArray[np.bool_], depth_m: NDArray[np.floating], camera: MountedCamera, pitch_rad: float
) -> NDArray[np.bool_]:
    """Those of the pixels (h, w) that lie no higher than a rug, by depth and how far the camera is tilted."""
    if depth_m.shape != pixels.shape or not pixels.any():
        return np.zeros(pixels.shape, np.bool_)
    rows, columns = pixels.shape
    focal = columns / 2.0 / math.tan(camera.hfov_rad / 2.0)
    rise = (rows / 2.0 - np.arange(rows) - 0.5) / focal
    pitch_rad += camera.pitch_rad
    height_per_m = np.asarray(math.sin(pitch_rad) + rise * math.cos(pitch_rad), np.float32)
    height_m = camera.height_m + depth_m * height_per_m[:, None]
    return np.asarray(pixels & (depth_m > 0.0) & (height_m < FLOOR_M))
