"""Bytes of episode files: bounded when read, reproducible when written, gzipped or plain."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.packed_files import GZIP_MAGIC, LARGEST_BYTES, gunzipped

_LEVEL = 6


def read_bytes(file: Path) -> bytes:
    """The content of a file, unpacked if it is gzipped (whatever its name says)."""
    if not file.exists():
        raise InvalidInput(f"there is no file {file}; check the path")
    if not file.is_file():
        raise InvalidInput(f"{file} is not a file; give a .json or .json.gz file")
    try:
        if file.stat().st_size > LARGEST_BYTES:
            raise BrokenFile(f"{file.name}: larger than {LARGEST_BYTES} bytes; split it")
        content = file.read_bytes()
    except OSError as error:
        raise InvalidInput(f"cannot read {file}: {error.strerror or error}; check its permissions") from error
    return unpacked(content, file.name)


def unpacked(content: bytes, where: str) -> bytes:
    """Gzipped bytes unpacked piece by piece, so that a bomb is refused before it has grown; others as is."""
    if not content.startswith(GZIP_MAGIC):
        return content
    return gunzipped(content, where)


def packed(content: bytes, name: str) -> bytes:
    """Bytes as they belong into a file of this name: gzipped for .gz, without a time, so always the same."""
    if not name.endswith(".gz"):
        return content
    stream = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=stream, mode="wb", compresslevel=_LEVEL, mtime=0) as archive:
        archive.write(content)
    return stream.getvalue()
