"""A map of kinds: which category the detector last saw in each cell, walls, floors and ceilings left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.saved_arrays import cropped, put_back
from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap
from wayproof.agents.mapping.target_map import points_of
from wayproof.agents.seeing.perception import SeenImage
from wayproof.agents.seeing.region_outline import without_rim
from wayproof.kinds import ROOM_SURFACES

Cells = NDArray[np.int64]
LEAST_CELLS = 4  # of a thing; fewer are a speck
JOINED = np.ones((5, 5), np.uint8)  # cells this near to one another are of the same thing


class CategoryMap:
    """Numbers of categories (side, side), 0 for none; names get their numbers as they are met."""

    def __init__(self, on_map: OccupancyMap) -> None:
        self._map = on_map
        self._kind = np.zeros((on_map.side, on_map.side), np.int16)
        self._names: list[str] = [""]

    def see(self, seen: SeenImage, least_confidence: float, camera: MountedCamera, eye: MapPose) -> None:
        """Note the things of an image; what is seen last counts."""
        sure = (seen.confidence >= least_confidence) & (seen.label > 0)
        for label in np.unique(seen.label[sure]).tolist():
            name = str(seen.names[label])
            if name and name not in ROOM_SURFACES:
                points = points_of(without_rim(sure & (seen.label == label)), seen.depth_m, camera, eye, 0.0)
                i, j = self._map.cells_within(points).T
                self._kind[i, j] = self._number(name)

    def nearest_thing(
        self, kinds: Sequence[str], box: Box, here: tuple[int, int], barred: NDArray[np.bool_]
    ) -> Cells | None:
        """The cells (n, 2) of the nearest thing of some kinds in a box; None if there is none."""
        shown = self._is(kinds, self._kind[box.part]) & ~barred[box.part]
        joined = cv2.dilate(shown.astype(np.uint8), JOINED)
        count, labels = cv2.connectedComponents(joined, connectivity=8)
        cells = np.argwhere(shown)
        owner = np.asarray(labels)[shown]
        large = np.bincount(owner, minlength=count)[owner] >= LEAST_CELLS
        if not large.any():
            return None
        cells, owner = cells[large] + (box.i, box.j), owner[large]
        nearest = int(np.argmin(np.hypot(*(cells - here).T)))
        return np.asarray(cells[owner == owner[nearest]], np.int64)

    def shows(self, kinds: Sequence[str], cells: Cells) -> bool:
        """Whether one of the cells shows one of the kinds."""
        return bool(self._is(kinds, self._kind[cells[:, 0], cells[:, 1]]).any())

    def save(self) -> dict[str, Any]:
        return {"kind": cropped(self._kind), "names": list(self._names)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Fill this map, on which nothing was seen yet, with what was saved."""
        put_back(self._kind, state["kind"])
        self._names = [str(name) for name in state["names"]]

    def _number(self, name: str) -> int:
        if name not in self._names:
            self._names.append(name)
        return self._names.index(name)

    def _is(self, kinds: Sequence[str], shown: NDArray[np.int16]) -> NDArray[np.bool_]:
        return np.isin(shown, [number for number, name in enumerate(self._names) if name and name in kinds])
