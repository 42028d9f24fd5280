"""All files that one mesh is made of: itself, its buffers, its materials and its pictures.

Found before anything is decoded, so that what is missing, far too large or out of place is said at once, and
so that a cached reading can be told from a stale one by the content of every file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.scenes.meshes.dae_file import dae_pictures, dae_root
from wayproof.scenes.meshes.gltf_check import check_gltf, check_places, gltf_document

SUFFIXES = (".glb", ".gltf", ".obj", ".ply", ".dae", ".stl")
LARGEST_FILE_BYTES = 4 * 2**30  # ours: what a machine of 16 GB reads without swapping
_PICTURE_KEYS = (b"map_kd", b"map_ka")
_PLY_HEADER_BYTES = 1 << 16


@dataclass(frozen=True)
class Sources:
    """The mesh file and, by the names under which it refers to them, the files beside it.

    missing: why a material or picture is not among them, by its name; empty unless a mesh may lack some.
    Stands in for a trimesh resolver, which gives the bytes behind a name.
    """

    file: Path
    beside: dict[str, Path] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)

    def get(self, name: str) -> bytes:
        plain = _without_options(name)
        if plain in self.missing:
            raise BrokenFile(self.missing[plain])
        beside = self.beside.get(plain)
        return (beside or located(self.file, plain, "reference")).read_bytes()

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
    readers = {".obj": _obj_references, ".ply": _ply_references, ".dae": _dae_references}
    return Sources(file, dict(readers[suffix](file)) if suffix in readers else {})


def obj_sources(file: Path, *, largest_bytes: int, check: Callable[[Path, str], None]) -> Sources:
    """The files of an OBJ mesh that may do without its materials and pictures: what cannot be had is listed.

    `check` looks at a picture and raises BrokenFile where it must not be decoded.
    """
    beside: dict[str, Path] = {}
    missing: dict[str, str] = {}

    def add(name: str, entry: str, *, picture: bool) -> Path | None:
        try:
            path = located(file, name, entry)
            _check_size(path, file, largest_bytes)
            if picture:
                check(path, path.name)
        except BrokenFile as reason:
            missing[name] = str(reason)
            return None
        beside[name] = path
        return path

    _check_size(file, file, largest_bytes)
    for library in _material_libraries(file):
        path = add(library, "mtllib", picture=False)
        for name, key in _material_pictures(path) if path else ():
            add(name, f"{path.name}: {key}" if path else key, picture=True)
    return Sources(file, beside, missing)


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
    for library in _material_libraries(file):
        path = located(file, library, "mtllib")
        _check_size(path, file)
        yield library, path
        for name, key in _material_pictures(path):
            picture = located(file, name, f"{path.name}: {key}")
            _check_size(picture, file)
            yield name, picture


def _material_libraries(file: Path) -> list[str]:
    lines = re.findall(rb"^[ \t]*mtllib[ \t]+([^\r\n]+)", file.read_bytes(), re.MULTILINE)
    return [line.decode("utf-8", "replace").strip() for line in lines]


def _material_pictures(library: Path) -> Iterator[tuple[str, str]]:
    """The pictures that a material library names, each with the key of its line."""
    for entry in library.read_bytes().splitlines():
        key, _, rest = entry.strip().partition(b" ")
        if key.lower() in _PICTURE_KEYS and rest.strip():
            yield _without_options(rest.decode("utf-8", "replace")), key.decode().lower()


def _dae_references(file: Path) -> Iterator[tuple[str, Path]]:
    for name in dae_pictures(dae_root(file)):
        path = located(file, name.removeprefix("file://"), "init_from")
        _check_size(path, file)
        yield _without_options(name), path


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


def _check_size(path: Path, file: Path, largest_bytes: int = LARGEST_FILE_BYTES) -> None:
    size = path.stat().st_size
    if size > largest_bytes:
        raise BrokenFile(f"{file}: {path.name} has {size} bytes; at most {largest_bytes} are read")
    if size == 0:
        raise BrokenFile(f"{file}: {path.name} is empty")
