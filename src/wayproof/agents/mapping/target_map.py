"""The target on the map: where the pixels that show the wanted thing lie, and how near they are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.saved_arrays import cropped, put_back
from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap, Point2
from wayproof.kernels import kernel

HIGHEST_COUNT = 250
LEAST_COUNT = 3  # pixels that make a cell part of the target
FORGET_M = 0.3
SAME_M = 0.5  # cells this near to one another are of the same thing


class TargetView(NamedTuple):
    """What one image shows of the target: pixels with depth, distance of the nearest, their mean place."""

    pixels: int
    nearest_m: float
    middle_m: Point2


NOTHING_SEEN = TargetView(0, math.inf, (0.0, 0.0))


class TargetMap:
    """Where the target was seen, on the cells of a map; `least_count` pixels make a cell part of it."""

    def __init__(self, on_map: OccupancyMap, least_count: int = LEAST_COUNT) -> None:
        self._map, self.least_count = on_map, least_count
        self._count = np.zeros((on_map.side, on_map.side), np.uint8)
        self._low = np.array([on_map.side, on_map.side])
        self._high = np.array([-1, -1])
        # The step at which each cell became part of it, plus one; 0 for the others.
        self._since = np.zeros((on_map.side, on_map.side), np.int32)
        self.step = 0  # the present one

    @property
    def begun(self) -> bool:
        """Whether anything was ever noted."""
        return bool(self._high[0] >= 0)

    def save(self) -> dict[str, Any]:
        """What was noted."""
        edges = [*self._low.tolist(), *self._high.tolist()]
        return {"count": cropped(self._count), "since": cropped(self._since), "edges": edges}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Fill this map, on which nothing was noted yet, with what was saved."""
        put_back(self._count, state["count"])
        put_back(self._since, state["since"])
        self._low, self._high = np.array(state["edges"][:2]), np.array(state["edges"][2:])

    def add(self, points_m: NDArray[np.float64], pixels: int = 1) -> None:
        """Note points (n, 2) of the target; each counts as this many pixels."""
        cells = self._map.cells_within(points_m)
        if not len(cells):
            return
        self._low, self._high = (
            np.minimum(self._low, cells.min(axis=0)),
            np.maximum(self._high, cells.max(axis=0)),
        )
        _count_up(self._count, cells, pixels)
        self._note_new(cells)

    def deny(self, points_m: NDArray[np.float64]) -> None:
        """Note points (n, 2) of other things: what looked like the target from afar may prove not to be."""
        _count_down(self._count, self._map.cells_within(points_m))

    def part_of(self, points_m: NDArray[np.float64]) -> NDArray[np.float64]:
        """Those of the points (n, 2) on the map that lie in cells of the target."""
        cells = self._map.cells_within(points_m)
        inside = self._count[cells[:, 0], cells[:, 1]] >= self.least_count
        return np.asarray((cells[inside] + 0.5 - self._map.side // 2) * self._map.cell_m, np.float64)

    def points_m(self) -> NDArray[np.float64]:
        """Middles (n, 2) of the cells that are part of the target."""
        cells = np.argwhere(self._inside()) + self._low
        return np.asarray((cells + 0.5 - self._map.side // 2) * self._map.cell_m, np.float64)

    def forget(self, point_m: Point2) -> None:
        """Take what was not there on a close look off the map."""
        i, j = self._map.cell_at(*point_m)
        reach = round(FORGET_M / self._map.cell_m)
        around = (slice(max(i - reach, 0), i + reach + 1), slice(max(j - reach, 0), j + reach + 1))
        self._count[around], self._since[around] = 0, 0

    def things(self) -> list[tuple[int, Point2]]:
        """The parts of the target that lie apart, by time: since which step, and their mean place."""
        since = self._since[self._part][self._inside()]
        return sorted((int(since[mine].min()) - 1, place_m) for mine, place_m in self._parts())

    def forget_thing(self, place_m: Point2) -> None:
        """Take the part of the target whose mean place this is off the map, doubtful cells around it too."""
        points = self.points_m()
        for mine, middle_m in self._parts():
            if middle_m == place_m:
                for x_m, y_m in points[mine].tolist():
                    self.forget((x_m, y_m))

    def _inside(self) -> NDArray[np.bool_]:
        """Which cells of the part that anything was ever noted in are part of the target."""
        return np.asarray(self._count[self._part] >= self.least_count)

    def _parts(self) -> list[tuple[NDArray[np.bool_], Point2]]:
        """The parts that lie apart: which of `points_m` they are, and their mean place to the centimetre."""
        inside, points = self._inside(), self.points_m()
        if not len(points):
            return []
        reach = 2 * round(SAME_M / self._map.cell_m / 2) + 1
        near = cv2.dilate(inside.astype(np.uint8), np.ones((reach, reach), np.uint8))
        labels = np.asarray(cv2.connectedComponents(near, connectivity=8)[1])[inside]
        found = []
        for number in np.unique(labels).tolist():
            x_m, y_m = points[labels == number].mean(axis=0).tolist()
            found.append((labels == number, (round(x_m, 2), round(y_m, 2))))
        return found

    def _note_new(self, cells: NDArray[np.int64]) -> None:
        counted = self._count[cells[:, 0], cells[:, 1]] >= self.least_count
        i, j = cells[counted].T
        fresh = self._since[i, j] == 0
        self._since[i[fresh], j[fresh]] = self.step + 1

    def gap_m(self, box: Box) -> NDArray[np.float32]:
        """Distance from each cell of a box to the target."""
        target = (self._count[box.part] >= self.least_count).astype(np.uint8)
        return np.asarray(cv2.distanceTransform(1 - target, cv2.DIST_L2, 5), np.float32) * np.float32(
            self._map.cell_m
        )

    @property
    def _part(self) -> tuple[slice, slice]:
        return slice(self._low[0], self._high[0] + 1), slice(self._low[1], self._high[1] + 1)


def points_of(
    wanted: NDArray[np.bool_],
    depth_m: NDArray[np.floating],
    camera: MountedCamera,
    pose: MapPose,
    pitch_rad: float,
) -> NDArray[np.float64]:
    """Where on the map (n, 2) the pixels `wanted` (h, w) lie, those without depth left out.

    `pitch_rad` is how far the camera is tilted beyond its mounting.
    """
    if wanted.shape != depth_m.shape or not wanted.any():
        return np.empty((0, 2))
    depth = np.ascontiguousarray(depth_m, np.float32)
    ahead_left = _from_camera(wanted, depth, camera.hfov_rad, camera.pitch_rad + pitch_rad, camera.furthest_m)
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    return np.asarray(ahead_left @ np.array([[cos, sin], [-sin, cos]]) + (pose.x_m, pose.y_m))


def target_view(points_m: NDArray[np.float64], pose: MapPose) -> TargetView:
    """The points (n, 2) of the target in one image in brief, seen from a pose."""
    if not len(points_m):
        return NOTHING_SEEN
    away = points_m - (pose.x_m, pose.y_m)
    x_m, y_m = points_m.mean(axis=0).tolist()
    return TargetView(len(points_m), float(np.hypot(away[:, 0], away[:, 1]).min()), (x_m, y_m))


@kernel
def _from_camera(
    wanted: NDArray[np.bool_],
    depth: NDArray[np.float32],
    hfov_rad: float,
    pitch_rad: float,
    furthest_m: float,
) -> NDArray[np.float64]:
    """Points (n, 2), ahead and left of the camera in the plan, of the pixels wanted."""
    rows, columns = wanted.shape
    focal = columns / 2.0 / math.tan(hfov_rad / 2.0)
    sin, cos = math.sin(pitch_rad), math.cos(pitch_rad)
    points, count = np.empty((rows * columns, 2)), 0
    for row in range(rows):
        for column in range(columns):
            d = depth[row, column]
            if not wanted[row, column] or not 0.0 < d <= furthest_m:
                continue
            up = (rows / 2.0 - row - 0.5) / focal * d
            points[count, 0] = d * cos - up * sin
            points[count, 1] = (columns / 2.0 - column - 0.5) / focal * d
            count += 1
    return points[:count].copy()


@kernel
def _count_up(count: NDArray[np.uint8], cells: NDArray[np.int64], pixels: int) -> None:
    for k in range(len(cells)):
        i, j = cells[k, 0], cells[k, 1]
        count[i, j] = min(int(count[i, j]) + pixels, HIGHEST_COUNT)


@kernel
def _count_down(count: NDArray[np.uint8], cells: NDArray[np.int64]) -> None:
    for k in range(len(cells)):
        i, j = cells[k, 0], cells[k, 1]
        if count[i, j] > 0:
            count[i, j] -= 1
