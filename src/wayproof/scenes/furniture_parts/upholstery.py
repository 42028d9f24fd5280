"""Soft shapes: padded blocks with rounded edges, round pads, rolls and pillows.

The tops of blocks and pads are level and at the height that their size says, so that things can lie on them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.geometry.lofts import loft, stack
from wayproof.geometry.outlines import oval, rectangle, rounded_rectangle
from wayproof.geometry.solid import NO_BOXES, ORIGIN, Floats, Point, Solid, in_one_box, join, move, turn
from wayproof.geometry.solids import lathe
from wayproof.geometry.sweeps import boxed_by_piece

Outline = Sequence[tuple[float, float]] | Floats


def padded(size_m: Point, at: Point = ORIGIN, *, rounding_m: float = 0.03) -> Solid:
    """A block with rounded edges, as firm cushions and upholstered frames have."""
    width, height, depth = size_m
    rounding = min(rounding_m, 0.45 * min(size_m))
    cut = rounded_rectangle(width, depth, rounding)
    # The two points of each cut corner fall together where the flat ends begin.
    inset = np.repeat(rectangle(width - 2 * rounding, depth - 2 * rounding), 2, axis=0)
    return _rimmed(cut, inset, height, rounding, at)


def padded_outline(
    outline_m: Outline, height_m: float, at: Point = ORIGIN, *, rounding_m: float = 0.02
) -> Solid:
    """A convex outline of (x, z) points raised with rounded rims."""
    outline = np.array(outline_m, float)
    rounding = min(rounding_m, 0.45 * height_m)
    centre = outline.mean(axis=0)
    reach = outline - centre
    inset = centre + reach * (1.0 - rounding / np.linalg.norm(reach, axis=1, keepdims=True))
    return _rimmed(outline, inset, height_m, rounding, at)


def round_pad(
    radius_m: float, height_m: float, at: Point = ORIGIN, *, rounding_m: float = 0.02, sides: int = 12
) -> Solid:
    """A round cushion with a level top."""
    rounding = min(rounding_m, 0.45 * height_m, 0.6 * radius_m)
    return padded_outline(oval(2 * radius_m, 2 * radius_m, sides=sides), height_m, at, rounding_m=rounding)


def roll(radius_m: float, length_m: float, at: Point, *, along: str, sides: int = 10) -> Solid:
    """A bolster that lies along "x" or "z", its ends slightly domed; `at` is its centre."""
    dome = 0.25 * radius_m
    half = length_m / 2
    profile = [(0.0, -half), (0.7 * radius_m, dome * 0.3 - half), (radius_m, dome - half)]
    profile += [(radius, -height) for radius, height in reversed(profile)]
    return move(turn(lathe(profile, sides=sides), np.pi / 2, axis="z" if along == "x" else "x"), at)


def leaning(solid: Solid, back_rad: float, *, about: Point = ORIGIN) -> Solid:
    """A piece that leans towards -Z by an angle."""
    return turn(solid, -back_rad, axis="x", about=about)


def side_panel(
    profile_m: Sequence[tuple[float, float]], thickness_m: float, x_m: float, *, rounding_m: float = 0.02
) -> Solid:
    """A padded side piece: a convex profile of (z, y) points, thick along x around `x_m`."""
    flat = padded_outline([(y, z) for z, y in profile_m], thickness_m, rounding_m=rounding_m)
    return move(turn(flat, np.pi / 2, axis="z"), (x_m + thickness_m / 2, 0.0, 0.0))


def wall(
    path_m: Sequence[tuple[float, float]], tops_m: Sequence[float], bottom_m: float, thickness_m: float
) -> Solid:
    """A padded wall along a path of (x, z) points; its top may rise and fall on the way.

    Each piece of the path gets a box of its own.
    """
    path = np.array(path_m, float)
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) * thickness_m
    tops, bottom = np.array(tops_m, float), np.full(len(path), bottom_m)
    rims = tops - 0.42 * thickness_m
    section = [(-0.2, tops), (0.2, tops), (0.5, rims), (0.5, bottom), (-0.5, bottom), (-0.5, rims)]
    rings = np.empty((len(path), len(section), 3))
    for k, (share, height) in enumerate(section):
        rings[:, k, [0, 2]] = path + share * across
        rings[:, k, 1] = height
    return boxed_by_piece(loft(rings), rings)


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
    whole = in_one_box(join([upper, lower]))
    return move(whole, (at[0], at[1] - float(whole.vertices_m[:, 1].min()), at[2]))


def _rimmed(outline: Floats, inset: Floats, height_m: float, rounding_m: float, at: Point) -> Solid:
    """An outline raised to a height, drawn in to another one at the underside and at the top."""
    rims = (rounding_m, outline), (height_m - rounding_m, outline)
    return stack([(0.0, inset), *rims, (height_m, inset)], at)


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
    return Solid(flat, normals, flat[:, [0, 2]], faces[:, ::-1] if flip else faces, NO_BOXES)
