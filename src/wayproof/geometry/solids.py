"""Building blocks of furniture: boxes, cylinders, balls and other lathed shapes as textured triangles.

Frame: metres, +Y up. `at` is the centre of a shape's underside, so shapes stack by adding heights.
Texture coordinates are metres along the surface; the material decides how many metres one tile covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from wayproof.geometry.ring_kernels import turned
from wayproof.geometry.solid import (
    NO_BOXES,
    ORIGIN,
    Floats,
    Ints,
    Point,
    Solid,
    box_round,
    join,
    mirror_x,
    move,
    stretched,
    turn,
    upright_grain,
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
    "disc",
    "join",
    "lathe",
    "mirror_x",
    "move",
    "panel",
    "sheet",
    "slat",
    "sphere",
    "turn",
    "upright",
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
_BOX_UNIT: Floats = np.concatenate([side[0] / 2 + _CORNERS @ side[1:] for side in _SIDES]) + (0.0, 0.5, 0.0)
# Which of the three sizes runs along u and along v of each corner, and by how many times.
_BOX_ALONG: Ints = np.repeat(np.abs(_SIDES[:, 1:]).argmax(axis=2), 4, axis=0)
_BOX_UV: Floats = np.tile(_CORNERS + 0.5, (6, 1))
_BOX_FACES: Ints = np.concatenate([np.array([[0, 1, 2], [0, 2, 3]]) + 4 * k for k in range(6)])
_HALVES: Floats = np.array([[[-0.5, 0.0, -0.5], [0.5, 1.0, 0.5]]])
_QUAD: Ints = np.array([[0, 1, 2], [0, 2, 3]])


def box(size_m: Point, at: Point = ORIGIN) -> Solid:
    """A plain box of (width x, height y, depth z)."""
    size, foot = np.array(size_m, float), np.array(at, float)
    uv = _BOX_UV * size[_BOX_ALONG]
    return Solid(_BOX_UNIT * size + foot, _BOX_NORMALS, uv, _BOX_FACES, _HALVES * size + foot)


def upright(size_m: Point, at: Point = ORIGIN) -> Solid:
    """A plain box whose grain runs up, as in posts and slats."""
    return upright_grain(box(size_m, at))


def slat(size_m: Point, at: Point = ORIGIN) -> Solid:
    """A post without its top and bottom, whose ends are let into other pieces."""
    whole = upright(size_m, at)
    kept = np.r_[0:8, 16:24]
    return Solid(whole.vertices_m[kept], whole.normals[kept], whole.uv_m[kept], _BOX_FACES[:8], whole.boxes_m)


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
    profile: Sequence[tuple[float, float]] | Floats,
    at: Point = ORIGIN,
    *,
    sides: int = 12,
    smooth: bool = True,
) -> Solid:
    """Turn a profile of (radius, height) points about the upright axis, bottom to top on the outside.

    With `smooth` the profile is rounded across its points, except across a point given twice; else each
    point is an edge. A profile that returns to the axis on the inside (a bowl) makes a hollow shape.
    """
    vertices, normals, uv, faces = turned(np.array(profile, float), sides, smooth)
    return move(Solid(vertices, normals, uv, faces, box_round(vertices)), at)


def disc(radius_m: float, at: Point = ORIGIN, *, sides: int = 12) -> Solid:
    """A round face that looks up, such as the surface of a drink; takes no room."""
    return without_boxes(lathe([(radius_m, 0.0), (0.0, 0.0)], at, sides=sides))


def sphere(
    radius_m: float, at: Point = ORIGIN, *, stretch: Point = (1.0, 1.0, 1.0), sides: int = 12
) -> Solid:
    """A ball, or an ellipsoid when stretched; `at` is its lowest point."""
    latitude = np.linspace(-np.pi / 2, np.pi / 2, max(4, sides // 2 + 1))
    ball = lathe(np.stack([np.cos(latitude), 1.0 + np.sin(latitude)], axis=1) * radius_m, sides=sides)
    return move(stretched(ball, stretch), at)


def cushion(size_m: Point, at: Point = ORIGIN, *, softness: float = 0.3) -> Solid:
    """A box with rounded edges and bulging sides, as pillows and upholstery have; softness in (0, 1]."""
    steps = np.array([-1.0, -0.7, 0.7, 1.0])
    size = np.array(size_m, float)
    across, up = (grid.reshape(1, -1, 1) for grid in np.meshgrid(steps, steps))
    cube = _SIDES[:, None, 0] + across * _SIDES[:, None, 1] + up * _SIDES[:, None, 2]
    uv = (
        np.stack(np.broadcast_arrays(across, up), axis=-1).reshape(1, -1, 2)
        * size[_BOX_ALONG[::4]][:, None]
        / 2
    )
    cube = cube.reshape(-1, 3)
    power = 2.0 + 6.0 * (1.0 - softness)
    round_shape = cube / (np.abs(cube) ** power).sum(axis=1, keepdims=True) ** (1 / power)
    normals = np.sign(round_shape) * np.abs(round_shape) ** (power - 1) / size
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    corner = (np.arange(3)[:, None] * 4 + np.arange(3)).reshape(-1, 1)
    cells = corner + np.array([[0, 1, 5, 0, 5, 4]])
    faces = (cells.reshape(1, -1, 3) + 16 * np.arange(6)[:, None, None]).reshape(-1, 3)
    middle = np.array(at, float) + (0.0, size[1] / 2, 0.0)
    boxes = np.stack([middle - size / 2, middle + size / 2])[None]
    return Solid(round_shape * size / 2 + middle, normals, uv.reshape(-1, 2), faces, boxes)


def sheet(corners_m: Sequence[Point]) -> Solid:
    """A thin four-cornered sheet seen from both sides (a leaf, a page, a curtain fold); takes no room."""
    corners = np.array(corners_m, float)
    across, up = corners[1] - corners[0], corners[3] - corners[0]
    normal = np.cross(across, up)
    normal /= max(float(np.linalg.norm(normal)), 1e-12)
    uv = _BOX_UV[:4] * (np.linalg.norm(across), np.linalg.norm(up))
    front = Solid(corners, np.tile(normal, (4, 1)), uv, _QUAD, NO_BOXES)
    return join([front, replace(front, normals=-front.normals, faces=_QUAD[:, ::-1])])


def panel(width_m: float, height_m: float, at: Point = ORIGIN) -> Solid:
    """A flat picture that looks along +Z and shows its texture once (use tile_m=1); takes no room.

    Keep it 2 mm in front of what it is fixed to, or the two surfaces fight for the same pixels.
    """
    uv = _BOX_UV[:4]
    corners = np.zeros((4, 3))
    corners[:, :2] = (uv - (0.5, 0.0)) * (width_m, height_m)
    return Solid(corners + at, np.tile((0.0, 0.0, 1.0), (4, 1)), uv, _QUAD, NO_BOXES)
