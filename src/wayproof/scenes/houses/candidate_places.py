"""Places worth trying for a thing: along walls, beside and around other things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from wayproof.geometry.solids import Floats
from wayproof.scenes.houses.draft import Draft, Stand, Thing
from wayproof.scenes.houses.occupancy import Rectangle
from wayproof.scenes.houses.room_space import WallRun

WALL_GAP_M = 0.015  # the skirting board stands proud of the wall
SLIDE_M = 0.1  # spacing of the places tried along a wall
REVEAL_M = 0.06  # trim around doors and windows that must stay visible


@dataclass(frozen=True)
class WallPlace:
    """A stand with its back to a wall, and how central it is there (0 at either end, 1 in the middle)."""

    stand: Stand
    centrality: float


def wall_stand(run: WallRun, position_m: float, draft: Draft, height_m: float) -> Stand:
    """Back to a wall at a distance from the wall's start; what stands on the floor keeps off the skirting."""
    gap = WALL_GAP_M if height_m == 0.0 else 0.0
    start, end = np.asarray(run.start_m), np.asarray(run.end_m)
    x, z = start + (end - start) * (position_m / run.length_m) + inward(run) * (gap - draft.low_m[2])
    return Stand(float(x), height_m, float(z), run.heading_rad)


def inward(run: WallRun) -> Floats:
    """The plan direction from a wall into its room."""
    return np.array([np.sin(run.heading_rad), np.cos(run.heading_rad)])


def along_walls(
    draft: Draft, runs: Sequence[WallRun], *, height_m: float = 0.0, before_windows: bool = False
) -> Iterator[WallPlace]:
    """Stands every 10 cm along every wall where the thing hides no door, nor a window that it reaches up to.

    `before_windows` lets it stand before windows all the same.
    """
    for run in runs:
        for position in _positions(run.length_m, draft.width_m):
            reach = (position - draft.width_m / 2, position + draft.width_m / 2)
            top_m = 0.0 if before_windows else height_m + draft.height_m
            if not covers_opening(run, reach, height_m, top_m):
                centrality = 1 - abs(2 * position / run.length_m - 1)
                yield WallPlace(wall_stand(run, position, draft, height_m), centrality)


def covers_opening(run: WallRun, reach: tuple[float, float], low_m: float, high_m: float) -> bool:
    """Whether a thing between two points along a wall and two heights hides part of a door or window."""
    for begin, end, sill in run.openings_m:
        beside = reach[1] <= begin - REVEAL_M or reach[0] >= end + REVEAL_M
        below = sill > 0 and high_m <= sill
        if not beside and not below and low_m < 2.1:
            return True
    return False


def behind(thing: Thing, runs: Sequence[WallRun]) -> tuple[WallRun, float] | None:
    """The wall at a thing's back and the position along it, if it stands against one."""
    for run in runs:
        if abs(np.cos(run.heading_rad - thing.stand.heading_rad) - 1) > 1e-6:
            continue
        start, end = np.asarray(run.start_m), np.asarray(run.end_m)
        offset = np.array([thing.stand.x_m, thing.stand.z_m]) - start
        position = float(offset @ (end - start)) / run.length_m
        away = float(offset @ inward(run)) + thing.draft.low_m[2]
        if abs(away - WALL_GAP_M) < 0.1 and 0 <= position <= run.length_m:
            return run, position
    return None


def relative_to(thing: Thing, right_m: float, front_m: float, *, turn_rad: float = 0.0) -> Stand:
    """A stand given in another thing's frame."""
    x, _, z = thing.stand.point(right_m, front_m)
    return Stand(x, 0.0, z, thing.stand.heading_rad + turn_rad)


def seats_around(table: Thing, seat: Draft, count: int, *, tuck_m: float) -> list[tuple[Stand, Stand]]:
    """For each of up to `count` seats facing a table: the place tucked in, and the place pulled out."""
    half_width, half_depth = table.draft.width_m / 2, table.draft.depth_m / 2
    reach = seat.high_m[2]
    per_side = max(1, int(table.draft.width_m // (seat.width_m + 0.12)))
    offsets = (np.arange(per_side) - (per_side - 1) / 2) * (table.draft.width_m / per_side)
    places: list[tuple[float, float, float]] = []
    for offset in offsets.tolist():
        places += [(offset, half_depth, np.pi), (offset, -half_depth, 0.0)]
    places += [(half_width, 0.0, -np.pi / 2), (-half_width, 0.0, np.pi / 2)]
    seats = []
    for right, front, turn in places[:count]:
        away = np.array([-np.sin(turn), -np.cos(turn)])  # from the table towards the sitter's back
        both = [
            relative_to(table, right + away[0] * out, front + away[1] * out, turn_rad=turn)
            for out in (reach - tuck_m, reach + 0.03)
        ]
        seats.append((both[0], both[1]))
    return seats


def front_zone(draft: Draft, stand: Stand, depth_m: float) -> Rectangle:
    """The floor before a thing's front, as a rectangle."""
    corners = [
        stand.point(float(right), float(draft.high_m[2]) + front)
        for right in (draft.low_m[0], draft.high_m[0])
        for front in (0.0, depth_m)
    ]
    xs, zs = [corner[0] for corner in corners], [corner[2] for corner in corners]
    return (min(xs), min(zs), max(xs), max(zs))


def ahead_and_aside(thing: Thing, stand: Stand) -> tuple[float, float]:
    """How far a stand lies before a thing's front, and how far off its middle line."""
    dx, dz = stand.x_m - thing.stand.x_m, stand.z_m - thing.stand.z_m
    sin, cos = np.sin(thing.stand.heading_rad), np.cos(thing.stand.heading_rad)
    return float(sin * dx + cos * dz), float(abs(cos * dx - sin * dz))


def distance_m(stand: Stand, thing: Thing | None) -> float:
    """On the plan, from a stand to a thing; 0 where there is none."""
    return float(np.hypot(stand.x_m - thing.stand.x_m, stand.z_m - thing.stand.z_m)) if thing else 0.0


def _positions(length_m: float, width_m: float) -> list[float]:
    """Centres along a wall, both ends included."""
    first, last = width_m / 2 + 0.005, length_m - width_m / 2 - 0.005
    if last < first:
        return []
    count = max(2, int((last - first) / SLIDE_M) + 1)
    return [float(position) for position in np.linspace(first, last, count)]
