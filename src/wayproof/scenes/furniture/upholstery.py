"""Soft shapes: padded blocks with rounded edges, round pads, rolls and pillows.

The tops of blocks and pads are level and at the height that their size says, so that things can lie on them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.geometry.solids import ORIGIN, Floats, Point, Solid, join, lathe, move, turn
from wayproof.scenes.furniture.lofts import loft

__all__ = [
    "leaning",
    "padded",
    "padded_outline",
    "pillow_shape",
    "roll",
    "round_pad",
    "rounded_rectangle",
    "side_panel",
    "wall",
]

Outline = Sequence[tuple[float, float]]


def padded(size_m: Point, at: Point = ORIGIN, *, rounding_m: float = 0.03) -> Solid:
    """A block with rounded edges, as firm cushions and upholstered frames have."""
    width, height, depth = size_m
    rounding = min(rounding_m, 0.45 * min(size_m))
    x, z = width / 2, depth / 2
    cut = rounded_rectangle(width, depth, rounding)
    # The two points of each cut corner fall together where the flat ends begin.
    corners = [(x, -z), (-x, -z), (-x, z), (x, z)]
    inset = [(a - np.sign(a) * rounding, b - np.sign(b) * rounding) for a, b in corners for _ in range(2)]
    return move(_stacked((inset, cut, cut, inset), height, rounding), at)


def padded_outline(
    outline_m: Outline, height_m: float, at: Point = ORIGIN, *, rounding_m: float = 0.02
) -> Solid:
    """A convex outline of (x, z) points, counter-clockwise seen from above, raised with rounded rims."""
    outline = np.asarray(outline_m, float)
    rounding = min(rounding_m, 0.45 * height_m)
    centre = outline.mean(axis=0)
    reach = outline - centre
    inset = centre + reach * (1.0 - rounding / np.linalg.norm(reach, axis=1, keepdims=True))
    return move(_stacked((inset, outline, outline, inset), height_m, rounding), at)


def rounded_rectangle(width_m: float, depth_m: float, rounding_m: float) -> list[tuple[float, float]]:
    """A rectangle with its corners cut off: eight (x, z) points, counter-clockwise seen from above."""
    x, z = width_m / 2, depth_m / 2
    a, b = x - rounding_m, z - rounding_m
    return [(x, -b), (a, -z), (-a, -z), (-x, -b), (-x, b), (-a, z), (a, z), (x, b)]


def round_pad(
    radius_m: float, height_m: float, at: Point = ORIGIN, *, rounding_m: float = 0.02, sides: int = 12
) -> Solid:
    """A round cushion with a level top."""
    rounding = min(rounding_m, 0.45 * height_m, 0.6 * radius_m)
    around = np.arange(sides) * 2 * np.pi / sides
    outline = [(radius_m * float(np.cos(a)), -radius_m * float(np.sin(a))) for a in around]
    return padded_outline(outline, height_m, at, rounding_m=rounding)


def roll(radius_m: float, length_m: float, at: Point, *, along: str, sides: int = 10) -> Solid:
    """A bolster that lies along "x" or "z", its ends slightly domed; `at` is its centre."""
    dome = 0.25 * radius_m
    half = length_m / 2
    profile = [(0.0, -half), (0.7 * radius_m, dome * 0.3 - half), (radius_m, dome - half)]
    profile += [(radius, -height) for radius, height in reversed(profile)]
    upright = lathe(profile, sides=sides)
    lying = turn(upright, np.pi / 2, axis="z") if along == "x" else turn(upright, np.pi / 2, axis="x")
    return move(lying, at)


def leaning(solid: Solid, back_rad: float, *, about: Point = ORIGIN) -> Solid:
    """A piece that leans towards -Z by an angle; its boxes stay within its own bounds."""
    tipped = turn(solid, -back_rad, axis="x", about=about)
    low, high = tipped.vertices_m.min(axis=0), tipped.vertices_m.max(axis=0)
    boxes = np.clip(tipped.boxes_m, low, high)
    return Solid(tipped.vertices_m, tipped.normals, tipped.uv_m, tipped.faces, boxes)


def side_panel(profile_m: Outline, thickness_m: float, x_m: float, *, rounding_m: float = 0.02) -> Solid:
    """A padded side piece: a convex profile of (z, y) points in either order, thick along x around `x_m`."""
    plan = [(y, z) for z, y in profile_m]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(plan, plan[1:] + plan[:1], strict=True))
    flat = padded_outline(plan if area < 0 else plan[::-1], thickness_m, rounding_m=rounding_m)
    return move(turn(flat, np.pi / 2, axis="z"), (x_m + thickness_m / 2, 0.0, 0.0))


def wall(path_m: Outline, tops_m: Sequence[float], bottom_m: float, thickness_m: float) -> Solid:
    """A padded wall along a path of (x, z) points; its top may rise and fall on the way.

    Each piece of the path gets a box of its own.
    """
    path = np.asarray(path_m, float)
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    rings = []
    for (x, z), (dx, dz), top in zip(path, along, tops_m, strict=True):
        soft = 0.42 * thickness_m
        section = [
            (-0.2, top),
            (0.2, top),
            (0.5, top - soft),
            (0.5, bottom_m),
            (-0.5, bottom_m),
            (-0.5, top - soft),
        ]
        rings.append([(x - dz * s * thickness_m, y, z + dx * s * thickness_m) for s, y in section])
    grid = np.asarray(rings)
    solid = loft(grid)
    low, high = grid.min(axis=1), grid.max(axis=1)
    boxes = np.stack([np.minimum(low[:-1], low[1:]), np.maximum(high[:-1], high[1:])], axis=1)
    return Solid(solid.vertices_m, solid.normals, solid.uv_m, solid.faces, boxes)


def pillow_shape(
    width_m: float, depth_m: float, thickness_m: float, at: Point = ORIGIN, *, cells: int = 5
) -> Solid:
    """A stuffed pillow that lies flat: thick in the middle, with pointed corners and a seam around."""
    steps = np.sin(np.linspace(-np.pi / 2, np.pi / 2, cells + 1))
    u, v = np.meshgrid(steps, steps)
    x = width_m / 2 * u * (1.0 - 0.07 * (1.0 - v * v))
    z = -depth_m / 2 * v * (1.0 - 0.07 * (1.0 - u * u))
    swell = ((1.0 - u * u) * (1.0 - v * v)) ** 0.4
    # The lower half sags on what it lies on, so it is flatter than the upper one.
    upper = _face(x, 0.66 * thickness_m * swell, z, flip=False)
    lower = _face(x, -0.34 * thickness_m * np.minimum(1.0, 1.6 * swell), z, flip=True)
    whole = join([upper, lower])
    low = whole.vertices_m.min(axis=0)
    bounds = np.stack([low, whole.vertices_m.max(axis=0)])[None]
    solid = Solid(whole.vertices_m, whole.normals, whole.uv_m, whole.faces, bounds)
    return move(solid, (at[0], at[1] - float(low[1]), at[2]))


def _stacked(plans: Sequence[Outline | Floats], height_m: float, rounding_m: float) -> Solid:
    """Four outlines as rings at the underside, above and below the rounded rims, and at the top."""
    heights = (0.0, rounding_m, height_m - rounding_m, height_m)
    rings = []
    for plan, y in zip(plans, heights, strict=True):
        flat = np.asarray(plan, float)
        rings.append(np.stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]], axis=1))
    return loft(np.stack(rings), soft_ends=True)


def _face(x: Floats, y: Floats, z: Floats, *, flip: bool) -> Solid:
    """One side of a pillow over a grid of points; x grows along rows, z falls along columns."""
    points = np.stack([x, y, z], axis=-1)
    count = len(x)
    index = np.arange(count * count).reshape(count, count)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    half = (np.arange(count - 1) < (count - 1) / 2).astype(bool)
    # Cut every cell from the outside to the middle: a corner cut across would lie flat in the seam.
    falling = (half[:, None] == half[None, :])[..., None]
    faces = np.where(
        falling, np.stack([a, b, c, a, c, d], axis=-1), np.stack([a, b, d, b, c, d], axis=-1)
    ).reshape(-1, 3)
    along_x, along_z = np.gradient(points, axis=1), np.gradient(points, axis=0)
    normals = np.cross(along_x, along_z).reshape(-1, 3) * (-1.0 if flip else 1.0)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    flat = points.reshape(-1, 3)
    return Solid(flat, normals, flat[:, [0, 2]], faces[:, ::-1] if flip else faces, np.empty((0, 2, 3)))
