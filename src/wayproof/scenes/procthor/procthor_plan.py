"""The floor plan of a ProcTHOR house: rooms with walls of some thickness, on a common grid.

ProcTHOR's walls have no thickness: two rooms meet in a line. Ours are `WALL_M` thick, half of it on either
side of that line, and outer walls reach outwards from there, so no room loses more than half of `WALL_M` on
a side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from wayproof.geometry.polygons import points_in_polygon
from wayproof.scenes.houses.flat_grid import inside
from wayproof.scenes.houses.floor_plan import OUTER_WALL_M
from wayproof.scenes.houses.grid_rectangles import Rect, grow, outline
from wayproof.scenes.houses.plan_data import FloorPlan, PlannedRoom
from wayproof.scenes.procthor.doors_and_windows import openings
from wayproof.scenes.procthor.house_file import FileRoom, HouseFile
from wayproof.scenes.procthor.unity_frame import plan_point
from wayproof.scenes.scene import PlanPoint

WALL_M = 0.05  # ours: ProcTHOR stands furniture 2 to 3 cm off the line between two rooms
STEP_M = 0.001  # corners are rounded to whole millimetres
SAME_MM = 20  # corners this near to each other lie on one line
LOWEST_ROOM_M, HIGHEST_ROOM_M = 1.8, 20.0
NARROWEST_ROOM_M = 0.4
LARGEST_M2 = 5000.0

ROOM_TYPES = {
    "LivingRoom": "living_room",
    "Kitchen": "kitchen",
    "Bedroom": "bedroom",
    "Bathroom": "bathroom",
    "DiningRoom": "dining_room",
    "LaundryRoom": "laundry",
    "Hallway": "hallway",
    "Corridor": "hallway",
    "Office": "office",
    "StorageRoom": "storage",
}


def lower_snake(name: str) -> str:
    """A name of AI2-THOR as ours are written.

    >>> lower_snake("TableTopDecor"), lower_snake("TVStand"), lower_snake("CD")
    ('table_top_decor', 'tv_stand', 'cd')
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)
    return re.sub(r"[^a-z0-9]+", "_", parted.lower()).strip("_") or "thing"


def floor_plan(house: HouseFile) -> tuple[FloorPlan, list[str]]:
    """Rooms in the order of the file (ids from 1), and notes on what was mended."""
    cells = _cells(house)
    footprint = outline([rect for rects in cells for rect in rects])
    if footprint is None:
        raise house.broken(
            "rooms", "do not form one piece without a courtyard; such a house cannot be walled in"
        )
    height = _height(house)
    rooms = [_room(house, k, rects, height) for k, rects in enumerate(cells)]
    doors, windows, notes = openings(house, rooms)
    plan = FloorPlan(
        rooms=tuple(rooms),
        doors=tuple(doors),
        windows=tuple(windows),
        outline_m=grow([(x * STEP_M, z * STEP_M) for x, z in footprint], 0.0),
        interior_wall_m=WALL_M,
        outer_wall_m=OUTER_WALL_M,
    )
    return plan, notes


def room_at(plan: FloorPlan, x_m: float, z_m: float) -> PlannedRoom | None:
    """The room over whose floor, or half of whose wall, a point lies."""
    point = np.array([[x_m, z_m]])
    return next((r for r in plan.rooms if points_in_polygon(point, np.asarray(r.cell_m, float))[0]), None)


def _cells(house: HouseFile) -> list[list[Rect]]:
    """Each room as rectangles of a common grid, in millimetres of our frame."""
    corners = [[plan_point(place.x, place.z) for place in room.floor_polygon] for room in house.rooms]
    lines = [_lines(ring[k] for polygon in corners for ring in polygon) for k in (0, 1)]
    xs, zs = (np.array(sorted(set(snap.values())), float) for snap in lines)
    taken = np.zeros((max(len(zs) - 1, 0), max(len(xs) - 1, 0)), int)
    found = []
    for k, (room, polygon) in enumerate(zip(house.rooms, corners, strict=True)):
        field = f"rooms[{k}].floorPolygon"
        ring = [(float(lines[0][_mm(x)]), float(lines[1][_mm(z)])) for x, z in polygon]
        _check_ring(house, field, room, ring)
        mask = inside(ring, xs, zs)
        taken += mask
        if (taken > 1).any():
            raise house.broken(field, f"{room.id} overlaps another room")
        edges = [
            (int(xs[i]), int(zs[j]), int(xs[i + 1]), int(zs[j + 1])) for j, i in np.argwhere(mask).tolist()
        ]
        if outline(edges) is None:
            raise house.broken(field, f"{room.id} is not one piece with an outline that never touches itself")
        found.append(edges)
    if sum((x1 - x0) * (z1 - z0) for rects in found for x0, z0, x1, z1 in rects) * STEP_M**2 > LARGEST_M2:
        raise house.broken("rooms", f"more than {LARGEST_M2:.0f} m2 of floor; is the file in centimetres?")
    return found


def _lines(values: Iterable[float]) -> dict[int, int]:
    """Whole millimetres, those that nearly agree taken as one."""
    ordered = sorted({_mm(value) for value in values})
    snapped = dict(zip(ordered[:1], ordered[:1], strict=True))
    for before, value in pairwise(ordered):
        snapped[value] = snapped[before] if value - before <= SAME_MM else value
    return snapped


def _mm(value_m: float) -> int:
    return round(value_m / STEP_M)


def _check_ring(house: HouseFile, field: str, room: FileRoom, ring: Sequence[PlanPoint]) -> None:
    if any(abs(place.y - house.rooms[0].floor_polygon[0].y) > 0.05 for place in room.floor_polygon):
        raise house.broken(field, f"{room.id} is on another level; houses of one storey are read")
    for k, (start, end) in enumerate(zip(ring, [*ring[1:], ring[0]], strict=True)):
        if start[0] != end[0] and start[1] != end[1]:
            raise house.broken(f"{field}[{k}]", f"a slanting wall of {room.id}; walls along x or z are read")


def _room(house: HouseFile, k: int, rects: list[Rect], height_m: float) -> PlannedRoom:
    ring = outline(rects)
    assert ring is not None
    corners = [(x * STEP_M, z * STEP_M) for x, z in ring]
    sides = [
        abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    if min(sides) < 4 * WALL_M or min(np.ptp(np.array(corners), axis=0)) < NARROWEST_ROOM_M:
        raise house.broken(
            f"rooms[{k}].floorPolygon", f"{house.rooms[k].id} is too narrow for walls of {WALL_M} m"
        )
    kind = house.rooms[k].room_type
    name = ROOM_TYPES.get(kind, lower_snake(kind))
    return PlannedRoom(k + 1, name, grow(corners, -WALL_M / 2), grow(corners, 0.0), height_m)


def _height(house: HouseFile) -> float:
    """One height for the house: that of its highest wall."""
    highest = max((place.y for wall in house.walls for place in wall.polygon), default=0.0)
    if not LOWEST_ROOM_M <= highest <= HIGHEST_ROOM_M:
        allowed = f"{LOWEST_ROOM_M} to {HIGHEST_ROOM_M} m"
        raise house.broken("walls", f"the highest is {highest:.2f} m high; {allowed} are read")
    return round(highest, 3)
