"""Draw the floor plan of a house: rooms in plausible sizes and neighbourhoods, doors and windows.

The method: draw a programme of rooms, lay them out along a spine, check the sizes, connect, pierce the
walls. A draw that does not fit is thrown away and the next one taken from the same generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.scenes.houses.connections import draw_connections
from wayproof.scenes.houses.door_places import hang_leaves, has_dead_end, place_doors, place_entry
from wayproof.scenes.houses.grid_rectangles import STEP_M, Rect, grow, outline
from wayproof.scenes.houses.layout import draw_layout
from wayproof.scenes.houses.layout_checks import is_plausible
from wayproof.scenes.houses.layout_frame import wanted
from wayproof.scenes.houses.plan_data import FloorPlan, Leaf, PlannedDoor, PlannedRoom, PlannedWindow
from wayproof.scenes.houses.room_programme import FEWEST_ROOMS, MOST_ROOMS, draw_areas, draw_programme
from wayproof.scenes.houses.room_walls import shared_walls
from wayproof.scenes.houses.window_places import place_windows
from wayproof.seeding import generator_for

__all__ = ["FloorPlan", "Leaf", "PlannedDoor", "PlannedRoom", "PlannedWindow", "draw_floor_plan"]

OUTER_WALL_M = 0.25
PROGRAMMES, LAYOUTS = 8, 60  # tries: room programmes, and layouts for each
SURE_SEED = 0


def draw_floor_plan(rng: np.random.Generator, room_count: int) -> FloorPlan:
    """A house of `room_count` rooms (2 to 10); the same generator state gives the same plan."""
    if not FEWEST_ROOMS <= room_count <= MOST_ROOMS:
        raise InvalidInput(
            f"a house of {room_count} rooms was asked for; allowed are {FEWEST_ROOMS} to {MOST_ROOMS}. "
            "Choose a number of rooms in that range."
        )
    plan = _try_to_draw(rng, room_count)
    # Hundreds of layouts are tried and at least one of fifty succeeds; should all fail, a fixed draw that is
    # known to succeed for each number of rooms steps in.
    return plan or cast(
        FloorPlan, _try_to_draw(generator_for(SURE_SEED, "floor plan", room_count), room_count)
    )


def _try_to_draw(rng: np.random.Generator, room_count: int) -> FloorPlan | None:
    interior_wall_m = float(rng.choice([0.10, 0.12, 0.14]))
    height_m = round(float(rng.uniform(2.5, 2.8)), 2)
    for _ in range(PROGRAMMES):
        types = draw_programme(rng, room_count)
        for _ in range(LAYOUTS):
            want = wanted(rng, types, draw_areas(rng, types), interior_wall_m)
            cells = draw_layout(rng, want)
            if cells is not None and is_plausible(types, cells, interior_wall_m):
                plan = plan_from_cells(rng, types, cells, interior_wall_m, height_m)
                if plan is not None:
                    return plan
    return None


def plan_from_cells(
    rng: np.random.Generator,
    types: Sequence[str],
    cells: Sequence[Sequence[Rect]],
    interior_wall_m: float,
    height_m: float,
) -> FloorPlan | None:
    """Put doors and windows into a layout; None where they do not fit."""
    rooms = [planned_room(k + 1, types[k], cells[k], interior_wall_m, height_m) for k in range(len(types))]
    walls = shared_walls(rooms)
    connections = draw_connections(rng, rooms, walls)
    inner_doors = connections and place_doors(rng, walls, connections)
    entry = inner_doors and place_entry(rng, rooms, OUTER_WALL_M, inner_doors)
    if not inner_doors or not entry:
        return None
    if any(has_dead_end(room, [*inner_doors, entry]) for room in rooms):
        return None
    doors = hang_leaves(rng, rooms, [*inner_doors, entry])
    windows = place_windows(rng, rooms, doors, OUTER_WALL_M)
    footprint = outline([rect for rects in cells for rect in rects])
    if windows is None or footprint is None:
        return None
    return FloorPlan(
        rooms=tuple(rooms),
        doors=tuple(doors),
        windows=tuple(windows),
        outline_m=grow([(x * STEP_M, z * STEP_M) for x, z in footprint], 0.0),
        interior_wall_m=interior_wall_m,
        outer_wall_m=OUTER_WALL_M,
    )


def planned_room(
    number: int, name: str, rects: Sequence[Rect], wall_m: float, height_m: float
) -> PlannedRoom:
    """A room from the rectangles of its cell."""
    ring = outline(rects)
    assert ring is not None
    corners = [(x * STEP_M, z * STEP_M) for x, z in ring]
    return PlannedRoom(number, name, grow(corners, -wall_m / 2), grow(corners, 0.0), height_m)
