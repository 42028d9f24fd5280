"""What stands in which room, counted in training houses, and the rooms guessed from what was seen.

The counts are in room_priors.json; `python -m wayproof.learning.room_statistics` makes that file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_marks import Eye, Place
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap
from wayproof.agents.mapping.target_marks import points_of
from wayproof.agents.seeing.perception import Looked
from wayproof.agents.seeing.trace_pictures import value_picture

Floats = NDArray[np.float32]
FILE = Path(__file__).with_name("room_priors.json")

COARSE_M = 0.5  # cells on which things are noted
AROUND_M = 2.5  # things so near tell which room a place is in
LEAST_SHARE = 0.002  # of the image that a thing must cover to be noted
SPECKS = 3  # points of a thing in a coarse cell that are too few to note it


@dataclass(frozen=True)
class RoomPriors:
    """Types of rooms with their share of all rooms (r,), kinds of things, and the share (r, k) of rooms of a
    type that hold at least one of a kind."""

    rooms: tuple[str, ...]
    share: Floats
    kinds: tuple[str, ...]
    holds: Floats


class _Counts(msgspec.Struct, frozen=True):
    """The file: houses counted, rooms of each type, and of them those that hold a kind."""

    houses: int
    rooms: dict[str, int]
    holding: dict[str, dict[str, int]]


@cache
def room_priors() -> RoomPriors:
    """The counts as shares; one half is added to each count, so that nothing is impossible."""
    counts = msgspec.json.decode(FILE.read_bytes(), type=_Counts)
    rooms = tuple(sorted(counts.rooms))
    kinds = tuple(sorted({kind for held in counts.holding.values() for kind in held}))
    total = np.array([counts.rooms[room] for room in rooms], np.float32)
    held = np.array([[counts.holding[room].get(kind, 0) for kind in kinds] for room in rooms], np.float32)
    return RoomPriors(rooms, total / total.sum(), kinds, (held + 0.5) / (total[:, None] + 1.0))


class ThingMap:
    """Kinds of things on a coarse grid over a map."""

    def __init__(self, on_map: OccupancyMap, priors: RoomPriors) -> None:
        self._map, self._priors = on_map, priors
        self._cells = round(COARSE_M / on_map.cell_m)
        side = on_map.side // self._cells
        self._seen = np.zeros((side, side, len(priors.kinds)), np.uint8)

    def see(self, looked: Looked, least_sure: float, eye: Eye, place: Place) -> None:
        """Note the things of one image where they are; a camera that is level."""
        for kind in looked.present(LEAST_SHARE, least_sure):
            if kind in self._priors.kinds:
                points = points_of(looked.shows([kind], least_sure), looked.depth_m, eye, place, 0.0)
                self._note(points, self._priors.kinds.index(kind))

    def likely(self, wanted: str, box: Box) -> Floats:
        """How likely the wanted kind is in the room of each cell of a box."""
        priors, cells = self._priors, self._cells
        if wanted not in priors.kinds:
            return np.zeros((box.size_x, box.size_y), np.float32)
        low_i, low_j = box.i // cells, box.j // cells
        part = self._seen[
            low_i : (box.i + box.size_x - 1) // cells + 1, low_j : (box.j + box.size_y - 1) // cells + 1
        ]
        coarse = self._rooms(part) @ priors.holds[:, priors.kinds.index(wanted)]
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

    def room_at(self, place: Place) -> str:
        """The likeliest type of the room at a place."""
        i, j = (value // self._cells for value in self._map.cell_at(place.x_m, place.y_m))
        reach = round(AROUND_M / COARSE_M)
        low_i, low_j = max(i - reach, 0), max(j - reach, 0)
        near = self._seen[low_i : i + reach + 1, low_j : j + reach + 1].max(axis=(0, 1))
        return self._priors.rooms[int(_posterior(near, self._priors).argmax())]

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
        return _posterior(around, self._priors)


def _posterior(present: NDArray[np.uint8], priors: RoomPriors) -> Floats:
    """Chances (..., r) of the types of rooms, given which kinds (..., k) were seen there.

    What was not seen says nothing: most of a room is unseen while it matters.
    """
    logs = np.log(priors.share) + present.astype(np.float32) @ np.log(priors.holds).T
    chances = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True), np.float32)
