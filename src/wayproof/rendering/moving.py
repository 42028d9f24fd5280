"""Things that move: meshes placed anew for each frame, rigidly or vertex by vertex, and drawn with the scene.

A moving thing is lit evenly, by one value for the whole of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.rendering.batch import LEAF, Batch, Mesh, batch_from, sorted_mesh
from wayproof.rendering.surfaces import BLUE, CHANNELS, LIGHT_SCALE, RECORD, RED
from wayproof.rendering.texels import pack_textures

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Light = tuple[float, float, float]

FULL_LIGHT: Light = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class MovingMesh:
    """A mesh made ready to be placed, with its vertices at rest."""

    mesh: Mesh
    texels: NDArray[np.uint32]
    leaf: int
    two_sided: bool


def prepare_moving(
    vertices_m: Floats,
    faces: Ints,
    uv: Floats,
    face_texture: Ints,
    textures: Sequence[NDArray[np.uint8]],
    *,
    instance: int,
    category: int = 0,
    two_sided: bool = False,
    leaf: int = LEAF,
) -> MovingMesh:
    """A mesh that will move, at rest: vertices (v, 3), faces (t, 3), uv (v, 2) in tiles.

    face_texture (t,) are indices into `textures`; instance and category are the ids that its pixels show.
    """
    texels, start, log2 = pack_textures(textures)
    texture = np.asarray(face_texture, np.int32)
    mesh = Mesh(
        np.ascontiguousarray(vertices_m, np.float32),
        np.ascontiguousarray(faces, np.int32),
        np.asarray(uv, np.float32)[faces].reshape(-1, 6),
        np.stack([start[texture], log2[texture]], axis=1),
        np.full(len(faces), instance, np.int32),
        np.full(len(faces), category, np.int32),
    )
    return MovingMesh(sorted_mesh(mesh, leaf), texels, leaf, two_sided)


def posed(moving: MovingMesh, vertices_m: Floats, *, light: Light = FULL_LIGHT) -> Batch:
    """The mesh with each vertex where it is now (v, 3), in the world: for bodies that bend."""
    rest = moving.mesh
    if vertices_m.shape != rest.vertices_m.shape:
        raise InvalidInput(
            f"vertices of shape {vertices_m.shape}; this mesh has {len(rest.vertices_m)}, give all of them."
        )
    now = np.ascontiguousarray(vertices_m, np.float32)
    mesh = Mesh(now, rest.faces, rest.corner_uv, rest.texture, rest.instance, rest.category)
    batch, surfaces = batch_from(mesh, moving.texels, leaf=moving.leaf, two_sided=moving.two_sided)
    constant = surfaces.reshape(-1, RECORD)[:, 3 * CHANNELS :]
    constant[:, RED : BLUE + 1] = np.multiply(light, LIGHT_SCALE)
    return batch


def placed(
    moving: MovingMesh,
    position_m: Sequence[float] | NDArray[np.floating],
    heading_rad: float,
    *,
    light: Light = FULL_LIGHT,
) -> Batch:
    """The mesh as a rigid body: turned counter-clockwise about +Y, then moved."""
    cos, sin = np.cos(heading_rad), np.sin(heading_rad)
    turn = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
    return transformed(moving, turn, position_m, light=light)


def transformed(
    moving: MovingMesh,
    rotation: NDArray[np.floating],
    position_m: Sequence[float] | NDArray[np.floating],
    *,
    light: Light = FULL_LIGHT,
) -> Batch:
    """The mesh as a rigid body under any rotation (3, 3): world = rotation @ rest + position."""
    world = moving.mesh.vertices_m @ np.asarray(rotation, float).T + np.asarray(position_m, float)
    return posed(moving, world.astype(np.float32), light=light)
