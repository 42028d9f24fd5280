"""The pictures of a mesh, looked at before they are decoded; those inside a glTF file as bytes."""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wayproof.errors import BrokenFile
from wayproof.scenes.meshes.gltf_check import gltf_document
from wayproof.scenes.meshes.mesh_files import Sources
from wayproof.scenes.meshes.mesh_textures import check_picture


def check_pictures(sources: Sources) -> None:
    """Refuse pictures that cannot be read or are too large, inside the file and beside it."""
    for path in sources.pictures():
        check_picture(path, str(path))
    if sources.file.suffix.lower() in (".glb", ".gltf"):
        for where, content in embedded_pictures(gltf_document(sources.file), sources):
            check_picture(content, where)


def embedded_pictures(document: dict[str, Any], sources: Sources) -> Iterator[tuple[str, bytes]]:
    """Field and bytes of each picture that is not a file of its own."""
    file = sources.file
    for number, entry in enumerate(document.get("images", [])):
        where = f"{file}: images[{number}]"
        uri = entry.get("uri")
        if isinstance(uri, str):
            if uri.startswith("data:"):
                yield where, _from_data(uri, where)
        elif "bufferView" in entry:
            yield where, _from_view(document, entry["bufferView"], sources, where)
        else:
            raise BrokenFile(f"{where} has neither uri nor bufferView")


def _from_data(uri: str, where: str) -> bytes:
    try:
        return base64.b64decode(uri.partition(",")[2], validate=False)
    except (binascii.Error, ValueError) as error:
        raise BrokenFile(f"{where}.uri is not valid base64: {error}") from None


def _from_view(document: dict[str, Any], number: Any, sources: Sources, where: str) -> bytes:
    views, buffers = document.get("bufferViews", []), document.get("buffers", [])
    try:
        view = views[number]
        buffer = buffers[view.get("buffer", 0)]
        start, length = int(view.get("byteOffset", 0)), int(view["byteLength"])
    except (IndexError, KeyError, TypeError, ValueError):
        raise BrokenFile(f"{where}.bufferView is {number!r}, which names no piece of a buffer") from None
    uri = buffer.get("uri")
    if isinstance(uri, str) and uri.startswith("data:"):
        content = _from_data(uri, where)[start : start + length]
    else:
        path = sources.beside[uri] if uri is not None else sources.file
        with path.open("rb") as stream:
            stream.seek(start + (0 if uri is not None else _binary_start(sources.file)))
            content = stream.read(length)
    if len(content) != length:
        raise BrokenFile(
            f"{where} lies {length} bytes long in its buffer, which ends after {len(content)}: torn"
        )
    return content


def _binary_start(file: Path) -> int:
    """Where the binary chunk of a GLB file begins."""
    with file.open("rb") as stream:
        stream.seek(12)
        (length,) = struct.unpack("<I", stream.read(4))
    return 20 + int(length) + 8
