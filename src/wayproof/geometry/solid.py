"""A Solid: textured triangles plus the boxes of matter they enclose, and how to move, turn and join them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Point = tuple[float, float, float]
ORIGIN: Point = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Solid:
    """Triangles with normals and texture coordinates, and the boxes that stand for it in overlap tests.

    vertices_m (v, 3), normals (v, 3) unit, uv_m (v, 2), faces (t, 3) counter-clockwise from outside,
    boxes_m (b, 2, 3): low and high corner of each piece of solid matter.
    """

    vertices_m: Floats
    normals: Floats
    uv_m: Floats
    faces: Ints
    boxes_m: Floats


def join(solids: Iterable[Solid]) -> Solid:
    """Several solids as one; needs at least one."""
    pieces = list(solids)
    starts = np.cumsum([0] + [len(piece.vertices_m) for piece in pieces])
    return Solid(
        np.concatenate([piece.vertices_m for piece in pieces]),
        np.concatenate([piece.normals for piece in pieces]),
        np.concatenate([piece.uv_m for piece in pieces]),
        np.concatenate([piece.faces + start for piece, start in zip(pieces, starts, strict=False)]),
        np.concatenate([piece.boxes_m for piece in pieces]),
    )


def move(solid: Solid, offset: Point) -> Solid:
    shift = np.asarray(offset, float)
    return Solid(solid.vertices_m + shift, solid.normals, solid.uv_m, solid.faces, solid.boxes_m + shift)


def turn(solid: Solid, angle_rad: float, *, axis: str = "y", about: Point = ORIGIN) -> Solid:
    """Rotate counter-clockwise about an axis through `about`; boxes grow to hold what they held."""
    rotation = rotation_about(axis, angle_rad)
    pivot = np.asarray(about, float)
    low, high = solid.boxes_m[:, 0], solid.boxes_m[:, 1]
    centre, half = (low + high) / 2 - pivot, (high - low) / 2
    centre, half = centre @ rotation.T + pivot, half @ np.abs(rotation).T
    return Solid(
        (solid.vertices_m - pivot) @ rotation.T + pivot,
        solid.normals @ rotation.T,
        solid.uv_m,
        solid.faces,
        np.stack([centre - half, centre + half], axis=1),
    )


def mirror_x(solid: Solid) -> Solid:
    """The same solid on the other side of the plane x = 0."""
    flip = np.array([-1.0, 1.0, 1.0])
    boxes = solid.boxes_m * flip
    boxes = np.stack([boxes.min(axis=1), boxes.max(axis=1)], axis=1)
    return Solid(solid.vertices_m * flip, solid.normals * flip, solid.uv_m, solid.faces[:, ::-1], boxes)


def rotation_about(axis: str, angle_rad: float) -> Floats:
    """The matrix that turns column vectors counter-clockwise about "x", "y" or "z"."""
    c, s = float(np.cos(angle_rad)), float(np.sin(angle_rad))
    return {
        "x": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def without_boxes(solid: Solid) -> Solid:
    """The same surface that takes up no room: for cloth, leaves and cables that may touch other things."""
    return Solid(solid.vertices_m, solid.normals, solid.uv_m, solid.faces, np.empty((0, 2, 3)))


def with_boxes(solid: Solid, boxes_m: Sequence[tuple[Point, Point]]) -> Solid:
    """The same surface with hand-made boxes, for hollow shapes that one box would fill."""
    return Solid(
        solid.vertices_m, solid.normals, solid.uv_m, solid.faces, np.asarray(boxes_m, float).reshape(-1, 2, 3)
    )
