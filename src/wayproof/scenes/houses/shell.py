"""The shell of a house from its floor plan: floors, ceilings, walls, doors and windows as placed things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from wayproof.geometry.solids import Floats, move, panel
from wayproof.scenes.assembly import Placed
from wayproof.scenes.finishes import PATTERN_WORDS, Finish
from wayproof.scenes.furniture import Part
from wayproof.scenes.houses.door_mesh import (
    LEAF_THICKNESS_M,
    PANEL_RELIEF_M,
    PANELS,
    door_frame,
    handles,
    leaf,
    leaf_panels,
    opened,
    shut,
    threshold,
)
from wayproof.scenes.houses.door_places import side_of
from wayproof.scenes.houses.facade import facade
from wayproof.scenes.houses.flat_grid import cuts, grid, inside, plane
from wayproof.scenes.houses.plan_data import ENTRY, WIDE, FloorPlan, PlannedDoor, PlannedRoom, PlannedWindow
from wayproof.scenes.houses.shell_finishes import RoomFinishes, ShellFinishes
from wayproof.scenes.houses.wall_mesh import room_skirting, room_walls
from wayproof.scenes.houses.window_mesh import sashes, window_frame, window_handles, window_pane, window_sill
from wayproof.scenes.scene import Attributes, Door, Room, Window

__all__ = ["RoomFinishes", "Shell", "ShellFinishes", "build_shell"]

FLOOR_GRID_M, CEILING_GRID_M = 0.30, 0.50
LEAST_LEAF_ANGLE_RAD, MOST_LEAF_ANGLE_RAD = 0.07, 0.19  # off the wall; 0.17 is a leaf opened by 170 degrees
ENTRY_LEAF_Z_M = 0.03
PANE_Z_M = ENTRY_LEAF_Z_M + LEAF_THICKNESS_M + PANEL_RELIEF_M + 0.003  # of a glazed front door
PANEL_SHADE = 0.9
SASH_WORDS = {1: "single", 2: "double", 3: "triple"}


@dataclass(frozen=True)
class Shell:
    """The building; the ids in doors and windows are the places in `placed`, counted from 1."""

    placed: tuple[Placed, ...]
    rooms: tuple[Room, ...]
    doors: tuple[Door, ...]
    windows: tuple[Window, ...]


def build_shell(plan: FloorPlan, finishes: ShellFinishes, rng: np.random.Generator) -> Shell:
    """All that a floor plan says, as triangles; it comes first in the scene, for the sake of its ids."""
    placed: list[Placed] = []
    for room, look in zip(plan.rooms, finishes.rooms, strict=True):
        placed += [_floor(room, look.floor), _ceiling(room, look.ceiling)]
    placed += [_walls(plan, room, look) for room, look in zip(plan.rooms, finishes.rooms, strict=True)]
    placed.append(_fixed("wall", "facade", finishes.facade, [Part(facade(plan), finishes.facade)], None))
    style = str(rng.choice(list(PANELS)))
    doors, windows = [], []
    for door in plan.doors:
        angle = float(rng.uniform(LEAST_LEAF_ANGLE_RAD, MOST_LEAF_ANGLE_RAD))
        placed.append(_door(plan, door, finishes, style, angle))
        doors.append(_door_record(door, len(placed)))
    for window in plan.windows:
        placed.append(_window(window, finishes))
        windows.append(_window_record(window, len(placed)))
    rooms = tuple(Room(room.id, room.type, room.polygon_m, room.height_m) for room in plan.rooms)
    return Shell(tuple(placed), rooms, tuple(doors), tuple(windows))


def _floor(room: PlannedRoom, finish: Finish) -> Placed:
    x, z = _plan_cuts(room, FLOOR_GRID_M)
    surface = plane((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0))
    solid = grid(surface, x, -z[::-1], keep=inside(room.cell_m, x, z)[::-1])
    return _fixed("floor", "slab", finish, [Part(solid, finish)], room.id)


def _ceiling(room: PlannedRoom, finish: Finish) -> Placed:
    x, z = _plan_cuts(room, CEILING_GRID_M)
    surface = plane((0.0, room.height_m, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    solid = grid(surface, x, z, keep=inside(room.cell_m, x, z))
    return _fixed("ceiling", "slab", finish, [Part(solid, finish)], room.id)


def _plan_cuts(room: PlannedRoom, most_m: float) -> tuple[Floats, Floats]:
    """Cuts in x and z over a room's cell; along the faces of the walls too, where the light changes."""
    corners = [*room.cell_m, *room.polygon_m]
    both = [[corner[k] for corner in corners] for k in (0, 1)]
    x, z = (cuts(min(values), max(values), most_m, at=values) for values in both)
    return x, z


def _walls(plan: FloorPlan, room: PlannedRoom, look: RoomFinishes) -> Placed:
    parts = [Part(room_walls(plan, room), look.wall), Part(room_skirting(plan, room), look.trim)]
    return _fixed("wall", "room", look.wall, parts, room.id)


def _fixed(category: str, shape: str, finish: Finish, parts: Sequence[Part], room: int | None) -> Placed:
    """A thing that was built in world coordinates, given an origin under its middle."""
    low = np.min([part.solid.vertices_m.min(axis=0) for part in parts], axis=0)
    high = np.max([part.solid.vertices_m.max(axis=0) for part in parts], axis=0)
    x, y, z = (round(float(value), 3) for value in ((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2))
    own = tuple(Part(move(part.solid, (-x, -y, -z)), part.finish) for part in parts)
    return Placed(category, shape, _words(finish), own, (x, y, z), room=room)


def _door(
    plan: FloorPlan, door: PlannedDoor, finishes: ShellFinishes, style: str, angle_rad: float
) -> Placed:
    is_entry = door.kind == ENTRY
    wall_m = plan.outer_wall_m if is_entry else plan.interior_wall_m
    width, height = door.clear_width_m, door.height_m
    heading = _door_heading(plan, door)
    parts = [
        Part(door_frame(width, height, wall_m), finishes.door_frame),
        Part(threshold(width, wall_m), finishes.threshold),
    ]
    finish, shape = finishes.door_frame, "wide_opening" if door.kind == WIDE else "doorway"
    if is_entry:
        finish, shape = finishes.entry_door, "front_door"
        # A little too large for its opening, so that no light comes in at the edges.
        whole = _leaf(width + 0.01, height + 0.024, style, finish, finishes.handle)
        parts += [Part(shut(part.solid, width + 0.01, ENTRY_LEAF_Z_M), part.finish) for part in whole]
        if finishes.entry_pane:
            pane = panel(width - 0.26, height - 0.36, (0.0, 0.2, PANE_Z_M))
            parts.append(Part(pane, finishes.entry_pane, glows=True))
    elif door.leaf:
        finish, shape = finishes.door, style
        side = door.leaf.side * (np.cos(heading) if door.along_x else -np.sin(heading))
        for part in _leaf(width, height, style, finish, finishes.handle):
            parts.append(Part(opened(part.solid, width, wall_m, side=side, angle_rad=angle_rad), part.finish))
    words = _words(finish, state="closed" if is_entry else "open", modifier="front" if is_entry else None)
    position = (door.centre_m[0], 0.0, door.centre_m[1])
    return Placed(
        "door", shape, words, tuple(parts), position, heading, room=door.rooms[0] if is_entry else None
    )


def _leaf(width_m: float, height_m: float, style: str, finish: Finish, handle: Finish) -> list[Part]:
    """Leaf, panels and handles; the panels are a shade darker, as relief alone shows little from afar."""
    red, green, blue = (round(PANEL_SHADE * value) for value in finish.rgb)
    return [
        Part(leaf(width_m, height_m), finish),
        Part(leaf_panels(width_m, height_m, style), msgspec.structs.replace(finish, rgb=(red, green, blue))),
        Part(handles(width_m), handle),
    ]


def _door_heading(plan: FloorPlan, door: PlannedDoor) -> float:
    """The front looks into the room with the leaf, or into the first of both rooms."""
    room = plan.room(door.leaf.room if door.leaf else door.rooms[0])
    side = side_of(door, room)
    return float(np.arctan2(0.0, side.inward) if side.along_x else np.arctan2(side.inward, 0.0))


def _window(window: PlannedWindow, finishes: ShellFinishes) -> Placed:
    width, height = window.width_m, window.head_m - window.sill_m
    trim = finishes.rooms[window.room - 1].trim
    heading = float(np.arctan2(-window.outward[0], -window.outward[2]))
    view = finishes.views[round(heading / (np.pi / 2)) % len(finishes.views)]
    parts = (
        Part(window_frame(width, height), finishes.window_frame),
        Part(window_sill(width), trim),
        Part(window_handles(width, height), finishes.handle),
        Part(window_pane(width, height), view, glows=True),
    )
    count = sashes(width)
    words = _words(finishes.window_frame, state="closed", number={"pane": count})
    position = (window.centre_m[0], window.sill_m, window.centre_m[1])
    return Placed("window", SASH_WORDS[count], words, parts, position, heading, room=window.room)


def _words(
    finish: Finish,
    *,
    state: str | None = None,
    modifier: str | None = None,
    number: dict[str, int] | None = None,
) -> Attributes:
    return Attributes(
        colour=finish.colour,
        pattern=PATTERN_WORDS.get(finish.pattern, "plain"),
        material=finish.material,
        state=state,
        number=number or {},
        modifier=modifier,
    )


def _door_record(door: PlannedDoor, number: int) -> Door:
    return Door(number, door.rooms, door.centre_m, door.along_x, door.clear_width_m, door.height_m)


def _window_record(window: PlannedWindow, number: int) -> Window:
    x, z = window.centre_m
    middle = (x, round((window.sill_m + window.head_m) / 2, 6), z)
    height = round(window.head_m - window.sill_m, 6)
    return Window(number, window.room, middle, window.along_x, window.width_m, height, window.outward)
