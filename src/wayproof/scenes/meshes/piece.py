"""Triangles that share a material, as plain arrays: what every reader of meshes makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_TRIANGLES = 20_000_000  # ours: the renderer keeps some 200 bytes for each
FARTHEST_TILE = 1e5


@dataclass(frozen=True)
class Piece:
    """Triangles that share a material; vertices (v, 3) in the file's frame, v of uv growing upwards.

    colours (v, 3) uint8 as they are shown; material: the object of the loader, None for plain vertex colours;
    instance: the id that the node carries, if any.
    """

    node: str
    instance: int | None
    vertices: Floats
    normals: Floats
    faces: Ints
    uv: Floats | None
    colours: NDArray[np.uint8] | None
    material: Any


@dataclass(frozen=True)
class PlainMaterial:
    """A material by itself: a picture (PIL), or a colour (3,) as shown, 1 = white."""

    name: str
    image: Any
    diffuse: Floats | None


def as_bytes(colours: NDArray[Any]) -> NDArray[np.uint8]:
    """Colours given as fractions, 8-bit or 16-bit values, as 8-bit values."""
    if colours.dtype == np.uint8:
        return colours
    full = 65535.0 if colours.dtype == np.uint16 else 1.0
    return np.rint(np.clip(np.nan_to_num(colours / full), 0.0, 1.0) * 255.0).astype(np.uint8)


def vertex_normals(vertices: Floats, faces: Ints) -> Floats:
    """Unit normals (v, 3), each the mean of its triangles weighted by area; up where there is none."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    corners = faces.reshape(-1)
    sums = [np.bincount(corners, np.repeat(normal[:, k], 3), len(vertices)) for k in range(3)]
    total = np.stack(sums, axis=1)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return np.where(length > 1e-20, total / np.maximum(length, 1e-20), (0.0, 1.0, 0.0))


def tame_uv(uv: Floats) -> Floats:
    """Texture coordinates, 0 where they are no number or beyond what single precision tells apart."""
    return np.where(np.abs(uv) < FARTHEST_TILE, uv, 0.0)


def moved(vertices: Floats, normals: Floats, faces: Ints, matrix: Floats) -> tuple[Floats, Floats, Ints]:
    """Into the frame of the file; a mirroring place turns the triangles round."""
    if np.allclose(matrix, np.eye(4)):
        return vertices, normals, faces
    turn = matrix[:3, :3]
    placed = vertices @ turn.T + matrix[:3, 3]
    side = float(np.linalg.det(turn))
    if abs(side) < 1e-18:
        return placed, vertex_normals(placed, faces), faces
    turned = normals @ np.linalg.inv(turn)
    length = np.linalg.norm(turned, axis=1, keepdims=True)
    turned = np.where(length > 1e-12, turned / np.maximum(length, 1e-12), (0.0, 1.0, 0.0))
    return placed, turned, faces[:, ::-1] if side < 0 else faces
