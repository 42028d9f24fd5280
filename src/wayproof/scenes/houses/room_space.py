"""What furniture must know about a room: which floor stays free, and which stretches of wall are free."""

from __future__ import annotations

import math
from dataclasses import dataclass

import msgspec

from wayproof.geometry.solids import Floats
from wayproof.scenes.houses.door_places import FREE_BEFORE_DOOR_M, WALL_REACH_M, side_of
from wayproof.scenes.houses.plan_data import FloorPlan, PlannedRoom
from wayproof.scenes.houses.room_walls import (
    Interval,
    Rectangle,
    Side,
    door_span,
    leaf_span,
    outer_stretches,
    pierces,
    sides_of,
    window_span,
    zone_before,
)
from wayproof.scenes.scene import PlanPoint, Room

BESIDE_DOOR_M = 0.05  # the zone before a door is wider than the door by this on both sides
BEFORE_LEAF_M = 0.45  # an open leaf stands off the wall by half of this; the rest lets one pass before it


class WallRun(msgspec.Struct, frozen=True):
    """One straight wall of a room, from corner to corner, with the room on its left seen from above."""

    start_m: PlanPoint
    end_m: PlanPoint
    heading_rad: float  # of a thing that stands with its back to this wall: 0 looks along +Z
    openings_m: tuple[
        tuple[float, float, float], ...
    ]  # from, to (from the start), sill; sill 0: a door or its leaf
    is_outer: bool  # whether any of it has the outside behind it

    @property
    def length_m(self) -> float:
        return math.dist(self.start_m, self.end_m)


@dataclass(frozen=True)
class Walls:
    """What a room brings along: walls, floor before doors and leaves, boxes (n, 2, 3) of the leaves."""

    runs: list[WallRun]
    door_zones: list[Rectangle]
    leaf_zones: list[Rectangle]
    fixed_m: Floats


def door_zones(plan: FloorPlan, room: Room | PlannedRoom) -> list[Rectangle]:
    """Rectangles (x0, z0, x1, z1) of floor before each door, where one comes in."""
    planned = plan.room(room.id)
    zones = []
    for door in plan.doors:
        if room.id in door.rooms:
            low, high = door_span(door)
            reach = (low - BESIDE_DOOR_M, high + BESIDE_DOOR_M)
            zones.append(zone_before(side_of(door, planned), reach, FREE_BEFORE_DOOR_M))
    return zones


def leaf_zones(plan: FloorPlan, room: Room | PlannedRoom) -> list[Rectangle]:
    """Rectangles of floor that open door leaves take up, with a little room before them."""
    planned = plan.room(room.id)
    return [
        zone_before(side_of(door, planned), leaf_span(door), BEFORE_LEAF_M)
        for door in plan.doors
        if door.leaf and door.leaf.room == room.id
    ]


def wall_runs(plan: FloorPlan, room: Room | PlannedRoom) -> list[WallRun]:
    """The walls of a room in the order of its polygon."""
    planned = plan.room(room.id)
    corners = planned.polygon_m
    runs = []
    for k, side in enumerate(sides_of(planned)):
        start, end = corners[k], corners[(k + 1) % len(corners)]
        across = float(side.inward)
        runs.append(
            WallRun(
                start_m=start,
                end_m=end,
                heading_rad=math.atan2(0.0, across) if side.along_x else math.atan2(across, 0.0),
                openings_m=tuple(sorted(_openings(plan, side, start[0 if side.along_x else 1]))),
                is_outer=bool(outer_stretches(side, plan.rooms)),
            )
        )
    return runs


def _openings(plan: FloorPlan, side: Side, start_m: float) -> list[tuple[float, float, float]]:
    found: list[tuple[Interval, float]] = []
    for door in plan.doors:
        if side.room in door.rooms and pierces(door, side, WALL_REACH_M):
            found.append((door_span(door), 0.0))
            if door.leaf and door.leaf.room == side.room:
                found.append((leaf_span(door), 0.0))
    windows = [window for window in plan.windows if window.room == side.room]
    found += [
        (window_span(window), window.sill_m) for window in windows if pierces(window, side, WALL_REACH_M)
    ]
    return [(*_from_start(span, start_m), sill) for span, sill in found]


def _from_start(span: Interval, start_m: float) -> Interval:
    one, other = abs(span[0] - start_m), abs(span[1] - start_m)
    return (round(min(one, other), 6), round(max(one, other), 6))
