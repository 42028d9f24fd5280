"""What speaks for and against a thing being the target, cell by cell, over all images.

The target map says where the target seems to be now, and forgets what was denied. This one forgets nothing:
by it an agent judges a claim, and finds places that deserve a second look when nothing else is left to see.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.saved_arrays import cropped, put_back
from wayproof.agents.mapping.depth_projection import MapPose
from wayproof.agents.mapping.occupancy_map import OccupancyMap
from wayproof.kernels import kernel

Points = NDArray[np.float64]  # (n, 2) on the map

STEP_AWAY_M = 0.2  # from the last place: looks from nearer are the same look
LEAST_WORTH = 15.0  # of a place, to go back for: as many pixels that nothing denied
BESIDE_M = 0.25  # doubtful cells this near to one another are one place


class TargetEvidence:
    """The evidence of one search for one target."""

    def __init__(self, on_map: OccupancyMap) -> None:
        self._map = on_map
        shape = (on_map.side, on_map.side)
        self._support, self._against = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
        self._looks = np.zeros(shape, np.uint8)  # from how many places each cell showed the target
        self._seen_from = np.zeros(shape, np.int32)  # the number of the last of these places
        self._dismissed = np.zeros(shape, np.bool_)
        self._place, self._number = (math.inf, math.inf), 0

    def save(self) -> dict[str, Any]:
        """All that was noted."""
        layers = {name: cropped(array) for name, array in self._layers().items()}
        return {**layers, "place": list(self._place), "number": self._number}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Fill this map, on which nothing was noted yet, with what was saved."""
        for name, array in self._layers().items():
            put_back(array, state[name])
        self._place = (state["place"][0], state["place"][1])
        self._number = int(state["number"])

    def _layers(self) -> dict[str, NDArray[Any]]:
        names = ("support", "against", "looks", "seen_from", "dismissed")
        arrays = (self._support, self._against, self._looks, self._seen_from, self._dismissed)
        return dict(zip(names, arrays, strict=True))

    def add(self, points: Points, pose: MapPose) -> None:
        """Note the points of the target in an image taken at a pose."""
        if math.dist(self._place, (pose.x_m, pose.y_m)) >= STEP_AWAY_M:
            self._place, self._number = (pose.x_m, pose.y_m), self._number + 1
        if not len(points):
            return
        cells = self._map.cells_within(points)
        _support_cells(cells, self._support, self._looks, self._seen_from, self._number)

    def deny(self, points: Points, pixels: int = 1) -> None:
        """Note points of other things; each counts as this many pixels."""
        _add_to_cells(self._map.cells_within(points), self._against, pixels)

    def agreement(self, points: Points) -> float:
        """The share of what was seen in the cells of these points that showed the target, from 0 to 1."""
        cells = self._cells(points)
        support, against = float(self._support[cells].sum()), float(self._against[cells].sum())
        return support / (support + against) if support > 0.0 else 0.0

    def looks(self, points: Points) -> int:
        """From how many places some of these points showed the target."""
        return int(self._looks[self._cells(points)].max(initial=0))

    def best_doubtful(self) -> Points | None:
        """The middles of the cells of the place that is most worth a second look; None if there is none."""
        spoken = np.argwhere((self._support > 0) & ~self._dismissed)
        if not len(spoken):
            return None
        (low_i, low_j), (high_i, high_j) = spoken.min(axis=0), spoken.max(axis=0) + 1
        part = (slice(low_i, high_i), slice(low_j, high_j))
        support = np.where(self._dismissed[part], 0.0, self._support[part])
        against = self._against[part]
        near = cv2.dilate((support > 0).astype(np.uint8), self._square())
        count, place = cv2.connectedComponents(near, connectivity=8)
        total = np.bincount(place.ravel(), support.ravel(), count)
        denied = np.bincount(place.ravel(), (against * (support > 0)).ravel(), count)
        worth = total * total / np.maximum(total + denied, 1.0)  # much that speaks for it, little against
        worth[0] = 0.0
        best = int(np.argmax(worth))
        if worth[best] < LEAST_WORTH:
            return None
        cells = np.argwhere((place == best) & (support > 0.0)) + (low_i, low_j)
        return np.asarray((cells + 0.5 - self._map.side // 2) * self._map.cell_m, np.float64)

    def dismiss(self, points: Points) -> None:
        """Never again call the place of these points doubtful: it gets its second look."""
        here = np.zeros(self._support.shape, np.uint8)
        here[self._cells(points)] = 1
        self._dismissed |= cv2.dilate(here, self._square()) > 0

    def _square(self) -> NDArray[np.uint8]:
        """All cells that lie beside one in its middle."""
        side = 2 * round(BESIDE_M / self._map.cell_m / 2) + 1
        return np.ones((side, side), np.uint8)

    def _cells(self, points: Points) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The cells of points, as an index; those beyond the map are left out."""
        i, j = self._map.cells_within(points).T
        return i, j


@kernel
def _support_cells(
    cells: NDArray[np.int64],
    support: NDArray[np.int32],
    looks: NDArray[np.uint8],
    seen_from: NDArray[np.int32],
    place: int,
) -> None:
    """Count points of the target in their cells, and cells that were not seen from this place before."""
    for k in range(len(cells)):
        i, j = cells[k, 0], cells[k, 1]
        support[i, j] += 1
        if seen_from[i, j] != place:
            seen_from[i, j] = place
            looks[i, j] = min(int(looks[i, j]), 254) + 1


@kernel
def _add_to_cells(cells: NDArray[np.int64], counts: NDArray[np.int32], each: int) -> None:
    for k in range(len(cells)):
        counts[cells[k, 0], cells[k, 1]] += each
