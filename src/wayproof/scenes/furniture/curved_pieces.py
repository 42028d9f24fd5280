"""Curved pieces that small things share: skins over rings, bent bars, loops and straps.

Rings are (n, 3) points, counter-clockwise seen from where the piece grows to; a ring given twice makes
a sharp edge.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from wayproof.geometry.solids import Floats, Ints, Point, Solid, join

_NO_BOXES: Floats = np.empty((0, 2, 3))


def oval(
    width_m: float,
    depth_m: float,
    height_m: float,
    *,
    sides: int = 12,
    squareness: float = 2.0,
    centre: tuple[float, float] = (0.0, 0.0),
) -> Floats:
    """A level ring: an ellipse at squareness 2, a rounded rectangle at 5 and more; `centre` is (x, z)."""
    angle = np.arange(sides) * (2 * np.pi / sides)
    cos, sin = np.cos(angle), np.sin(angle)
    x = np.sign(cos) * np.abs(cos) ** (2 / squareness) * width_m / 2 + centre[0]
    z = -np.sign(sin) * np.abs(sin) ** (2 / squareness) * depth_m / 2 + centre[1]
    return np.stack([x, np.full(sides, height_m), z], axis=1)


def skin(rings: Sequence[Floats], *, smooth: bool = True) -> Solid:
    """A closed surface through rings of equal length, with flat caps on the first and the last."""
    grid = np.stack(rings)
    grid = np.concatenate([grid, grid[:, :1]], axis=1)
    side = _sides(grid, smooth)
    first, last = _cap(grid[0, :-1][::-1]), _cap(grid[-1, :-1])
    whole = join([side, first, last])
    bounds = np.stack([whole.vertices_m.min(axis=0), whole.vertices_m.max(axis=0)])[None]
    return Solid(whole.vertices_m, whole.normals, whole.uv_m, whole.faces, bounds)


def extruded(outline_m: Sequence[tuple[float, float]], length_m: float) -> Solid:
    """An outline of (x, y) points, counter-clockwise seen from +z, drawn out along z about z = 0.

    The outline may be hollow in places, as long as all of it can be seen from the mean of its points.
    """
    return skin([np.array([(x, y, z * length_m / 2) for x, y in outline_m]) for z in (-1, 1)], smooth=False)


def bent_bar(points_m: Sequence[Point], radius_m: float, *, sides: int = 5) -> Solid:
    """A round bar through points with joined bends, closed at both ends; one box per stretch."""
    return horn(points_m, [radius_m] * len(points_m), sides=sides)


def horn(points_m: Sequence[Point], radii_m: Sequence[float], *, sides: int = 6) -> Solid:
    """A round bar whose thickness changes from point to point, as bananas and spouts have."""
    rings = _rings_along(np.asarray(points_m, float), radii_m, sides, closed=False)
    return Solid(*_surface_of(skin(rings)), _boxes_between(rings))


def loop(points_m: Sequence[Point], radius_m: float, *, sides: int = 4) -> Solid:
    """A round bar bent into a ring: the first point follows the last one."""
    path = np.asarray(points_m, float)
    rings = _rings_along(path, [radius_m] * len(path), sides, closed=True)
    grid = np.stack([*rings, rings[0]])
    side = _sides(np.concatenate([grid, grid[:, :1]], axis=1), False)
    return Solid(*_surface_of(side), _boxes_between([*rings, rings[0]]))


def strap(points_m: Sequence[Point], width_m: float, thickness_m: float, *, across: Point) -> Solid:
    """A flat band through points; `across` is the unit direction of its width."""
    path = np.asarray(points_m, float)
    e1 = np.asarray(across, float)
    rings = []
    for point, tangent in zip(path, _tangents(path, closed=False), strict=True):
        e2 = np.cross(tangent, e1)
        e2 /= max(float(np.linalg.norm(e2)), 1e-9)
        half_width, half_thickness = e1 * width_m / 2, e2 * thickness_m / 2
        corners = [half_width + half_thickness, half_thickness - half_width]
        rings.append(point + np.stack([*corners, -corners[0], -corners[1]]))
    return Solid(*_surface_of(skin(rings, smooth=False)), _boxes_between(rings))


def arc(
    centre_m: Point, radius_m: float, start_rad: float, end_rad: float, *, steps: int = 6, plane: str = "xy"
) -> list[Point]:
    """Points on a part of a circle, both ends included; the angle runs from the first axis of the plane."""
    angles = np.linspace(start_rad, end_rad, steps + 1)
    first, second = (np.eye(3)["xyz".index(axis)] for axis in plane)
    turned = np.cos(angles)[:, None] * first + np.sin(angles)[:, None] * second
    return [(float(x), float(y), float(z)) for x, y, z in np.asarray(centre_m, float) + radius_m * turned]


def _surface_of(solid: Solid) -> tuple[Floats, Floats, Floats, Ints]:
    return solid.vertices_m, solid.normals, solid.uv_m, solid.faces


def _sides(grid: Floats, smooth: bool) -> Solid:
    """The wall through rings (r, n + 1, 3) whose last column repeats the first."""
    rows, columns = grid.shape[:2]
    across, up = grid[1:, 1:] - grid[:-1, :-1], grid[1:, :-1] - grid[:-1, 1:]
    facing = np.cross(across, up)
    around_m = np.linalg.norm(np.diff(grid, axis=1), axis=2).sum(axis=1).max() * np.linspace(0, 1, columns)
    steps_m = np.linalg.norm(np.diff(grid, axis=0), axis=2).mean(axis=1)
    along_m = np.concatenate([[0.0], np.cumsum(steps_m)])
    uv = np.stack(np.meshgrid(around_m, along_m), axis=-1)
    if smooth:
        facing = np.concatenate([facing[:, -1:], facing, facing[:, :1]], axis=1)
        facing = facing[:, 1:] + facing[:, :-1]
        padding = np.zeros((1, columns, 3))
        normals = np.concatenate([facing, padding]) + np.concatenate([padding, facing])
        vertices, faces = grid, _cells(rows, columns)
    else:
        vertices, uv = _corners_of_cells(grid), _corners_of_cells(uv)
        normals = np.repeat(facing.reshape(-1, 3), 4, axis=0)
        faces = np.concatenate([np.array([[0, 1, 2], [0, 2, 3]]) + 4 * k for k in range(len(normals) // 4)])
    normals = normals.reshape(-1, 3)
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return _without_slivers(Solid(vertices.reshape(-1, 3), normals, uv.reshape(-1, 2), faces, _NO_BOXES))


def _corners_of_cells(grid: Floats) -> Floats:
    return np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], axis=2)


def _cap(ring: Floats) -> Solid:
    """A flat fan about the middle of a ring, facing the side from which the ring runs counter-clockwise."""
    count = len(ring)
    middle = ring.mean(axis=0)
    normal = np.cross(ring - middle, np.roll(ring, -1, axis=0) - middle).sum(axis=0)
    normal = normal / max(float(np.linalg.norm(normal)), 1e-12)
    flat = np.argsort(np.abs(normal))[:2]
    vertices = np.concatenate([middle[None], ring])
    faces = np.array([[0, 1 + k, 1 + (k + 1) % count] for k in range(count)])
    normals = np.tile(normal, (count + 1, 1))
    return _without_slivers(Solid(vertices, normals, vertices[:, np.sort(flat)], faces, _NO_BOXES))


def _cells(rows: int, columns: int) -> Ints:
    row, column = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing="ij")
    corner = (row * columns + column).reshape(-1)
    above = corner + columns
    return np.stack([corner, corner + 1, above + 1, corner, above + 1, above], axis=1).reshape(-1, 3)


def _without_slivers(solid: Solid) -> Solid:
    """Drop triangles without area, and the vertices that no triangle uses any more."""
    a, b, c = (solid.vertices_m[solid.faces[:, k]] for k in range(3))
    faces = solid.faces[np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-10]
    used, renumbered = np.unique(faces, return_inverse=True)
    kept = (solid.vertices_m[used], solid.normals[used], solid.uv_m[used])
    return Solid(*kept, renumbered.reshape(-1, 3).astype(np.int64), solid.boxes_m)


def _tangents(path: Floats, *, closed: bool) -> Floats:
    before, after = np.roll(path, 1, axis=0), np.roll(path, -1, axis=0)
    if not closed:
        before[0], after[-1] = path[0], path[-1]
    into, out_of = path - before, after - path
    into = into / np.maximum(np.linalg.norm(into, axis=1, keepdims=True), 1e-12)
    out_of = out_of / np.maximum(np.linalg.norm(out_of, axis=1, keepdims=True), 1e-12)
    tangent = into + out_of
    return np.asarray(tangent / np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-12))


def _rings_along(path: Floats, radii_m: Sequence[float], sides: int, *, closed: bool) -> list[Floats]:
    """A round ring across the path at each point, carried along without twist."""
    tangents = _tangents(path, closed=closed)
    angle = np.arange(sides) * (2 * np.pi / sides)
    e1 = np.eye(3)[int(np.argmin(np.abs(tangents[0])))]
    rings = []
    for point, tangent, radius_m in zip(path, tangents, radii_m, strict=True):
        e1 = e1 - tangent * float(e1 @ tangent)
        e1 = e1 / max(float(np.linalg.norm(e1)), 1e-12)
        e2 = np.cross(tangent, e1)
        rings.append(point + radius_m * (np.cos(angle)[:, None] * e1 + np.sin(angle)[:, None] * e2))
    return rings


def _boxes_between(rings: Sequence[Floats]) -> Floats:
    pairs = [np.concatenate(pair) for pair in itertools.pairwise(rings)]
    return np.stack([np.stack([pair.min(axis=0), pair.max(axis=0)]) for pair in pairs])
