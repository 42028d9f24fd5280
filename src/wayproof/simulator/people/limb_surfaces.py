"""Rounded surfaces around bones: rings of ellipses, skinned over like the ribs of a boat.

A ring is level: its angle starts at the back (+z), passes the person's right (+x), the front (-z) and the
left. So texture coordinate u is 0.5 in the middle of the front, and a texture is painted as seen from the
front.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Ring(NamedTuple):
    """One rib: centre, half width, depth to the front and to the back, in units of the whole person's height.

    `square` is the exponent of a superellipse, 2 for an ellipse. The ring follows `bone`, and with `share`
    also `other`. `shade` is the light that reaches into folds, 1 in the open.
    """

    x: float
    y: float
    z: float
    width: float
    front: float
    back: float
    bone: int
    other: int = 0
    share: float = 0.0
    shade: float = 1.0
    square: float = 2.0


@dataclass(frozen=True)
class Part:
    """A piece of surface of one texture: per vertex (v, ...) place, uv, bones, light; faces (t, 3)."""

    texture: str
    vertices: Floats
    uv: Floats
    bones: Ints
    share: Floats
    shade: Floats
    faces: Ints
    normals: Floats


def even_angles(sides: int) -> Floats:
    """Angles of the ribs' corners, the first repeated at the end as the seam of the texture."""
    return np.linspace(0.0, 2 * np.pi, sides + 1)


def round_ring(x: float, y: float, z: float, radius: float, bone: int) -> Ring:
    return Ring(x, y, z, radius, radius, radius, bone)


def loft(
    rings: Sequence[Ring],
    texture: str,
    *,
    sides: int = 10,
    angles: Floats | None = None,
    tiles: tuple[float, float] = (1.0, 1.0),
    first_v: float = 0.0,
) -> Part:
    """The skin over a row of rings; v runs from `first_v` at the lowest ring, `tiles` is the texture's
    repeat.

    Without a size a ring is a point and closes the surface.
    """
    around = even_angles(sides) if angles is None else angles
    table = np.array(rings, float)
    places = np.stack([_ring_corners(row, around) for row in table])
    steps = np.linalg.norm(np.diff(places.mean(axis=1), axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(steps)]) / max(float(steps.sum()), 1e-9)
    if table[0, 1] > table[-1, 1]:
        along = 1.0 - along
    u = np.broadcast_to(around / (2 * np.pi) * tiles[0], places.shape[:2])
    v = np.broadcast_to((first_v + along * tiles[1])[:, None], places.shape[:2])
    repeat = len(around)
    return skin(
        texture,
        places,
        np.stack([u, v], axis=-1),
        np.repeat(table[:, 6:8].astype(np.int64), repeat, axis=0),
        np.repeat(table[:, 8], repeat),
        np.repeat(table[:, 9], repeat),
    )


def skin(texture: str, places: Floats, uv: Floats, bones: Ints, share: Floats, shade: Floats) -> Part:
    """A part from a grid of places (rows, columns, 3) whose first and last column coincide."""
    rows, columns = places.shape[:2]
    row, column = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing="ij")
    a = (row * columns + column).reshape(-1)
    b, c, d = a + 1, a + columns + 1, a + columns
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    vertices = places.reshape(-1, 3)
    corners = vertices[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    keep = np.linalg.norm(across, axis=1) > 1e-9
    faces, across, corners = faces[keep], across[keep], corners[keep]
    outward = corners.mean(axis=1) - np.repeat(places.mean(axis=1), columns, axis=0)[faces[:, 0]]
    if (across * outward).sum() < 0:
        faces, across = faces[:, ::-1], -across
    normals = _smooth_normals(across, faces, rows, columns)
    return Part(texture, vertices, uv.reshape(-1, 2), bones, share, shade, faces, normals)


def mirrored(part: Part, bone_pairs: Sequence[tuple[int, int]]) -> Part:
    """The same part on the person's left, following the left bones."""
    flip = np.array([-1.0, 1.0, 1.0])
    left_of = np.arange(64)
    for right, left in bone_pairs:
        left_of[right] = left
    uv = part.uv * np.array([-1.0, 1.0])
    return replace(
        part,
        vertices=part.vertices * flip,
        normals=part.normals * flip,
        uv=uv,
        bones=left_of[part.bones],
        faces=part.faces[:, ::-1],
    )


def _ring_corners(ring: Floats, around: Floats) -> Floats:
    x, y, z, width, front, back = ring[:6]
    power = 2.0 / ring[10]
    sin, cos = np.sin(around), np.cos(around)
    aside = np.sign(sin) * np.abs(sin) ** power * width
    behind = np.sign(cos) * np.abs(cos) ** power * np.where(cos > 0, back, front)
    return np.stack([x + aside, np.full_like(aside, y), z + behind], axis=1)


def _smooth_normals(across: Floats, faces: Ints, rows: int, columns: int) -> Floats:
    normals = np.zeros((rows * columns, 3))
    for corner in range(3):
        np.add.at(normals, faces[:, corner], across)
    grid = normals.reshape(rows, columns, 3)
    seam = grid[:, 0] + grid[:, -1]
    grid[:, 0] = grid[:, -1] = seam
    length = np.linalg.norm(grid, axis=2, keepdims=True)
    flat: Floats = np.where(length > 1e-12, grid / np.maximum(length, 1e-12), [0.0, 1.0, 0.0]).reshape(-1, 3)
    return flat
