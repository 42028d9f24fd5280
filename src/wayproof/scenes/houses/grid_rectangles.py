"""Rectangles on a grid of 5 cm, from which floor plans are cut: splitting, carving, outlines.

A rectangle is (x0, z0, x1, z1) in whole steps. A room is one rectangle, or several that form an L.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

STEP_M = 0.05
Rect = tuple[int, int, int, int]
Corner = tuple[int, int]
Segment = tuple[Corner, Corner]


def steps(length_m: float) -> int:
    return round(length_m / STEP_M)


def area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def bounds(rects: Sequence[Rect]) -> Rect:
    return (
        min(rect[0] for rect in rects),
        min(rect[1] for rect in rects),
        max(rect[2] for rect in rects),
        max(rect[3] for rect in rects),
    )


def split(rect: Rect, shares: Sequence[float], *, along_x: bool) -> list[Rect]:
    """Cut a rectangle across x (or z) into pieces whose areas are in the given proportions."""
    x0, z0, x1, z1 = rect
    start, end = (x0, x1) if along_x else (z0, z1)
    ends = np.cumsum(shares) / np.sum(shares)
    cuts = [start, *(start + round(float(share) * (end - start)) for share in ends)]
    return [(a, z0, b, z1) if along_x else (x0, a, x1, b) for a, b in pairwise(cuts)]


def carve(rect: Rect, width: int, depth: int, *, east: bool, south: bool) -> tuple[list[Rect], Rect]:
    """Take a corner out of a rectangle: the L that is left (the full-width part first), and the corner."""
    x0, z0, x1, z1 = rect
    small_x = (x1 - width, x1) if east else (x0, x0 + width)
    small_z = (z1 - depth, z1) if south else (z0, z0 + depth)
    rest_x = (x0, x1 - width) if east else (x0 + width, x1)
    rest_z = (z0, z1 - depth) if south else (z0 + depth, z1)
    full = (x0, rest_z[0], x1, rest_z[1])
    leg = (rest_x[0], small_z[0], rest_x[1], small_z[1])
    return [full, leg], (small_x[0], small_z[0], small_x[1], small_z[1])


def outline(rects: Sequence[Rect]) -> tuple[Corner, ...] | None:
    """The outline of a union of rectangles, counter-clockwise seen from above (x right, -z up).

    None if the union is empty, in several pieces, has a hole or touches itself in a corner.
    """
    follow: dict[Corner, Corner] = {}
    for start, end in _border(rects):
        if start in follow:
            return None
        follow[start] = end
    if not follow:
        return None
    first = min(follow)
    ring = [first]
    while follow[ring[-1]] != first:
        ring.append(follow[ring[-1]])
    if len(ring) != len(follow):
        return None
    return tuple(
        corner
        for before, corner, after in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)
        if not (before[0] == corner[0] == after[0] or before[1] == corner[1] == after[1])
    )


def _border(rects: Sequence[Rect]) -> list[Segment]:
    """The sides of the smallest cells that no second cell shares, each with the inside on its left."""
    xs = sorted({value for rect in rects for value in (rect[0], rect[2])})
    zs = sorted({value for rect in rects for value in (rect[1], rect[3])})
    inside = np.zeros((len(zs) + 1, len(xs) + 1), bool)
    for x0, z0, x1, z1 in rects:
        inside[zs.index(z0) + 1 : zs.index(z1) + 1, xs.index(x0) + 1 : xs.index(x1) + 1] = True
    found: list[Segment] = []
    for row, column in np.argwhere(inside).tolist():
        west, east, north, south = xs[column - 1], xs[column], zs[row - 1], zs[row]
        if not inside[row + 1, column]:
            found.append(((west, south), (east, south)))
        if not inside[row, column + 1]:
            found.append(((east, south), (east, north)))
        if not inside[row - 1, column]:
            found.append(((east, north), (west, north)))
        if not inside[row, column - 1]:
            found.append(((west, north), (west, south)))
    return found


def grow(corners: Sequence[tuple[float, float]], distance_m: float) -> tuple[tuple[float, float], ...]:
    """Move every side of a rectilinear polygon outwards by a distance (inwards when negative)."""
    points = np.asarray(corners, float)
    ahead = np.sign(np.roll(points, -1, axis=0) - points)
    outward = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    moved = points + distance_m * (outward + np.roll(outward, 1, axis=0))
    return tuple((round(float(x), 6), round(float(z), 6)) for x, z in moved)
