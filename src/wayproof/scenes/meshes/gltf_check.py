"""The header of a glTF file, looked at before anything is decoded or allocated."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import msgspec

from wayproof.errors import BrokenFile

MOST_CORNERS = 100_000_000  # rows in all accessors together; ours: some 20 million triangles
DEEPEST_NODE = 200
LARGEST_OFFSET = 2**40
OFFSETS = ("byteOffset",)
LARGEST_HEADER_BYTES = 512 * 2**20
_MAGIC, _JSON = 0x46546C67, 0x4E4F534A
# Extensions that a file may insist on without being misread: they change the shine of a surface only.
_HARMLESS = ("KHR_materials_", "KHR_lights_", "EXT_texture_webp", "KHR_mesh_quantization")


def gltf_document(file: Path) -> dict[str, Any]:
    """The JSON document of a .gltf or .glb file."""
    try:
        text = _glb_header(file) if file.suffix.lower() == ".glb" else file.read_bytes()
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BrokenFile(f"{file}: its JSON part is broken: {error}") from None
    if not isinstance(document, dict):
        raise BrokenFile(f"{file}: its JSON part is not an object, so it is not a glTF file")
    return document


def check_gltf(document: dict[str, Any], file: Path) -> None:
    """Refuse what would be misread, or would fill the memory before our first check."""
    version = document.get("asset", {}).get("version", "") if isinstance(document.get("asset"), dict) else ""
    if not str(version).startswith("2"):
        raise BrokenFile(f"{file}: asset.version is {version!r}; glTF 2.0 is what can be read")
    for name in ("accessors", "bufferViews", "buffers", "images", "materials", "meshes", "nodes", "textures"):
        rows = document.get(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise BrokenFile(f"{file}: field {name} is not a list of objects")
    _check_extensions(document, file)
    rows = 0
    for number, accessor in enumerate(document.get("accessors", [])):
        count = accessor.get("count")
        if not isinstance(count, int) or count < 0:
            raise BrokenFile(f"{file}: accessors[{number}].count is {count!r}, not a whole number")
        rows += count
    if rows > MOST_CORNERS:
        raise BrokenFile(
            f"{file}: its accessors hold {rows} rows; at most {MOST_CORNERS} are read: simplify it"
        )


def check_places(document: dict[str, Any], file: Path) -> None:
    """Refuse bytes that lie outside of their buffer, and nodes in a circle or far too deep."""
    _check_offsets(document, file)
    _check_depth(document.get("nodes", []), file)


def _check_offsets(document: dict[str, Any], file: Path) -> None:
    """Every number of bytes is one, and every view lies within its buffer."""
    buffers = document.get("buffers", [])
    for kind, names in (("bufferViews", ("buffer", "byteLength", *OFFSETS)), ("accessors", OFFSETS)):
        for number, row in enumerate(document.get(kind, [])):
            for name in names:
                value = row.get(name, 0)
                if type(value) is not int or not 0 <= value <= LARGEST_OFFSET:
                    raise BrokenFile(f"{file}: {kind}[{number}].{name} is {str(value)[:40]}, not a place")
    for number, view in enumerate(document.get("bufferViews", [])):
        place = view.get("buffer", 0)
        length = buffers[place].get("byteLength") if place < len(buffers) else None
        end = view.get("byteOffset", 0) + view.get("byteLength", 0)
        if type(length) is not int or end > length:
            raise BrokenFile(
                f"{file}: bufferViews[{number}] ends at byte {end} of buffer {place} of {length}"
            )


def _check_depth(nodes: list[dict[str, Any]], file: Path) -> None:
    """Nodes within nodes, each within one other at most, and not deeper than loaders can go."""
    parent: dict[int, int] = {}
    for number, node in enumerate(nodes):
        children = node.get("children", [])
        if not isinstance(children, list) or not all(type(child) is int for child in children):
            raise BrokenFile(f"{file}: nodes[{number}].children is not a list of numbers")
        for child in children:
            if not 0 <= child < len(nodes) or parent.setdefault(child, number) != number:
                raise BrokenFile(f"{file}: nodes[{number}] has the child {child}, missing or another's")
    for number in range(len(nodes)):
        depth, at = 0, number
        while at in parent and depth <= DEEPEST_NODE:
            at, depth = parent[at], depth + 1
        if depth > DEEPEST_NODE:
            raise BrokenFile(
                f"{file}: nodes[{number}] lies deeper than {DEEPEST_NODE} nodes, or within itself"
            )


def _check_extensions(document: dict[str, Any], file: Path) -> None:
    for name in document.get("extensionsRequired", []):
        if isinstance(name, str) and name.startswith(_HARMLESS):
            continue
        advice = "write the file without it"
        if "draco" in str(name) or "meshopt" in str(name):
            advice = "decompress it first, for instance with: gltf-transform copy IN.glb OUT.glb"
        if "basisu" in str(name):
            advice = (
                "use the file with plain PNG or JPEG textures (HM3D offers one without .basis in its name)"
            )
        raise BrokenFile(f"{file}: extensionsRequired names {name!r}, which cannot be read; {advice}")


def _glb_header(file: Path) -> bytes:
    with file.open("rb") as stream:
        head = stream.read(20)
        if len(head) < 20:
            raise BrokenFile(f"{file} has {len(head)} bytes; a GLB file has more")
        magic, version, total, length, kind = struct.unpack("<IIIII", head)
        if magic != _MAGIC or kind != _JSON:
            raise BrokenFile(f"{file} does not begin like a GLB file; it is another kind of file or torn")
        size = file.stat().st_size
        if version != 2 or total > size or length > min(size - 20, LARGEST_HEADER_BYTES):
            raise BrokenFile(
                f"{file}: its header promises version {version}, {total} bytes and {length} of JSON; the "
                f"file has {size}: it is damaged or of another version"
            )
        return stream.read(length)
