"""Things that move: meshes placed anew for each frame, rigidly or vertex by vertex, and drawn with the scene.

A moving thing has one light for the whole of it, a little stronger on what faces up and to one side, so that
it does not look cut out of paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.rendering.surface_maps import BLUE, CHANNELS, LIGHT_SCALE, RECORD, RED, map_light
from wayproof.rendering.texels import pack_textures
from wayproof.rendering.triangle_batch import LEAF, Batch, Mesh, batch_from, sorted_mesh

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Light = tuple[float, float, float]

FULL_LIGHT: Light = (1.0, 1.0, 1.0)
# How much the light changes with the direction of a surface, and the direction that gets most.
_MODELLING = 0.3
_BRIGHTEST = (0.4, 0.8, 0.45)


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


def posed(
    moving: MovingMesh, vertices_m: Floats, *, light: Light = FULL_LIGHT, modelled: bool = True
) -> Batch:
    """The mesh with each vertex where it is now (v, 3), in the world: for bodies that bend.

    Without `modelled`, all surfaces get exactly the light given.
    """
    rest = moving.mesh
    if vertices_m.shape != rest.vertices_m.shape:
        raise InvalidInput(
            f"vertices of shape {vertices_m.shape}; this mesh has {len(rest.vertices_m)}, give all of them."
        )
    now = np.ascontiguousarray(vertices_m, np.float32)
    mesh = Mesh(now, rest.faces, rest.corner_uv, rest.texture, rest.instance, rest.category)
    batch, surfaces = batch_from(mesh, moving.texels, leaf=moving.leaf, two_sided=moving.two_sided)
    if modelled:
        shares = _shares_of_light(now, rest.faces)
        map_light(batch.blocks, moving.leaf, rest.faces, shares * np.array(light, np.float32), surfaces)
    else:
        constant = surfaces.reshape(-1, RECORD)[:, 3 * CHANNELS :]
        constant[:, RED : BLUE + 1] = np.multiply(light, LIGHT_SCALE)
    return batch


def placed(
    moving: MovingMesh,
    position_m: Sequence[float] | NDArray[np.floating],
    heading_rad: float,
    *,
    light: Light = FULL_LIGHT,
    modelled: bool = True,
) -> Batch:
    """The mesh as a rigid body: turned counter-clockwise about +Y, then moved."""
    cos, sin = np.cos(heading_rad), np.sin(heading_rad)
    turn = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
    return transformed(moving, turn, position_m, light=light, modelled=modelled)


def transformed(
    moving: MovingMesh,
    rotation: NDArray[np.floating],
    position_m: Sequence[float] | NDArray[np.floating],
    *,
    light: Light = FULL_LIGHT,
    modelled: bool = True,
) -> Batch:
    """The mesh as a rigid body under any rotation (3, 3): world = rotation @ rest + position."""
    world = moving.mesh.vertices_m @ np.asarray(rotation, float).T + np.asarray(position_m, float)
    return posed(moving, world.astype(np.float32), light=light, modelled=modelled)


def _shares_of_light(vertices_m: Floats, faces: Ints) -> Floats:
    """How much of the light each vertex gets (v, 1), by the direction that its triangles face on average."""
    normals = np.zeros((len(vertices_m), 3), np.float64)
    _sum_normals(vertices_m, faces, normals)
    length = np.maximum(np.sqrt(np.einsum("vk,vk->v", normals, normals)), 1e-12)
    facing = normals @ (np.array(_BRIGHTEST) / np.linalg.norm(_BRIGHTEST)) / length
    return np.asarray(1.0 + _MODELLING * facing, np.float32)[:, None]


@kernel
def _sum_normals(vertices_m: Floats, faces: Ints, normals: NDArray[np.float64]) -> None:
    """Add each triangle's normal, as long as twice its area, to its vertices."""
    for face in range(len(faces)):
        a, b, c = faces[face, 0], faces[face, 1], faces[face, 2]
        bx, by, bz = (
            vertices_m[b, 0] - vertices_m[a, 0],
            vertices_m[b, 1] - vertices_m[a, 1],
            vertices_m[b, 2] - vertices_m[a, 2],
        )
        cx, cy, cz = (
            vertices_m[c, 0] - vertices_m[a, 0],
            vertices_m[c, 1] - vertices_m[a, 1],
            vertices_m[c, 2] - vertices_m[a, 2],
        )
        nx, ny, nz = by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx
        for corner in range(3):
            vertex = faces[face, corner]
            normals[vertex, 0] += nx
            normals[vertex, 1] += ny
            normals[vertex, 2] += nz
