"""Bodies that change their cross-section along the way: a skin is laid over a row of rings.

A shoe, a kettle or an iron is a few rings; so is a hollow box, whose rings run up the outside and back down
on the inside. Rings of one body have equally many points.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.solids import Point, Solid, join, with_boxes

Floats = NDArray[np.float64]

# For each axis that a body grows along: the directions of a ring's width and height.
_WIDTH: dict[str, Point] = {"x": (0.0, 0.0, -1.0), "y": (1.0, 0.0, 0.0), "z": (1.0, 0.0, 0.0)}
_HEIGHT: dict[str, Point] = {"x": (0.0, 1.0, 0.0), "y": (0.0, 0.0, -1.0), "z": (0.0, 1.0, 0.0)}


def ring(
    width_m: float,
    height_m: float,
    at: Point,
    *,
    axis: str = "y",
    sides: int = 8,
    squareness: float = 2.0,
    start_rad: float | None = None,
) -> Floats:
    """A round ring (sides, 3) about its centre `at`, for a body that grows along `axis`.

    Width lies along x (along z when the axis is x), height along y (along z when the axis is y).
    Squareness 2 is an ellipse, larger is boxier. Flat sides face the axes unless `start_rad` says where the
    first point is.
    """
    first = np.pi / sides if start_rad is None else start_rad
    angle = first + 2 * np.pi * np.arange(sides) / sides
    plane = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    plane = np.sign(plane) * np.abs(plane) ** (2.0 / squareness)
    plane /= np.abs(plane).max(axis=0)
    return _in_space(plane * (width_m / 2, height_m / 2), at, axis)


def rectangle(width_m: float, height_m: float, at: Point, *, axis: str = "y", per_side: int = 1) -> Floats:
    """A rectangular ring (4 * per_side, 3) that starts at the corner of both positive directions."""
    steps = np.arange(per_side) / per_side
    corners = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    following = np.roll(corners, -1, axis=0)
    plane = corners[:, None] + steps[None, :, None] * (following - corners)[:, None]
    return _in_space(plane.reshape(-1, 2) * (width_m / 2, height_m / 2), at, axis)


def loft(rings: Sequence[Floats], *, smooth: bool = True) -> Solid:
    """The closed body whose skin runs over the rings in turn, with flat ends.

    With `smooth` the skin is rounded across its edges, else each cell is flat. A last ring that lies inside
    the one before it makes a hollow.
    """
    grid = np.stack(rings)
    if _volume(grid) < 0:
        grid = grid[:, ::-1]
    skin = _smooth_skin(grid) if smooth else _flat_skin(grid)
    pieces = [skin, *_end(grid[0][::-1]), *_end(grid[-1])]
    points = grid.reshape(-1, 3)
    return with_boxes(join(pieces), [(_point(points.min(axis=0)), _point(points.max(axis=0)))])


def extruded(profile: Sequence[tuple[float, float]], width_m: float, *, x_m: float = 0.0) -> Solid:
    """A convex profile of (z, y) points, in either sense of turning, drawn out along x."""
    flat = np.array([(0.0, y, z) for z, y in profile])
    return loft([flat + (x_m + side * width_m / 2, 0.0, 0.0) for side in (-1, 1)], smooth=False)


def _in_space(plane: Floats, at: Point, axis: str) -> Floats:
    across, up = np.array(_WIDTH[axis]), np.array(_HEIGHT[axis])
    placed: Floats = plane[:, :1] * across + plane[:, 1:] * up + np.asarray(at, float)
    return placed


def _cross(first: Floats, second: Floats) -> Floats:
    """The vector product over the last axis; NumPy's own spends most of its time on moving axes."""
    x, y, z = first[..., 0], first[..., 1], first[..., 2]
    u, v, w = second[..., 0], second[..., 1], second[..., 2]
    return np.stack([y * w - z * v, z * u - x * w, x * v - y * u], axis=-1)


def _point(vector: Floats) -> Point:
    return float(vector[0]), float(vector[1]), float(vector[2])


def _corners(grid: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """The four corners of each cell, (rings - 1, points, 3) each, in the order that faces outwards."""
    following = np.roll(grid, -1, axis=1)
    return grid[:-1], following[:-1], following[1:], grid[1:]


def _volume(grid: Floats) -> float:
    """Signed volume, positive when the cells face outwards."""
    a, b, c, d = _corners(grid)
    total = float((a * _cross(b, c) + a * _cross(c, d)).sum())
    for end in (grid[0][::-1], grid[-1]):
        total += float((end[0] * _cross(end[1:-1], end[2:])).sum())
    return total


def _arc_lengths(grid: Floats) -> Floats:
    """Texture coordinates (rings, points + 1, 2): metres around the widest ring, metres along the skin."""
    closed = np.concatenate([grid, grid[:, :1]], axis=1)
    around = np.linalg.norm(np.diff(closed, axis=1), axis=2)
    widest = around[int(around.sum(axis=1).argmax())]
    along = np.linalg.norm(np.diff(grid, axis=0), axis=2).mean(axis=1)
    u = np.concatenate([[0.0], np.cumsum(widest)])
    v = np.concatenate([[0.0], np.cumsum(along)])
    return np.stack(np.broadcast_arrays(u[None, :], v[:, None]), axis=-1)


def _smooth_skin(grid: Floats) -> Solid:
    count, points, _ = grid.shape
    a, b, _, d = _corners(grid)
    c = np.roll(grid, -1, axis=1)[1:]
    flat = _cross(c - a, d - b)
    normals = np.zeros_like(grid)
    for shared in (flat, np.roll(flat, 1, axis=1)):
        normals[:-1] += shared
        normals[1:] += shared
    normals /= np.maximum(np.linalg.norm(normals, axis=2, keepdims=True), 1e-12)
    vertices = np.concatenate([grid, grid[:, :1]], axis=1).reshape(-1, 3)
    normals = np.concatenate([normals, normals[:, :1]], axis=1).reshape(-1, 3)
    row, column = np.meshgrid(np.arange(count - 1), np.arange(points), indexing="ij")
    corner = (row * (points + 1) + column).reshape(-1)
    above = corner + points + 1
    cells = np.stack([corner, corner + 1, above + 1, corner, above + 1, above], axis=1)
    uv = _arc_lengths(grid).reshape(-1, 2)
    return _without_slivers(Solid(vertices, normals, uv, cells.reshape(-1, 3), np.empty((0, 2, 3))))


def _flat_skin(grid: Floats) -> Solid:
    corners = np.stack(_corners(grid), axis=2)
    normals = _cross(corners[:, :, 2] - corners[:, :, 0], corners[:, :, 3] - corners[:, :, 1])
    normals /= np.maximum(np.linalg.norm(normals, axis=2, keepdims=True), 1e-12)
    arc = _arc_lengths(grid)
    uv = np.stack([arc[:-1, :-1], arc[:-1, 1:], arc[1:, 1:], arc[1:, :-1]], axis=2)
    cells = corners.shape[0] * corners.shape[1]
    faces = (np.array([[0, 1, 2], [0, 2, 3]])[None] + 4 * np.arange(cells)[:, None, None]).reshape(-1, 3)
    spread = np.repeat(normals.reshape(-1, 3), 4, axis=0)
    return _without_slivers(
        Solid(corners.reshape(-1, 3), spread, uv.reshape(-1, 2), faces, np.empty((0, 2, 3)))
    )


def _end(outline: Floats) -> list[Solid]:
    """The flat end over a ring; none where the ring has shrunk to a point."""
    normal = _cross(outline[1:-1] - outline[0], outline[2:] - outline[0]).sum(axis=0)
    size = float(np.linalg.norm(normal))
    if size < 1e-9:
        return []
    normal = normal / size
    kept = [axis for axis in range(3) if axis != int(np.abs(normal).argmax())]
    faces = np.array([[0, k, k + 1] for k in range(1, len(outline) - 1)])
    normals = np.tile(normal, (len(outline), 1))
    return [_without_slivers(Solid(outline, normals, outline[:, kept], faces, np.empty((0, 2, 3))))]


def _without_slivers(solid: Solid) -> Solid:
    a, b, c = (solid.vertices_m[solid.faces[:, k]] for k in range(3))
    area = np.linalg.norm(_cross(b - a, c - a), axis=1)
    return Solid(solid.vertices_m, solid.normals, solid.uv_m, solid.faces[area > 1e-10], solid.boxes_m)
