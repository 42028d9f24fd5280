"""Where the models of a Gazebo world lie: `model://NAME`, files beside the world, never the network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.scenes.meshes.bounded_xml import xml_root

LARGEST_SDF_BYTES = 16 * 2**20
_VARIABLES = ("GAZEBO_MODEL_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "SDF_PATH")


def model_folders(world: Path, given: Sequence[Path]) -> tuple[Path, ...]:
    """Folders that may hold models: those given, those around the world file, those Gazebo would search."""
    for folder in given:
        if not folder.is_dir():
            raise InvalidInput(f"there is no folder of models {folder}; give the folder that holds them")
    home = world.resolve().parent
    found = [*given, home, home / "models", home.parent, home.parent / "models"]
    for variable in _VARIABLES:
        found += [Path(part) for part in os.environ.get(variable, "").split(os.pathsep) if part]
    found.append(Path.home() / ".gazebo" / "models")
    return tuple(dict.fromkeys(folder.resolve() for folder in found if folder.is_dir()))


def located_uri(uri: str, here: Path, folders: Sequence[Path]) -> Path:
    """The file or folder behind a URI in the SDF file `here`; a sentence where there is none."""
    kind, separator, rest = uri.strip().partition("://")
    if separator and kind not in ("model", "file", "package"):
        raise BrokenFile(
            f"{here} refers to {uri!r}, which lies elsewhere: download it (gz fuel download) and give its "
            "folder with --models"
        )
    plain = unquote(rest if separator else uri.strip())
    roots = list(folders) if kind in ("model", "package") else [here.parent.resolve(), *folders]
    for root in roots:
        wanted = (root / plain).resolve()
        inside = any(wanted.is_relative_to(folder) for folder in (*folders, here.parent.resolve()))
        if inside and wanted.exists():
            return wanted
    searched = ", ".join(str(folder) for folder in folders)
    raise BrokenFile(
        f"{here} refers to {uri!r}, which is in none of: {searched}; give its folder with --models"
    )


def sdf_of_model(place: Path) -> Path:
    """The SDF file of a model: the file itself, or the newest that the model.config of a folder names."""
    if place.is_file():
        return place
    config = place / "model.config"
    names = ["model.sdf"]
    if config.is_file():
        root = xml_root(config, "model", largest_bytes=LARGEST_SDF_BYTES)
        listed = sorted(root.iterfind("sdf"), key=lambda entry: _version(entry.get("version", "")))
        names = [(entry.text or "").strip() for entry in reversed(listed)] + names
    for name in names:
        file = (place / name).resolve()
        if name and file.is_relative_to(place.resolve()) and file.is_file():
            return file
    raise BrokenFile(
        f"{place} is not a model: it has neither a model.config that names an SDF file nor model.sdf"
    )


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())
