"""Triangles ready to be drawn: sorted and cut into blocks for vector units, with all that a pixel may ask."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.rendering.clusters import cluster_order
from wayproof.rendering.lane_types import LANES
from wayproof.rendering.surface_maps import RECORD, map_textures
from wayproof.rendering.triangles import BLOCK_ROWS

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

_LINE_BYTES = 64
# Triangles per cluster: fewer cull better, more cost less to cull. Measured best in houses and in scans.
LEAF = 24


@dataclass(frozen=True)
class Mesh:
    """Triangles before they become a batch.

    vertices_m (v, 3), faces (t, 3); per face corner_uv (t, 6) in tiles, texture (t, 2) as start in the pool
    and log2 of the edge, instance and category ids (t,).
    """

    vertices_m: Floats
    faces: Ints
    corner_uv: Floats
    texture: Ints
    instance: Ints
    category: Ints


@dataclass(frozen=True)
class Batch:
    """Triangles in cluster order, `leaf` to a cluster, the last cluster padded with empty ones.

    blocks: see triangles.BLOCK_ROWS; bounds_m: six rows of cluster bounds; surfaces: see `surfaces`;
    instance and category (t,) ids. `count` includes the padding.
    """

    leaf: int
    two_sided: bool
    count: int
    blocks: Floats
    bounds_m: Floats
    surfaces: Floats
    texels: NDArray[np.uint32]
    instance: Ints
    category: Ints

    def __post_init__(self) -> None:
        freeze(self)


def freeze(record: object) -> None:
    """Make every array in a dataclass read-only."""
    for field in fields(record):  # type: ignore[arg-type]  # any dataclass will do
        value = getattr(record, field.name)
        if isinstance(value, np.ndarray):
            value.setflags(write=False)


def aligned(size: int) -> Floats:
    """Zeros that start on a cache line, so that a record never straddles three."""
    room = np.zeros(size * 4 + _LINE_BYTES, np.uint8)
    start = -room.ctypes.data % _LINE_BYTES
    return room[start : start + size * 4].view(np.float32)


def sorted_mesh(mesh: Mesh, leaf: int) -> Mesh:
    """The same mesh with its faces in cluster order."""
    order = cluster_order(mesh.vertices_m[mesh.faces].reshape(-1, 9), leaf)
    return Mesh(
        mesh.vertices_m,
        np.ascontiguousarray(mesh.faces[order]),
        np.ascontiguousarray(mesh.corner_uv[order]),
        np.ascontiguousarray(mesh.texture[order]),
        mesh.instance[order],
        mesh.category[order],
    )


def batch_from(mesh: Mesh, texels: NDArray[np.uint32], *, leaf: int, two_sided: bool) -> tuple[Batch, Floats]:
    """A batch without light from a mesh in cluster order, and its `surfaces` while they can be written."""
    clusters = -(-len(mesh.faces) // leaf)
    blocks = np.zeros(clusters * BLOCK_ROWS * leaf, np.float32)
    bounds = np.full(6 * (-(-clusters // LANES) * LANES), np.nan, np.float32)
    fill_blocks(mesh.vertices_m, mesh.faces, leaf, blocks, bounds)
    surfaces = aligned(clusters * leaf * RECORD)
    map_textures(blocks, leaf, mesh.corner_uv, mesh.texture, surfaces)
    instance, category = (_padded(ids, clusters * leaf) for ids in (mesh.instance, mesh.category))
    return (
        Batch(leaf, two_sided, clusters * leaf, blocks, bounds, surfaces.view(), texels, instance, category),
        surfaces,
    )


def _padded(ids: Ints, size: int) -> Ints:
    return np.concatenate([ids, np.zeros(size - len(ids), np.int32)]).astype(np.int32)


@kernel
def fill_blocks(vertices_m: Floats, faces: Ints, leaf: int, blocks: Floats, bounds_m: Floats) -> None:
    """Copy corners into blocks and find the bounds of each cluster."""
    padded = len(bounds_m) // 6
    for face in range(len(faces)):
        cluster, lane = face // leaf, face % leaf
        for corner in range(3):
            for axis in range(3):
                value = vertices_m[faces[face, corner], axis]
                blocks[(cluster * BLOCK_ROWS + 3 * corner + axis) * leaf + lane] = value
                low, high = axis * padded + cluster, (axis + 3) * padded + cluster
                if lane == 0 and corner == 0:
                    bounds_m[low], bounds_m[high] = value, value
                bounds_m[low], bounds_m[high] = min(bounds_m[low], value), max(bounds_m[high], value)
