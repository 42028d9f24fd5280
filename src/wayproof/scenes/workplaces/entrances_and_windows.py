"""Ways in and windows of workplaces: equal windows round an office, large panes along the street."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.scenes.houses.door_places import DOOR_HEIGHT_M, WALL_REACH_M, place_entry
from wayproof.scenes.houses.floor_plan import OUTER_WALL_M
from wayproof.scenes.houses.grid_rectangles import STEP_M
from wayproof.scenes.houses.plan_data import ENTRY, PlannedDoor, PlannedRoom, PlannedWindow
from wayproof.scenes.houses.room_walls import Interval, Side, outer_stretches, pierces, sides_of
from wayproof.scenes.houses.window_places import free_stretches

FROM_CORNER_M = 0.3
LEAST_WINDOW_M = 0.6
# Rooms with small high windows, and rooms that get none.
SMALL_WINDOWS, NO_WINDOWS = ("bathroom",), ("storage", "fitting_room")
SHOP_SILL_M, SHOP_HEAD_M, SHOP_PANE_M, SHOP_POST_M = 0.35, 2.35, 2.4, 0.16
ENTRY_WIDTH_M = 1.0


def office_entry(
    rng: np.random.Generator, rooms: Sequence[PlannedRoom], doors: Sequence[PlannedDoor]
) -> PlannedDoor | None:
    """Into the reception."""
    return place_entry(rng, rooms, OUTER_WALL_M, doors, [room for room in rooms if room.type == "reception"])


def office_glazing(
    rng: np.random.Generator, rooms: Sequence[PlannedRoom], doors: Sequence[PlannedDoor]
) -> list[PlannedWindow]:
    """Windows of one width at one height all round the building."""
    pitch = float(rng.uniform(1.5, 2.3))
    sill, head = round(float(rng.uniform(0.8, 0.95)), 2), 2.15
    return _rows_of_windows(rooms, doors, pitch, (sill, head))


def _rows_of_windows(
    rooms: Sequence[PlannedRoom],
    doors: Sequence[PlannedDoor],
    pitch_m: float,
    heights_m: Interval,
    *,
    without: Sequence[str] = (),
) -> list[PlannedWindow]:
    windows = []
    for room in rooms:
        if room.type in (*NO_WINDOWS, *without):
            continue
        small = room.type in SMALL_WINDOWS
        heights = (1.5, 2.1) if small else heights_m
        for side in sides_of(room):
            for span in free_stretches(side, rooms, doors):
                row = _row(side, span, 3.0 if small else pitch_m, heights)
                windows += row[:1] if small else row
    return windows


def _row(side: Side, span: Interval, pitch_m: float, heights_m: Interval) -> list[PlannedWindow]:
    """Equal windows side by side, as many as a stretch of wall holds."""
    length = span[1] - span[0] - 2 * FROM_CORNER_M
    if length < LEAST_WINDOW_M:
        return []
    count = max(1, int(length / pitch_m))
    width = min(pitch_m - 0.25, length / count - 0.1, 1.9)
    width = round(float(np.floor(width / STEP_M + 1e-6)) * STEP_M, 2)
    if width < LEAST_WINDOW_M:
        return []
    share = (span[1] - span[0]) / count
    return [_window(side, span[0] + (k + 0.5) * share, width, heights_m) for k in range(count)]


def _window(side: Side, middle_m: float, width_m: float, heights_m: Interval) -> PlannedWindow:
    line = round(side.face_m - side.inward * OUTER_WALL_M / 2, 6)
    middle = round(middle_m, 2)
    away = float(-side.inward)
    return PlannedWindow(
        room=side.room,
        centre_m=(middle, line) if side.along_x else (line, middle),
        along_x=side.along_x,
        width_m=width_m,
        sill_m=heights_m[0],
        head_m=heights_m[1],
        outward=(0.0, 0.0, away) if side.along_x else (away, 0.0, 0.0),
    )


def shop_entry(
    rng: np.random.Generator, rooms: Sequence[PlannedRoom], doors: Sequence[PlannedDoor]
) -> PlannedDoor | None:
    """A door in an outer wall of the sales floor, mostly the longest: that is where the street runs."""
    sides = [side for side in sides_of(rooms[0]) if outer_stretches(side, rooms) == [side.span_m]]
    if not sides:
        return None
    sides.sort(key=lambda side: side.span_m[0] - side.span_m[1])
    street = sides[0] if rng.random() < 0.7 else sides[int(rng.integers(len(sides)))]
    low, high = street.span_m
    share = float(rng.choice([0.25, 0.5, 0.75]))
    middle = round((low + share * (high - low)) / STEP_M) * STEP_M
    line = round(street.face_m - street.inward * OUTER_WALL_M / 2, 6)
    centre = (round(middle, 6), line) if street.along_x else (line, round(middle, 6))
    return PlannedDoor((rooms[0].id, None), centre, street.along_x, ENTRY_WIDTH_M, DOOR_HEIGHT_M, ENTRY)


def shop_glazing(
    rng: np.random.Generator, rooms: Sequence[PlannedRoom], doors: Sequence[PlannedDoor]
) -> list[PlannedWindow]:
    """Panes along the street that nearly reach the floor; small windows in the rooms behind."""
    windows = _rows_of_windows(
        rooms, doors, float(rng.uniform(1.4, 1.8)), (0.95, 2.1), without=(rooms[0].type,)
    )
    entry = next(door for door in doors if door.kind == ENTRY)
    for side in sides_of(rooms[0]):
        if pierces(entry, side, WALL_REACH_M):
            for span in free_stretches(side, rooms, doors):
                windows += _panes(side, span)
    return windows


def _panes(side: Side, span: Interval) -> list[PlannedWindow]:
    """Large panes with slim posts between them."""
    length = span[1] - span[0] - 0.3
    if length < LEAST_WINDOW_M:
        return []
    count = int(np.ceil((length + SHOP_POST_M) / (SHOP_PANE_M + SHOP_POST_M)))
    share = (length + SHOP_POST_M) / count
    width = round(float(np.floor((share - SHOP_POST_M) / STEP_M + 1e-6)) * STEP_M, 2)
    first = span[0] + 0.15 + (share - SHOP_POST_M) / 2
    return [_window(side, first + k * share, width, (SHOP_SILL_M, SHOP_HEAD_M)) for k in range(count)]
