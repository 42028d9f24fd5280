"""A Solid: textured triangles plus the boxes of matter they enclose, and how to move, turn and join them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Point = tuple[float, float, float]
ORIGIN: Point = (0.0, 0.0, 0.0)
NO_BOXES: Floats = np.empty((0, 2, 3))


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
    counts = [len(piece.vertices_m) for piece in pieces]
    faces = np.concatenate([piece.faces for piece in pieces])
    starts = np.cumsum([0, *counts[:-1]])
    return Solid(
        np.concatenate([piece.vertices_m for piece in pieces]),
        np.concatenate([piece.normals for piece in pieces]),
        np.concatenate([piece.uv_m for piece in pieces]),
        faces + np.repeat(starts, [len(piece.faces) for piece in pieces])[:, None],
        np.concatenate([piece.boxes_m for piece in pieces]),
    )


def as_point(vector: Floats) -> Point:
    """Three numbers of an array as a point."""
    return float(vector[0]), float(vector[1]), float(vector[2])


def move(solid: Solid, offset: Point) -> Solid:
    shift = np.array(offset, float)
    return Solid(solid.vertices_m + shift, solid.normals, solid.uv_m, solid.faces, solid.boxes_m + shift)


def turn(solid: Solid, angle_rad: float, *, axis: str = "y", about: Point = ORIGIN) -> Solid:
    """Rotate counter-clockwise about an axis through `about`.

    Boxes grow to hold what they held, but not beyond the turned surface.
    """
    rotation = rotation_about(axis, angle_rad)
    pivot = np.array(about, float)
    vertices = (solid.vertices_m - pivot) @ rotation.T + pivot
    boxes = solid.boxes_m
    if len(boxes):
        centre, half = boxes.mean(axis=1) - pivot, (boxes[:, 1] - boxes[:, 0]) / 2
        centre, half = centre @ rotation.T + pivot, half @ np.abs(rotation).T
        boxes = np.stack([centre - half, centre + half], axis=1)
        boxes = np.clip(boxes, vertices.min(axis=0), vertices.max(axis=0))
    return Solid(vertices, solid.normals @ rotation.T, solid.uv_m, solid.faces, boxes)


def facing(solid: Solid, at: Point = ORIGIN) -> Solid:
    """A shape that grows upwards, tipped so that it grows along +Z from a point; what was -z becomes up."""
    return move(turn(solid, np.pi / 2, axis="x"), at)


def lying(solid: Solid, at: Point = ORIGIN) -> Solid:
    """A shape that looks along +Z, laid on its back at a point with its top edge away from the viewer."""
    return move(turn(solid, -np.pi / 2, axis="x"), at)


def mirror_x(solid: Solid) -> Solid:
    """The same solid on the other side of the plane x = 0."""
    flip = np.array([-1.0, 1.0, 1.0])
    boxes = solid.boxes_m * flip
    boxes = np.stack([boxes.min(axis=1), boxes.max(axis=1)], axis=1)
    return Solid(solid.vertices_m * flip, solid.normals * flip, solid.uv_m, solid.faces[:, ::-1], boxes)


def both_sides(solid: Solid) -> Solid:
    """A piece on the right and its mirror image on the left."""
    return join([solid, mirror_x(solid)])


def at_corners(solid: Solid, x_m: float, z_m: float) -> Solid:
    """The same piece four times, at the corners of a rectangle about its own place."""
    return join([move(solid, (x, 0.0, z)) for x in (-x_m, x_m) for z in (-z_m, z_m)])


def enlarged(solid: Solid, factor: float) -> Solid:
    """The same solid, larger or smaller about the origin."""
    return Solid(
        solid.vertices_m * factor, solid.normals, solid.uv_m * factor, solid.faces, solid.boxes_m * factor
    )


def stretched(solid: Solid, factors: Point) -> Solid:
    """The solid scaled along x, y and z about the origin by positive factors."""
    scale = np.array(factors, float)
    normals = solid.normals / scale
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Solid(solid.vertices_m * scale, normals, solid.uv_m, solid.faces, solid.boxes_m * scale)


def rotation_about(axis: str, angle_rad: float) -> Floats:
    """The matrix that turns column vectors counter-clockwise about "x", "y" or "z"."""
    c, s = float(np.cos(angle_rad)), float(np.sin(angle_rad))
    return {
        "x": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def upright_grain(solid: Solid) -> Solid:
    """The same solid with its texture turned by a quarter, as the grain of posts and doors runs."""
    return replace(solid, uv_m=solid.uv_m[:, ::-1])


def without_boxes(solid: Solid) -> Solid:
    """The same surface that takes up no room: for cloth, leaves and cables that may touch other things."""
    return replace(solid, boxes_m=NO_BOXES)


def with_boxes(solid: Solid, boxes_m: Sequence[tuple[Point, Point]]) -> Solid:
    """The same surface with hand-made boxes, for hollow shapes that one box would fill."""
    return replace(solid, boxes_m=np.array(boxes_m, float).reshape(-1, 2, 3))


def in_one_box(solid: Solid) -> Solid:
    """The same surface with one box round all of it."""
    return replace(solid, boxes_m=box_round(solid.vertices_m))


def box_round(points_m: Floats) -> Floats:
    """The box (1, 2, 3) that holds points (n, 3)."""
    return np.stack([points_m.min(axis=0), points_m.max(axis=0)])[None]
