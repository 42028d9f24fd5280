"""Shapes that run along a path: tapered legs, bent bars, curved boards, any skin over a row of rings.

Rings follow one another along the path; the points of each run counter-clockwise as seen from the far end of
the path (for an upright path: counter-clockwise seen from above, as x turns towards -z).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from wayproof.geometry.solids import Floats, Ints, Point, Solid, box, join, lathe

__all__ = ["arc", "bar", "board", "hoop", "leg", "loft", "post", "ring_at", "upright"]

_NO_BOXES: Floats = np.empty((0, 2, 3))
_YZX: Ints = np.array([1, 2, 0])
_ZXY: Ints = np.array([2, 0, 1])


def loft(rings_m: Floats, *, smooth: bool = True, soft_ends: bool = False) -> Solid:
    """The closed skin over rings (k, n, 3); the end rings must be convex.

    `smooth` rounds the shading around and along; `soft_ends` carries it over the rim into the flat ends.
    Rings may repeat a point where a corner closes up.
    """
    rings = np.asarray(rings_m, float)
    ahead = _next(rings)
    area = _cross(ahead[1:] - rings[:-1], rings[1:] - ahead[:-1])
    ends = _end(rings[0], outwards=-1.0), _end(rings[-1], outwards=1.0)
    uv = _loft_uv(rings)
    if smooth:
        normals = _smooth_ring_normals(area)
        if soft_ends:
            normals[0], normals[-1] = ends[0].normals[0], ends[1].normals[0]
        closed = [np.concatenate([grid, grid[:, :1]], axis=1) for grid in (rings, normals)]
        skin = _grid(closed[0], closed[1], uv)
    else:
        skin = _flat_quads(rings, area, uv)
    bounds = np.stack([rings.min(axis=(0, 1)), rings.max(axis=(0, 1))])[None]
    whole = join([skin, *ends])
    return _with_area(Solid(whole.vertices_m, whole.normals, whole.uv_m, whole.faces, bounds))


def ring_at(centre_m: Point, radius_x_m: float, radius_z_m: float, *, sides: int = 6) -> Floats:
    """A level ring (n, 3) around a point; with four sides a rectangle of those half-widths."""
    start = np.pi / sides if sides == 4 else 0.0
    around = start + np.arange(sides) * 2 * np.pi / sides
    grow = 2.0**0.5 if sides == 4 else 1.0
    ring: Floats = np.zeros((sides, 3)) + centre_m
    ring[:, 0] += radius_x_m * grow * np.cos(around)
    ring[:, 2] -= radius_z_m * grow * np.sin(around)
    return ring


def leg(foot_m: Point, top_m: Point, foot_width_m: float, top_width_m: float, *, sides: int = 4) -> Solid:
    """A leg that tapers from its top to its foot and may slant; both ends are cut level."""
    return post([foot_m, top_m], [foot_width_m, top_width_m], sides=sides)


def post(points_m: Sequence[Point], widths_m: Sequence[float], *, sides: int = 4) -> Solid:
    """An upright that bends and swells: level cuts of the given widths, from the bottom to the top."""
    cuts = [ring_at(p, w / 2, w / 2, sides=sides) for p, w in zip(points_m, widths_m, strict=True)]
    rings = np.stack(cuts)
    return _boxed_by_piece(loft(rings, smooth=sides > 4), rings)


def bar(
    points_m: Sequence[Point], radius_m: float, *, sides: int = 6, end_radius_m: float | None = None
) -> Solid:
    """A round bar bent along a path without gaps at the bends; each piece gets a box of its own."""
    path = np.asarray(points_m, float)
    radii = np.linspace(radius_m, radius_m if end_radius_m is None else end_radius_m, len(path))
    around = np.arange(sides) * 2 * np.pi / sides
    circle = np.stack([np.cos(around), np.sin(around)], axis=1)
    pieces, joints = _directions(path)
    incoming = np.concatenate([pieces[:1], pieces])
    side = _any_perpendicular(pieces[0])
    rings = []
    for point, along, joint, radius in zip(path, incoming, joints, radii, strict=True):
        side = _across(side, along)
        rim = radius * circle @ np.stack([side, _cross(along, side)])
        # Slide the rim along the piece onto the plane of the joint, as a mitre is cut.
        rings.append(point + rim - np.outer(rim @ joint, along) / _mitre(along, joint))
        side = _across(side, joint)
    return _boxed_by_piece(loft(np.stack(rings)), np.stack(rings))


def board(points_m: Sequence[Point], width_m: float, thickness_m: float, across: Point) -> Solid:
    """A board bent along a path; `across` is the direction of its width."""
    path = np.asarray(points_m, float)
    side = np.asarray(across, float)
    side = side / np.linalg.norm(side)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
    pieces, joints = _directions(path)
    incoming = np.concatenate([pieces[:1], pieces])
    rings = []
    for point, along, joint in zip(path, incoming, joints, strict=True):
        over = _cross(joint, side)
        over = over / np.linalg.norm(over) / _mitre(along, joint)
        rings.append(point + corners @ np.stack([side * width_m, over * thickness_m]))
    return _boxed_by_piece(loft(np.stack(rings), smooth=False), np.stack(rings))


def upright(size_m: Point, at: Point) -> Solid:
    """A plain box like `box`, with its texture turned so that wood grain runs up, as in posts and slats."""
    solid = box(size_m, at)
    return Solid(solid.vertices_m, solid.normals, solid.uv_m[:, ::-1], solid.faces, solid.boxes_m)


def hoop(radius_m: float, bar_radius_m: float, at: Point, *, sides: int = 12) -> Solid:
    """A level ring of bar stock, such as a foot rest; `at` is the centre of its underside."""
    thick = bar_radius_m
    section = [(radius_m, 0.0), (radius_m + thick, thick), (radius_m, 2 * thick), (radius_m - thick, thick)]
    return lathe([*section, section[0]], at, sides=sides)


def arc(
    at_angle: Callable[[float], Point], start_rad: float, end_rad: float, *, steps: int = 6
) -> list[Point]:
    """Points of a curve that is given by its angle, both ends included."""
    return [at_angle(float(angle)) for angle in np.linspace(start_rad, end_rad, steps + 1)]


def _directions(path: Floats) -> tuple[Floats, Floats]:
    """Unit directions of the pieces (n - 1, 3) of a path, and of its joints (n, 3) halfway between them."""
    pieces = _unit(np.diff(path, axis=0))
    return pieces, _unit(np.concatenate([pieces[:1], pieces[:-1] + pieces[1:], pieces[-1:]]))


def _cross(a: Floats, b: Floats) -> Floats:
    """The cross product of vectors (..., 3); several times quicker than NumPy's own on such small arrays."""
    return np.asarray(a[..., _YZX] * b[..., _ZXY] - a[..., _ZXY] * b[..., _YZX])


def _next(rings: Floats) -> Floats:
    """For each point of each ring (k, n, 3) the one that follows it around."""
    return np.concatenate([rings[:, 1:], rings[:, :1]], axis=1)


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def _across(side: Floats, along: Floats) -> Floats:
    """The part of a direction that is square to another, at unit length."""
    return _unit(side - along * float(side @ along))


def _mitre(along: Floats, joint: Floats) -> float:
    """Cosine of the mitre angle; limited, as a hairpin bend would shoot out to a spike."""
    return max(float(along @ joint), 0.4)


def _any_perpendicular(direction: Floats) -> Floats:
    other = np.array([1.0, 0.0, 0.0]) if abs(direction[0]) < 0.9 else np.array([0.0, 0.0, 1.0])
    side = _cross(direction, other)
    return np.asarray(side / np.linalg.norm(side))


def _boxed_by_piece(solid: Solid, rings: Floats) -> Solid:
    """A box for each piece of the path; the texture is turned so that wood grain runs along it."""
    low = np.minimum(rings[:-1].min(axis=1), rings[1:].min(axis=1))
    high = np.maximum(rings[:-1].max(axis=1), rings[1:].max(axis=1))
    boxes = np.stack([low, high], axis=1)
    return Solid(solid.vertices_m, solid.normals, solid.uv_m[:, ::-1], solid.faces, boxes)


def _smooth_ring_normals(area: Floats) -> Floats:
    """Unit normals (k, n, 3) from the quads' area vectors (k - 1, n, 3); large faces weigh more."""
    around = area + np.concatenate([area[:, -1:], area[:, :-1]], axis=1)
    normals = np.concatenate([around[:1], around[:-1] + around[1:], around[-1:]])
    return np.asarray(normals / np.maximum(np.linalg.norm(normals, axis=2, keepdims=True), 1e-12))


def _loft_uv(rings: Floats) -> Floats:
    """(k, n + 1, 2): metres around the longest ring, metres along the path."""
    step = np.linalg.norm(_next(rings) - rings, axis=2)
    widest = step[int(step.sum(axis=1).argmax())]
    around = np.concatenate([[0.0], np.cumsum(widest)])
    advance = np.linalg.norm(np.diff(rings, axis=0), axis=2).mean(axis=1)
    along = np.concatenate([[0.0], np.cumsum(advance)])
    return np.stack(np.broadcast_arrays(around[None, :], along[:, None]), axis=-1)


def _grid(vertices: Floats, normals: Floats, uv: Floats) -> Solid:
    rows, columns = vertices.shape[:2]
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    faces = np.stack([a, b, c, a, c, d], axis=-1).reshape(-1, 3)
    return Solid(vertices.reshape(-1, 3), normals.reshape(-1, 3), uv.reshape(-1, 2), faces, _NO_BOXES)


def _flat_quads(rings: Floats, area: Floats, uv: Floats) -> Solid:
    ahead = _next(rings)
    corners = np.stack([rings[:-1], ahead[:-1], ahead[1:], rings[1:]], axis=2)
    corner_uv = np.stack([uv[:-1, :-1], uv[:-1, 1:], uv[1:, 1:], uv[1:, :-1]], axis=2)
    normal = area / np.maximum(np.linalg.norm(area, axis=2, keepdims=True), 1e-12)
    normals = np.repeat(normal[:, :, None, :], 4, axis=2)
    quads = 4 * np.arange(area.shape[0] * area.shape[1])
    faces = (quads[:, None, None] + np.array([[0, 1, 2], [0, 2, 3]])).reshape(-1, 3)
    return Solid(corners.reshape(-1, 3), normals.reshape(-1, 3), corner_uv.reshape(-1, 2), faces, _NO_BOXES)


def _end(ring: Floats, *, outwards: float) -> Solid:
    """A flat lid; texture coordinates are the two world axes that it spans best."""
    area = _cross(ring, _next(ring[None])[0]).sum(axis=0) * outwards
    normal = area / max(float(np.linalg.norm(area)), 1e-12)
    first, second = ((2, 1), (0, 2), (0, 1))[int(np.abs(normal).argmax())]
    corner: Ints = np.arange(1, len(ring) - 1)
    fan = np.stack([0 * corner, corner, corner + 1], axis=1)
    faces = fan if outwards > 0 else fan[:, ::-1]
    return Solid(ring, np.tile(normal, (len(ring), 1)), ring[:, [first, second]], faces, _NO_BOXES)


def _with_area(solid: Solid) -> Solid:
    a, b, c = (solid.vertices_m[solid.faces[:, k]] for k in range(3))
    area = np.linalg.norm(_cross(b - a, c - a), axis=1)
    return Solid(solid.vertices_m, solid.normals, solid.uv_m, solid.faces[area > 1e-10], solid.boxes_m)
