"""All pieces of a mesh in one set of arrays, in our frame; and the labels that readers give them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.meshes.mesh_frame import to_our_frame
from wayproof.scenes.meshes.mesh_textures import Look, look_of
from wayproof.scenes.meshes.piece import Piece
from wayproof.scenes.scene import (
    NO_GLOW,
    Attributes,
    Door,
    Instance,
    Lamp,
    Material,
    Room,
    Vector,
    Window,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
NOBODY = "scan"  # the category of what nobody labelled


@dataclass(frozen=True)
class Merged:
    """One mesh: vertices_m, normals (v, 3), uv (v, 2), faces (t, 3), colours (v, 3) or None.

    face_piece (t,): index into `pieces`; face_look (t,): index into `looks`.
    """

    file: Path
    vertices_m: Floats
    normals: Floats
    uv: Floats
    faces: Ints
    colours: NDArray[np.uint8] | None
    face_piece: Ints
    face_look: Ints
    pieces: tuple[Piece, ...]
    looks: tuple[Look, ...]

    @property
    def middles_m(self) -> Floats:
        """Middles (t, 3) of the triangles."""
        return np.asarray(self.vertices_m[self.faces].mean(axis=1))


@dataclass(frozen=True)
class Labels:
    """What the triangles of a mesh are.

    materials: one per look, where labels know more of it than the file does; is_lit: whether the pictures and
    colours hold the light already; is_partial: whether floors and ceilings are still to be told by where they
    lie, among the triangles of instances in `unknown`.
    """

    face_instance: Ints
    instances: tuple[Instance, ...]
    rooms: tuple[Room, ...] = ()
    doors: tuple[Door, ...] = ()
    windows: tuple[Window, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    face_glow: Ints | None = None
    materials: tuple[Material, ...] | None = None
    two_sided: bool = True
    is_lit: bool = True
    is_partial: bool = False
    unknown: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def merge(file: Path, pieces: list[Piece], up: str, unit_m: float) -> Merged:
    """Pieces one after the other; a piece without colours among coloured ones is white."""
    materials: dict[int, int] = {}
    kept: list[Any] = []
    for piece in pieces:
        if id(piece.material) not in materials:
            materials[id(piece.material)] = len(kept)
            kept.append(piece.material)
    starts = np.cumsum([0, *(len(piece.vertices) for piece in pieces)])
    counts = [len(piece.faces) for piece in pieces]
    shares = [materials[id(piece.material)] for piece in pieces]
    coloured = any(piece.colours is not None for piece in pieces)
    return Merged(
        file=file,
        vertices_m=to_our_frame(np.concatenate([piece.vertices for piece in pieces]), up, unit_m),
        normals=to_our_frame(np.concatenate([piece.normals for piece in pieces]), up),
        uv=np.concatenate([_uv(piece) for piece in pieces]),
        faces=np.concatenate([piece.faces + start for piece, start in zip(pieces, starts, strict=False)]),
        colours=np.concatenate([_colours(piece) for piece in pieces]) if coloured else None,
        face_piece=np.repeat(np.arange(len(pieces)), counts),
        face_look=np.repeat(np.array(shares, np.int64), counts),
        pieces=tuple(pieces),
        looks=tuple(look_of(material) for material in kept),
    )


def _uv(piece: Piece) -> Floats:
    return np.zeros((len(piece.vertices), 2)) if piece.uv is None else piece.uv


def _colours(piece: Piece) -> NDArray[np.uint8]:
    if piece.colours is None:
        return np.full((len(piece.vertices), 3), 255, np.uint8)
    return piece.colours


def unlabelled(merged: Merged) -> Labels:
    """The whole mesh as one thing."""
    whole = np.ones(len(merged.faces), np.int64)
    return Labels(whole, instances_of(merged, whole, [NOBODY], [None]), is_partial=True, unknown=(1,))


def instances_of(
    merged: Merged, face_instance: Ints, categories: list[str], rooms: list[int | None]
) -> tuple[Instance, ...]:
    """Plain instances 1, 2, ... with the boxes of their triangles; an empty one gets a box of no size."""
    low, high = boxes_of(merged, face_instance, len(categories))
    instances = []
    for number, (category, room) in enumerate(zip(categories, rooms, strict=True), start=1):
        box = (_vector(low[number]), _vector(high[number]))
        foot = (round((box[0][0] + box[1][0]) / 2, 5), box[0][1], round((box[0][2] + box[1][2]) / 2, 5))
        instances.append(
            Instance(number, category, "scan", Attributes(), room, None, None, box[0], box[1], foot, 0.0)
        )
    return tuple(instances)


def boxes_of(merged: Merged, face_instance: Ints, count: int) -> tuple[Floats, Floats]:
    """Lowest and highest corner (count + 1, 3) of each instance; zeros where it has no triangles."""
    low, high = np.full((count + 1, 3), np.inf), np.full((count + 1, 3), -np.inf)
    corners = merged.vertices_m[merged.faces]
    order = np.argsort(face_instance, kind="stable")
    ids, first = np.unique(face_instance[order], return_index=True)
    low[ids] = np.minimum.reduceat(corners.min(axis=1)[order], first)
    high[ids] = np.maximum.reduceat(corners.max(axis=1)[order], first)
    empty = ~np.isfinite(low).all(axis=1)
    low[empty] = high[empty] = 0.0
    return low, high


def no_glow(merged: Merged) -> Ints:
    return np.full(len(merged.faces), NO_GLOW, np.int64)


def _vector(values: Floats) -> Vector:
    x, y, z = (round(float(value), 5) + 0.0 for value in values)
    return (x, y, z)
