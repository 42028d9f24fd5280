"""What is taken in a room: boxes in space, zones on the floor, and whether a body still gets everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.polygons import points_in_polygon
from wayproof.geometry.solids import Floats
from wayproof.scenes.scene import PlanPoint

Rectangle = tuple[float, float, float, float]  # x0, z0, x1, z1

CELL_M = 0.05
TOUCH_M = 0.002  # things may touch, and sink into each other by this much
# The floor must stay in one piece for bodies somewhat smaller and larger than the promised 0.30 m, since free
# space is later computed on another grid, which may cost up to three cells on each side (diagonally).
WALKING_RADII_M = (0.27, 0.32, 0.37, 0.42, 0.47)
WALKING_HEIGHT_M = 1.6
STEP_HEIGHT_M = 0.03
ENTRY_M = 0.15
POCKET_M2 = 0.04  # cut-off corners smaller than this count as gaps, not as floor


class _Pieces(NamedTuple):
    """The free floor for one body: how many pieces, and the piece of each doorway (0: none)."""

    total: int
    doorways: tuple[int, ...]


class Occupancy:
    """The state of one room while it is being furnished."""

    def __init__(
        self,
        polygon_m: tuple[PlanPoint, ...],
        door_zones: Sequence[Rectangle],
        leaf_zones: Sequence[Rectangle],
        fixed_m: Floats,
    ) -> None:
        """Zones of floor before doors and under open leaves; `fixed_m`: boxes (n, 2, 3) of the leaves."""
        outline = np.asarray(polygon_m, float)
        self._outline = outline
        self._origin = outline.min(axis=0) - 2 * CELL_M
        columns, rows = (np.ceil((outline.max(axis=0) - self._origin) / CELL_M).astype(int) + 2).tolist()
        centres = (np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1) + 0.5) * CELL_M
        self._inside: NDArray[np.bool_] = points_in_polygon(centres + self._origin, outline)
        self._blocked = ~self._inside
        self._doors = (*door_zones, *leaf_zones)
        self._doorways = [self._threshold(zone) for zone in door_zones]
        self._zones: list[Rectangle] = []
        self._boxes: Floats = fixed_m
        self._draw(self._blocked, fixed_m)
        # A room whose door or corner is narrow when empty cannot be asked to be wide when furnished.
        self._empty = self._pieces(self._blocked)

    def reserve(self, zone: Rectangle) -> None:
        """Keep a piece of floor for use, as before drawers; seats may still stand there."""
        self._zones.append(zone)

    def holds(self, footprint: Rectangle) -> bool:
        """Whether a rectangle on the floor lies within the room's walls, which run along x or z."""
        x0, z0, x1, z1 = footprint
        low, high = np.array([x0, z0]) + TOUCH_M, np.array([x1, z1]) - TOUCH_M
        ends = np.stack([self._outline, np.roll(self._outline, -1, axis=0)])
        crossed = ((ends.min(axis=0) < high) & (ends.max(axis=0) > low)).all(axis=1)
        return not crossed.any() and bool(points_in_polygon((low + high)[None] / 2, self._outline)[0])

    def is_reserved(self, footprint: Rectangle, *, doors_only: bool = False) -> bool:
        """Whether a rectangle reaches into a doorway or, unless `doors_only`, into a reserved zone."""
        return any(
            overlap(footprint, zone) for zone in (self._doors if doors_only else (*self._doors, *self._zones))
        )

    def is_taken(self, boxes: Floats) -> bool:
        """Whether any of the boxes (b, 2, 3) overlaps with matter that is there already."""
        if not len(self._boxes) or not len(boxes):
            return False
        below = boxes[:, None, 0] < self._boxes[None, :, 1] - TOUCH_M
        above = boxes[:, None, 1] > self._boxes[None, :, 0] + TOUCH_M
        return bool((below & above).all(axis=2).any())

    def stays_passable(self, obstacles: Floats) -> bool:
        """Whether doors and free floor stay as joined for walking bodies as they are in the empty room."""
        blocked = self._blocked.copy()
        self._draw(blocked, obstacles)
        return all(
            now.total <= empty.total and _still_joined(empty.doorways, now.doorways)
            for empty, now in zip(self._empty, self._pieces(blocked), strict=True)
        )

    def _pieces(self, blocked: NDArray[np.bool_]) -> list[_Pieces]:
        """Into how many pieces the free floor falls for each body, and in which piece each doorway lies."""
        free = (~blocked).astype(np.uint8)
        room_m = cv2.distanceTransform(free, cv2.DIST_L2, cv2.DIST_MASK_PRECISE) * CELL_M
        return [self._pieces_of((room_m > radius).astype(np.uint8), radius) for radius in WALKING_RADII_M]

    def _pieces_of(self, free: NDArray[np.uint8], radius_m: float) -> _Pieces:
        _, labels, stats, _ = cv2.connectedComponentsWithStats(free, connectivity=4)
        large = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] * CELL_M**2 > POCKET_M2)
        large = large[large > 0]  # 0 is what is blocked
        doorways = []
        for middle, inward in self._doorways:
            # Where a body stands that has just come in: a step of its own radius from the wall.
            near, far = middle + inward * radius_m, middle + inward * (radius_m + ENTRY_M)
            low, high = np.minimum(near, far) - ENTRY_M / 2, np.maximum(near, far) + ENTRY_M / 2
            rows, columns = self._cells((low[0], low[1], high[0], high[1]))
            here = np.intersect1d(labels[rows, columns], large)
            doorways.append(int(here[0]) if len(here) else 0)
        return _Pieces(len(large), tuple(doorways))

    def _threshold(self, zone: Rectangle) -> tuple[Floats, Floats]:
        """The middle of a door and the way in, from the zone before it: one edge lies on the wall."""
        x0, z0, x1, z1 = zone
        centre, half = np.array([x0 + x1, z0 + z1]) / 2, np.array([x1 - x0, z1 - z0]) / 2
        for inward in np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]):
            middle = centre - inward * half
            if not points_in_polygon((middle - inward * CELL_M / 2)[None], self._outline)[0]:
                return middle, inward
        return centre, np.zeros(2)

    def most_open_point(self) -> tuple[float, float]:
        """The plan point farthest from all walls, furniture left aside."""
        room = cv2.distanceTransform(self._inside.astype(np.uint8), cv2.DIST_L2, 5)
        row, column = np.unravel_index(int(room.argmax()), room.shape)
        x, z = self._origin + (np.array([column, row]) + 0.5) * CELL_M
        return float(x), float(z)

    def add(self, boxes: Floats, obstacles: Floats) -> None:
        """Take note of matter, and of what a body would walk into."""
        self._boxes = np.concatenate([self._boxes, boxes])
        self._draw(self._blocked, obstacles)

    def _draw(self, blocked: NDArray[np.bool_], boxes: Floats) -> None:
        for low, high in boxes[in_the_way(boxes)]:
            rows, columns = self._cells((low[0], low[2], high[0], high[2]))
            blocked[rows, columns] = True

    def _cells(self, zone: Rectangle) -> tuple[slice, slice]:
        """The grid cells that a rectangle touches."""
        x0, z0, x1, z1 = zone
        first = np.floor((np.array([x0, z0]) - self._origin) / CELL_M).astype(int)
        last = np.ceil((np.array([x1, z1]) - self._origin) / CELL_M).astype(int)
        return slice(max(first[1], 0), max(last[1], 0)), slice(max(first[0], 0), max(last[0], 0))


def _still_joined(before: tuple[int, ...], now: tuple[int, ...]) -> bool:
    """Whether doorways that shared a piece of floor still share one."""
    pairs = [(b, n) for b, n in zip(before, now, strict=True) if b]
    return all(n for _, n in pairs) and len({n for _, n in pairs}) <= len({b for b, _ in pairs})


def in_the_way(boxes: Floats) -> NDArray[np.bool_]:
    """Which boxes (n, 2, 3) a walking body would run into: not what lies flat or hangs overhead."""
    return (boxes[:, 0, 1] < WALKING_HEIGHT_M) & (boxes[:, 1, 1] > STEP_HEIGHT_M)


def overlap(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
