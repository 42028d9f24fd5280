"""Unpacking what others packed, with bounds: a small file must not become a large one in memory."""

from __future__ import annotations

import gzip
import io
import math
import tokenize
import zipfile
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile

LARGEST_BYTES = 2**30  # of a gzipped file, unpacked
# Episode files shrink 10 to 40 times. A file that grows more than this is made to fill the memory.
LARGEST_RATIO = 200
RATIO_COUNTS_FROM_BYTES = 2**24
_CHUNK_BYTES = 2**20
GZIP_MAGIC = b"\x1f\x8b"
# What reading a damaged or made-up archive raises, beside our own errors.
UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, OSError, EOFError, KeyError, ValueError),
    *(TypeError, OverflowError, MemoryError, RecursionError, RuntimeError, SyntaxError, AttributeError),
    tokenize.TokenError,  # what NumPy makes of a torn header
)


def gunzipped(content: bytes, where: str) -> bytes:
    """Gzipped bytes unpacked piece by piece, so that a bomb is refused before it has grown."""
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


def check_archive(entries: Sequence[zipfile.ZipInfo], where: str, largest_bytes: int) -> None:
    """Refuse a zip file that would grow beyond measure, by its table of contents."""
    total, packed = sum(one.file_size for one in entries), sum(one.compress_size for one in entries)
    swollen = total > 16 * RATIO_COUNTS_FROM_BYTES and total > LARGEST_RATIO * max(packed, 1)
    if total > largest_bytes or swollen:
        raise BrokenFile(
            f"{where} would unpack from {packed} to {total} bytes; at most {largest_bytes} and "
            f"{LARGEST_RATIO} times its size are allowed"
        )


def npy_array(content: bytes, where: str) -> NDArray[Any]:
    """The array of a .npy file in memory; one whose header promises more than there is, is refused."""
    stream = io.BytesIO(content)
    try:
        version = np.lib.format.read_magic(stream)
        read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
        if version not in read:
            raise BrokenFile(f"{where}: a NumPy file of version {version}")
        shape, _, dtype = read[version](stream)
        size = math.prod(shape) * dtype.itemsize
        if size != len(content) - stream.tell() or any(side < 0 for side in shape):
            raise BrokenFile(
                f"{where}: an array of shape {shape} and {dtype} takes {size} bytes; "
                f"{len(content) - stream.tell()} are there"
            )
        stream.seek(0)
        array: NDArray[Any] = np.lib.format.read_array(stream, allow_pickle=False)
    except UNREADABLE as error:
        raise BrokenFile(f"{where} cannot be read as a NumPy array: {error}") from None
    return array


def _refuse_bomb(size: int, consumed: int, where: str) -> None:
    if size > LARGEST_BYTES:
        raise BrokenFile(f"{where}: unpacks to more than {LARGEST_BYTES} bytes; split it")
    if size > RATIO_COUNTS_FROM_BYTES and size > LARGEST_RATIO * consumed:
        raise BrokenFile(f"{where}: unpacks to more than {LARGEST_RATIO} times its size; not an episode file")
