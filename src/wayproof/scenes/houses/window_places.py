"""Where windows go: in the outer walls of the rooms that people live in, small and high in the others."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from wayproof.scenes.houses.door_places import WALL_REACH_M
from wayproof.scenes.houses.grid_rectangles import STEP_M
from wayproof.scenes.houses.plan_data import PlannedDoor, PlannedRoom, PlannedWindow
from wayproof.scenes.houses.room_programme import HABITABLE
from wayproof.scenes.houses.room_walls import (
    Interval,
    Side,
    door_span,
    leaf_span,
    outer_stretches,
    pierces,
    sides_of,
    without,
)

HEAD_M = 2.1
FROM_CORNER_M = 0.3
LEAST_WIDTH_M = 0.6
LONG_WALL_M = 4.6  # gets two windows


class WindowKind(msgspec.Struct, frozen=True):
    narrowest_m: float
    widest_m: float
    lowest_sill_m: float
    highest_sill_m: float
    chance: float  # for each outer wall


KINDS: dict[str, WindowKind] = {
    "living_room": WindowKind(1.4, 2.2, 0.85, 0.95, 0.8),
    "kitchen": WindowKind(0.9, 1.4, 0.95, 0.95, 0.65),
    "bedroom": WindowKind(1.1, 1.7, 0.85, 0.95, 0.65),
    "dining_room": WindowKind(1.2, 1.8, 0.85, 0.95, 0.7),
    "office": WindowKind(1.0, 1.5, 0.85, 0.95, 0.65),
    "children_room": WindowKind(1.1, 1.6, 0.85, 0.95, 0.65),
    "hallway": WindowKind(0.6, 0.8, 0.85, 0.95, 0.5),
    "bathroom": WindowKind(0.5, 0.7, 1.4, 1.5, 0.75),
    "laundry": WindowKind(0.5, 0.7, 1.4, 1.5, 0.6),
    "storage": WindowKind(0.5, 0.5, 1.5, 1.6, 0.25),
}
_LARGE = WindowKind(1.6, 2.6, 0.1, 0.3, 1.0)  # reaches down nearly to the floor
_LARGE_CHANCE = 0.35


def place_windows(
    rng: np.random.Generator, rooms: Sequence[PlannedRoom], doors: Sequence[PlannedDoor], wall_m: float
) -> list[PlannedWindow] | None:
    """Windows of all rooms; None when a room to live in would stay dark."""
    windows: list[PlannedWindow] = []
    for room in rooms:
        kind = KINDS[room.type]
        if room.type == "living_room" and rng.random() < _LARGE_CHANCE:
            kind = _LARGE
        sill = round(float(rng.uniform(kind.lowest_sill_m, kind.highest_sill_m)), 2)
        free = [(side, span) for side in sides_of(room) for span in free_stretches(side, rooms, doors)]
        free.sort(key=lambda item: -_length(item[1]))
        if room.type in HABITABLE and (not free or _length(free[0][1]) < LEAST_WIDTH_M + 2 * FROM_CORNER_M):
            return None
        for k, (side, span) in enumerate(free):
            must = k == 0 and room.type in HABITABLE
            if rng.random() < kind.chance or must:
                windows += _in_stretch(rng, kind, side, span, sill, wall_m)
    return windows


def free_stretches(side: Side, rooms: Sequence[PlannedRoom], doors: Sequence[PlannedDoor]) -> list[Interval]:
    """Outer wall without doors and without what an open leaf would cover."""
    taken = []
    for door in doors:
        if side.room in door.rooms and pierces(door, side, WALL_REACH_M):
            low, high = door_span(door)
            leaf = leaf_span(door) if door.leaf and door.leaf.room == side.room else (low, low)
            taken.append((min(low, leaf[0]) - 0.2, max(high, leaf[1]) + 0.2))
    return [part for span in outer_stretches(side, rooms) for part in without(span, taken)]


def _in_stretch(
    rng: np.random.Generator, kind: WindowKind, side: Side, span: Interval, sill_m: float, wall_m: float
) -> list[PlannedWindow]:
    """One window near the middle of a stretch of wall, or two in a long one; none where it is too short."""
    count = 2 if _length(span) > LONG_WALL_M and kind.widest_m > 1.0 and rng.random() < 0.6 else 1
    share = _length(span) / count
    most = min(kind.widest_m, share - 2 * FROM_CORNER_M)
    if most < min(LEAST_WIDTH_M, kind.narrowest_m) - 1e-9:
        return []
    width = round(float(np.floor(rng.uniform(min(kind.narrowest_m, most), most) / STEP_M + 1e-6)) * STEP_M, 2)
    slack = max(0.0, (share - 2 * FROM_CORNER_M - width) / 2)
    shift = 0.0 if count == 2 or rng.random() < 0.6 else float(rng.uniform(-slack, slack))
    windows = []
    for k in range(count):
        middle = round(span[0] + (k + 0.5) * share + shift, 2)
        line = round(side.face_m - side.inward * wall_m / 2, 6)
        centre = (middle, line) if side.along_x else (line, middle)
        away = float(-side.inward)
        outward = (0.0, 0.0, away) if side.along_x else (away, 0.0, 0.0)
        windows.append(PlannedWindow(side.room, centre, side.along_x, width, sill_m, HEAD_M, outward))
    return windows


def _length(span: Interval) -> float:
    return span[1] - span[0]
