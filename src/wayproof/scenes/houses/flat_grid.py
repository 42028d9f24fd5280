"""Flat surfaces as fine grids of triangles, so that light can be kept at their corners.

A surface is spanned by two directions, right and up as its viewer sees them; its normal is right x up.
Within one surface all cells share their corners: cuts go through from edge to edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.solids import Floats, Point, Solid, join
from wayproof.scenes.scene import PlanPoint

Mask = NDArray[np.bool_]
SAME_M = 1e-5  # cuts that are closer are one
UP: Point = (0.0, 1.0, 0.0)


@dataclass(frozen=True)
class Plane:
    """A flat surface seen from its front: a corner, and unit vectors to the right and upwards."""

    origin_m: Floats
    right: Floats
    up: Floats

    @property
    def normal(self) -> Floats:
        return np.cross(self.right, self.up)

    def at(self, u_m: float, v_m: float, *, out_m: float = 0.0) -> Floats:
        """The point at (u, v), moved out of the surface towards its viewer."""
        moved: Floats = self.origin_m + u_m * self.right + v_m * self.up + out_m * self.normal
        return moved


def plane(origin_m: Sequence[float], right: Sequence[float], up: Sequence[float] = UP) -> Plane:
    return Plane(np.asarray(origin_m, float), np.asarray(right, float), np.asarray(up, float))


def cuts(low_m: float, high_m: float, most_m: float, *, at: Iterable[float] = ()) -> Floats:
    """Coordinates from low to high, through all of `at`, nowhere further apart than `most_m`."""
    stops = [low_m, *(value for value in sorted(at) if low_m + SAME_M < value < high_m - SAME_M), high_m]
    pieces = [np.array([low_m])]
    for start, end in pairwise(stops):
        if end - start > SAME_M:
            count = int(np.ceil((end - start) / most_m - 1e-9))
            pieces.append(np.linspace(start, end, count + 1)[1:])
    return np.concatenate(pieces)


def grid(
    surface: Plane, u_m: Floats, v_m: Floats, *, keep: Mask | None = None, uv_at: tuple[float, float] = (0, 0)
) -> Solid:
    """Two triangles for each cell between the cuts; `keep` (rows of v, columns of u) leaves out openings.

    Texture coordinates are (u, v) in metres, counted from `uv_at`.
    """
    u, v = (values.reshape(-1) for values in np.meshgrid(u_m, v_m))
    vertices = surface.origin_m + u[:, None] * surface.right + v[:, None] * surface.up
    wanted = np.ones((len(v_m) - 1, len(u_m) - 1), bool) if keep is None else keep
    row, column = np.nonzero(wanted)
    first = row * len(u_m) + column
    above = first + len(u_m)
    faces = np.stack([first, first + 1, above + 1, first, above + 1, above], axis=1).reshape(-1, 3)
    used = np.unique(faces)
    place = np.zeros(len(vertices), np.int64)
    place[used] = np.arange(len(used))
    uv = np.stack([u + uv_at[0], v + uv_at[1]], axis=1)
    normals = np.broadcast_to(surface.normal, (len(used), 3))
    return Solid(vertices[used], normals, uv[used], place[faces], np.empty((0, 2, 3)))


def inside(polygon_m: Sequence[PlanPoint], x_m: Floats, z_m: Floats) -> Mask:
    """Which cells between cuts lie in a rectilinear polygon; (rows of z, columns of x)."""
    x, z = (x_m[:-1] + x_m[1:]) / 2, (z_m[:-1] + z_m[1:]) / 2
    mask = np.zeros((len(z), len(x)), bool)
    for (x0, z0), (x1, z1) in zip(polygon_m, [*polygon_m[1:], polygon_m[0]], strict=True):
        if x0 == x1:
            mask ^= ((z > min(z0, z1)) & (z < max(z0, z1)))[:, None] & (x < x0)[None]
    return mask


def tunnel(
    wall: Plane,
    u_m: tuple[float, float],
    v_m: tuple[float, float],
    depth_m: float,
    *,
    most_m: float,
    has_floor: bool,
) -> list[Solid]:
    """The sides, head and floor of an opening, from the wall's face inwards."""
    (left, right), (low, high) = u_m, v_m
    upright = cuts(0.0, high - low, most_m)
    level = cuts(0.0, right - left, most_m)
    deep = np.array([0.0, depth_m])
    inward = -wall.normal
    sides = [
        grid(Plane(wall.at(left, low), inward, wall.up), deep, upright),
        grid(Plane(wall.at(right, low, out_m=-depth_m), -inward, wall.up), deep, upright),
        grid(Plane(wall.at(left, high, out_m=-depth_m), wall.right, -inward), level, deep),
    ]
    if has_floor:
        sides.append(grid(Plane(wall.at(left, low), wall.right, inward), level, deep))
    return sides


def fine_box(low_m: Point, high_m: Point, *, most_m: float) -> Solid:
    """A box whose two large sides (along z) are grids; `low_m` and `high_m` are opposite corners."""
    (x0, y0, z0), (x1, y1, z1) = low_m, high_m
    across, upright, deep = cuts(0, x1 - x0, most_m), cuts(0, y1 - y0, most_m), np.array([0.0, z1 - z0])
    faces = [
        grid(plane((x0, y0, z1), (1, 0, 0)), across, upright),
        grid(plane((x1, y0, z0), (-1, 0, 0)), across, upright),
        grid(plane((x1, y0, z1), (0, 0, -1)), deep, upright),
        grid(plane((x0, y0, z0), (0, 0, 1)), deep, upright),
        grid(plane((x0, y1, z1), (1, 0, 0), (0, 0, -1)), across, deep),
        grid(plane((x0, y0, z0), (1, 0, 0), (0, 0, 1)), across, deep),
    ]
    whole = join(faces)
    return Solid(whole.vertices_m, whole.normals, whole.uv_m, whole.faces, np.array([[low_m, high_m]], float))
