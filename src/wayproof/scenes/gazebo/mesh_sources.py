"""The files of a mesh inside a Gazebo world: a picture that is missing costs the picture, not the world."""

from __future__ import annotations

from pathlib import Path

from wayproof.errors import BrokenFile
from wayproof.scenes.meshes.dae_file import dae_pictures, dae_root
from wayproof.scenes.meshes.gltf_pictures import check_pictures
from wayproof.scenes.meshes.mesh_files import LARGEST_FILE_BYTES, Sources, located, obj_sources, sources_of
from wayproof.scenes.meshes.mesh_textures import check_picture


def mesh_sources(file: Path) -> Sources:
    """Files of a mesh, with what cannot be had in `missing`."""
    suffix = file.suffix.lower()
    if suffix == ".obj":
        return obj_sources(file, largest_bytes=LARGEST_FILE_BYTES, check=check_picture)
    if suffix != ".dae":
        sources = sources_of(file)
        check_pictures(sources)
        return sources
    beside: dict[str, Path] = {}
    missing: dict[str, str] = {}
    for name in dae_pictures(dae_root(file)):
        try:
            beside[name] = _picture(file, name)
        except BrokenFile as reason:
            missing[name] = str(reason)
    return Sources(file, beside, missing)


def _picture(file: Path, name: str) -> Path:
    """Where the mesh says, or in the folder where Gazebo models keep their pictures."""
    try:
        path = located(file, name.removeprefix("file://"), "init_from")
    except BrokenFile:
        usual = file.parent.parent / "materials" / "textures" / name.replace("\\", "/").rpartition("/")[2]
        if not usual.is_file():
            raise
        path = usual
    check_picture(path, str(path))
    return path
