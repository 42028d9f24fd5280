"""The outside of a house: outer wall faces with their openings, and the tops of all walls seen from above."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Solid, join
from wayproof.scenes.houses.flat_grid import cuts, grid, inside, plane, tunnel
from wayproof.scenes.houses.grid_rectangles import grow
from wayproof.scenes.houses.plan_data import ENTRY, FloorPlan, PlannedDoor, PlannedWindow
from wayproof.scenes.houses.wall_mesh import WallFace, hole, wall_surface
from wayproof.scenes.houses.window_mesh import PANE_FROM_OUTSIDE_M
from wayproof.scenes.scene import PlanPoint

FACADE_GRID_M = 0.9  # coarse: nobody comes near
ABOVE_CEILING_M = 0.01


def facade(plan: FloorPlan) -> Solid:
    """Outer faces, outer halves of the window reveals, and a lid that shuts the gaps between rooms."""
    corners = grow(plan.outline_m, plan.outer_wall_m - plan.interior_wall_m / 2)
    top_m = plan.rooms[0].height_m + ABOVE_CEILING_M
    pieces = []
    for face in _faces(plan, corners):
        pieces.append(wall_surface(face, top_m, FACADE_GRID_M))
        for gap in face.holes:
            if gap.is_window:
                pieces += tunnel(
                    face.surface, gap.u_m, gap.v_m, PANE_FROM_OUTSIDE_M, most_m=FACADE_GRID_M, has_floor=True
                )
    return join([*pieces, _lid(plan, corners, top_m)])


def _faces(plan: FloorPlan, corners: tuple[PlanPoint, ...]) -> list[WallFace]:
    """Seen from outside, wall k has its left end at corner k."""
    openings: list[PlannedDoor | PlannedWindow] = [*plan.windows, *(d for d in plan.doors if d.kind == ENTRY)]
    faces = []
    walked = 0.0
    for k, start in enumerate(corners):
        end = corners[(k + 1) % len(corners)]
        along_x = start[1] == end[1]
        run, across = (0, 1) if along_x else (1, 0)
        length = abs(end[run] - start[run])
        right = np.sign(end[run] - start[run])
        surface = plane((start[0], 0.0, start[1]), (right, 0.0, 0.0) if along_x else (0.0, 0.0, right))
        holes = [
            hole(opening, start[run])
            for opening in openings
            if opening.along_x == along_x
            and abs(opening.centre_m[across] - start[across]) < plan.outer_wall_m
            and min(start[run], end[run]) < opening.centre_m[run] < max(start[run], end[run])
        ]
        faces.append(WallFace(surface, length, tuple(holes), walked))
        walked += length
    return faces


def _lid(plan: FloorPlan, corners: tuple[PlanPoint, ...], top_m: float) -> Solid:
    """The tops of all walls, so that a view from above shows the plan."""
    rings = [corners, *(room.polygon_m for room in plan.rooms)]
    x, z = (
        cuts(
            min(c[k] for c in corners),
            max(c[k] for c in corners),
            100.0,
            at={c[k] for ring in rings for c in ring},
        )
        for k in (0, 1)
    )
    is_wall = inside(corners, x, z)
    for room in plan.rooms:
        is_wall &= ~inside(room.polygon_m, x, z)
    surface = plane((0.0, top_m, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0))
    return grid(surface, x, -z[::-1], keep=is_wall[::-1])
