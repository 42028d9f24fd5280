"""A map of what an agent has seen so far, in the frame of its start: +x is ahead, +y is left.

Square cells. Unknown ground counts as free, at a higher cost; so does ground close to things. The map holds
no truth: it is made of depth images, of where the robot stood, and of the moves that failed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.saved_arrays import cropped, put_back
from wayproof.agents.mapping.depth_projection import (
    HIGHEST_SCORE,
    NEAR_UNIT_M,
    NEVER_SEEN,
    NO_CHANGE,
    MapLayers,
    MapPose,
    MountedCamera,
    project_depth,
)
from wayproof.kernels import kernel

Point2 = tuple[float, float]

CELL_M = 0.05
SIDE = 1280  # cells: 64 m, for goals up to 30 m away in any direction
MARGIN_M = 1.0  # how far beyond what is known plans may lead

# What it costs to cross a cell, where free ground costs 2. 0 cannot be crossed.
FREE, UNKNOWN, SOLID = 2, 3, 0
TOUCHING, TIGHT, CLOSE, NEAR, TRIED = 100, 16, 5, 3, 60
# The clearance beyond the body's radius up to which these hold.
TOUCHING_M, TIGHT_M, CLOSE_M, NEAR_M = -0.04, 0.03, 0.1, 0.2
HIGHEST_COST = 255
OFF_GROUND_M = 0.15  # how far from ground that it fits on the robot may seem to be
TRIED_M = 0.1  # around where a move failed


class Box(NamedTuple):
    """A part of the map: its first cell (i, j) and its size in cells along x and y."""

    i: int
    j: int
    size_x: int
    size_y: int

    @property
    def part(self) -> tuple[slice, slice]:
        return slice(self.i, self.i + self.size_x), slice(self.j, self.j + self.size_y)


class OccupancyMap:
    """What is where, as far as it was seen; changes with each image."""

    def __init__(
        self, radius_m: float, *, side: int = SIDE, cell_m: float = CELL_M, floor_filter: bool = True
    ) -> None:
        """`floor_filter`: whether obstacles begin the higher, the rougher the floor looks."""
        self.radius_m, self.cell_m, self.side = radius_m, cell_m, side
        self._floor_filter = floor_filter
        shape = (side, side)
        self.layers = MapLayers(
            np.zeros(shape, np.int8),
            np.full(shape, NEVER_SEEN, np.uint8),
            np.zeros(shape, np.int32),
            np.zeros(shape, np.int32),
            np.zeros(shape, np.bool_),
            np.array(NO_CHANGE, np.int64),
        )
        self.tried = np.zeros(shape, np.bool_)
        self.costs = np.full(shape, UNKNOWN, np.uint8)
        self.images = 0
        self._known = (side // 2,) * 4

    def save(self) -> dict[str, Any]:
        """What was seen; the marks by which one image counts a cell once are of no use to the next."""
        layers = self.layers
        return {
            "score": cropped(layers.score),
            "nearest": cropped(layers.nearest, NEVER_SEEN),
            "tall": cropped(layers.tall),
            "tried": cropped(self.tried),
            "costs": cropped(self.costs, UNKNOWN),
            "images": self.images,
            "known": list(self._known),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Fill this map, on which nothing was seen yet, with what was saved."""
        for name, array in (*self.layers._asdict().items(), ("tried", self.tried), ("costs", self.costs)):
            if name in state:
                put_back(array, state[name])
        self.images = int(state["images"])
        first_i, first_j, last_i, last_j = state["known"]
        self._known = (first_i, first_j, last_i, last_j)

    def cell_at(self, x_m: float, y_m: float) -> tuple[int, int]:
        """The cell of a point; points beyond the map are moved to its edge."""
        limit = self.side - 1
        i, j = (int(np.floor(value / self.cell_m)) + self.side // 2 for value in (x_m, y_m))
        return min(max(i, 0), limit), min(max(j, 0), limit)

    def cells_of(self, points_m: NDArray[np.float64]) -> NDArray[np.int64]:
        """The cells (n, 2) of points (n, 2), which may lie beyond the map."""
        return np.floor(points_m / self.cell_m).astype(np.int64) + self.side // 2

    def cells_within(self, points_m: NDArray[np.float64]) -> NDArray[np.int64]:
        """The cells (n, 2) of points; those beyond the map are left out."""
        return _cells_within(np.ascontiguousarray(points_m, np.float64), self.cell_m, self.side)

    def point_of(self, i: float, j: float) -> Point2:
        """The middle of a cell, in metres."""
        return (i + 0.5 - self.side // 2) * self.cell_m, (j + 0.5 - self.side // 2) * self.cell_m

    def see(self, depth_m: NDArray[np.floating], camera: MountedCamera, pose: MapPose) -> None:
        """Put a depth image on the map."""
        self.images += 1
        look = (camera, pose, self.cell_m, self.images)
        project_depth(self.layers, depth_m, *look, floor_filter=self._floor_filter)
        i, j, last_i, last_j = self.layers.changed.tolist()
        if last_i >= 0:
            self._renew(i, j, last_i, last_j)

    def set_solid(self, x_m: float, y_m: float) -> None:
        """Something is at this point."""
        self._set(x_m, y_m, HIGHEST_SCORE)

    def set_free(self, x_m: float, y_m: float) -> None:
        """Nothing is at this point."""
        self._set(x_m, y_m, 0)

    def clear(self, x_m: float, y_m: float, around_m: float) -> None:
        """Nothing is in a square around a point."""
        i, j = self.cell_at(x_m, y_m)
        box = self._around(i, j, i, j, round(around_m / self.cell_m))
        score = self.layers.score[box.part]
        if (score > 0).any():
            np.minimum(score, 0, out=score)
            self._renew(box.i, box.j, box.i + box.size_x - 1, box.j + box.size_y - 1)

    def set_seen(self, x_m: float, y_m: float, around_m: float) -> None:
        """Count a square around a point as looked at from nearby."""
        i, j = self.cell_at(x_m, y_m)
        box = self._around(i, j, i, j, round(around_m / self.cell_m))
        self.layers.nearest[box.part] = 0
        self._renew(i, j, i, j)

    def note_failure(self, x_m: float, y_m: float) -> None:
        """A move to this point failed: the ground there becomes costly, not impossible."""
        self._set_tried(x_m, y_m, True)

    def forget_failure(self, x_m: float, y_m: float) -> None:
        """The ground at this point costs what it would cost if no move to it had failed."""
        self._set_tried(x_m, y_m, False)

    def _set_tried(self, x_m: float, y_m: float, tried: bool) -> None:
        reach = max(1, round(TRIED_M / self.cell_m))
        i, j = self.cell_at(x_m, y_m)
        self.tried[max(i - reach, 0) : i + reach + 1, max(j - reach, 0) : j + reach + 1] = tried
        self._renew(i - reach, j - reach, i + reach, j + reach)

    def box(self, *points_m: Point2) -> Box:
        """The part of the map to plan in: what is known, and these points, with a margin."""
        margin = round(MARGIN_M / self.cell_m)
        cells = np.array([self._known[:2], self._known[2:], *(self.cell_at(*point) for point in points_m)])
        low = np.maximum(cells.min(axis=0) - margin, 0)
        high = np.minimum(cells.max(axis=0) + margin + 1, self.side)
        return Box(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))

    def solid(self, box: Box) -> NDArray[np.bool_]:
        """Where something is."""
        return np.asarray(self.layers.score[box.part] > 0)

    def seen(self, box: Box, within_m: float = np.inf) -> NDArray[np.bool_]:
        """What was looked at, from as near as this."""
        limit = min(within_m / NEAR_UNIT_M, NEVER_SEEN - 1)
        return np.asarray(self.layers.nearest[box.part] <= limit)

    def reachable(self, box: Box, here: tuple[int, int]) -> NDArray[np.bool_]:
        """Cells of a box to which ground leads from the cell `here` that was seen and is not too tight."""
        costs = self.costs[box.part]
        passable = self.seen(box) & (costs != SOLID) & (costs < TOUCHING)
        _, labels = cv2.connectedComponents(passable.astype(np.uint8), connectivity=8)
        reach = round(OFF_GROUND_M / self.cell_m)
        low_i, low_j = max(here[0] - reach, 0), max(here[1] - reach, 0)
        around = labels[low_i : here[0] + reach + 1, low_j : here[1] + reach + 1]
        own = np.unique(around[around > 0])
        return np.asarray(np.isin(labels, own))

    def _set(self, x_m: float, y_m: float, score: int) -> None:
        i, j = self.cell_at(x_m, y_m)
        self.layers.score[i, j] = score
        self._renew(i, j, i, j)

    def _renew(self, i: int, j: int, last_i: int, last_j: int) -> None:
        """Work out the costs again wherever a change of these cells matters."""
        known = np.array([self._known, (i, j, last_i, last_j)])
        low, high = known[:, :2].min(axis=0).tolist(), known[:, 2:].max(axis=0).tolist()
        self._known = (*low, *high)
        felt = int((self.radius_m + NEAR_M) / self.cell_m) + 2
        inner = self._around(i, j, last_i, last_j, felt)
        outer = self._around(i, j, last_i, last_j, 2 * felt)
        free = (self.layers.score[outer.part] <= 0).astype(np.uint8)
        clear = np.asarray(cv2.distanceTransform(free, cv2.DIST_L2, 5), np.float32)
        crop = Box(inner.i - outer.i, inner.j - outer.j, inner.size_x, inner.size_y).part
        near, tried = self.layers.nearest[inner.part], self.tried[inner.part]
        _cost_cells(clear[crop], self.cell_m, near, tried, self.radius_m, self.costs[inner.part])

    def _around(self, i: int, j: int, last_i: int, last_j: int, margin: int) -> Box:
        low_i, low_j = max(i - margin, 0), max(j - margin, 0)
        end_i, end_j = min(last_i + margin + 1, self.side), min(last_j + margin + 1, self.side)
        return Box(low_i, low_j, end_i - low_i, end_j - low_j)


@kernel
def _cost_cells(
    clear: NDArray[np.float32],
    cell_m: float,
    nearest: NDArray[np.uint8],
    tried: NDArray[np.bool_],
    radius_m: float,
    costs: NDArray[np.uint8],
) -> None:
    for i in range(costs.shape[0]):
        for j in range(costs.shape[1]):
            spare_m = clear[i, j] * cell_m - radius_m
            cost = FREE if nearest[i, j] != NEVER_SEEN else UNKNOWN
            if clear[i, j] <= 0.0:
                cost = SOLID
            elif spare_m < TOUCHING_M:
                cost = TOUCHING
            elif spare_m < TIGHT_M:
                cost = TIGHT
            elif spare_m < CLOSE_M:
                cost = CLOSE
            elif spare_m < NEAR_M:
                cost = max(cost, NEAR)
            if tried[i, j] and cost != SOLID:
                cost = max(cost, TRIED)
            costs[i, j] = cost


@kernel
def _cells_within(points_m: NDArray[np.float64], cell_m: float, side: int) -> NDArray[np.int64]:
    cells, count = np.empty((len(points_m), 2), np.int64), 0
    for k in range(len(points_m)):
        i = math.floor(points_m[k, 0] / cell_m) + side // 2
        j = math.floor(points_m[k, 1] / cell_m) + side // 2
        if 0 <= i < side and 0 <= j < side:
            cells[count, 0], cells[count, 1] = i, j
            count += 1
    return cells[:count]
