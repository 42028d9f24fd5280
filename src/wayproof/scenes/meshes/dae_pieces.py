"""The triangles of a COLLADA file by pycollada, as pieces like those of any other mesh."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from PIL import Image

from wayproof.errors import BrokenFile, missing_dependency
from wayproof.scenes.meshes.mesh_files import Sources
from wayproof.scenes.meshes.piece import (
    MOST_TRIANGLES,
    Piece,
    PlainMaterial,
    as_bytes,
    moved,
    tame_uv,
    vertex_normals,
)


def dae_pieces(sources: Sources) -> list[Piece]:
    """Every triangle of the file's scene, in its own frame; damage becomes one sentence."""
    file = sources.file
    try:
        import collada  # type: ignore[import-untyped]  # noqa: PLC0415  # optional
    except ImportError as error:
        raise missing_dependency("pycollada", "dae", "reading COLLADA (.dae) meshes") from error
    # What we do not show (lights, physics, animation) may be of any kind; broken references lose a material.
    ignored = [collada.common.DaeUnsupportedError, collada.common.DaeBrokenRefError]
    try:
        with file.open("rb") as stream:
            document = collada.Collada(stream, ignore=ignored)
        return list(_bounded(document, sources))
    except (MemoryError, BrokenFile):
        raise
    except Exception as error:
        detail = str(error) or type(error).__name__
        raise BrokenFile(
            f"{file} cannot be read as COLLADA: {detail[:300]}; it is damaged or not valid"
        ) from error


def _bounded(document: Any, sources: Sources) -> Iterator[Piece]:
    if document.scene is None:
        raise BrokenFile(f"{sources.file} has no scene: nothing in it is placed anywhere")
    looks: dict[str, PlainMaterial] = {}
    total = 0
    for placed in document.scene.objects("geometry"):
        name = str(placed.original.name or placed.original.id)
        for part in placed.original.primitives:
            triangles = part.triangleset() if hasattr(part, "triangleset") else part
            if not hasattr(triangles, "ntriangles") or not len(triangles):  # lines, or nothing
                continue
            total += len(triangles)
            if total > MOST_TRIANGLES:
                raise BrokenFile(f"{sources.file} has over {MOST_TRIANGLES} triangles: simplify it")
            chosen = placed.materialnodebysymbol.get(part.material)
            look = _material(None if chosen is None else chosen.target, sources, looks)
            piece = _piece(name, triangles, sources, look)
            place = np.asarray(placed.matrix, np.float64)
            vertices, normals, faces = moved(piece.vertices, piece.normals, piece.faces, place)
            yield replace(piece, vertices=vertices, normals=normals, faces=faces)


def _piece(name: str, part: Any, sources: Sources, look: PlainMaterial | None) -> Piece:
    """Corners as vertices of their own, since COLLADA numbers places, normals and texture apart."""
    vertices = np.asarray(part.vertex[part.vertex_index], np.float64).reshape(-1, 3)
    faces = np.arange(len(vertices), dtype=np.int64).reshape(-1, 3)
    if not np.isfinite(vertices).all():
        raise BrokenFile(f"{sources.file}: geometry {name!r} has vertices that are NaN or infinite")
    normals = None
    if part.normal is not None and part.normal_index is not None:
        normals = np.asarray(part.normal[part.normal_index], np.float64).reshape(-1, 3)
        length = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = normals / length if (length > 1e-9).all() and np.isfinite(length).all() else None
    uv = None
    if len(part.texcoordset):
        uv = tame_uv(
            np.asarray(part.texcoordset[0][part.texcoord_indexset[0]], np.float64)[..., :2].reshape(-1, 2)
        )
    return Piece(
        node=name,
        instance=None,
        vertices=vertices,
        normals=vertex_normals(vertices, faces) if normals is None else normals,
        faces=faces,
        uv=uv,
        colours=_colours(part),
        material=look,
    )


def _colours(part: Any) -> np.ndarray[Any, np.dtype[np.uint8]] | None:
    listed: Any = part.sources.get("COLOR") or ()
    if not len(listed):
        return None
    offset, values = listed[0][0], np.asarray(listed[0][4].data)
    return as_bytes(values[part.index[:, :, offset]].reshape(-1, values.shape[-1])[:, :3])


def _material(material: Any, sources: Sources, looks: dict[str, PlainMaterial]) -> PlainMaterial | None:
    """One object for each material of the file, so that pieces share it."""
    if material is None:
        return None
    if material.id not in looks:
        diffuse = getattr(material.effect, "diffuse", None)
        picture = getattr(getattr(getattr(diffuse, "sampler", None), "surface", None), "image", None)
        looks[material.id] = PlainMaterial(
            str(material.name or material.id),
            None if picture is None else _picture(str(picture.path), sources),
            np.asarray(diffuse, np.float64)[:3] if isinstance(diffuse, (tuple, list)) else None,
        )
    return looks[material.id]


def _picture(name: str, sources: Sources) -> Any:
    """A picture beside the file, or None where the mesh does without it."""
    if name.strip() in sources.missing:
        return None
    return Image.open(io.BytesIO(sources.get(name)))
