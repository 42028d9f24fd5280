"""The visuals of a Gazebo world as triangles in its own frame: metres, z up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from wayproof.errors import BrokenFile
from wayproof.scenes.gazebo.sdf_poses import Floats
from wayproof.scenes.gazebo.sdf_shapes import Paint, Shape, solid_of
from wayproof.scenes.gazebo.sdf_world import SdfWorld, Visual
from wayproof.scenes.meshes.dae_file import dae_frame, dae_root
from wayproof.scenes.meshes.mesh_files import Sources
from wayproof.scenes.meshes.mesh_pieces import read_pieces
from wayproof.scenes.meshes.mesh_textures import check_picture
from wayproof.scenes.meshes.piece import MOST_TRIANGLES, Piece, PlainMaterial, moved

AROUND_M = 2.0  # how far an endless plane reaches beyond everything else
_UP_TO_Z: Floats = np.array(
    [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
)


def world_pieces(world: SdfWorld, sources: dict[Path, Sources]) -> list[Piece]:
    """All pieces; each carries the number of its model. Planes are cut to what stands on them."""
    meshes = {path: _mesh(found) for path, found in sources.items()}
    paints = {visual.paint: _material(visual.paint) for visual in world.visuals}
    pieces: list[Piece] = []
    triangles = 0
    for visual in (entry for entry in world.visuals if entry.shape.kind != "plane"):
        made = _placed(visual, meshes, paints[visual.paint])
        triangles += sum(len(piece.faces) for piece in made)
        if triangles > MOST_TRIANGLES:
            raise BrokenFile(
                f"{world.files[0]}: with all copies of its meshes it has over {MOST_TRIANGLES} triangles"
            )
        pieces += made
    extent = _extent(pieces) if pieces else None
    for visual in (entry for entry in world.visuals if entry.shape.kind == "plane"):
        pieces.append(_plane(visual, paints[visual.paint], extent))
    return pieces


def _mesh(sources: Sources) -> list[Piece]:
    """A mesh as Gazebo takes it: a COLLADA file's unit counts, its up axis does not."""
    pieces = read_pieces(sources)
    if sources.file.suffix.lower() != ".dae":
        return pieces
    unit_m = dae_frame(dae_root(sources.file), sources.file).unit_m
    return [replace(piece, vertices=piece.vertices * unit_m) for piece in pieces]


def _placed(visual: Visual, meshes: dict[Path, list[Piece]], paint: PlainMaterial | None) -> list[Piece]:
    shape = visual.shape
    if shape.file is None:
        return [_at(_primitive(shape, paint), visual, visual.place @ _UP_TO_Z)]
    parts = _chosen(meshes[shape.file], shape)
    if paint is not None:
        parts = [
            replace(piece, material=paint) if piece.material is None or paint.image is not None else piece
            for piece in parts
        ]
    place = visual.place @ np.diag([*shape.sizes, 1.0])
    if shape.is_centred:
        low, high = _extent(parts)
        place = place @ _shift(-(low + high) / 2)
    return [_at(piece, visual, place) for piece in parts]


def _chosen(parts: list[Piece], shape: Shape) -> list[Piece]:
    """The parts of a mesh that a visual asks for."""
    if not shape.part:
        return parts
    wanted = [
        piece
        for piece in parts
        if piece.node.partition(".")[0].lower() in (shape.part.lower(), f"{shape.part.lower()}-mesh")
    ]
    if not wanted:
        names = ", ".join(sorted({piece.node for piece in parts})[:8])
        raise BrokenFile(f"{shape.file} has no part {shape.part[:40]!r}; its parts are: {names}")
    return wanted


def _at(piece: Piece, visual: Visual, place: Floats) -> Piece:
    vertices, normals, faces = moved(piece.vertices, piece.normals, piece.faces, place)
    return replace(piece, instance=visual.model, vertices=vertices, normals=normals, faces=faces)


def _primitive(shape: Shape, paint: PlainMaterial | None) -> Piece:
    solid = solid_of(shape)
    return Piece(
        shape.kind,
        None,
        solid.vertices_m,
        solid.normals,
        solid.faces.astype(np.int64),
        solid.uv_m,
        None,
        paint,
    )


def _plane(visual: Visual, paint: PlainMaterial | None, extent: tuple[Floats, Floats] | None) -> Piece:
    """A rectangle across its normal; where it is level, no larger than what stands on it needs."""
    normal = np.asarray(visual.shape.normal, float)
    length = float(np.linalg.norm(normal))
    normal = normal / length if length > 1e-9 else np.array([0.0, 0.0, 1.0])
    side = np.cross((0.0, 1.0, 0.0) if abs(normal[1]) < 0.9 else (1.0, 0.0, 0.0), normal)
    side /= np.linalg.norm(side)
    across = np.cross(normal, side)
    half_x, half_y = visual.shape.sizes[0] / 2, visual.shape.sizes[1] / 2
    signs = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    corners = signs[:, :1] * half_x * side + signs[:, 1:] * half_y * across
    turn = visual.place[:3, :3]
    corners, upwards = corners @ turn.T + visual.place[:3, 3], turn @ normal
    if extent is not None and abs(upwards[2]) > 0.999:
        low, high = extent
        corners[:, :2] = np.clip(corners[:, :2], low[:2] - AROUND_M, high[:2] + AROUND_M)
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    uv = corners[:, :2]
    return Piece("plane", visual.model, corners, np.tile(upwards, (4, 1)), faces, uv, None, paint)


def _extent(pieces: list[Piece]) -> tuple[Floats, Floats]:
    """Lowest and highest corner of all pieces."""
    low = np.min([piece.vertices.min(axis=0) for piece in pieces], axis=0)
    return low, np.max([piece.vertices.max(axis=0) for piece in pieces], axis=0)


def _shift(by: Floats) -> Floats:
    matrix = np.eye(4)
    matrix[:3, 3] = by
    return matrix


def _material(paint: Paint) -> PlainMaterial | None:
    if paint.picture is not None:
        check_picture(paint.picture, str(paint.picture))
        return PlainMaterial(paint.picture.stem, Image.open(paint.picture), None)
    return None if paint.colour is None else PlainMaterial("paint", None, np.asarray(paint.colour))
