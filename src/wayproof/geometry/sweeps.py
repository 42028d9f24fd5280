"""Shapes that run along a path: pipes, horns, boards and posts, cut to a mitre where they bend.

The texture runs along the path, as grain does; each piece of the path gets a box of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import CREASE_RAD, ROUND, lofted, skinned
from wayproof.geometry.ring_kernels import rings_along
from wayproof.geometry.solid import ORIGIN, Floats, Ints, Point, Solid, both_sides, join, upright_grain

_CORNERS: Floats = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def pipe(
    points_m: Sequence[Point], radius_m: float, *, sides: int = 6, closed: bool = False, capped: bool = True
) -> Solid:
    """A round bar along a path; `closed` joins its end to its start, without `capped` its ends are open."""
    return _round_bar(points_m, np.full((len(points_m), 2), radius_m), sides, closed=closed, capped=capped)


def horn(points_m: Sequence[Point], radii_m: Sequence[float], *, sides: int = 6) -> Solid:
    """A round bar whose thickness changes from point to point, as bananas and spouts have."""
    return _round_bar(
        points_m, np.repeat(np.array(radii_m, float)[:, None], 2, axis=1), sides, closed=False, capped=True
    )


def roller(radius_m: float, width_m: float, at: Point, *, sides: int = 10) -> Solid:
    """A disc that rolls along z: its axis lies along x, `at` is its middle."""
    x, y, z = at
    return pipe([(x - width_m / 2, y, z), (x + width_m / 2, y, z)], radius_m, sides=sides)


def hoop(
    radius_m: float, bar_radius_m: float, at: Point = ORIGIN, *, sides: int = 16, bar_sides: int = 4
) -> Solid:
    """A level ring of round bar about the upright axis; `at` is the centre of its middle plane."""
    circle = arc(at, radius_m, 0.0, -2 * np.pi, steps=sides, plane="xz")[:-1]
    return pipe(circle, bar_radius_m, sides=bar_sides, closed=True)


def board(points_m: Sequence[Point], width_m: float, thickness_m: float, *, across: Point) -> Solid:
    """A board or a strap bent along a path; `across` is the direction of its width."""
    scale = np.tile((width_m, thickness_m), (len(points_m), 1))
    rings = rings_along(np.array(points_m, float), _CORNERS, scale, False, np.array(across, float), False)
    return _squared(rings, around_rad=CREASE_RAD)


def leg(foot_m: Point, top_m: Point, foot_width_m: float, top_width_m: float, *, sides: int = 4) -> Solid:
    """A leg that tapers from its top to its foot and may slant; both ends are cut level."""
    return post([foot_m, top_m], [foot_width_m, top_width_m], sides=sides)


def four_legs(
    foot_m: Point, top_m: Point, foot_width_m: float, top_width_m: float, *, sides: int = 4
) -> Solid:
    """A leg at the front right, and its mirror images at the other corners."""
    front = leg(foot_m, top_m, foot_width_m, top_width_m, sides=sides)
    back = leg((*foot_m[:2], -foot_m[2]), (*top_m[:2], -top_m[2]), foot_width_m, top_width_m, sides=sides)
    return both_sides(join([back, front]))


def post(points_m: Sequence[Point], widths_m: Sequence[float], *, sides: int = 4) -> Solid:
    """An upright that bends and swells: level cuts of the given widths, from the bottom to the top."""
    cut = _CORNERS if sides == 4 else _circle(sides) / 2
    level = np.stack([cut[:, 0], np.zeros(sides), -cut[:, 1]], axis=1)
    rings = np.array(points_m, float)[:, None] + np.array(widths_m, float)[:, None, None] * level
    return _squared(rings, around_rad=CREASE_RAD if sides == 4 else ROUND)


def boxed_by_piece(solid: Solid, rings: Floats) -> Solid:
    """The solid with a box round each two successive rings (k, n, 3)."""
    low, high = rings.min(axis=1), rings.max(axis=1)
    boxes = np.stack([np.minimum(low[:-1], low[1:]), np.maximum(high[:-1], high[1:])], axis=1)
    return replace(solid, boxes_m=boxes)


def _squared(rings: Floats, *, around_rad: float) -> Solid:
    """A body over rings with flat ends, its texture along them."""
    body = lofted(rings, around_rad=around_rad, along_rad=CREASE_RAD, in_plan=False)
    return boxed_by_piece(upright_grain(body), rings)


def _circle(sides: int) -> Floats:
    angle = np.arange(sides) * (2 * np.pi / sides)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _round_bar(
    points_m: Sequence[Point], radii_m: Floats, sides: int, *, closed: bool, capped: bool
) -> Solid:
    path = np.array(points_m, float)
    start = path[1] - path[0]
    # A point of the section lies on top, so that bars with an even number of sides keep their full height.
    steep = abs(start[1]) > 0.9 * np.linalg.norm(start)
    side = np.array([1.0, 0.0, 0.0] if steep else [0.0, 1.0, 0.0])
    rings = rings_along(path, _circle(sides), radii_m, closed, side, True)
    # A ring given twice keeps an edge all round the bar, where faces across the bend would be smoothed.
    skin = np.repeat(rings, _elbows(path, closed) + 1, axis=0)
    if capped and not closed:
        bar = lofted(skin, around_rad=ROUND, along_rad=CREASE_RAD, in_plan=False)
    else:
        bar = skinned(skin, closed=closed, around_rad=ROUND, along_rad=CREASE_RAD, in_plan=False)
    return boxed_by_piece(upright_grain(bar), np.concatenate([rings, rings[:1]]) if closed else rings)


def _elbows(path: Floats, closed: bool) -> Ints:
    """1 at the points where a path bends too sharply to be shaded round, else 0."""
    pieces = np.diff(path, axis=0, append=path[:1])
    pieces /= np.maximum(np.linalg.norm(pieces, axis=1, keepdims=True), 1e-12)
    sharp = (pieces * np.roll(pieces, 1, axis=0)).sum(axis=1) < np.cos(CREASE_RAD)
    if not closed:
        sharp[0] = sharp[-1] = False
    return np.asarray(sharp, np.int64)
