"""From the parts of a file to one clean mesh: upright, of catalogue size, welded, light, with normals.

The frame is that of our own furniture: origin on the floor at the centre of the footprint, +Y up, front +Z.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.vector_kernels import dot
from wayproof.kernels import kernel
from wayproof.scenes.packs.catalogue_file import CatalogueItem
from wayproof.scenes.packs.decimation import Welded, decimated
from wayproof.scenes.packs.material_looks import PartLook
from wayproof.scenes.packs.obj_file import RawPart

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# How many triangles a model may keep: by its diagonal, between two bounds.
TRIANGLES_PER_M = 1400
FEWEST_KEPT, MOST_KEPT = 400, 4000
STILL_TOO_MANY = 2  # times that number, after decimation: the model is of no use in a house
WELD_SHARE = 2e-5  # of the diagonal: points that are nearer are one
CREASE = 0.77  # cosine of 40 degrees: flatter edges are shaded as round ones
CUT_OUT = 0.3  # triangles whose texture is less opaque than this on average are left out
FLAT_M = 1e-6
SLIVER_M = 4e-5


@dataclass(frozen=True)
class Shape:
    """vertices_m, normals (v, 3), uv (v, 2) float32; faces (t, 3) int32; face_part (t,) int16."""

    vertices_m: NDArray[np.float32]
    normals: NDArray[np.float32]
    uv: NDArray[np.float32]
    faces: NDArray[np.int32]
    face_part: NDArray[np.int16]


def shaped(item: CatalogueItem, parts: Sequence[RawPart], looks: Sequence[PartLook]) -> Shape:
    """The prepared mesh of a model; may be empty if nothing of it can be seen."""
    placed = upright(item, [part.vertices for part in parts])
    points, faces, uv, owner = [], [], [], []
    begin = 0
    for index, (part, look) in enumerate(zip(parts, looks, strict=True)):
        own_uv = part.uv if look.texture is not None else None
        own_uv = np.zeros((len(part.vertices), 2)) if own_uv is None else own_uv
        seen = _seen_faces(part.faces, own_uv, look) if look.is_seen else part.faces[:0]
        points.append(placed[index])
        uv.append(own_uv)
        faces.append(seen + begin)
        owner.append(np.full(len(seen), index, np.int64))
        begin += len(part.vertices)
    welded, wedge_uv = _welded(
        np.concatenate(points), np.concatenate(faces), np.concatenate(uv), np.concatenate(owner)
    )
    return _finished(_without_slivers(decimated(welded, budget(item))), wedge_uv)


def budget(item: CatalogueItem) -> int:
    """How many triangles a model of this size may have."""
    diagonal = float(np.linalg.norm([item.width_m, item.height_m, item.depth_m]))
    return int(np.clip(TRIANGLES_PER_M * diagonal, FEWEST_KEPT, MOST_KEPT))


def upright(item: CatalogueItem, vertices: Sequence[Floats]) -> list[Floats]:
    """Turned by the catalogue's rotation, stretched to its width, height and depth, set on the floor."""
    turn = np.eye(3) if item.rotation is None else np.array(item.rotation, float).reshape(3, 3)
    turned = [points @ turn.T for points in vertices]
    low = np.min([points.min(axis=0) for points in turned if len(points)], axis=0)
    high = np.max([points.max(axis=0) for points in turned if len(points)], axis=0)
    wanted = np.array([item.width_m, item.height_m, item.depth_m])
    extent = high - low
    scale = np.where(extent > FLAT_M * extent.max(), wanted / np.maximum(extent, 1e-30), 1.0)
    origin = np.array([(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2])
    return [(points - origin) * scale for points in turned]


def _seen_faces(faces: Ints, uv: Floats, look: PartLook) -> Ints:
    """Triangles that are not cut out by a see-through texture."""
    if look.opacity is None or not len(faces):
        return faces
    side = look.opacity.shape[0]
    corners = uv[faces]
    total = np.zeros(len(faces))
    shares = ((1 / 3, 1 / 3), (0.6, 0.2), (0.2, 0.6), (0.2, 0.2), (0.45, 0.45), (0.1, 0.45), (0.45, 0.1))
    for b, c in shares:
        at = (1 - b - c) * corners[:, 0] + b * corners[:, 1] + c * corners[:, 2]
        column = np.floor(at[:, 0] * side).astype(np.int64) % side
        row = np.floor((1.0 - at[:, 1]) * side).astype(np.int64) % side
        total += look.opacity[row, column] / 255.0
    return faces[total / len(shares) >= CUT_OUT]


def _welded(points: Floats, faces: Ints, uv: Floats, owner: Ints) -> tuple[Welded, Floats]:
    """Shared points and wedges; a wedge is one part's one place in its texture. Also the uv of each wedge."""
    grain = max(float(np.ptp(points, axis=0).max()) * WELD_SHARE, 1e-7)
    _, first, place = np.unique(np.round(points / grain), axis=0, return_index=True, return_inverse=True)
    corners = place.ravel()[faces]
    keys = np.concatenate([np.repeat(owner, 3)[:, None], np.round(uv[faces].reshape(-1, 2) * 4096)], axis=1)
    _, known, wedge = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    wedge_uv = uv[faces].reshape(-1, 2)[known]
    distinct = (corners != corners[:, [1, 2, 0]]).all(axis=1)
    kept = _without_doubles(corners, distinct)
    welded = Welded(points[first], corners[kept], wedge.reshape(-1, 3)[kept], owner[kept])
    return welded, wedge_uv


def _without_doubles(corners: Ints, wanted: NDArray[np.bool_]) -> Ints:
    """Indices of triangles with three corners, each cycle of corners once."""
    rows = np.flatnonzero(wanted)
    start = corners[rows].argmin(axis=1)
    cycle = np.take_along_axis(corners[rows], (start[:, None] + np.arange(3)) % 3, axis=1)
    _, first = np.unique(cycle, axis=0, return_index=True)
    return rows[np.sort(first)]


def _without_slivers(mesh: Welded) -> Welded:
    """Without triangles so slender that rounding in the world's frame would turn them over."""
    a, b, c = (mesh.points_m[mesh.corners[:, k]] for k in range(3))
    longest = np.max([np.linalg.norm(side, axis=1) for side in (b - a, c - b, a - c)], axis=0)
    height = np.linalg.norm(np.cross(b - a, c - a), axis=1) / np.maximum(longest, 1e-30)
    kept = height > SLIVER_M
    return Welded(mesh.points_m, mesh.corners[kept], mesh.wedges[kept], mesh.part[kept])


def _finished(mesh: Welded, wedge_uv: Floats) -> Shape:
    """One vertex per point, wedge and shading normal."""
    normals = _corner_normals(mesh.points_m, mesh.corners)
    rounded = np.round(normals.reshape(-1, 3) * 64)
    keys = np.concatenate([mesh.corners.reshape(-1, 1), mesh.wedges.reshape(-1, 1), rounded], axis=1)
    _, first, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return Shape(
        vertices_m=mesh.points_m[mesh.corners.ravel()[first]].astype(np.float32),
        normals=normals.reshape(-1, 3)[first].astype(np.float32),
        uv=wedge_uv[mesh.wedges.ravel()[first]].astype(np.float32),
        faces=inverse.reshape(-1, 3).astype(np.int32),
        face_part=mesh.part.astype(np.int16),
    )


def _corner_normals(points: Floats, corners: Ints) -> Floats:
    """Shading normals (t, 3, 3): the mean over the triangles at a point that bend away only a little."""
    a, b, c = (points[corners[:, k]] for k in range(3))
    facing = np.cross(b - a, c - a)
    flat = corners.ravel()
    order = np.argsort(flat, kind="stable")
    starts = np.searchsorted(flat[order], np.arange(len(points) + 1))
    return _smoothed(facing, corners, starts, order // 3)


@kernel
def _smoothed(facing: Floats, corners: Ints, starts: Ints, members: Ints) -> Floats:
    normals = np.zeros((len(corners), 3, 3))
    size = np.empty(len(facing))
    for triangle in range(len(facing)):
        size[triangle] = np.sqrt(dot(facing[triangle], facing[triangle]))
    for triangle in range(len(corners)):
        for k in range(3):
            point = corners[triangle, k]
            total = normals[triangle, k]
            for other in members[starts[point] : starts[point + 1]]:
                along = dot(facing[other], facing[triangle])
                if other == triangle or along > CREASE * size[other] * size[triangle]:
                    for axis in range(3):
                        total[axis] += facing[other, axis]
            length = np.sqrt(dot(total, total))
            for axis in range(3):
                total[axis] /= max(length, 1e-30)
            if length <= 0.0:
                total[1] = 1.0
    return normals
