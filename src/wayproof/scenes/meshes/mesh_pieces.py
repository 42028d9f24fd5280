"""The triangles of a mesh file as plain arrays: one piece per node and material, already in one frame."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile
from wayproof.scenes.meshes.dae_pieces import dae_pieces
from wayproof.scenes.meshes.mesh_files import Sources
from wayproof.scenes.meshes.piece import (
    FARTHEST_TILE,
    MOST_TRIANGLES,
    Floats,
    Piece,
    as_bytes,
    moved,
    tame_uv,
    vertex_normals,
)


def read_pieces(sources: Sources) -> list[Piece]:
    """Every triangle of a file, in the order of the file."""
    file = sources.file
    if file.suffix.lower() == ".dae":
        pieces = dae_pieces(sources)
    else:
        pieces = [_piece(file, *entry) for entry in _placed(_loaded(sources))]
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
    vertices, normals, faces = moved(vertices, normals, faces, matrix)
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
        uv = tame_uv(uv)
    attribute = visual.vertex_attributes.get("color") if hasattr(visual, "vertex_attributes") else None
    colours = None if attribute is None else as_bytes(np.asarray(attribute)[:, :3])
    return uv, colours, visual.material
