"""Cells of a picture as short text: PackBits, then base64.

A byte n below 128 says that n + 1 bytes follow as they are, one above 128 that the next byte comes 257 - n
times. The same cells give the same text on any machine, which compression libraries do not promise.
"""

from __future__ import annotations

import base64
import binascii

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput

Cells = NDArray[np.uint8]

MOST_ACROSS = 160  # cells of a picture in either direction
LONGEST_TEXT = 2 * MOST_ACROSS**2  # characters


def packed(cells: Cells) -> str:
    """Cells as text."""
    flat = np.ravel(cells)
    starts = np.flatnonzero(np.diff(flat, prepend=np.uint8(~flat[0]))) if flat.size else np.zeros(0, np.int64)
    out, waiting = bytearray(), bytearray()
    for value, count in zip(flat[starts].tolist(), np.diff(starts, append=flat.size).tolist(), strict=True):
        if count < 3:
            waiting += bytes([value]) * count
            continue
        _put_as_they_are(out, waiting)
        for begun in range(0, count, 128):
            repeats = min(128, count - begun)
            out += bytes([257 - repeats, value]) if repeats > 1 else bytes([0, value])
    _put_as_they_are(out, waiting)
    return base64.b64encode(bytes(out)).decode("ascii")


def unpacked(text: object, count: int) -> Cells:
    """That many cells from their text; InvalidInput says what is wrong with it."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT or not text.isascii():
        raise InvalidInput(f"cells must be base64 text of at most {LONGEST_TEXT} characters")
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise InvalidInput(f"cells are not base64 text: {error}") from None
    out, at = bytearray(), 0
    while at < len(data) and len(out) <= count:
        head = data[at]
        if head < 128:
            out += data[at + 1 : at + 2 + head]
            at += 2 + head
        else:
            out += data[at + 1 : at + 2] * (257 - head if head > 128 else 0)
            at += 2 if head > 128 else 1
    if at != len(data) or len(out) != count:
        raise InvalidInput(f"cells do not unpack to the {count} bytes that the size asks for")
    return np.frombuffer(bytes(out), np.uint8)


def _put_as_they_are(out: bytearray, waiting: bytearray) -> None:
    for begun in range(0, len(waiting), 128):
        part = waiting[begun : begun + 128]
        out += bytes([len(part) - 1]) + part
    waiting.clear()
