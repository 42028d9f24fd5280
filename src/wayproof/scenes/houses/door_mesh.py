"""Doors: the lining of the opening, casings on both sides, a threshold, and the leaf with its handles.

Local frame: x along the wall, y up from the floor, z through the wall; the front (+z) is the side of the leaf
that stands open, or the inside of the house for the front door. The origin is in the middle of the opening.
"""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Solid, box, join, mirror_x, move, turn
from wayproof.scenes.houses.flat_grid import Plane, cuts, fine_box, grid, plane, tunnel

CASING_WIDTH_M = 0.07
CASING_DEPTH_M = 0.015
THRESHOLD_M = 0.006
LEAF_THICKNESS_M = 0.04
PANEL_RELIEF_M = 0.008
LEAF_GAP_M = 0.008  # under and above the leaf
HINGE_OFF_WALL_M = 0.022
HINGE_BESIDE_M = 0.01  # keeps the edge of the slanting leaf out of the clear opening
GRID_M = 0.55
PANELS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    # Raised panels as shares of the leaf's width and height: x0, y0, x1, y1.
    "one_panel": ((0.15, 0.08, 0.85, 0.94),),
    "two_panels": ((0.16, 0.08, 0.84, 0.42), (0.16, 0.52, 0.84, 0.94)),
    "four_panels": (
        (0.14, 0.08, 0.45, 0.40),
        (0.55, 0.08, 0.86, 0.40),
        (0.14, 0.52, 0.45, 0.94),
        (0.55, 0.52, 0.86, 0.94),
    ),
    "three_bands": ((0.14, 0.08, 0.86, 0.32), (0.14, 0.39, 0.86, 0.63), (0.14, 0.70, 0.86, 0.94)),
}


def door_frame(width_m: float, height_m: float, wall_m: float) -> Solid:
    """Lining and casings around a clear opening, in a wall of the given thickness."""
    half_wall, half = wall_m / 2 + CASING_DEPTH_M, width_m / 2
    front = plane((-half, 0.0, half_wall), (1.0, 0.0, 0.0))
    back = plane((half, 0.0, -half_wall), (-1.0, 0.0, 0.0))
    lining = tunnel(front, (0.0, width_m), (0.0, height_m), 2 * half_wall, most_m=GRID_M, has_floor=False)
    return join([*lining, *_casing(front, width_m, height_m), *_casing(back, width_m, height_m)])


def _casing(face: Plane, width_m: float, height_m: float) -> list[Solid]:
    """A flat board around the opening: its front in one piece, and its outer edges."""
    left, right, top = -CASING_WIDTH_M, width_m + CASING_WIDTH_M, height_m + CASING_WIDTH_M
    u = cuts(left, right, GRID_M, at=(0.0, width_m))
    v = cuts(0.0, top, GRID_M, at=(height_m,))
    across, upright = (u[:-1] + u[1:]) / 2, (v[:-1] + v[1:]) / 2
    keep = ~((upright < height_m)[:, None] & ((across > 0.0) & (across < width_m))[None])
    deep = np.array([0.0, CASING_DEPTH_M])
    normal = face.normal
    return [
        grid(face, u, v, keep=keep),
        grid(Plane(face.at(left, 0.0, out_m=-CASING_DEPTH_M), normal, face.up), deep, v),
        grid(Plane(face.at(right, 0.0), -normal, face.up), deep, v),
        grid(Plane(face.at(left, top), face.right, -normal), u - left, deep),
    ]


def threshold(width_m: float, wall_m: float) -> Solid:
    """A strip that covers the joint of two floors; low enough to roll over."""
    return box((width_m, 2 * THRESHOLD_M, wall_m + 0.01), (0.0, -THRESHOLD_M, 0.0))


def leaf(width_m: float, height_m: float) -> Solid:
    """A plain leaf that hangs at x = 0, reaches to +x and has its back at z = 0; without handles."""
    low, high = LEAF_GAP_M, height_m - LEAF_GAP_M
    return fine_box((0.0, low, 0.0), (width_m, high, LEAF_THICKNESS_M), most_m=GRID_M)


def leaf_panels(width_m: float, height_m: float, style: str) -> Solid:
    """The raised panels on both sides of a leaf, in one of the styles of `PANELS`."""
    low, high = LEAF_GAP_M, height_m - LEAF_GAP_M
    thickness = LEAF_THICKNESS_M + 2 * PANEL_RELIEF_M
    return join(
        box(
            ((x1 - x0) * width_m, (y1 - y0) * (high - low), thickness),
            ((x0 + x1) / 2 * width_m, low + y0 * (high - low), LEAF_THICKNESS_M / 2),
        )
        for x0, y0, x1, y1 in PANELS[style]
    )


def handles(width_m: float) -> Solid:
    """A lever with its plate on both sides of a leaf."""
    x, y, middle = width_m - 0.065, 1.02, LEAF_THICKNESS_M / 2
    plate = box((0.04, 0.2, LEAF_THICKNESS_M + 0.012), (x, y - 0.12, middle))
    neck = box((0.02, 0.02, LEAF_THICKNESS_M + 0.09), (x, y - 0.01, middle))
    reach = LEAF_THICKNESS_M / 2 + 0.04
    levers = [box((0.12, 0.022, 0.016), (x - 0.045, y - 0.011, middle + side * reach)) for side in (-1, 1)]
    return join([plate, neck, *levers])


def opened(piece: Solid, width_m: float, wall_m: float, *, side: float, angle_rad: float) -> Solid:
    """A leaf (or its handles) folded back against the front of the wall, `angle_rad` off it, on one side."""
    swung = turn(piece, -angle_rad)
    swung = move(swung, (width_m / 2 + HINGE_BESIDE_M, 0.0, wall_m / 2 + HINGE_OFF_WALL_M))
    return swung if side > 0 else mirror_x(swung)


def shut(piece: Solid, width_m: float, offset_m: float) -> Solid:
    """A leaf (or its handles) that fills its opening, its back `offset_m` before the middle of the wall."""
    return move(piece, (-width_m / 2, 0.0, offset_m))
