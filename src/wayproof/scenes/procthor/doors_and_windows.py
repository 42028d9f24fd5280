"""Doors and windows of a ProcTHOR house, from holes that the file measures along its walls.

Every inner doorway is kept free, whatever the file says of its leaf. Doors to the outside are shut, as there
is nothing outside. Where the file leaves a wall between two rooms away (`empty`), there is one wide opening
up to just below the ceiling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wayproof.scenes.houses.door_mesh import CASING_WIDTH_M
from wayproof.scenes.houses.floor_plan import OUTER_WALL_M
from wayproof.scenes.houses.plan_data import DOORWAY, ENTRY, WIDE, PlannedDoor, PlannedRoom, PlannedWindow
from wayproof.scenes.houses.room_walls import Interval, Side, door_span, sides_of
from wayproof.scenes.procthor.house_file import FileWall, HouseFile, Opening
from wayproof.scenes.procthor.unity_frame import plan_point

WIDE_M = 1.3  # from here on a door has two leaves; its doorway stays without
NARROWEST_DOOR_M, LOWEST_DOOR_M = 0.5, 1.0
LINTEL_M = 0.08
WINDOW_MARGIN_M = 0.02
SMALLEST_WINDOW_M = 0.2
NEAR_WALL_M = 0.1
HALF_OPEN = 0.5


@dataclass(frozen=True)
class _Spot:
    """A hole: whether its wall runs along x, the wall's line, from where to where along it and upwards."""

    along_x: bool
    line_m: float
    span_m: Interval
    heights_m: Interval

    def sides(self, rooms: Sequence[PlannedRoom]) -> list[Side]:
        """The walls of rooms that the hole pierces: two between rooms, one to the outside."""
        middle = (self.span_m[0] + self.span_m[1]) / 2
        return [
            side
            for room in rooms
            for side in sides_of(room)
            if side.along_x == self.along_x
            and abs(side.line_m - self.line_m) < NEAR_WALL_M
            and side.span_m[0] < middle < side.span_m[1]
        ]


def openings(
    house: HouseFile, rooms: Sequence[PlannedRoom]
) -> tuple[list[PlannedDoor], list[PlannedWindow], list[str]]:
    """Doors in the order of the file, then open walls; windows; and notes on what was mended."""
    notes: list[str] = []
    doors = []
    for k, door in enumerate(house.doors):
        spot = _spot(house, f"doors[{k}]", door)
        found = _door(spot, rooms)
        if isinstance(found, str):
            raise house.broken(f"doors[{k}].holePolygon", f"{door.id} {found}")
        doors.append(found)
    shut = [
        one.id
        for one, door in zip(house.doors, doors, strict=True)
        if door.kind != ENTRY and one.openness is not None and one.openness < HALF_OPEN
    ]
    if shut:
        notes.append(f"doors between rooms that the file has shut are open here: {', '.join(shut)}")
    doors += _open_walls(house, rooms)
    windows = [_window(house, f"windows[{k}]", one, rooms, notes) for k, one in enumerate(house.windows)]
    return doors, [window for window in windows if window], notes


def _foot(house: HouseFile, wall: FileWall) -> tuple[bool, float, float, float]:
    """Whether a wall runs along x, its line, and where it starts and ends as its room sees it."""
    low = min(place.y for place in wall.polygon)
    lower = [plan_point(p.x, p.z) for p in wall.polygon if p.y < low + 0.1]
    if len(lower) != 2:
        raise house.broken("walls", f"{wall.id!r:.80} has {len(lower)} lower corners; a wall has two")
    start, end = lower
    along_x = abs(end[0] - start[0]) > abs(end[1] - start[1])
    run, across = (0, 1) if along_x else (1, 0)
    return along_x, start[across], start[run], end[run]


def _spot(house: HouseFile, field: str, opening: Opening) -> _Spot:
    wall = next((wall for wall in house.walls if wall.id == opening.wall0), None)
    if wall is None:
        raise house.broken(f"{field}.wall0", f"there is no wall {opening.wall0!r:.80}")
    hole = opening.hole()
    if hole is None:
        raise house.broken(f"{field}.holePolygon", "is missing")
    along_x, line, start, end = _foot(house, wall)
    ahead = 1.0 if end > start else -1.0
    one, other = start + ahead * hole[0], start + ahead * hole[2]
    return _Spot(along_x, line, (min(one, other), max(one, other)), (hole[1], hole[3]))


def _open_walls(house: HouseFile, rooms: Sequence[PlannedRoom]) -> Iterator[PlannedDoor]:
    """One opening for each wall between two rooms that the file calls empty; both rooms list it."""
    done: list[PlannedDoor] = []
    for wall in house.walls:
        if not wall.empty:
            continue
        along_x, line, start, end = _foot(house, wall)
        spot = _Spot(along_x, line, (min(start, end), max(start, end)), (0.0, rooms[0].height_m))
        door = _door(spot, rooms)
        if isinstance(door, str) or door.kind == ENTRY or any(_overlap(door, other) for other in done):
            continue
        done.append(door)
        yield door


def _overlap(one: PlannedDoor, other: PlannedDoor) -> bool:
    (low, high), (other_low, other_high) = door_span(one), door_span(other)
    same_wall = one.along_x == other.along_x and set(one.rooms) == set(other.rooms)
    return same_wall and low < other_high and other_low < high


def _door(spot: _Spot, rooms: Sequence[PlannedRoom]) -> PlannedDoor | str:
    """The door in a hole, or why there cannot be one."""
    sides = spot.sides(rooms)
    if not sides:
        return "lies outside the walls of all rooms"
    # The frame should fit between the corners of the rooms on both sides; in a narrow place it need not.
    for margin in (CASING_WIDTH_M, 0.0):
        low = max(spot.span_m[0], *(side.span_m[0] + margin for side in sides))
        high = min(spot.span_m[1], *(side.span_m[1] - margin for side in sides))
        if high - low >= NARROWEST_DOOR_M:
            break
    width, height = round(high - low, 3), round(min(spot.heights_m[1], rooms[0].height_m - LINTEL_M), 3)
    if width < NARROWEST_DOOR_M or height < LOWEST_DOOR_M:
        return f"is {width:.2f} m wide and {height:.2f} m high; nobody gets through"
    is_outer = len(sides) == 1
    # Between rooms the middle of the wall is where the rooms meet, which may differ a little from the hole's.
    across = sides[0].face_m - sides[0].inward * OUTER_WALL_M / 2 if is_outer else sides[0].line_m
    middle = round((low + high) / 2, 6)
    centre = (middle, round(across, 6)) if spot.along_x else (round(across, 6), middle)
    kind = ENTRY if is_outer else WIDE if width >= WIDE_M else DOORWAY
    between = (sides[0].room, None if is_outer else sides[1].room)
    return PlannedDoor(between, centre, spot.along_x, width, height, kind)


def _window(
    house: HouseFile, field: str, opening: Opening, rooms: Sequence[PlannedRoom], notes: list[str]
) -> PlannedWindow | None:
    spot = _spot(house, field, opening)
    sides, along_x, span, heights = spot.sides(rooms), spot.along_x, spot.span_m, spot.heights_m
    if not sides:
        raise house.broken(f"{field}.holePolygon", f"{opening.id} lies outside the walls of all rooms")
    if len(sides) > 1:
        notes.append(f"{opening.id} is a window between two rooms; its wall was left whole")
        return None
    side = sides[0]
    low, high = max(span[0], side.span_m[0] + WINDOW_MARGIN_M), min(span[1], side.span_m[1] - WINDOW_MARGIN_M)
    sill, head = max(heights[0], WINDOW_MARGIN_M), min(heights[1], rooms[0].height_m - WINDOW_MARGIN_M)
    if high - low < SMALLEST_WINDOW_M or head - sill < SMALLEST_WINDOW_M:
        notes.append(f"{opening.id} is too small to see through; its wall was left whole")
        return None
    across, middle = round(side.face_m - side.inward * OUTER_WALL_M / 2, 6), round((low + high) / 2, 6)
    away = float(-side.inward)
    return PlannedWindow(
        room=side.room,
        centre_m=(middle, across) if along_x else (across, middle),
        along_x=along_x,
        width_m=round(high - low, 3),
        sill_m=round(sill, 3),
        head_m=round(head, 3),
        outward=(0.0, 0.0, away) if along_x else (away, 0.0, 0.0),
    )
