"""The user's own meshes of assets: `FOLDER/<assetId>.obj`, or every OBJ in `FOLDER/<assetId>/`.

Expected as Unity's exporters write them: y up, right-handed, the front towards +z. Every mesh is compared
with the box that the database gives for its asset. One that is larger or smaller by a common factor
(centimetres, inches) is rescaled; one of other proportions is somebody else's mesh and is not used.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile, WayproofError
from wayproof.geometry.solid import NO_BOXES, Solid
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part
from wayproof.scenes.meshes.mesh_files import sources_of
from wayproof.scenes.meshes.mesh_pieces import Piece, read_pieces
from wayproof.scenes.meshes.mesh_textures import check_picture, look_of, textures_of
from wayproof.scenes.procthor.asset_sizes import THINNEST_M, Asset
from wayproof.scenes.procthor.materials import attributes_of, colour_word
from wayproof.scenes.procthor.stand_ins import fitted

Picture = NDArray[np.uint8]

LARGEST_BYTES = 64 * 2**20
MOST_FACES = 200_000
LARGEST_PX = 512
SAME_SHAPE = 1.12  # by which the three ratios of mesh to box may differ
SAME_SIZE = 0.05  # a factor this near to 1 is not worth a note


@dataclass(frozen=True)
class OwnMesh:
    """What was found for one asset: a model in the asset's box, or why there is none.

    `pictures` are its textures by the name of the pattern that its finishes carry.
    """

    model: Model | None
    note: str = ""
    pictures: dict[str, Picture] = field(default_factory=dict)


def own_mesh(folder: Path, asset: Asset) -> OwnMesh | None:
    """The user's mesh of an asset; None where there is none."""
    files = _files(folder, asset.id)
    if not files:
        return None
    pictures: dict[str, Picture] = {}
    try:
        parts = [part for file in files for part in _parts(file, pictures)]
    except WayproofError as reason:
        return OwnMesh(None, f"{asset.id}: {reason}; ours stands in")
    points = np.concatenate([part.solid.vertices_m for part in parts])
    size = np.maximum(points.max(axis=0) - points.min(axis=0), 1e-9)
    # What is as thin as paper has no proportions to speak of.
    thick = np.asarray(asset.size_m) > 2 * THINNEST_M
    ratios = (np.asarray(asset.size_m) / size)[thick]
    if not len(ratios) or ratios.max() / ratios.min() > SAME_SHAPE:
        has, wants = (" x ".join(f"{value:.3g}" for value in side) for side in (size, asset.size_m))
        return OwnMesh(
            None, f"{asset.id}: your mesh is {has}, the database says {wants} m: not the same thing"
        )
    factor = float(np.exp(np.log(ratios).mean()))
    note = "" if abs(math.log(factor)) < SAME_SIZE else f"{asset.id}: your mesh was rescaled by {factor:.4g}"
    model = Model(tuple(parts), attributes_of(_largest(parts).finish, size="medium"))
    return OwnMesh(fitted(model, asset), note, pictures)


def _files(folder: Path, asset_id: str) -> list[Path]:
    """OBJ files of an asset; an id that would lead out of the folder has none."""
    if not asset_id or asset_id in (".", "..") or "/" in asset_id or "\\" in asset_id or "\0" in asset_id:
        return []
    single = folder / f"{asset_id}.obj"
    if single.is_file():
        return [single]
    inner = folder / asset_id
    return sorted(inner.glob("*.obj")) if inner.is_dir() else []


def _parts(file: Path, pictures: dict[str, Picture]) -> list[Part]:
    """The pieces of an OBJ file, one for each material; their textures go into `pictures`."""
    sources = sources_of(file)
    for path in (file, *sources.beside.values()):
        if path.stat().st_size > LARGEST_BYTES:
            raise BrokenFile(f"{path.name} is larger than {LARGEST_BYTES} bytes")
    for path in sources.pictures():
        check_picture(path, path.name)
    pieces = read_pieces(sources)
    if sum(len(piece.faces) for piece in pieces) > MOST_FACES:
        raise BrokenFile(f"{file.name} has more than {MOST_FACES} triangles; simplify it")
    looks = [look_of(piece.material) for piece in pieces]
    materials, textures = textures_of(looks, file)
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
