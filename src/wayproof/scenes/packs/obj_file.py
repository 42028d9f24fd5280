"""One OBJ model out of a pack: its triangles by material, and the materials with their pictures.

trimesh reads the triangles. The material file is read here, since pictures must be looked up inside the
archive in any spelling and be refused, by their header alone, when they are huge.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from wayproof.errors import BrokenFile
from wayproof.scenes.packs.archive import Archive, read

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_TRIANGLES = 2_000_000
LARGEST_PICTURE_PIXELS = 8192  # along either side
UNNAMED = ""


@dataclass(frozen=True)
class Look:
    """A material: its name, diffuse colour in 0..1, opacity, and its picture (h, w, 4) if it has one."""

    name: str
    rgb: tuple[float, float, float] = (0.7, 0.7, 0.7)
    opacity: float = 1.0
    picture: NDArray[np.uint8] | None = None
    picture_name: str = ""


@dataclass(frozen=True)
class RawPart:
    """The triangles of one material, in the units and the frame of the file; uv is None where it has none."""

    vertices: Floats
    faces: Ints
    uv: Floats | None
    look: Look


def read_model(archive: Archive, path: str, field: str) -> list[RawPart]:
    """All parts of a model; `field` says in errors which entry of the catalogue named it."""
    content = read(archive, path, field)
    folder = str(PurePosixPath(path.lstrip("/")).parent)
    found = re.search(rb"^\s*mtllib\s+(.+?)\s*$", content, re.MULTILINE)
    looks: dict[str, Look] = {}
    if found:
        library = f"{folder}/{found[1].decode('latin-1')}"
        if library in archive:
            looks = read_looks(archive, library, field)
    meshes = _meshes(content, looks, f"{archive.file}: {field}: {path}")
    return [part for part in (_part(mesh, looks) for mesh in meshes) if len(part.faces)]


def read_looks(archive: Archive, path: str, field: str) -> dict[str, Look]:
    """The materials of an MTL file by name. A picture that the pack does not hold leaves the plain colour."""
    where = f"{archive.file}: {field}: {path}"
    blocks: dict[str, dict[str, str]] = {}
    name: str | None = None
    for line in read(archive, path, field).decode("latin-1").splitlines():
        key, _, value = line.strip().replace("\t", " ").partition(" ")
        if key.lower() == "newmtl":
            name = value.strip()
            blocks[name] = {}
        elif name is not None and key:
            blocks[name][key.lower()] = value.strip()
    folder = str(PurePosixPath(path).parent)
    return {name: _look(archive, folder, name, block, where) for name, block in blocks.items()}


def _look(archive: Archive, folder: str, name: str, block: dict[str, str], where: str) -> Look:
    rgb = _numbers(block.get("kd", "0.7 0.7 0.7"), 3, f"{where}: Kd of {name!r}")
    opacity = _numbers(block.get("d", "1"), 1, f"{where}: d of {name!r}")[0]
    stated = block.get("map_kd", "").replace("\\", "/")
    picture_path = f"{folder}/{PurePosixPath(stated).name}" if stated else ""
    if picture_path not in archive:
        picture_path = f"{folder}/{stated}"
    picture = None
    if stated and picture_path in archive:
        content = read(archive, picture_path, f"map_Kd of {name!r} in {folder}")
        picture = _picture(content, f"{archive.file}: {picture_path}")
    red, green, blue = (min(max(value, 0.0), 1.0) for value in rgb)
    return Look(name, (red, green, blue), min(max(opacity, 0.0), 1.0), picture, PurePosixPath(stated).name)


def _numbers(text: str, count: int, where: str) -> list[float]:
    try:
        values = [float(word) for word in text.split()[:count]]
    except ValueError:
        values = []
    if len(values) != count or not all(math.isfinite(value) for value in values):
        raise BrokenFile(f"{where} is {text!r}, not {count} numbers")
    return values


def _picture(content: bytes, where: str) -> NDArray[np.uint8]:
    """A picture as RGBA; its size is judged before its pixels are unpacked."""
    try:
        with warnings.catch_warnings(), _opened(content) as image:
            if max(image.size) > LARGEST_PICTURE_PIXELS:
                raise BrokenFile(
                    f"{where} is a texture of {image.size[0]} x {image.size[1]} pixels; "
                    f"at most {LARGEST_PICTURE_PIXELS} a side are allowed"
                )
            return np.asarray(image.convert("RGBA"))
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise BrokenFile(f"{where} is not a picture that can be read: {error}") from error


def _opened(content: bytes) -> Image.Image:
    """Without Pillow's warning about large pictures: a stricter limit follows."""
    warnings.simplefilter("ignore", Image.DecompressionBombWarning)
    return Image.open(io.BytesIO(content))


def _meshes(content: bytes, looks: dict[str, Look], where: str) -> list[Any]:
    import trimesh  # noqa: PLC0415  # takes longer to import than everything else that a worker needs

    library = "".join(f"newmtl {name}\nKd 0.5 0.5 0.5\n" for name in looks).encode("latin-1")
    if re.search(rb"^v\s.*(nan|inf)", content, re.MULTILINE | re.IGNORECASE):
        raise BrokenFile(f"{where} has a vertex (a line that starts with v) that is not finite")
    try:
        loaded = trimesh.load_scene(
            io.BytesIO(content), file_type="obj", resolver=_only_materials(library), process=False
        )
        meshes = [mesh for mesh in loaded.geometry.values() if isinstance(mesh, trimesh.Trimesh)]
    except Exception as error:  # whatever a broken OBJ makes the library raise
        raise BrokenFile(f"{where} is not an OBJ model that can be read: {error}") from error
    triangles = sum(len(mesh.faces) for mesh in meshes)
    if not 0 < triangles <= MOST_TRIANGLES:
        raise BrokenFile(f"{where} has {triangles} triangles; a model has 1 to {MOST_TRIANGLES}")
    return meshes


def _only_materials(library: bytes) -> Any:
    """Gives the loader the names of the materials and nothing else, so that it opens no file."""
    from trimesh.resolvers import Resolver  # noqa: PLC0415  # as in _meshes

    class OnlyMaterials(Resolver):  # type: ignore[misc]
        def __init__(self) -> None:
            """It needs nothing; the interface asks for it."""

        def get(self, name: str) -> bytes:
            return library

        def keys(self) -> list[str]:
            return []

        def write(self, name: str, data: Any) -> None:
            """Asked for by the interface; a reader writes nothing."""

        def namespaced(self, namespace: str) -> OnlyMaterials:
            return self

    return OnlyMaterials()


def _part(mesh: Any, looks: dict[str, Look]) -> RawPart:
    name = getattr(getattr(mesh.visual, "material", None), "name", None)
    vertices = np.asarray(mesh.vertices, np.float64)
    uv = getattr(mesh.visual, "uv", None)
    good = uv is not None and len(uv) == len(vertices) and bool(np.isfinite(uv).all())
    return RawPart(
        vertices=vertices,
        faces=np.asarray(mesh.faces, np.int64),
        uv=np.asarray(uv, np.float64)[:, :2] if good else None,
        look=looks.get(str(name), Look(UNNAMED)),
    )
