"""From a layout of rectangles to the floor plan of a workplace: rooms, doors, a way in, windows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from wayproof.scenes.houses.door_places import hang_leaves, place_doors
from wayproof.scenes.houses.floor_plan import OUTER_WALL_M, planned_room
from wayproof.scenes.houses.grid_rectangles import STEP_M, Rect, grow, outline
from wayproof.scenes.houses.layout import turned
from wayproof.scenes.houses.plan_data import FloorPlan, PlannedDoor, PlannedRoom, PlannedWindow
from wayproof.scenes.houses.room_walls import shared_walls

Link = tuple[int, int, str]  # the places of two rooms in the list, and the kind of door between them
# Where one comes in, and where the windows go, once all other doors stand.
Entry = Callable[[np.random.Generator, Sequence[PlannedRoom], Sequence[PlannedDoor]], PlannedDoor | None]
Glazing = Callable[[np.random.Generator, Sequence[PlannedRoom], Sequence[PlannedDoor]], list[PlannedWindow]]


@dataclass(frozen=True)
class Slot:
    """A room that a band of rooms is to hold, and the widths that suit it, walls included."""

    type: str
    least_m: float
    most_m: float


@dataclass(frozen=True)
class Layout:
    """Rooms as rectangles in steps, and the doors between them."""

    types: tuple[str, ...]
    rects: tuple[Rect, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Building:
    """What a plan needs besides its layout."""

    wall_m: float
    height_m: float
    entry: Entry
    glazing: Glazing


def fill_band(rng: np.random.Generator, slots: Sequence[Slot], length: int) -> list[int] | None:
    """Widths for rooms side by side that fill a length, all in steps; None if they cannot.

    All grow from their least width by shares of the space left that differ from room to room.
    """
    length_m = length * STEP_M
    least = np.array([slot.least_m for slot in slots])
    room = np.array([slot.most_m for slot in slots]) - least
    spare = length_m - float(least.sum())
    if spare < 0.0 or spare > float(room.sum()) + 1e-9:
        return None
    share = np.minimum(rng.uniform(0.6, 1.4, len(slots)) * spare / max(float(room.sum()), 1e-9), 1.0)
    widths = least + share * room
    for _ in range(8):  # what clipping and chance left over goes to whoever can still take it
        missing = length_m - float(widths.sum())
        slack = room - (widths - least) if missing > 0 else widths - least
        total = float(slack.sum())
        if abs(missing) < 1e-6 or total <= 0:
            break
        widths = widths + np.clip(missing / total, -1.0, 1.0) * slack
    ends = np.round(np.cumsum(widths) / STEP_M).astype(int)
    ends[-1] = length
    return [int(value) for value in np.diff(ends, prepend=0)]


def band(left: int, top: int, depth: int, widths: Sequence[int]) -> list[Rect]:
    """Rectangles side by side along x."""
    edges = [left, *(left + int(value) for value in np.cumsum(widths))]
    return [(a, top, b, top + depth) for a, b in pairwise(edges)]


def moved_about(rng: np.random.Generator, layout: Layout) -> Layout:
    """The layout mirrored and turned at random."""
    cells = turned(rng, [[rect] for rect in layout.rects])
    return replace(layout, rects=tuple(rects[0] for rects in cells))


def plan_of(rng: np.random.Generator, layout: Layout, building: Building) -> FloorPlan | None:
    """Doors and windows put into a layout; None where they do not fit."""
    wall_m = building.wall_m
    rooms = [
        planned_room(k + 1, layout.types[k], [rect], wall_m, building.height_m)
        for k, rect in enumerate(layout.rects)
    ]
    links = [(one + 1, other + 1, kind) for one, other, kind in layout.links]
    inner = place_doors(rng, shared_walls(rooms), links)
    footprint = outline(layout.rects)
    if inner is None or footprint is None:
        return None
    entry = building.entry(rng, rooms, inner)
    if entry is None:
        return None
    doors = hang_leaves(rng, rooms, [*inner, entry])
    return FloorPlan(
        rooms=tuple(rooms),
        doors=tuple(doors),
        windows=tuple(building.glazing(rng, rooms, doors)),
        outline_m=grow([(x * STEP_M, z * STEP_M) for x, z in footprint], 0.0),
        interior_wall_m=wall_m,
        outer_wall_m=OUTER_WALL_M,
    )
