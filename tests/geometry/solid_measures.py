"""Measures of solids for tests: volume, area, agreement of normals with faces, and trimesh's opinion."""

from __future__ import annotations

import numpy as np
import trimesh

from wayproof.geometry.solid import Floats, Solid


def corners(solid: Solid) -> tuple[Floats, Floats, Floats]:
    first, second, third = (solid.vertices_m[solid.faces[:, k]] for k in range(3))
    return first, second, third


def volume(solid: Solid) -> float:
    """Signed volume by the divergence theorem: positive if the faces look outwards."""
    a, b, c = corners(solid)
    return float((a * np.cross(b, c)).sum() / 6)


def area(solid: Solid) -> float:
    a, b, c = corners(solid)
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def ngon_area(sides: int, radius: float) -> float:
    """The area of a regular polygon with its corners on a circle."""
    return sides / 2 * radius**2 * float(np.sin(2 * np.pi / sides))


def assert_sound(solid: Solid) -> None:
    """Faces have area, normals are unit and agree with them, texture coordinates are finite."""
    a, b, c = corners(solid)
    facing = np.cross(b - a, c - a)
    assert (np.linalg.norm(facing, axis=1) > 0).all()
    assert np.allclose(np.linalg.norm(solid.normals, axis=1), 1.0)
    assert ((facing * solid.normals[solid.faces].mean(axis=1)).sum(axis=1) > 0).all()
    assert np.isfinite(solid.uv_m).all()
    assert solid.normals.shape == solid.vertices_m.shape and len(solid.uv_m) == len(solid.vertices_m)


def assert_closed(solid: Solid) -> None:
    """Every edge belongs to two faces that run through it in opposite directions, as trimesh sees it."""
    mesh = trimesh.Trimesh(solid.vertices_m, solid.faces, process=False)
    mesh.merge_vertices(merge_tex=True, merge_norm=True, digits_vertex=7)
    assert mesh.is_watertight and mesh.is_winding_consistent


def assert_boxed(solid: Solid) -> None:
    """Each vertex lies in a box, and no box reaches beyond the vertices."""
    low, high = solid.boxes_m[:, 0], solid.boxes_m[:, 1]
    points = solid.vertices_m[:, None]
    assert ((points >= low - 1e-9) & (points <= high + 1e-9)).all(axis=2).any(axis=1).all()
    assert (low.min(axis=0) >= solid.vertices_m.min(axis=0) - 1e-9).all()
    assert (high.max(axis=0) <= solid.vertices_m.max(axis=0) + 1e-9).all()
