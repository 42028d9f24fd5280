"""Whether a walker reaches every room of a finished house, by the same rule as navigation uses.

While a room is being furnished, occupancy.py judges it on a grid of its own, alone and with boxes for things.
That is quick and nearly always right. Here the triangles of the whole house go through the computation that
free space comes from, so what is found valid here is valid for whoever walks the house later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from wayproof.geometry.height_spans import height_spans
from wayproof.geometry.levels import Nodes
from wayproof.geometry.polygons import points_in_polygon
from wayproof.geometry.solids import Floats
from wayproof.geometry.standing_room import standing_room
from wayproof.scenes.scene import Door, Room, Scene

# The body that every house promises to let through.
WALKER_RADIUS_M = 0.30
WALKER_HEIGHT_M = 1.4
WALKER_STEP_M = 0.03
ON_FLOOR_M = 0.1  # places that are higher lie on furniture


@dataclass(frozen=True)
class RoomReach:
    """How much of one room's floor can be walked to from the largest piece of floor in the house."""

    room: Room
    is_reached: bool
    cut_off_m2: float

    @property
    def is_whole(self) -> bool:
        return self.is_reached and self.cut_off_m2 == 0.0


def reach_in(scene: Scene) -> list[RoomReach]:
    """Every room of a scene as the walker finds it."""
    spans = height_spans(scene.vertices_m, scene.faces, two_sided=scene.two_sided)
    places = standing_room(
        spans, radius_m=WALKER_RADIUS_M, height_m=WALKER_HEIGHT_M, step_height_m=WALKER_STEP_M
    )
    return reach_of_rooms(
        scene.rooms, places.cell_of, places.floor_m, places.island, spans.origin_m, spans.cell_m
    )


def reach_of_rooms(
    rooms: Iterable[Room],
    cell_of: Nodes,
    floor_m: Floats,
    island: Nodes,
    origin_m: tuple[float, float],
    cell_m: float,
) -> list[RoomReach]:
    """The same from places to stand: their cells (n, 2), floor heights and islands; 0 is the main one."""
    low = floor_m < ON_FLOOR_M
    middles: Floats = (cell_of[low] + 0.5) * cell_m + np.asarray(origin_m)
    on_island = island[low]
    reach = []
    for room in rooms:
        here = on_island[points_in_polygon(middles, np.asarray(room.polygon_m, float))]
        reach.append(RoomReach(room, bool((here == 0).any()), float((here > 0).sum()) * cell_m**2))
    return reach


def rooms_at_fault(reach: Sequence[RoomReach], doors: Iterable[Door]) -> set[int]:
    """The ids of the rooms whose furniture must be in the way; empty if the whole house is reached.

    A room that is partly reached is split by what stands in it. If all faulty rooms are beyond reach as a
    whole, the way to them is barred on either side of a door, so their neighbours are at fault as well.
    """
    split = {entry.room.id for entry in reach if entry.is_reached and not entry.is_whole}
    if split:
        return split
    barred = {entry.room.id for entry in reach if not entry.is_reached}
    neighbours = {room for door in doors if barred & set(door.rooms) for room in door.rooms}
    return barred | {room for room in neighbours if room is not None}
