"""The triangles of a mesh file as plain arrays: one piece per node and material, already in one frame."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile
from wayproof.scenes.meshes.mesh_files import Sources

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


def read_pieces(sources: Sources) -> list[Piece]:
    """Every triangle of a file, in the order of the file."""
    file = sources.file
    loaded = _loaded(sources)
    pieces = [_piece(file, *entry) for entry in _placed(loaded)]
    pieces = [piece for piece in pieces if len(piece.faces)]
    total = sum(len(piece.faces) for piece in pieces)
    if not total:
        raise BrokenFile(f"{file} has no triangles; a point cloud must be meshed first")
    if total > MOST_TRIANGLES:
        raise BrokenFile(f"{file} has {total} triangles; at most {MOST_TRIANGLES} are read: simplify it")
    return pieces


def _loaded(sources: Sources) -> Any:
    """The loader's scene; whatever it stumbles over becomes one sentence about the file."""
    import trimesh  # noqa: PLC0415  # takes longer to import than everything else that a worker needs

    file = sources.file
    kind = file.suffix.lower().lstrip(".")
    quiet = logging.getLogger("trimesh")
    level = quiet.level
    quiet.setLevel(logging.ERROR)
    try:
        with file.open("rb") as stream:
            return trimesh.load_scene(stream, file_type=kind, resolver=sources, process=False)
    except (MemoryError, BrokenFile):
        raise
    except Exception as error:
        detail = str(error) or type(error).__name__
        raise BrokenFile(
            f"{file} cannot be read as {kind.upper()}: {detail}; it is damaged or not valid"
        ) from error
    finally:
        quiet.setLevel(level)


def _placed(loaded: Any) -> Iterator[tuple[str, int | None, Any, Floats]]:
    """Node, instance id, geometry and place (4, 4) in the order in which the file lists its geometry."""
    order = {name: number for number, name in enumerate(loaded.geometry)}
    nodes = []
    for node in loaded.graph.nodes_geometry:
        matrix, geometry = loaded.graph[node]
        parent = loaded.graph.transforms.parents.get(node)
        extras = loaded.graph.transforms.edge_data.get((parent, node), {}).get("metadata") or {}
        number = extras.get("instance")
        instance = number if isinstance(number, int) and not isinstance(number, bool) else None
        # The loader makes up names for the parts of a node, so ties are broken by where they stand.
        key = (order[geometry], "" if instance is None else f"{instance:012d}", matrix.round(6).tobytes())
        nodes.append((key, str(node), instance, loaded.geometry[geometry], np.asarray(matrix, float)))
    for _, node, instance, geometry, matrix in sorted(nodes, key=lambda entry: entry[0]):
        if getattr(geometry, "faces", None) is not None:  # not of points or lines
            yield node, instance, geometry, matrix


def _piece(file: Path, node: str, instance: int | None, mesh: Any, matrix: Floats) -> Piece:
    vertices, faces = np.asarray(mesh.vertices, np.float64), np.asarray(mesh.faces, np.int64)
    if vertices.ndim != 2 or vertices.shape[1] != 3 or faces.ndim != 2 or faces.shape[1] != 3:
        raise BrokenFile(
            f"{file}: node {node!r} has vertices {vertices.shape} and faces {faces.shape}: it is damaged"
        )
    if faces.size and (faces.min() < 0 or faces.max() >= len(vertices)):
        raise BrokenFile(
            f"{file}: node {node!r} has a triangle that names vertex {int(faces.max())} of {len(vertices)}"
        )
    bad = np.flatnonzero(~np.isfinite(vertices).all(axis=1))
    if len(bad):
        raise BrokenFile(
            f"{file}: node {node!r} has {len(bad)} vertices that are NaN or infinite, the first is number "
            f"{int(bad[0])}; mend or drop them"
        )
    own = mesh._cache["vertex_normals"]  # as in the file; the public name would make them up
    uv, colours, material = _looks(mesh, len(vertices))
    if colours is not None and len(colours) == 3 * len(faces) and mesh.visual.kind == "face":
        vertices, own = vertices[faces.reshape(-1)], None
        faces = np.arange(3 * len(faces), dtype=np.int64).reshape(-1, 3)
    normals = None if own is None else np.asarray(own, np.float64)
    if normals is None or normals.shape != vertices.shape or not (np.abs(normals) < 1e3).all():
        normals = vertex_normals(vertices, faces)
    vertices, normals, faces = _moved(vertices, normals, faces, matrix)
    return Piece(node, instance, vertices, normals, faces, uv, colours, material)


def _looks(mesh: Any, vertices: int) -> tuple[Floats | None, NDArray[np.uint8] | None, Any]:
    """Texture coordinates, colours and material of one geometry."""
    visual = mesh.visual
    if visual.kind == "vertex":
        return None, np.asarray(visual.vertex_colors, np.uint8)[:, :3], None
    if visual.kind == "face":
        return None, np.repeat(np.asarray(visual.face_colors, np.uint8)[:, :3], 3, axis=0), None
    if visual.kind != "texture":
        return None, None, None
    uv = None if visual.uv is None else np.asarray(visual.uv, np.float64).reshape(-1, 2)
    if uv is not None and len(uv) != vertices:
        uv = None
    if uv is not None and not (np.abs(uv) < FARTHEST_TILE).all():
        uv = np.where(np.abs(uv) < FARTHEST_TILE, uv, 0.0)  # no number, or beyond what single precision tells
    attribute = visual.vertex_attributes.get("color") if hasattr(visual, "vertex_attributes") else None
    colours = None if attribute is None else as_bytes(np.asarray(attribute)[:, :3])
    return uv, colours, visual.material


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


def _moved(vertices: Floats, normals: Floats, faces: Ints, matrix: Floats) -> tuple[Floats, Floats, Ints]:
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
