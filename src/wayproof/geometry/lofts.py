"""Bodies and sheets over rows of points: a loft is a skin over rings, closed by flat ends.

A shoe, a kettle or an iron is a few rings; so is a hollow box, whose rings run up the outside and back down
on the inside. Rings of one body have equally many points; they may run in either sense and may repeat a
point. A ring given twice makes a sharp edge where the shading would be round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from wayproof.geometry.outlines import at_height, ring
from wayproof.geometry.ring_kernels import lid_over
from wayproof.geometry.skin_kernels import skin_over
from wayproof.geometry.solid import NO_BOXES, ORIGIN, Floats, Point, Solid, box_round, in_one_box, join, move

CREASE_RAD = 1.1  # faces that meet at more than this angle keep an edge: rounder than a hexagon is smooth
FLAT = 0.0  # the crease angle of bodies that show every edge
ROUND = np.pi  # and of those that show none around


def loft(rings: Sequence[Floats] | Floats, *, crease_rad: float = CREASE_RAD) -> Solid:
    """The closed body whose skin runs over rings (k, n, 3) in turn, with flat ends and one box.

    A last ring that lies inside the one before it makes a hollow, which wants boxes of its own. End rings
    may have hollows as long as all of them can be seen from the mean of their points.
    """
    return lofted(np.array(rings, float), around_rad=crease_rad, along_rad=crease_rad, in_plan=True)


def lofted(grid: Floats, *, around_rad: float, along_rad: float, in_plan: bool) -> Solid:
    """A loft over rings (k, n, 3) with separate crease angles around and along; see `skin_over`."""
    surface = skin_over(grid, True, False, True, _cos(around_rad), _cos(along_rad), in_plan)
    return Solid(*surface, box_round(grid.reshape(-1, 3)))


def stack(
    levels: Sequence[tuple[float, Floats]], at: Point = ORIGIN, *, crease_rad: float = CREASE_RAD
) -> Solid:
    """A loft over level outlines (n, 2), given with their heights."""
    return move(loft([at_height(outline, height) for height, outline in levels], crease_rad=crease_rad), at)


def closed_stack(levels: Sequence[tuple[float, Floats]]) -> Solid:
    """A ring of matter, such as a toilet seat: level outlines, the last joined to the first."""
    grid = np.array([at_height(outline, height) for height, outline in levels])
    body = skinned(grid, closed=True, around_rad=CREASE_RAD, along_rad=CREASE_RAD, in_plan=True)
    return in_one_box(body)


def skinned(grid: Floats, *, closed: bool, around_rad: float, along_rad: float, in_plan: bool) -> Solid:
    """The skin over rings (k, n, 3) without ends: a tube, or where it is `closed` along itself a loop."""
    surface = skin_over(grid, True, closed, False, _cos(around_rad), _cos(along_rad), in_plan)
    return Solid(*surface, NO_BOXES)


def prism(outline_m: Sequence[tuple[float, float]] | Floats, height_m: float, at: Point = ORIGIN) -> Solid:
    """An outline of (x, z) points raised to a height, with sharp edges."""
    outline = np.array(outline_m, float)
    return stack([(0.0, outline), (height_m, outline)], at, crease_rad=FLAT)


def extruded(outline_m: Sequence[tuple[float, float]] | Floats, length_m: float, *, axis: str = "z") -> Solid:
    """An upright outline drawn out to both sides of a plane, with sharp edges.

    Points are (x, y) for the axis "z" and (z, y) for "x".
    """
    flat = np.array(outline_m, float) * ((1.0, -1.0) if axis == "z" else (-1.0, -1.0))
    places = [
        (0.0, 0.0, side * length_m / 2) if axis == "z" else (side * length_m / 2, 0.0, 0.0)
        for side in (-1, 1)
    ]
    return loft([ring(flat, place, axis=axis) for place in places], crease_rad=FLAT)


def sheet_over(grid_m: Floats, *, in_plan: bool = True) -> Solid:
    """A bent sheet through a grid (rows, columns, 3), seen from the side where columns run right, rows up."""
    cos = _cos(CREASE_RAD)
    grid = np.ascontiguousarray(grid_m, float)
    return Solid(*skin_over(grid, False, False, False, cos, cos, in_plan), NO_BOXES)


def cloth(grid_m: Floats) -> Solid:
    """A bent sheet through a grid (rows, columns, 3) of points, seen from both sides; it takes up no room."""
    front = sheet_over(grid_m)
    back = replace(front, normals=-front.normals, faces=front.faces[:, ::-1])
    return join([front, back])


def picture(outline: Floats, at: Point = ORIGIN) -> Solid:
    """A flat picture cut to an outline, looking along +Z; the outline's -z is up, its box is one tile."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    rim, normal = ring(outline, axis="z"), np.empty(3)
    faces = lid_over(rim, normal)
    points = np.concatenate([rim, rim.mean(axis=0, keepdims=True)])
    uv = (points[:, :2] - (low[0], -high[1])) / (high - low)
    towards_us = np.tile((0.0, 0.0, 1.0), (len(points), 1))
    return move(Solid(points, towards_us, uv, faces if normal[2] > 0 else faces[:, ::-1], NO_BOXES), at)


def _cos(crease_rad: float) -> float:
    """The least cosine between faces that are shaded as one; below -1 where all of them are."""
    if crease_rad <= 0.0:
        return 2.0
    return -2.0 if crease_rad >= np.pi else float(np.cos(crease_rad))
