"""Where doors go in the walls that rooms share, where one enters the house, and where open leaves stand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from wayproof.scenes.houses.connections import Connection, root_of
from wayproof.scenes.houses.grid_rectangles import STEP_M
from wayproof.scenes.houses.layout_checks import WIDEST_HALL_M
from wayproof.scenes.houses.plan_data import DOORWAY, ENTRY, WIDE, Leaf, PlannedDoor, PlannedRoom
from wayproof.scenes.houses.room_walls import (
    Interval,
    Rectangle,
    SharedWall,
    Side,
    door_span,
    leaf_span,
    outer_stretches,
    pierces,
    rectangles_meet,
    sides_of,
    zone_before,
)

DOOR_HEIGHT_M = 2.05
FROM_CORNER_M = 0.15
BETWEEN_DOORS_M = 0.3
FREE_BEFORE_DOOR_M = 0.9
LEAF_REACH_M = 0.25  # how far an open leaf stands off its wall, at most
WALL_REACH_M = 0.2  # more than half of any wall's thickness
NEAR_END_M = 1.2
PLACES = 6
_LEAF_CHANCE = 0.75  # where there is room for one; about half of all doors then have a leaf
_NO_LEAF_INTO = ("hallway", "storage")


def place_doors(
    rng: np.random.Generator, walls: Sequence[SharedWall], connections: Sequence[Connection]
) -> list[PlannedDoor] | None:
    """One door for each connection; None when a wall is too crowded."""
    doors: list[PlannedDoor] = []
    for one, other, kind in connections:
        shared = [wall for wall in walls if set(wall.rooms) == {one, other}]
        shared.sort(key=lambda wall: wall.span_m[0] - wall.span_m[1])
        door = next(
            (d for wall in shared for d in _tries(rng, wall, (one, other), kind) if _is_apart(d, doors)), None
        )
        if door is None:
            return None
        doors.append(door)
    return doors


def _tries(
    rng: np.random.Generator, wall: SharedWall, rooms: tuple[int, int], kind: str
) -> list[PlannedDoor]:
    room_m = wall.span_m[1] - wall.span_m[0] - 2 * FROM_CORNER_M
    if kind == WIDE and room_m >= 1.3:
        width = round(float(rng.uniform(1.3, min(1.8, room_m))) / STEP_M - 0.5) * STEP_M
        width = max(width, 1.3)
    else:
        width, kind = float(rng.choice([0.9, 0.9, 0.95, 1.0])), DOORWAY
        width = width if width <= room_m else 0.9
    doors = []
    for middle in _middles(rng, wall.span_m, width, central=kind == WIDE):
        centre = (middle, wall.line_m) if wall.along_x else (wall.line_m, middle)
        doors.append(PlannedDoor(rooms, centre, wall.along_x, round(width, 2), DOOR_HEIGHT_M, kind))
    return doors


def _middles(rng: np.random.Generator, span: Interval, width: float, *, central: bool) -> list[float]:
    """Places to try, on the grid: near the ends of the wall where furniture least misses it, or anywhere."""
    low = int(np.ceil((span[0] + FROM_CORNER_M + width / 2) / STEP_M - 1e-6))
    high = int(np.floor((span[1] - FROM_CORNER_M - width / 2) / STEP_M + 1e-6))
    if low > high:
        return []
    near = min(3, high - low)
    ends = [low + int(rng.integers(near + 1)), high - int(rng.integers(near + 1))]
    anywhere = [int(k) for k in rng.integers(low, high + 1, PLACES)]
    first = ends if rng.random() < 0.5 else ends[::-1]
    chosen = [*anywhere, *first] if central else [*first, *anywhere]
    return [round(k * STEP_M, 6) for k in chosen]


def _is_apart(door: PlannedDoor, doors: Sequence[PlannedDoor]) -> bool:
    across = 1 if door.along_x else 0
    low, high = door_span(door)
    for other in doors:
        if (
            other.along_x != door.along_x
            or abs(other.centre_m[across] - door.centre_m[across]) > WALL_REACH_M
        ):
            continue
        other_low, other_high = door_span(other)
        if low < other_high + BETWEEN_DOORS_M - 1e-6 and other_low < high + BETWEEN_DOORS_M - 1e-6:
            return False
    return True


def place_entry(
    rng: np.random.Generator,
    rooms: Sequence[PlannedRoom],
    wall_m: float,
    doors: Sequence[PlannedDoor],
    liked: Sequence[PlannedRoom] = (),
) -> PlannedDoor | None:
    """The front door, in an outer wall of the hallway or of the most public room that has one.

    `liked` names the rooms to try instead.
    """
    liked = liked or [
        root_of(rooms),
        *(room for room in rooms if room.type in ("hallway", "living_room", "kitchen")),
    ]
    width = float(rng.choice([0.9, 0.95, 1.0]))
    for room in liked:
        stretches = [(side, span) for side in sides_of(room) for span in outer_stretches(side, rooms)]
        shuffled = [stretches[k] for k in rng.permutation(len(stretches))]
        shuffled.sort(key=lambda stretch: not is_end(room, stretch[0]))
        for side, span in shuffled:
            for middle in _middles(rng, span, width, central=False)[:2]:
                line = side.face_m - side.inward * wall_m / 2
                centre = (middle, round(line, 6)) if side.along_x else (round(line, 6), middle)
                entry = PlannedDoor((room.id, None), centre, side.along_x, width, DOOR_HEIGHT_M, ENTRY)
                if _is_apart(entry, doors):
                    return entry
    return None


def is_end(room: PlannedRoom, side: Side) -> bool:
    """Whether a side is the short end of a hallway."""
    return room.type == "hallway" and side.span_m[1] - side.span_m[0] <= WIDEST_HALL_M


def has_dead_end(room: PlannedRoom, doors: Sequence[PlannedDoor]) -> bool:
    """Whether a hallway runs on after its last door."""
    for side in sides_of(room):
        if not is_end(room, side):
            continue
        along, across = sum(side.span_m) / 2, side.face_m + side.inward * NEAR_END_M / 2
        x, z = (along, across) if side.along_x else (across, along)
        near = [d for d in doors if max(abs(d.centre_m[0] - x), abs(d.centre_m[1] - z)) <= NEAR_END_M]
        if not any(room.id in door.rooms for door in near):
            return True
    return False


def hang_leaves(
    rng: np.random.Generator, rooms: Sequence[PlannedRoom], doors: Sequence[PlannedDoor]
) -> list[PlannedDoor]:
    """Give leaves to about half of the doorways, where an open one covers no other way."""
    hung = list(doors)
    for k, door in enumerate(doors):
        wants_leaf = rng.random() < _LEAF_CHANCE
        first = 1 if rng.random() < 0.5 else -1
        if door.kind != DOORWAY or not wants_leaf:
            continue
        options = [
            msgspec.structs.replace(door, leaf=Leaf(room, side))
            for room in door.rooms
            for side in (first, -first)
            if room is not None and rooms[room - 1].type not in _NO_LEAF_INTO
        ]
        hung[k] = next((option for option in options if _leaf_fits(option, rooms, hung)), door)
    return hung


def _leaf_fits(door: PlannedDoor, rooms: Sequence[PlannedRoom], doors: Sequence[PlannedDoor]) -> bool:
    """Whether the open leaf ends before the corner and is in nobody's way."""
    assert door.leaf is not None
    room = rooms[door.leaf.room - 1]
    side = side_of(door, room)
    low, high = leaf_span(door)
    if low < side.span_m[0] + 0.04 or high > side.span_m[1] - 0.04:
        return False
    leaf = zone_before(side, (low, high), LEAF_REACH_M)
    others = [other for other in doors if other.centre_m != door.centre_m and room.id in other.rooms]
    zones = [zone for other in others for zone in door_zones(other, room)]
    return not any(rectangles_meet(leaf, zone) for zone in zones)


def door_zones(door: PlannedDoor, room: PlannedRoom) -> list[Rectangle]:
    """The floor of a room that a door needs: to step through, and where its leaf stands open."""
    side = side_of(door, room)
    low, high = door_span(door)
    zones = [zone_before(side, (low - 0.05, high + 0.05), FREE_BEFORE_DOOR_M)]
    if door.leaf and door.leaf.room == room.id:
        zones.append(zone_before(side, leaf_span(door), LEAF_REACH_M))
    return zones


def side_of(door: PlannedDoor, room: PlannedRoom) -> Side:
    """The wall of the room that the door pierces."""
    return next(side for side in sides_of(room) if pierces(door, side, WALL_REACH_M))
