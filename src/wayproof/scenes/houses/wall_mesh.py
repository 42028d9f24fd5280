"""The walls of a room as its occupants see them: faces with openings, window reveals and skirting boards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayproof.geometry.solids import Floats, Solid, join
from wayproof.scenes.houses.door_mesh import CASING_WIDTH_M
from wayproof.scenes.houses.door_places import WALL_REACH_M
from wayproof.scenes.houses.flat_grid import Mask, Plane, cuts, grid, plane, tunnel
from wayproof.scenes.houses.plan_data import FloorPlan, PlannedDoor, PlannedRoom, PlannedWindow
from wayproof.scenes.houses.room_walls import door_span, pierces, sides_of, window_span, without
from wayproof.scenes.houses.window_mesh import PANE_FROM_INSIDE_M

WALL_GRID_M = 0.45
SKIRTING_GRID_M = 0.6
SKIRTING_HEIGHT_M = 0.08
SKIRTING_DEPTH_M = 0.012


@dataclass(frozen=True)
class Hole:
    """A rectangle cut out of a wall, in metres to the right of its left end and above the floor."""

    u_m: tuple[float, float]
    v_m: tuple[float, float]
    is_window: bool


@dataclass(frozen=True)
class WallFace:
    """One straight wall, seen from the room (from outside for a facade)."""

    surface: Plane
    length_m: float
    holes: tuple[Hole, ...]
    around_m: float  # how far its left end is along the room's walls; textures run on from wall to wall


def room_wall_faces(plan: FloorPlan, room: PlannedRoom) -> list[WallFace]:
    """In the order of the polygon: face k is the wall from corner k + 1 (its left end) to corner k."""
    faces = []
    walked = 0.0
    corners = room.polygon_m
    openings: list[PlannedDoor | PlannedWindow] = [
        *(door for door in plan.doors if room.id in door.rooms),
        *(window for window in plan.windows if window.room == room.id),
    ]
    for k, side in enumerate(sides_of(room)):
        start, end = np.array(corners[k]), np.array(corners[(k + 1) % len(corners)])
        length = side.span_m[1] - side.span_m[0]
        walked += length
        right = (start - end) / length
        surface = plane((end[0], 0.0, end[1]), (right[0], 0.0, right[1]))
        left = end[0 if side.along_x else 1]
        holes = [hole(opening, left) for opening in openings if pierces(opening, side, WALL_REACH_M)]
        faces.append(WallFace(surface, length, tuple(holes), -walked))
    return faces


def hole(opening: PlannedDoor | PlannedWindow, left_m: float) -> Hole:
    """The hole that a door or window makes in a wall whose left end is at `left_m` along x or z."""
    is_window = isinstance(opening, PlannedWindow)
    span = window_span(opening) if isinstance(opening, PlannedWindow) else door_span(opening)
    one, other = sorted(abs(value - left_m) for value in span)
    heights = (
        (opening.sill_m, opening.head_m) if isinstance(opening, PlannedWindow) else (0.0, opening.height_m)
    )
    return Hole((one, other), heights, is_window)


def wall_surface(face: WallFace, height_m: float, most_m: float) -> Solid:
    """The wall without its holes, as one grid."""
    u = cuts(0.0, face.length_m, most_m, at=[value for hole in face.holes for value in hole.u_m])
    v = cuts(0.0, height_m, most_m, at=[value for hole in face.holes for value in hole.v_m])
    return grid(face.surface, u, v, keep=_solid_cells(face, u, v), uv_at=(face.around_m, 0.0))


def _solid_cells(face: WallFace, u: Floats, v: Floats) -> Mask:
    across, upright = (u[:-1] + u[1:]) / 2, (v[:-1] + v[1:]) / 2
    keep = np.ones((len(upright), len(across)), bool)
    for gap in face.holes:
        in_u = (across > gap.u_m[0]) & (across < gap.u_m[1])
        in_v = (upright > gap.v_m[0]) & (upright < gap.v_m[1])
        keep &= ~(in_v[:, None] & in_u[None])
    return keep


def room_walls(plan: FloorPlan, room: PlannedRoom) -> Solid:
    """All wall faces of a room, with the reveals of its windows as far as the panes."""
    pieces = []
    for face in room_wall_faces(plan, room):
        pieces.append(wall_surface(face, room.height_m, WALL_GRID_M))
        for gap in face.holes:
            if gap.is_window:
                depth = PANE_FROM_INSIDE_M
                pieces += tunnel(face.surface, gap.u_m, gap.v_m, depth, most_m=WALL_GRID_M, has_floor=True)
    return join(pieces)


def room_skirting(plan: FloorPlan, room: PlannedRoom) -> Solid:
    """Boards along the foot of all walls, mitred in the corners, interrupted by doors."""
    faces = room_wall_faces(plan, room)
    pieces = []
    for k, face in enumerate(faces):
        # A board is shorter than its wall at an inner corner, and longer at the outer corner of an L.
        left = SKIRTING_DEPTH_M * _turn(face, faces[(k + 1) % len(faces)])
        right = SKIRTING_DEPTH_M * _turn(faces[k - 1], face)
        taken = [
            (gap.u_m[0] - CASING_WIDTH_M, gap.u_m[1] + CASING_WIDTH_M)
            for gap in face.holes
            if not gap.is_window
        ]
        for low, high in without((0.0, face.length_m), taken):
            ends = (left if low == 0.0 else 0.0, right if high == face.length_m else 0.0)
            pieces.append(_board(face, low, high, ends))
    return join(pieces)


def _turn(face: WallFace, following: WallFace) -> float:
    """+1 at an inner corner, -1 at an outer one; faces in the order of the polygon."""
    return float(np.sign(np.dot(following.surface.normal, -face.surface.right))) or 1.0


def _board(face: WallFace, low_m: float, high_m: float, mitres_m: tuple[float, float]) -> Solid:
    """Front and top of one length of skirting."""
    count = max(2, int(np.ceil((high_m - low_m) / SKIRTING_GRID_M)) + 1)
    back = np.linspace(low_m, high_m, count)
    front = np.linspace(low_m + mitres_m[0], high_m - mitres_m[1], count)
    proud = Plane(face.surface.at(0.0, 0.0, out_m=SKIRTING_DEPTH_M), face.surface.right, face.surface.up)
    upright = grid(proud, front, np.array([0.0, SKIRTING_HEIGHT_M]))
    top = grid(
        Plane(
            face.surface.at(0.0, SKIRTING_HEIGHT_M, out_m=SKIRTING_DEPTH_M),
            face.surface.right,
            -face.surface.normal,
        ),
        front,
        np.array([0.0, SKIRTING_DEPTH_M]),
    )
    top.vertices_m[count:] += (back - front)[:, None] * face.surface.right
    return join([upright, top])
