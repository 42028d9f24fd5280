"""The user's own meshes of assets: `FOLDER/<assetId>.obj`, or every OBJ in `FOLDER/<assetId>/`.

Expected right-handed, y up with the front towards +z, or z up with the front towards -y (Blender). Every mesh
is compared with the box that the database gives for its asset. One that lies on its side is turned, one that
is larger or smaller by a common factor (centimetres, inches) rescaled, one that is inside out turned outside;
one of other proportions is somebody else's mesh and is not used. Textures that cannot be read are left out.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile, WayproofError
from wayproof.geometry.solid import NO_BOXES, Solid
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part
from wayproof.scenes.meshes.mesh_files import obj_sources
from wayproof.scenes.meshes.mesh_frame import to_our_frame
from wayproof.scenes.meshes.mesh_pieces import read_pieces
from wayproof.scenes.meshes.mesh_textures import check_picture, look_of, textures_of
from wayproof.scenes.meshes.piece import Piece
from wayproof.scenes.procthor.asset_sizes import Asset
from wayproof.scenes.procthor.materials import attributes_of, colour_word
from wayproof.scenes.procthor.mesh_match import match
from wayproof.scenes.procthor.stand_ins import fitted

Picture = NDArray[np.uint8]

LARGEST_BYTES = 64 * 2**20
MOST_FACES = 200_000
LARGEST_PX = 512
SAME_SIZE = 0.05  # a factor this near to 1 is not worth a note
SOLID_SHARE = 0.01  # of its box: what encloses less is a sheet, which has no inside


@dataclass(frozen=True)
class OwnMesh:
    """What was found for one asset: a model in the asset's box, or why there is none.

    `pictures` are its textures by the name of the pattern that its finishes carry.
    """

    model: Model | None
    note: str = ""
    pictures: dict[str, Picture] = field(default_factory=dict)


def own_mesh(folder: Path, asset: Asset, *, usual_up: str = "y") -> OwnMesh | None:
    """The user's mesh of an asset; None where there is none. `usual_up`: of most meshes in the folder."""
    files = _files(folder, asset.id)
    if not files:
        return None
    pictures: dict[str, Picture] = {}
    told: list[str] = []
    try:
        parts = [part for file in files for part in _parts(file, pictures, told)]
    except WayproofError as reason:
        return OwnMesh(None, f"{asset.id}: {reason}; our own furniture is used instead")
    points = np.concatenate([part.solid.vertices_m for part in parts])
    size = points.max(axis=0) - points.min(axis=0)
    way = match(size, asset, usual_up=usual_up)
    if way is None:
        has, wants = (" x ".join(f"{value:.3g}" for value in side) for side in (size, asset.size_m))
        return OwnMesh(
            None, f"{asset.id}: your mesh is {has}, the database says {wants} m: not the same thing"
        )
    if way.up != "y":
        parts = [replace(part, solid=_upright(part.solid, way.up)) for part in parts]
        told.append(f"turned from {way.up} up")
    if abs(math.log(way.factor)) >= SAME_SIZE:
        told.append(f"rescaled by {way.factor:.4g}")
    if is_inside_out([part.solid for part in parts]):
        parts = [replace(part, solid=_outside_in(part.solid)) for part in parts]
        told.append("inside out and was flipped")
    model = Model(tuple(parts), attributes_of(_largest(parts).finish, size="medium"))
    return OwnMesh(fitted(model, asset), _note(asset, told), pictures)


def is_inside_out(solids: list[Solid]) -> bool:
    """Whether triangles look inwards: the volume that they enclose is clearly negative.

    Measured about the middle of the box, so that an open sheet, which encloses nothing, stays as it is.
    """
    points = np.concatenate([solid.vertices_m for solid in solids])
    low, high = points.min(axis=0), points.max(axis=0)
    corners = np.concatenate([solid.vertices_m[solid.faces] for solid in solids]) - (low + high) / 2
    a, b, c = (corners[:, k].astype(np.float64) for k in range(3))
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6.0
    return volume < -SOLID_SHARE * float(np.prod(high - low))


def _upright(solid: Solid, up: str) -> Solid:
    return replace(
        solid, vertices_m=to_our_frame(solid.vertices_m, up), normals=to_our_frame(solid.normals, up)
    )


def _outside_in(solid: Solid) -> Solid:
    return replace(solid, normals=-solid.normals, faces=np.ascontiguousarray(solid.faces[:, ::-1]))


def _note(asset: Asset, told: list[str]) -> str:
    return f"{asset.id}: your mesh was {'; '.join(told)}" if told else ""


def _files(folder: Path, asset_id: str) -> list[Path]:
    """OBJ files of an asset; an id that would lead out of the folder has none."""
    if not asset_id or asset_id in (".", "..") or "/" in asset_id or "\\" in asset_id or "\0" in asset_id:
        return []
    single = folder / f"{asset_id}.obj"
    if single.is_file():
        return [single]
    inner = folder / asset_id
    return sorted(inner.glob("*.obj")) if inner.is_dir() else []


def _parts(file: Path, pictures: dict[str, Picture], told: list[str]) -> list[Part]:
    """The pieces of an OBJ file, one for each material; textures go into `pictures`, notes into `told`."""
    sources = obj_sources(file, largest_bytes=LARGEST_BYTES, check=check_picture)
    told += [f"left without {name} ({reason})" for name, reason in sources.missing.items()]
    pieces = read_pieces(sources)
    if sum(len(piece.faces) for piece in pieces) > MOST_FACES:
        raise BrokenFile(f"{file.name} has more than {MOST_FACES} triangles; simplify it")
    looks = [look_of(piece.material) for piece in pieces]
    try:
        materials, textures = textures_of(looks, file)
    except BrokenFile as reason:  # a picture with a good header that ends too soon
        told.append(f"left without textures ({reason})")
        materials, textures = textures_of([replace(look, picture=None) for look in looks], file)
    return [
        _part(piece, _small(textures[material.texture]), material.gloss, pictures)
        for piece, material in zip(pieces, materials, strict=True)
    ]


def _part(piece: Piece, texture: Picture, gloss: float, pictures: dict[str, Picture]) -> Part:
    pattern = f"picture {hashlib.sha256(texture.tobytes()).hexdigest()[:24]}"
    pictures[pattern] = texture
    red, green, blue = (round(float(value)) for value in texture.reshape(-1, 3).mean(axis=0))
    rgb = (red, green, blue)
    finish = Finish("mesh", pattern, colour_word(rgb), rgb, rgb, 1.0, gloss)
    uv = np.zeros((len(piece.vertices), 2)) if piece.uv is None else piece.uv
    return Part(Solid(piece.vertices, piece.normals, uv, piece.faces, NO_BOXES), finish)


def _small(texture: Picture) -> Picture:
    """A house has hundreds of assets: their textures must be modest."""
    if texture.shape[0] <= LARGEST_PX:
        return texture
    shrunk = cv2.resize(texture, (LARGEST_PX, LARGEST_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, np.uint8)


def _largest(parts: list[Part]) -> Part:
    """The part with the most surface: it gives the thing its colour."""

    def area(part: Part) -> float:
        corners = part.solid.vertices_m[part.solid.faces]
        sides = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        return float(np.linalg.norm(sides, axis=1).sum())

    return max(parts, key=area)
