"""Bytes of episode files: bounded when read, reproducible when written, gzipped or plain."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path

from wayproof.errors import BrokenFile, InvalidInput

LARGEST_BYTES = 2**30  # of a file, packed or unpacked
# Episode files shrink 10 to 40 times. A file that grows more than this is made to fill the memory.
LARGEST_RATIO = 200
RATIO_COUNTS_FROM_BYTES = 2**24
_CHUNK_BYTES = 2**20
_GZIP_MAGIC = b"\x1f\x8b"
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
    if not content.startswith(_GZIP_MAGIC):
        return content
    packed, pieces, size = io.BytesIO(content), [], 0
    try:
        with gzip.GzipFile(fileobj=packed) as stream:
            while piece := stream.read(_CHUNK_BYTES):
                pieces.append(piece)
                size += len(piece)
                _refuse_bomb(size, packed.tell(), where)
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise BrokenFile(f"{where}: torn gzip file ({error}); copy or download it again") from error
    return b"".join(pieces)


def packed(content: bytes, name: str) -> bytes:
    """Bytes as they belong into a file of this name: gzipped for .gz, without a time, so always the same."""
    if not name.endswith(".gz"):
        return content
    stream = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=stream, mode="wb", compresslevel=_LEVEL, mtime=0) as archive:
        archive.write(content)
    return stream.getvalue()


def _refuse_bomb(size: int, consumed: int, where: str) -> None:
    if size > LARGEST_BYTES:
        raise BrokenFile(f"{where}: unpacks to more than {LARGEST_BYTES} bytes; split it")
    if size > RATIO_COUNTS_FROM_BYTES and size > LARGEST_RATIO * consumed:
        raise BrokenFile(f"{where}: unpacks to more than {LARGEST_RATIO} times its size; not an episode file")
