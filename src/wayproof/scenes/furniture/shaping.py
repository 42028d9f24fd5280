"""Rounded shapes beyond the plain solids: lofts, bent pipes, cloth, cut-out pictures, frames and shades."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from wayproof.geometry.solids import (
    ORIGIN,
    Floats,
    Ints,
    Point,
    Solid,
    box,
    join,
    lathe,
    move,
    turn,
)
from wayproof.scenes.furniture.outlines import shrunk

CREASE_COS = 0.72  # faces that meet at more than about 44 degrees keep a sharp edge between them


def loft(rings: Sequence[tuple[float, Floats]], *, capped: bool = True) -> Solid:
    """A skin over (height, outline) rings from the bottom up the outside, then down the inside if hollow.

    `capped` closes the first and the last ring. All outlines have the same number of points; hollow shapes
    want boxes of their own.
    """
    outlines = [outline for _, outline in rings]
    heights = [height for height, _ in rings]
    if capped:
        first, last = outlines[0], outlines[-1]
        outlines = [
            np.tile(first.mean(axis=0), (len(first), 1)),
            *outlines,
            np.tile(last.mean(axis=0), (len(last), 1)),
        ]
        heights = [heights[0], *heights, heights[-1]]
    grid = np.stack(
        [
            np.column_stack([o[:, 0], np.full(len(o), h), o[:, 1]])
            for h, o in zip(heights, outlines, strict=True)
        ]
    )
    surface = skin(np.concatenate([grid, grid[:, :1]], axis=1), wraps=True)
    bounds = np.stack([grid.min(axis=(0, 1)), grid.max(axis=(0, 1))])[None]
    return Solid(surface.vertices_m, surface.normals, surface.uv_m, surface.faces, bounds)


def pipe(points_m: Sequence[Point], radius_m: float, *, sides: int = 6, closed: bool = False) -> Solid:
    """A round bar that follows a bent path without gaps at the bends; `closed` joins its end to its start."""
    path = np.asarray(points_m, float)
    ahead = np.roll(path, -1, axis=0) - path
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    if not closed:
        ahead[-1] = ahead[-2]
    behind = np.roll(ahead, 1, axis=0)
    if not closed:
        behind[0] = ahead[0]
    tangent = (ahead + behind) / np.linalg.norm(ahead + behind, axis=1, keepdims=True)
    side = _carried_along(tangent)
    other = np.cross(tangent, side)
    angle = np.linspace(0, 2 * np.pi, sides + 1)[None, :, None]
    round_bar = radius_m * (np.cos(angle) * side[:, None] + np.sin(angle) * other[:, None])
    grid = path[:, None] + _mitred(round_bar, ahead - behind)
    if closed:
        grid = np.concatenate([grid, grid[:1]])
    else:
        ends = [np.tile(path[k], (1, sides + 1, 1)) for k in (0, -1)]
        grid = np.concatenate([ends[0], grid, ends[1]])
    surface = skin(grid, wraps=True)
    joints = np.concatenate([path, path[:1]]) if closed else path
    low, high = np.minimum(joints[:-1], joints[1:]) - radius_m, np.maximum(joints[:-1], joints[1:]) + radius_m
    return Solid(
        surface.vertices_m, surface.normals, surface.uv_m, surface.faces, np.stack([low, high], axis=1)
    )


def cloth(grid_m: Floats) -> Solid:
    """A bent sheet through a grid (rows, columns, 3) of points, seen from both sides; it takes up no room."""
    front = skin(np.asarray(grid_m, float))
    back = Solid(front.vertices_m, -front.normals, front.uv_m, front.faces[:, ::-1], front.boxes_m)
    return join([front, back])


def pleats(
    path_m: Sequence[tuple[float, float]],
    low_m: float,
    high_m: float,
    *,
    folds: int,
    depth_m: float,
    flare: float = 1.0,
) -> Solid:
    """Cloth that hangs in folds from a rail over a path of (x, z) points; `flare` deepens the folds below."""
    corners = np.asarray(path_m, float)
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    steps = np.linspace(0.0, 1.0, 4 * folds + 1)
    x, z = (np.interp(steps * length[-1], length, corners[:, k]) for k in (0, 1))
    outward = np.stack([-np.gradient(z), np.gradient(x)], axis=1)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    swing = outward * (np.sin(steps * 2 * np.pi * folds) * depth_m / 2)[:, None]
    rows = [
        np.stack([x + size * swing[:, 0], np.full_like(x, height), z + size * swing[:, 1]], axis=1)
        for height, size in ((low_m, flare), (high_m, 1.0))
    ]
    return cloth(np.stack(rows))


def picture(outline: Floats, at: Point = ORIGIN) -> Solid:
    """A flat picture cut to an outline, looking along +Z; the outline's -z is up, its box is one tile."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    rim = np.column_stack([outline[:, 0], -outline[:, 1], np.zeros(len(outline))])
    vertices = np.concatenate([rim.mean(axis=0, keepdims=True), rim])
    uv = (np.column_stack([vertices[:, 0], -vertices[:, 1]]) - low) / (high - low)
    uv[:, 1] = 1.0 - uv[:, 1]
    ring = np.arange(len(outline))
    faces = np.stack([np.zeros_like(ring), ring + 1, (ring + 1) % len(outline) + 1], axis=1)
    normals = np.tile([0.0, 0.0, 1.0], (len(vertices), 1))
    return move(Solid(vertices, normals, uv, faces, np.empty((0, 2, 3))), at)


def framed(outline: Floats, bar_m: float, depth_m: float, *, recess: float = 0.5) -> Solid:
    """A frame with a closed back on z = 0 facing +Z; `recess` is the share of the depth that is hollow."""
    inner = shrunk(outline, bar_m)
    bottom = depth_m * (1 - recess)
    return facing(loft([(0.0, outline), (depth_m, outline), (depth_m, inner), (bottom, inner)]))


def facing(solid: Solid) -> Solid:
    """Tip a shape that grows upwards so that it grows along +Z; what was -z becomes up."""
    return turn(solid, np.pi / 2, axis="x")


def stretched(solid: Solid, factors: Point) -> Solid:
    """The solid scaled along x, y and z about the origin by positive factors."""
    scale = np.asarray(factors, float)
    normals = solid.normals / scale
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Solid(solid.vertices_m * scale, normals, solid.uv_m, solid.faces, solid.boxes_m * scale)


def ring(
    radius_m: float, bar_radius_m: float, at: Point = ORIGIN, *, sides: int = 16, bar_sides: int = 4
) -> Solid:
    """A level hoop round the upright axis; `at` is the centre of its middle plane."""
    angle = 2 * np.pi * np.arange(sides) / sides
    path = [(float(radius_m * np.cos(a)), 0.0, float(radius_m * np.sin(a))) for a in angle]
    return move(pipe(path, bar_radius_m, sides=bar_sides, closed=True), at)


def shade(
    low_radius_m: float, high_radius_m: float, height_m: float, at: Point = ORIGIN, *, sides: int = 16
) -> Solid:
    """A lamp shade: a thin cone or drum, open above and below."""
    wall = 0.004
    profile = [
        (low_radius_m, 0.0),
        (high_radius_m, height_m),
        (high_radius_m - wall, height_m),
        (low_radius_m - wall, 0.0),
        (low_radius_m, 0.0),
    ]
    return lathe(profile, at, sides=sides, smooth=False)


def dome(radius_m: float, height_m: float, at: Point = ORIGIN, *, sides: int = 16, steps: int = 3) -> Solid:
    """A thin half ball, open below; `at` is the centre of its rim."""
    wall = 0.004
    angle = np.linspace(0.0, np.pi / 2, steps + 1)
    outside = [(radius_m * float(np.cos(a)), height_m * float(np.sin(a))) for a in angle]
    inside = [(max(r - wall, 0.0), max(y - wall, 0.0)) for r, y in reversed(outside)]
    inside[0], outside[-1] = (0.0, height_m - wall), (0.0, height_m)
    return lathe([*inside, *outside], at, sides=sides)


def hollow_box(
    half_x_m: float, half_z_m: float, height_m: float, at: Point, *, wall_m: float, floor_m: float
) -> Solid:
    """The walls and the floor of a tub, for the overlap boxes of a loft with that hollow."""
    x, y, z = at
    side = (2 * half_x_m, height_m, wall_m), (wall_m, height_m, 2 * (half_z_m - wall_m))
    return join(
        [
            box((2 * half_x_m, floor_m, 2 * half_z_m), at),
            *(box(side[0], (x, y, z + sign * (half_z_m - wall_m / 2))) for sign in (-1, 1)),
            *(box(side[1], (x + sign * (half_x_m - wall_m / 2), y, z)) for sign in (-1, 1)),
        ]
    )


def as_hollow(solid: Solid, hollow: Solid) -> Solid:
    """The solid's surface with the boxes of another."""
    return Solid(solid.vertices_m, solid.normals, solid.uv_m, solid.faces, hollow.boxes_m)


def as_one_block(solid: Solid) -> Solid:
    """The solid with one box round all of it, for slanting things whose turned boxes have grown."""
    bounds = np.stack([solid.vertices_m.min(axis=0), solid.vertices_m.max(axis=0)])[None]
    return Solid(solid.vertices_m, solid.normals, solid.uv_m, solid.faces, bounds)


def _carried_along(tangent: Floats) -> Floats:
    """A unit vector square to each tangent, carried from one to the next without twisting."""
    helper = np.array([1.0, 0.0, 0.0]) if abs(tangent[0, 0]) < 0.9 else np.array([0.0, 0.0, 1.0])
    side = np.cross(helper, tangent[0])
    sides = [side / np.linalg.norm(side)]
    for before, after in pairwise(tangent):
        axis = np.cross(before, after)
        once = np.cross(axis, sides[-1])
        sides.append(sides[-1] + once + np.cross(axis, once) / (1.0 + float(before @ after)))
    return np.stack(sides)


def _mitred(offsets: Floats, bend: Floats) -> Floats:
    """Widen the rings at bends, where they cut the bar at a slant; bend is the change of direction there."""
    sharpness = np.linalg.norm(bend, axis=1)
    slant = np.sqrt(1.0 - np.minimum(sharpness / 2, 0.95) ** 2)
    inward = bend / np.maximum(sharpness, 1e-9)[:, None]
    across = (offsets * inward[:, None]).sum(axis=-1, keepdims=True)
    return np.asarray(offsets + inward[:, None] * across * (1.0 / slant - 1.0)[:, None, None])


def skin(grid: Floats, *, wraps: bool = False) -> Solid:
    """Quads over a grid of points (rows, columns, 3), smooth but for creases; `wraps` smooths over the seam.

    Seen from outside, columns run to the right and rows upwards.
    """
    corners = np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], axis=2)
    flat = np.cross(corners[:, :, 2] - corners[:, :, 0], corners[:, :, 3] - corners[:, :, 1])
    size = np.linalg.norm(flat, axis=-1, keepdims=True)
    flat = flat / np.maximum(size, 1e-12)
    normals = np.stack(
        [_smoothed(flat, size, row, column, wraps) for row, column in ((0, 0), (0, 1), (1, 1), (1, 0))],
        axis=2,
    )
    across = np.linalg.norm(np.diff(grid, axis=1), axis=-1).max(axis=0)
    along = np.linalg.norm(np.diff(grid, axis=0), axis=-1).max(axis=1)
    u, v = np.concatenate([[0.0], np.cumsum(across)]), np.concatenate([[0.0], np.cumsum(along)])
    uv_grid = np.stack(np.meshgrid(u, v), axis=-1)
    uv = np.stack([uv_grid[:-1, :-1], uv_grid[:-1, 1:], uv_grid[1:, 1:], uv_grid[1:, :-1]], axis=2)
    level = np.abs(flat[..., 1]) > 0.8
    uv[level] = corners[level][..., [0, 2]]
    quads = np.arange(corners.size // 3).reshape(-1, 4)
    faces = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    vertices = corners.reshape(-1, 3)
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    real = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-10
    return _used_only(
        Solid(vertices, normals.reshape(-1, 3), uv.reshape(-1, 2), faces[real], np.empty((0, 2, 3)))
    )


def _smoothed(flat: Floats, size: Floats, row: int, column: int, wraps: bool) -> Floats:
    """Per quad, the normal at one of its corners: the mean over the quads there that bend off only gently."""
    total = flat * size
    for row_step in (0, 1 if row else -1):
        for column_step in (0, 1 if column else -1):
            if not row_step and not column_step:
                continue
            other, weight = (_neighbour(values, row_step, column_step, wraps) for values in (flat, size))
            gentle = (flat * other).sum(axis=-1, keepdims=True) > CREASE_COS
            total = total + np.where(gentle, other * weight, 0.0)
    return np.asarray(total / np.maximum(np.linalg.norm(total, axis=-1, keepdims=True), 1e-12))


def _neighbour(values: Floats, row_step: int, column_step: int, wraps: bool) -> Floats:
    """The values of the quad one step away; zero beyond an edge of the grid."""
    moved = np.roll(values, (-row_step, -column_step), axis=(0, 1))
    if row_step:
        moved[-1 if row_step > 0 else 0] = 0.0
    if column_step and not wraps:
        moved[:, -1 if column_step > 0 else 0] = 0.0
    return moved


def _used_only(solid: Solid) -> Solid:
    """Without the vertices that no triangle uses, which arise where a ring shrinks to a point."""
    used, renumbered = np.unique(solid.faces, return_inverse=True)
    faces: Ints = renumbered.reshape(-1, 3)
    return Solid(solid.vertices_m[used], solid.normals[used], solid.uv_m[used], faces, solid.boxes_m)
