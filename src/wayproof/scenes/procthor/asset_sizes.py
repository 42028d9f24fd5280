"""How large an asset is: ProcTHOR's asset database, which gives each assetId its type and bounding box."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta, Raw, Struct

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.geometry.solid import Point
from wayproof.scenes.furniture.variation import ABOVE_IS_LARGE, BELOW_IS_SMALL
from wayproof.scenes.procthor.house_file import bounded_bytes, decoded

DATABASE = "asset-database.json"
LARGEST_M = 100.0
THINNEST_M = 0.001  # a sheet of paper still has two sides

Size = Annotated[float, Meta(ge=0.0, le=LARGEST_M)]


class _Box(Struct, frozen=True):
    x: Size
    y: Size
    z: Size


class _Entry(Struct, frozen=True, rename="camel"):
    bounding_box: _Box
    asset_id: str = ""
    object_type: str = ""


@dataclass(frozen=True)
class Asset:
    """One model of AI2-THOR: width (x), height (y) and depth (z) of its box, its front towards +z."""

    id: str
    type: str
    size_m: Point
    size_word: str | None = None  # "small", "medium", "large" among the assets of its type


def find_database(house: Path, given: Path | None) -> Path:
    """The database that the user named, or the one beside the house."""
    file = house.parent / DATABASE if given is None else given
    if file.is_file():
        return file
    missing = f"there is no {DATABASE} beside {house.name}" if given is None else f"there is no file {given}"
    raise InvalidInput(
        f"{missing}; without it the sizes of the objects are unknown. It is procthor/databases/{DATABASE} "
        "of the ProcTHOR repository: put it beside the house, or name it with the option database"
    )


def read_assets(file: Path) -> dict[str, Asset]:
    """All assets by id; read from lists by type (asset-database.json) or from entries by id."""
    document = decoded(bounded_bytes(file), dict[str, Raw], file.name, "")
    assets: dict[str, Asset] = {}
    for key, raw in document.items():
        if bytes(raw).lstrip()[:1] == b"[":
            for k, one in enumerate(decoded(raw, list[Raw], file.name, key)):
                _add(
                    assets, decoded(one, _Entry, file.name, f"{key}[{k}]"), file.name, f"{key}[{k}]", kind=key
                )
        else:
            _add(assets, decoded(raw, _Entry, file.name, key), file.name, key, name=key)
    if not assets:
        raise BrokenFile(f"{file.name}: no asset in it; give ProcTHOR's {DATABASE}")
    return _with_size_words(assets)


def _add(
    assets: dict[str, Asset], entry: _Entry, where: str, field: str, *, kind: str = "", name: str = ""
) -> None:
    asset_id, box = entry.asset_id or name, entry.bounding_box
    if not asset_id:
        raise BrokenFile(f"{where}: {field}.assetId: is missing")
    width, height, depth = (max(length, THINNEST_M) for length in (box.x, box.y, box.z))
    assets[asset_id] = Asset(asset_id, entry.object_type or kind, (width, height, depth))


def _with_size_words(assets: Mapping[str, Asset]) -> dict[str, Asset]:
    """Sizes as words, against the median of the type; a type with one asset has no small and large."""
    by_type: dict[str, list[float]] = {}
    for asset in assets.values():
        by_type.setdefault(asset.type, []).append(_length(asset))
    typical = {kind: float(np.median(lengths)) for kind, lengths in by_type.items()}
    worded = {}
    for asset in assets.values():
        ratio = _length(asset) / typical[asset.type]
        word = "small" if ratio < BELOW_IS_SMALL else "large" if ratio > ABOVE_IS_LARGE else "medium"
        single = len(by_type[asset.type]) == 1
        worded[asset.id] = Asset(asset.id, asset.type, asset.size_m, None if single else word)
    return worded


def _length(asset: Asset) -> float:
    """The edge of the cube of the same volume."""
    return math.prod(asset.size_m) ** (1.0 / 3.0)
