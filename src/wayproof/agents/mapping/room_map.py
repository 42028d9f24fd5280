"""Which type of room each part of a map belongs to, guessed from the things seen there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.trace_pictures import value_picture
from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap
from wayproof.agents.mapping.room_priors import Floats, RoomPriors, room_chances
from wayproof.agents.mapping.target_map import points_of
from wayproof.agents.seeing.perception import SeenImage

COARSE_M = 0.5  # cells on which things are noted
AROUND_M = 2.5  # things this near tell which room a cell is in
LEAST_SHARE = 0.002  # of the image that a thing must cover to be noted
SPECKS = 3  # points of a thing in a coarse cell that are too few to note it


class RoomMap:
    """Kinds of things on a coarse grid over a map, and the rooms that they suggest."""

    def __init__(self, on_map: OccupancyMap, priors: RoomPriors) -> None:
        self._map, self._priors = on_map, priors
        self._cells = round(COARSE_M / on_map.cell_m)
        side = on_map.side // self._cells
        self._seen = np.zeros((side, side, len(priors.kinds)), np.uint8)

    def see(self, seen: SeenImage, least_confidence: float, camera: MountedCamera, pose: MapPose) -> None:
        """Put the things of one image on the grid; the camera must be level."""
        for kind in seen.present(LEAST_SHARE, least_confidence):
            if kind in self._priors.kinds:
                points = points_of(seen.shows([kind], least_confidence), seen.depth_m, camera, pose, 0.0)
                self._note(points, self._priors.kinds.index(kind))

    def save(self) -> dict[str, Any]:
        """Which kinds were seen in which coarse cells."""
        return {"seen": np.argwhere(self._seen).astype(np.int16)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Fill this map, on which nothing was seen yet, with what was saved."""
        self._seen[tuple(np.asarray(state["seen"], np.int64).reshape(-1, 3).T)] = 1

    def likely(self, wanted: str, box: Box) -> Floats:
        """How likely the wanted kind is in the room of each cell of a box."""
        priors = self._priors
        if wanted not in priors.kinds:
            return np.zeros((box.size_x, box.size_y), np.float32)
        return self._weighed(priors.holds[:, priors.kinds.index(wanted)], box)

    def chance_of(self, room: str, box: Box) -> Floats:
        """How likely each cell of a box is in a room of that type; 0 for a type that was never counted."""
        return self._weighed(np.array([name == room for name in self._priors.rooms], np.float32), box)

    def _weighed(self, weights: Floats, box: Box) -> Floats:
        """The chances of the types of rooms (r,) at each cell of a box, weighed and summed."""
        cells = self._cells
        low_i, low_j = box.i // cells, box.j // cells
        part = self._seen[
            low_i : (box.i + box.size_x - 1) // cells + 1, low_j : (box.j + box.size_y - 1) // cells + 1
        ]
        coarse = self._rooms(part) @ weights
        rows = (np.arange(box.size_x) + box.i) // cells - low_i
        columns = (np.arange(box.size_y) + box.j) // cells - low_j
        return np.asarray(coarse[rows][:, columns], np.float32)

    def picture(self, wanted: str) -> dict[str, object] | None:
        """How likely the wanted kind is where the map is known, for a trace; None if it is never counted."""
        if wanted not in self._priors.kinds:
            return None
        on_map, box = self._map, self._map.box()
        corner_m = ((box.i - on_map.side // 2) * on_map.cell_m, (box.j - on_map.side // 2) * on_map.cell_m)
        meaning = f"chance of a room with “{wanted.replace('_', ' ')}”"
        return value_picture(self.likely(wanted, box), on_map.seen(box), corner_m, on_map.cell_m, meaning)

    def room_at(self, pose: MapPose) -> str:
        """The likeliest type of the room at a pose."""
        i, j = (value // self._cells for value in self._map.cell_at(pose.x_m, pose.y_m))
        reach = round(AROUND_M / COARSE_M)
        low_i, low_j = max(i - reach, 0), max(j - reach, 0)
        near = self._seen[low_i : i + reach + 1, low_j : j + reach + 1].max(axis=(0, 1))
        return self._priors.rooms[int(room_chances(near, self._priors).argmax())]

    def _note(self, points: NDArray[np.float64], kind: int) -> None:
        cells = np.floor(points / COARSE_M).astype(np.int64) + self._map.side // 2 // self._cells
        side = len(self._seen)
        cells = cells[((cells >= 0) & (cells < side)).all(axis=1)]
        count = np.bincount(cells[:, 0] * side + cells[:, 1], minlength=side * side)
        self._seen[count.reshape(side, side) > SPECKS, kind] = 1

    def _rooms(self, part: NDArray[np.uint8]) -> Floats:
        """Chances (x, y, r) of the types of rooms from the things around each coarse cell."""
        square = np.ones((2 * round(AROUND_M / COARSE_M) + 1,) * 2, np.uint8)
        layers = np.ascontiguousarray(part.transpose(2, 0, 1))
        around = np.stack([np.asarray(cv2.dilate(layer, square), np.uint8) for layer in layers], axis=-1)
        return room_chances(around, self._priors)
