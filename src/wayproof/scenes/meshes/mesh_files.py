"""All files that one mesh is made of: itself, its buffers, its materials and its pictures.

Found before anything is decoded, so that what is missing, far too large or out of place is said at once, and
so that a cached reading can be told from a stale one by the content of every file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.scenes.meshes.gltf_check import check_gltf, check_places, gltf_document

SUFFIXES = (".glb", ".gltf", ".obj", ".ply")
LARGEST_FILE_BYTES = 4 * 2**30  # ours: what a machine of 16 GB reads without swapping
_PICTURE_KEYS = (b"map_kd", b"map_ka")
_PLY_HEADER_BYTES = 1 << 16


@dataclass(frozen=True)
class Sources:
    """The mesh file and, by the names under which it refers to them, the files beside it.

    Stands in for a trimesh resolver, which gives the bytes behind a name.
    """

    file: Path
    beside: dict[str, Path] = field(default_factory=dict)

    def get(self, name: str) -> bytes:
        return located(self.file, _without_options(name), "reference").read_bytes()

    def __getitem__(self, name: str) -> bytes:
        return self.get(name)

    def pictures(self) -> Iterator[Path]:
        """The files that are pictures by their name."""
        kinds = (".png", ".jpg", ".jpeg", ".bmp", ".tga", ".tif", ".tiff", ".webp")
        return (path for path in self.beside.values() if path.suffix.lower() in kinds)


def sources_of(file: Path) -> Sources:
    """The files of a mesh; a missing or oversized one raises, naming the field that refers to it."""
    if not file.is_file():
        raise InvalidInput(f"there is no mesh file {file}; give a file that ends in {', '.join(SUFFIXES)}")
    suffix = file.suffix.lower()
    if suffix not in SUFFIXES:
        raise InvalidInput(f"{file} ends in {suffix!r}; meshes that can be read end in {', '.join(SUFFIXES)}")
    _check_size(file, file)
    if suffix in (".glb", ".gltf"):
        document = gltf_document(file)
        check_gltf(document, file)
        beside = dict(_gltf_references(document, file))
        check_places(document, file)
        return Sources(file, beside)
    if suffix == ".obj":
        return Sources(file, dict(_obj_references(file)))
    return Sources(file, dict(_ply_references(file)))


def digest_of(paths: Iterable[Path], *options: object) -> str:
    """Twenty-four hex digits over the content of files and the options of a reading."""
    digest = hashlib.sha256(repr(options).encode())
    for path in paths:
        digest.update(path.stat().st_size.to_bytes(8, "little"))
        with path.open("rb") as stream:
            while block := stream.read(1 << 22):
                digest.update(block)
    return digest.hexdigest()[:24]


def located(file: Path, name: str, entry: str) -> Path:
    """The file that a mesh calls `name`: beside it or a folder up, whatever the case of its letters."""
    plain = unquote(name.strip()).replace("\\", "/")
    if plain.startswith("/") or re.match(r"^[A-Za-z]:", plain):
        plain = plain.rsplit("/", 1)[
            -1
        ]  # a path of the machine that wrote it: the file lies beside, if at all
    wanted = (file.parent / plain).resolve()
    home = file.parent.resolve().parent
    if not wanted.is_relative_to(home):
        raise BrokenFile(
            f"{file}: {entry} refers to {name!r}, which lies outside {home}; a mesh keeps its files in its "
            "own folder or beside that"
        )
    if wanted.is_file():
        return wanted
    if wanted.parent.is_dir():
        for other in sorted(wanted.parent.iterdir()):
            if other.name.lower() == wanted.name.lower() and other.is_file():
                return other
    raise BrokenFile(f"{file}: {entry} refers to {name!r}, and there is no such file; put it there")


def _gltf_references(document: dict[str, object], file: Path) -> Iterator[tuple[str, Path]]:
    for kind in ("buffers", "images"):
        entries = document.get(kind, [])
        assert isinstance(entries, list)
        for number, entry in enumerate(entries):
            uri = entry.get("uri")
            if isinstance(uri, str) and not uri.startswith("data:"):
                path = located(file, uri, f"{kind}[{number}].uri")
                _check_size(path, file)
                yield uri, path


def _obj_references(file: Path) -> Iterator[tuple[str, Path]]:
    for line in re.findall(rb"^[ \t]*mtllib[ \t]+([^\r\n]+)", file.read_bytes(), re.MULTILINE):
        library = line.decode("utf-8", "replace").strip()
        path = located(file, library, "mtllib")
        _check_size(path, file)
        yield library, path
        for entry in path.read_bytes().splitlines():
            key, _, rest = entry.strip().partition(b" ")
            if key.lower() in _PICTURE_KEYS and rest.strip():
                name = _without_options(rest.decode("utf-8", "replace"))
                picture = located(file, name, f"{path.name}: {key.decode().lower()}")
                _check_size(picture, file)
                yield name, picture


def _ply_references(file: Path) -> Iterator[tuple[str, Path]]:
    """Pictures that a comment in the header names, as MeshLab writes them."""
    with file.open("rb") as stream:
        header = stream.read(_PLY_HEADER_BYTES).partition(b"end_header")[0]
    for line in re.findall(rb"^comment TextureFile[ \t]+([^\r\n]+)", header, re.MULTILINE):
        name = line.decode("utf-8", "replace").strip()
        path = located(file, name, "comment TextureFile")
        _check_size(path, file)
        yield name, path


def _without_options(value: str) -> str:
    """The file name of a `map_Kd` line, which may open with options such as `-s 1 1 1`."""
    found = re.match(r"^(?:\s*-[a-zA-Z]+(?:\s+(?:[-+.\d]+|on|off)(?=\s))*)*\s*(?P<name>.+)$", value)
    return (found["name"] if found else value).strip()


def _check_size(path: Path, file: Path) -> None:
    size = path.stat().st_size
    if size > LARGEST_FILE_BYTES:
        raise BrokenFile(f"{file}: {path.name} has {size} bytes; at most {LARGEST_FILE_BYTES} are read")
    if size == 0:
        raise BrokenFile(f"{file}: {path.name} is empty")
