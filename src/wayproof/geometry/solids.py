"""Building blocks of furniture: boxes, cylinders, lathed and swept shapes as textured triangles.

Frame: metres, +Y up. `at` is the centre of a shape's underside, so shapes stack by adding heights.
Texture coordinates are metres along the surface; the material decides how many metres one tile covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from wayproof.geometry.solid import (
    ORIGIN,
    Floats,
    Ints,
    Point,
    Solid,
    join,
    mirror_x,
    move,
    rotation_about,
    turn,
    with_boxes,
    without_boxes,
)

__all__ = [
    "ORIGIN",
    "Floats",
    "Ints",
    "Point",
    "Solid",
    "box",
    "cushion",
    "cylinder",
    "join",
    "lathe",
    "mirror_x",
    "move",
    "panel",
    "prism",
    "rotation_about",
    "sheet",
    "sphere",
    "tube",
    "turn",
    "with_boxes",
    "without_boxes",
]

# The six sides of a cube of edge 1 on the origin: outward normal, then the two directions along the side.
_SIDES: Floats = np.array(
    [
        [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
        [[-1, 0, 0], [0, 0, 1], [0, 1, 0]],
        [[0, 1, 0], [1, 0, 0], [0, 0, -1]],
        [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        [[0, 0, -1], [-1, 0, 0], [0, 1, 0]],
    ],
    float,
)
_CORNERS: Floats = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_BOX_NORMALS: Floats = np.repeat(_SIDES[:, 0], 4, axis=0)
_BOX_UNIT: Floats = np.concatenate([side[0] / 2 + _CORNERS @ side[1:] for side in _SIDES])
_BOX_FACES: Ints = np.concatenate([np.array([[0, 1, 2], [0, 2, 3]]) + 4 * k for k in range(6)])


def box(size_m: Point, at: Point = ORIGIN) -> Solid:
    """A plain box of (width x, height y, depth z)."""
    size = np.asarray(size_m, float)
    centre = np.asarray(at, float) + (0.0, size[1] / 2, 0.0)
    along = np.abs(_SIDES[:, 1:]) @ size
    uv = (_CORNERS + 0.5)[None] * along[:, None, :]
    bounds = np.stack([centre - size / 2, centre + size / 2])[None]
    return Solid(_BOX_UNIT * size + centre, _BOX_NORMALS, uv.reshape(-1, 2), _BOX_FACES, bounds)


def cylinder(
    radius_m: float,
    height_m: float,
    at: Point = ORIGIN,
    *,
    top_radius_m: float | None = None,
    sides: int = 12,
) -> Solid:
    """An upright cylinder, or a frustum when the top radius differs, closed at both ends."""
    top = radius_m if top_radius_m is None else top_radius_m
    return lathe(
        [(0.0, 0.0), (radius_m, 0.0), (top, height_m), (0.0, height_m)], at, sides=sides, smooth=False
    )


def lathe(
    profile: Sequence[tuple[float, float]], at: Point = ORIGIN, *, sides: int = 12, smooth: bool = True
) -> Solid:
    """Turn a profile of (radius, height) points about the upright axis, bottom to top on the outside.

    With `smooth` the profile is rounded across its points, else each point is an edge. A profile that
    returns to the axis on the inside (a bowl) makes a hollow shape.
    """
    points = np.asarray(profile, float)
    rings = _profile_with_normals(points, smooth)
    around = np.linspace(0.0, 2 * np.pi, sides + 1)
    cos, sin = np.cos(around), np.sin(around)
    radius, height, normal_r, normal_y, along = rings.T[:, :, None]
    vertices = np.stack(np.broadcast_arrays(radius * cos, height + 0 * cos, -radius * sin), axis=-1)
    normals = np.stack(np.broadcast_arrays(normal_r * cos, normal_y + 0 * cos, -normal_r * sin), axis=-1)
    girth = max(float(points[:, 0].max()), 1e-3)
    uv = np.stack(np.broadcast_arrays(around * girth, along), axis=-1)
    faces = _grid_faces(len(rings) // 2, 2, sides + 1)
    low, high = points.min(axis=0), points.max(axis=0)
    bounds = np.array([[[-high[0], low[1], -high[0]], [high[0], high[1], high[0]]]])
    solid = Solid(vertices.reshape(-1, 3), normals.reshape(-1, 3), uv.reshape(-1, 2), faces, bounds)
    return move(_without_slivers(solid), at)


def sphere(
    radius_m: float, at: Point = ORIGIN, *, stretch: Point = (1.0, 1.0, 1.0), sides: int = 12
) -> Solid:
    """A ball, or an ellipsoid when stretched; `at` is its lowest point."""
    latitude = np.linspace(-np.pi / 2, np.pi / 2, max(4, sides // 2 + 1))
    ball = lathe([(radius_m * np.cos(a), radius_m * (1 + np.sin(a))) for a in latitude], sides=sides)
    scale = np.asarray(stretch, float)
    normals = ball.normals / scale
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return move(Solid(ball.vertices_m * scale, normals, ball.uv_m, ball.faces, ball.boxes_m * scale), at)


def cushion(size_m: Point, at: Point = ORIGIN, *, softness: float = 0.3) -> Solid:
    """A box with rounded edges and bulging sides, as pillows and upholstery have; softness in (0, 1]."""
    steps = np.array([-1.0, -0.7, 0.7, 1.0])
    size = np.asarray(size_m, float)
    across, up = np.meshgrid(steps, steps)
    pieces = []
    for outward, first, second in _SIDES:
        cube = outward + across[..., None] * first + up[..., None] * second
        pieces.append(cube.reshape(-1, 3))
    cube = np.concatenate(pieces)
    power = 2.0 + 6.0 * (1.0 - softness)
    round_shape = cube / (np.abs(cube) ** power).sum(axis=1, keepdims=True) ** (1 / power)
    normals = np.sign(round_shape) * np.abs(round_shape) ** (power - 1) / size
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    centre = np.asarray(at, float) + (0.0, size[1] / 2, 0.0)
    uv = np.concatenate(
        [
            (piece @ side[1:].T) * (np.abs(side[1:]) @ size) / 2
            for piece, side in zip(pieces, _SIDES, strict=True)
        ]
    )
    faces = _grid_faces(6, len(steps), len(steps))
    bounds = np.stack([centre - size / 2, centre + size / 2])[None]
    return Solid(round_shape * size / 2 + centre, normals, uv, faces, bounds)


def tube(points_m: Sequence[Point], radius_m: float, *, sides: int = 6, closed_ends: bool = True) -> Solid:
    """A round bar swept along a path of at least two points; each piece gets a box of its own."""
    path = np.asarray(points_m, float)
    pieces = [_bar(a, b, radius_m, sides, closed_ends) for a, b in pairwise(path)]
    return join(pieces)


def prism(outline_m: Sequence[tuple[float, float]], height_m: float, at: Point = ORIGIN) -> Solid:
    """A convex outline of (x, z) points, counter-clockwise seen from above, raised to a height."""
    outline = np.asarray(outline_m, float)
    count = len(outline)
    ring = np.stack([outline[:, 0], np.zeros(count), outline[:, 1]], axis=1)
    lifted = ring + (0.0, height_m, 0.0)
    fan = np.array([[0, k, k + 1] for k in range(1, count - 1)])
    top = _flat(lifted, fan, (0.0, 1.0, 0.0), outline)
    bottom = _flat(ring, fan[:, ::-1], (0.0, -1.0, 0.0), outline)
    walls = []
    for k in range(count):
        a, b = ring[k], ring[(k + 1) % count]
        length = float(np.linalg.norm(b - a))
        outward = np.cross((b - a) / max(length, 1e-9), (0.0, 1.0, 0.0))
        corners = np.stack([a, b, b + (0.0, height_m, 0.0), a + (0.0, height_m, 0.0)])
        uv = np.array([[0.0, 0.0], [length, 0.0], [length, height_m], [0.0, height_m]])
        walls.append(_flat(corners, np.array([[0, 1, 2], [0, 2, 3]]), tuple(outward), uv))
    pieces = [top, bottom, *walls]
    whole = join(pieces)
    bounds = np.stack([whole.vertices_m.min(axis=0), whole.vertices_m.max(axis=0)])[None]
    return move(Solid(whole.vertices_m, whole.normals, whole.uv_m, whole.faces, bounds), at)


def sheet(corners_m: Sequence[Point]) -> Solid:
    """A thin four-cornered sheet seen from both sides (a leaf, a page, a curtain fold); takes no room."""
    corners = np.asarray(corners_m, float)
    across, up = corners[1] - corners[0], corners[3] - corners[0]
    normal = np.cross(across, up)
    normal /= max(float(np.linalg.norm(normal)), 1e-12)
    width, height = float(np.linalg.norm(across)), float(np.linalg.norm(up))
    uv = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    front = _flat(corners, faces, tuple(normal), uv)
    return join([front, _flat(corners, faces[:, ::-1], tuple(-normal), uv)])


def panel(width_m: float, height_m: float, at: Point = ORIGIN) -> Solid:
    """A flat picture that looks along +Z and shows its texture once (use tile_m=1); takes no room.

    Keep it 2 mm in front of what it is fixed to, or the two surfaces fight for the same pixels.
    """
    x, y, z = at
    half = width_m / 2
    corners = np.array(
        [[x - half, y, z], [x + half, y, z], [x + half, y + height_m, z], [x - half, y + height_m, z]]
    )
    uv = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    return _flat(corners, np.array([[0, 1, 2], [0, 2, 3]]), (0.0, 0.0, 1.0), uv)


def _flat(corners: Floats, faces: Ints, normal: Sequence[float], uv: Floats) -> Solid:
    normals = np.tile(np.asarray(normal, float), (len(corners), 1))
    return Solid(corners, normals, uv, faces, np.empty((0, 2, 3)))


def _bar(start: Floats, end: Floats, radius_m: float, sides: int, closed: bool) -> Solid:
    length = float(np.linalg.norm(end - start))
    profile = [(radius_m, 0.0), (radius_m, length)]
    if closed:
        profile = [(0.0, 0.0), *profile, (0.0, length)]
    upright = lathe(profile, sides=sides, smooth=False)
    direction = (end - start) / max(length, 1e-9)
    helper = np.array([1.0, 0.0, 0.0]) if abs(direction[0]) < 0.9 else np.array([0.0, 0.0, 1.0])
    side = np.cross(helper, direction)
    side /= np.linalg.norm(side)
    frame = np.stack([np.cross(direction, side), direction, side], axis=1)
    vertices = upright.vertices_m @ frame.T + start
    bounds = np.stack([vertices.min(axis=0), vertices.max(axis=0)])[None]
    return Solid(vertices, upright.normals @ frame.T, upright.uv_m, upright.faces, bounds)


def _profile_with_normals(points: Floats, smooth: bool) -> Floats:
    """Rows (radius, height, normal_r, normal_y, length so far), two per segment of the profile."""
    delta = np.diff(points, axis=0)
    length = np.maximum(np.linalg.norm(delta, axis=1), 1e-9)
    normal = np.stack([delta[:, 1], -delta[:, 0]], axis=1) / length[:, None]
    start_normal, end_normal = normal.copy(), normal.copy()
    if smooth:
        inner = normal[:-1] + normal[1:]
        inner /= np.maximum(np.linalg.norm(inner, axis=1, keepdims=True), 1e-9)
        start_normal[1:], end_normal[:-1] = inner, inner
    along = np.concatenate([[0.0], np.cumsum(length)])
    starts = np.column_stack([points[:-1], start_normal, along[:-1]])
    ends = np.column_stack([points[1:], end_normal, along[1:]])
    return np.stack([starts, ends], axis=1).reshape(-1, 5)


def _grid_faces(patches: int, rows: int, columns: int) -> Ints:
    """Two triangles per cell of `patches` separate grids of vertices, rows x columns each."""
    row, column = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing="ij")
    corner = (row * columns + column).reshape(-1)
    cell = np.stack(
        [corner, corner + 1, corner + columns + 1, corner, corner + columns + 1, corner + columns], axis=1
    )
    starts = np.arange(patches) * rows * columns
    return (cell[None] + starts[:, None, None]).reshape(-1, 3)


def _without_slivers(solid: Solid) -> Solid:
    """Drop triangles without area, which arise where a profile touches the axis."""
    a, b, c = (solid.vertices_m[solid.faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    return Solid(solid.vertices_m, solid.normals, solid.uv_m, solid.faces[area > 1e-10], solid.boxes_m)
