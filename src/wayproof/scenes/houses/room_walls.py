"""The straight wall faces of rooms: where two rooms share a wall, where a wall is an outer one, what is free.

A side runs along x or z. Positions along it are world coordinates (x or z), not distances from an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wayproof.scenes.houses.plan_data import PlannedDoor, PlannedRoom, PlannedWindow
from wayproof.scenes.scene import PlanPoint

Interval = tuple[float, float]
Rectangle = tuple[float, float, float, float]  # x0, z0, x1, z1
TOUCH_M = 1e-6


@dataclass(frozen=True)
class Side:
    """One straight wall of a room, seen from within it."""

    room: int  # id
    along_x: bool
    line_m: float  # the z (or x) of the wall's centre line
    face_m: float  # the z (or x) of the face that the room sees
    span_m: Interval  # between the room's corners
    cell_span_m: Interval  # the same on the centre lines
    inward: int  # +1 if the room lies at greater z (or x) than the wall


@dataclass(frozen=True)
class SharedWall:
    """A stretch of wall that two rooms have in common, without the thickness of the walls at its ends."""

    rooms: tuple[int, int]
    along_x: bool
    line_m: float
    span_m: Interval


def sides_of(room: PlannedRoom) -> list[Side]:
    """In the order of the polygon's corners: side k runs from corner k to corner k + 1."""
    count = len(room.polygon_m)
    return [
        _side(room.id, *(ring[k] for ring in (room.polygon_m, room.cell_m) for k in (i, (i + 1) % count)))
        for i in range(count)
    ]


def _side(room: int, start: PlanPoint, end: PlanPoint, cell_start: PlanPoint, cell_end: PlanPoint) -> Side:
    along_x = abs(end[0] - start[0]) > abs(end[1] - start[1])
    run, across = (0, 1) if along_x else (1, 0)
    face, line = start[across], cell_start[across]
    return Side(
        room=room,
        along_x=along_x,
        line_m=line,
        face_m=face,
        span_m=_ordered(start[run], end[run]),
        cell_span_m=_ordered(cell_start[run], cell_end[run]),
        inward=1 if face > line else -1,
    )


def shared_walls(rooms: Sequence[PlannedRoom]) -> list[SharedWall]:
    sides = [side for room in rooms for side in sides_of(room)]
    found = []
    for k, one in enumerate(sides):
        for other in sides[k + 1 :]:
            if _are_back_to_back(one, other):
                span = _overlap(one.span_m, other.span_m)
                if span[1] - span[0] > TOUCH_M:
                    found.append(SharedWall((one.room, other.room), one.along_x, one.line_m, span))
    return found


def outer_stretches(side: Side, rooms: Sequence[PlannedRoom]) -> list[Interval]:
    """The parts of a side with nothing but the outside behind them."""
    taken = [
        other.cell_span_m for room in rooms for other in sides_of(room) if _are_back_to_back(side, other)
    ]
    return without(side.span_m, taken)


def without(span: Interval, taken: Iterable[Interval]) -> list[Interval]:
    """What is left of an interval."""
    left = []
    start = span[0]
    for low, high in sorted(taken):
        if low > start + TOUCH_M:
            left.append((start, min(low, span[1])))
        start = max(start, high)
        if start >= span[1]:
            return left
    if span[1] > start + TOUCH_M:
        left.append((start, span[1]))
    return left


def pierces(opening: PlannedDoor | PlannedWindow, side: Side, reach_m: float) -> bool:
    """Whether a door or window is in this side; `reach_m` is more than half the wall's thickness."""
    run, across = (0, 1) if side.along_x else (1, 0)
    return (
        opening.along_x == side.along_x
        and -TOUCH_M < (side.face_m - opening.centre_m[across]) * side.inward < reach_m
        and side.span_m[0] < opening.centre_m[run] < side.span_m[1]
    )


def door_span(door: PlannedDoor) -> Interval:
    middle = door.centre_m[0 if door.along_x else 1]
    return (middle - door.clear_width_m / 2, middle + door.clear_width_m / 2)


def leaf_span(door: PlannedDoor) -> Interval:
    """Along the wall, what an open leaf covers beside its door; nothing when there is no such leaf."""
    low, high = door_span(door)
    if door.leaf is None:
        return (low, low)
    return (high, high + door.clear_width_m) if door.leaf.side > 0 else (low - door.clear_width_m, low)


def window_span(window: PlannedWindow) -> Interval:
    middle = window.centre_m[0 if window.along_x else 1]
    return (middle - window.width_m / 2, middle + window.width_m / 2)


def zone_before(side: Side, span: Interval, depth_m: float) -> Rectangle:
    """The floor in front of a stretch of wall."""
    near, far = _ordered(side.face_m, side.face_m + side.inward * depth_m)
    return (span[0], near, span[1], far) if side.along_x else (near, span[0], far, span[1])


def rectangles_meet(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _are_back_to_back(one: Side, other: Side) -> bool:
    return (
        one.along_x == other.along_x
        and one.inward == -other.inward
        and abs(one.line_m - other.line_m) < TOUCH_M
        and one.room != other.room
    )


def _ordered(first: float, second: float) -> Interval:
    return (first, second) if first < second else (second, first)


def _overlap(one: Interval, other: Interval) -> Interval:
    return (max(one[0], other[0]), min(one[1], other[1]))
