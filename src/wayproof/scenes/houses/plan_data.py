"""The data of a floor plan: rooms, doors and windows of a house of one storey, before anything is built.

Plans are pairs (x, z) in metres. Each room owns a cell that reaches to the centre lines of the walls between
rooms; its inner polygon is that cell shrunk by half the thickness of an interior wall, on all sides. Outer
walls stand on the inner polygon as well and reach further out.
"""

from __future__ import annotations

import msgspec

from wayproof.scenes.scene import PlanPoint, Vector

DOORWAY, WIDE, ENTRY = "doorway", "wide", "entry"


class PlannedRoom(msgspec.Struct, frozen=True):
    id: int  # from 1
    type: str
    polygon_m: tuple[PlanPoint, ...]  # inner outline, counter-clockwise seen from above
    cell_m: tuple[PlanPoint, ...]  # the same corners on the centre lines of the walls
    height_m: float


class Leaf(msgspec.Struct, frozen=True):
    """A door leaf that stands open, flat against the wall beside its opening."""

    room: int  # the room that it opens into
    side: int  # +1 if it lies towards greater x or z than the opening, -1 if towards smaller


class PlannedDoor(msgspec.Struct, frozen=True):
    rooms: tuple[int, int | None]  # None for outside
    centre_m: PlanPoint  # in the middle of the wall
    along_x: bool  # whether the wall that it pierces runs along x
    clear_width_m: float
    height_m: float
    kind: str  # DOORWAY, WIDE (without leaf) or ENTRY (closed)
    leaf: Leaf | None = None


class PlannedWindow(msgspec.Struct, frozen=True):
    room: int
    centre_m: PlanPoint  # in the middle of the wall
    along_x: bool
    width_m: float
    sill_m: float
    head_m: float
    outward: Vector  # unit vector from the room to the outside


class FloorPlan(msgspec.Struct, frozen=True):
    rooms: tuple[PlannedRoom, ...]
    doors: tuple[PlannedDoor, ...]
    windows: tuple[PlannedWindow, ...]
    outline_m: tuple[PlanPoint, ...]  # around all cells, counter-clockwise seen from above
    interior_wall_m: float  # thickness
    outer_wall_m: float

    def room(self, room_id: int) -> PlannedRoom:
        return self.rooms[room_id - 1]
