"""Prepared packs on disk: one file each in the user's cache, named by its content, written atomically."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.kernels import cache_folder
from wayproof.packed_files import UNREADABLE, check_archive, npy_array
from wayproof.scenes.packs.clean_mesh import Shape
from wayproof.scenes.packs.pack import Pack
from wayproof.scenes.packs.pack_preparation import PreparedPack, Tell, prepare_pack
from wayproof.storage import write_atomically

FORMAT = "wayproof-pack"
VERSION = 1  # grows when models are prepared in another way
SUFFIX = ".pack"
LIBRARY_SUFFIX = ".sh3f"
DEBIAN_FOLDER = Path("/usr/share/sweethome3d")
KEPT_SHAPES = 512
LARGEST_PACK_BYTES = 4 * 2**30  # unpacked
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_ARRAYS = ("vertices_m", "normals", "uv", "faces", "face_part")


class _Labels(msgspec.Struct, frozen=True):
    format: str
    version: int
    pack: Pack


@dataclass(frozen=True)
class InstalledPack:
    """A pack that is ready for use, and its file."""

    file: Path
    pack: Pack


def packs_folder() -> Path:
    return cache_folder() / "packs"


def libraries_in(place: Path) -> list[Path]:
    """The `.sh3f` libraries that a path stands for: the file itself, or all below a folder."""
    if place.is_dir():
        found = sorted(path for path in place.rglob("*") if path.suffix.lower() == LIBRARY_SUFFIX)
        if not found:
            raise InvalidInput(f"the folder {place} holds no {LIBRARY_SUFFIX} furniture library")
        return found
    if not place.is_file():
        raise InvalidInput(f"there is no {place}; give a {LIBRARY_SUFFIX} file or a folder of them")
    return [place]


def debian_libraries() -> list[Path]:
    """The libraries of Debian's package, if it is installed."""
    if not DEBIAN_FOLDER.is_dir():
        raise InvalidInput(
            f"there is no {DEBIAN_FOLDER}. On Debian and Ubuntu: apt-get install sweethome3d-furniture. "
            f"Elsewhere give the path of a {LIBRARY_SUFFIX} file"
        )
    return libraries_in(DEBIAN_FOLDER)


def add_pack(library: Path, tell: Tell | None = None) -> InstalledPack:
    """Prepare a library and keep it. An older edition of it makes way; known content is not redone."""
    digest = _digest(library)
    known = next((entry for entry in installed_packs() if entry.file.stem.endswith(digest)), None)
    if known is not None:
        return known
    prepared = prepare_pack(library, tell)
    file = packs_folder() / f"{prepared.pack.key}-{digest}{SUFFIX}"
    write_atomically(file, _packed(prepared))
    for other in packs_folder().glob(f"{prepared.pack.key}-????????????{SUFFIX}"):
        if other != file:
            other.unlink(missing_ok=True)
    return InstalledPack(file, prepared.pack)


def installed_packs() -> list[InstalledPack]:
    """All packs that can be used, by name; files of another version are passed over, to be added again."""
    files = sorted(packs_folder().glob(f"*{SUFFIX}"))
    read = [(file, _labels(file, file.stat().st_mtime_ns)) for file in files]
    return [InstalledPack(file, labels.pack) for file, labels in read if labels is not None]


@lru_cache(maxsize=KEPT_SHAPES)
def load_shape(file: Path, index: int) -> Shape:
    """The mesh of a pack's model by its place in the list of models."""
    return Shape(*(_array(file, f"model_{index}_{name}") for name in _ARRAYS))


@lru_cache(maxsize=KEPT_SHAPES)
def load_texture(file: Path, index: int) -> NDArray[np.uint8]:
    return _array(file, f"texture_{index}")


def _digest(library: Path) -> str:
    digest = hashlib.sha256(VERSION.to_bytes(4, "little"))
    try:
        with library.open("rb") as stream:
            while block := stream.read(2**20):
                digest.update(block)
    except OSError as error:
        raise InvalidInput(f"cannot read {library}: {error.strerror or error}") from error
    return digest.hexdigest()[:12]


def _packed(prepared: PreparedPack) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        labels = _Labels(FORMAT, VERSION, prepared.pack)
        _add(archive, "labels.json", msgspec.json.encode(labels))
        for index, shape in enumerate(prepared.shapes):
            for name in _ARRAYS:
                _add(archive, f"model_{index}_{name}.npy", _as_npy(getattr(shape, name)))
        for index, texture in enumerate(prepared.textures):
            _add(archive, f"texture_{index}.npy", _as_npy(texture))
    return stream.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _FIXED_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def _as_npy(array: NDArray[Any]) -> bytes:
    content = io.BytesIO()
    np.lib.format.write_array(content, np.ascontiguousarray(array), allow_pickle=False)
    return content.getvalue()


@lru_cache(maxsize=64)
def _labels(file: Path, _written: int) -> _Labels | None:
    """What a pack file says of itself; None for one that this version did not write."""
    try:
        with zipfile.ZipFile(file) as archive:
            check_archive(archive.infolist(), str(file), LARGEST_PACK_BYTES)
            plain = msgspec.json.decode(archive.read("labels.json"))
        if plain.get("format") != FORMAT or plain.get("version") != VERSION:
            return None
        return msgspec.convert(plain, _Labels)
    except (*UNREADABLE, msgspec.MsgspecError) as error:
        raise BrokenFile(
            f"{file} is damaged or altered: {error}. Delete it and add the pack again."
        ) from error


def _array(file: Path, name: str) -> NDArray[Any]:
    try:
        with zipfile.ZipFile(file) as archive:
            check_archive(archive.infolist(), str(file), LARGEST_PACK_BYTES)
            content = archive.read(f"{name}.npy")
    except UNREADABLE as error:
        raise BrokenFile(
            f"{file}: field {name} cannot be read: {error}. Delete it and add the pack again."
        ) from error
    array = npy_array(content, f"{file}: field {name}")
    array.setflags(write=False)
    return array
