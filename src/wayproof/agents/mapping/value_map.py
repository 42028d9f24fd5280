"""A value map: how well what was seen at each place fits the words of the goal.

Every image spreads its fit over the ground that it shows, column by column, as far as that column sees. The
edges of the image count less; places seen several times keep a mean, weighted by how well they were seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.saved_arrays import cropped, put_back
from wayproof.agents.contract.trace_pictures import value_picture
from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap
from wayproof.kernels import kernel

Floats = NDArray[np.float32]

FURTHEST_M = 5.0  # what is farther away is too small to say much
BEST_SHARE = 0.95  # the quantile of a column's fit that stands for it
ROWS = 40  # of the image that are used: fit comes in cells of several pixels
AROUND_M = 0.5  # a frontier is worth what was seen this near to it


class ValueMap:
    """Values from -1 to 1 on the cells of a map; 0 where nothing was seen."""

    def __init__(self, on_map: OccupancyMap) -> None:
        self._map = on_map
        self._value = np.zeros((on_map.side, on_map.side), np.float32)
        self._weight = np.zeros((on_map.side, on_map.side), np.float32)

    def see(self, best: Floats, depth_m: Floats, camera: MountedCamera, pose: MapPose) -> None:
        """Spread the fit (w,) of the columns of an image with known depth; the camera must be level."""
        if depth_m.ndim != 2 or best.shape != depth_m.shape[1:]:
            return
        reach_m = np.minimum(np.nan_to_num(depth_m, posinf=0.0).max(axis=0), FURTHEST_M).astype(np.float32)
        _spread(self._value, self._weight, best, reach_m, pose, camera.hfov_rad, self._map.cell_m)

    def save(self) -> dict[str, Any]:
        """All values and their weights."""
        return {"value": cropped(self._value), "weight": cropped(self._weight)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Fill this map, on which nothing was seen yet, with what was saved."""
        put_back(self._value, state["value"])
        put_back(self._weight, state["weight"])

    def around(self, box: Box) -> Floats:
        """The best value near each cell of a box."""
        size = 2 * round(AROUND_M / self._map.cell_m) + 1
        part = np.ascontiguousarray(self._value[box.part])
        return np.asarray(cv2.dilate(part, np.ones((size, size), np.uint8)), np.float32)

    def best(self) -> float:
        """The highest value on the map."""
        return float(self._value.max())

    def picture(self, meaning: str) -> dict[str, object] | None:
        """What was seen and what it is worth, for a trace."""
        corner_m = -(self._map.side // 2) * self._map.cell_m
        return value_picture(self._value, self._weight > 0.0, (corner_m, corner_m), self._map.cell_m, meaning)


def column_fit(fit: Floats) -> Floats:
    """How well each column (w,) of an image fits, from the fit (h, w) of its pixels: what stands out."""
    rows = fit[:: max(len(fit) // ROWS, 1)]
    place = int(BEST_SHARE * (len(rows) - 1))
    return np.asarray(np.partition(rows, place, axis=0)[place], np.float32)


@kernel
def _spread(
    value: Floats,
    weight: Floats,
    best: Floats,
    reach_m: Floats,
    pose: MapPose,
    hfov_rad: float,
    cell_m: float,
) -> None:
    side, columns = value.shape[0], len(best)
    focal = columns / 2.0 / math.tan(hfov_rad / 2.0)
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    middle_i = math.floor(pose.x_m / cell_m) + side // 2
    middle_j = math.floor(pose.y_m / cell_m) + side // 2
    furthest = math.ceil(FURTHEST_M / cell_m)
    for i in range(max(middle_i - furthest, 0), min(middle_i + furthest + 1, side)):
        for j in range(max(middle_j - furthest, 0), min(middle_j + furthest + 1, side)):
            x = (i + 0.5 - side // 2) * cell_m - pose.x_m
            y = (j + 0.5 - side // 2) * cell_m - pose.y_m
            ahead, left = x * cos + y * sin, y * cos - x * sin
            if ahead <= 0.0:
                continue
            column = math.floor(columns / 2.0 - focal * left / ahead)
            if column < 0 or column >= columns or ahead > reach_m[column]:
                continue
            aside = math.atan2(left, ahead) / (hfov_rad / 2.0)
            new = math.cos(aside * math.pi / 2.0) ** 2 + 1e-6
            old = weight[i, j]
            value[i, j] = (new * best[column] + old * value[i, j]) / (new + old)
            weight[i, j] = (new * new + old * old) / (new + old)
