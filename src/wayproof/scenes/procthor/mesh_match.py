"""Whether a mesh is the asset that it is named after: which way it stands, and by what factor it differs.

The box of the mesh is compared with that of the database: sides of some thickness by their ratio, thin ones
(the height of a rug, the depth of a picture) in centimetres, soft things (pillows, towels) more kindly, since
the database measured them as they had settled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.meshes.mesh_frame import UPS, to_our_frame
from wayproof.scenes.procthor.asset_sizes import Asset

Floats = NDArray[np.float64]

# All ours, wide enough for exporters that leave out a cable, a leaf or a drawer's handle.
THIN_M = 0.06  # a side below this is compared in metres
SAME_SHAPE, SAME_SHAPE_SOFT = 1.15, 1.6  # by which the ratios of mesh to box may differ
SAME_THIN_M, SAME_THIN_SOFT_M = 0.03, 0.06
SOFT_TYPES = (
    "Bed", "Boots", "Cloth", "DogBed", "GarbageBag", "HandTowel", "HousePlant", "LaundryHamper", "Pillow",
    "ShowerCurtain", "Sofa", "TeddyBear", "ToiletPaper", "Towel",
)  # fmt: skip
MOST_SURVEYED = 200
_VERTEX = re.compile(rb"^v[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Match:
    """How a mesh becomes the asset: the axis that points up in its file, and a factor for its size."""

    up: str
    factor: float


def match(size: Floats, asset: Asset, *, usual_up: str = "y") -> Match | None:
    """The way in which a mesh with a box of `size` is the asset; None where it is something else.

    What fits both ways, as a ball does, stands as most meshes of its folder do.
    """
    ways = {up: factor for up in UPS if (factor := _factor(turned_size(size, up), asset)) is not None}
    if not ways:
        return None
    up = usual_up if usual_up in ways else next(iter(ways))
    return Match(up, ways[up])


def turned_size(size: Floats, up: str) -> Floats:
    """Width, height and depth of a box whose file has this axis up."""
    return np.asarray(np.abs(to_our_frame(size[None], up)[0]))


def usual_up(folder: Path, assets: Mapping[str, Asset]) -> str:
    """The axis that points up in most meshes of a folder: those that fit their asset in one way only count.

    Reads no more than the vertices of `<assetId>.obj` and `<assetId>/*.obj`.
    """
    votes = dict.fromkeys(UPS, 0)
    for name in sorted({entry.stem if entry.is_file() else entry.name for entry in folder.iterdir()}):
        files = [folder / f"{name}.obj", *sorted((folder / name).glob("*.obj"))]
        found = [file for file in files if file.is_file()]
        if name not in assets or not found or sum(votes.values()) >= MOST_SURVEYED:
            continue
        size = _size_of(found)
        ways = [] if size is None else [up for up in UPS if _factor(turned_size(size, up), assets[name])]
        if len(ways) == 1:
            votes[ways[0]] += 1
    return max(UPS, key=lambda up: votes[up])  # y where nothing speaks against it


def _factor(size: Floats, asset: Asset) -> float | None:
    """What brings a box of this size to that of the asset; None where their shapes differ."""
    soft = asset.type in SOFT_TYPES
    wanted = np.asarray(asset.size_m)
    thick = (wanted > THIN_M) | (wanted == wanted.max())
    ratios = wanted[thick] / np.maximum(size[thick], 1e-9)
    if ratios.max() / ratios.min() > (SAME_SHAPE_SOFT if soft else SAME_SHAPE):
        return None
    factor = float(np.exp(np.log(ratios).mean()))
    off = np.abs(size * factor - wanted)[~thick]
    allowed = SAME_THIN_SOFT_M if soft else SAME_THIN_M
    return factor if not len(off) or float(off.max()) <= allowed else None


def _size_of(files: list[Path]) -> Floats | None:
    """The box of OBJ files by their vertices alone; None where they cannot be read."""
    corners = []
    for file in files:
        try:
            found = np.array(_VERTEX.findall(file.read_bytes()), dtype="S32").astype(np.float64)
        except (OSError, ValueError):
            return None
        if len(found) and np.isfinite(found).all():
            corners += [found.min(axis=0), found.max(axis=0)]
    return np.max(corners, axis=0) - np.min(corners, axis=0) if corners else None
