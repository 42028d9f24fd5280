"""Picture files as readings: 16-bit grey PNG is depth in millimetres, everything else colour.

A photo that lies on its side, as its EXIF orientation says, is corrupted upright and written back as it lay.
"""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wayproof.corruptions.recorded_readings import Recorded, Recording, metres, millimetres
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.packed_files import UNREADABLE

PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff")
TURNED = (".png", ".jpg", ".jpeg")  # formats whose orientation is read and written
JPEGS = (".jpg", ".jpeg")
MOST_PIXELS = 100_000_000  # of one picture: 300 MB of colour
JPEG_QUALITY = 95
ORIENTATION = 0x0112  # EXIF's number of that entry
UPRIGHT = 1
# EXIF's orientations: how often to turn left by 90 degrees, then whether to mirror, to see it upright.
_TURNS = {
    1: (0, False),
    2: (0, True),
    3: (2, False),
    4: (2, True),
    5: (3, True),
    6: (3, False),
    7: (1, True),
    8: (1, False),
}
_PNG_START = b"\x89PNG\r\n\x1a\n"
_PNG_HEADER_ENDS = 33


def picture_kind(file: Path) -> str:
    """Depth or rgb, by the first bytes."""
    with file.open("rb") as stream:
        start = stream.read(26)
    deep = start.startswith(_PNG_START) and len(start) == 26 and start[24] == 16
    return "depth" if deep else "rgb"


def read_picture(file: Path) -> Recording:
    content = file.read_bytes() or b"\0"
    orientation = _checked_orientation(content, file)
    stored = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED)
    if stored is None:
        raise BrokenFile(f"{file} cannot be read as a picture; it is damaged or has another format")
    if stored.dtype == np.uint16 and stored.ndim == 2:
        depth = metres(np.asarray(stored, np.uint16))
        return Recording([Recorded("depth", depth)], True, lambda maps, ending: encode_depth(maps[0], ending))
    if stored.dtype != np.uint8:
        raise InvalidInput(
            f"{file} is a picture of {stored.dtype} with shape {stored.shape}; allowed are 8 bits per "
            "channel, and 16-bit grey for depth in millimetres"
        )
    turned = orientation if file.suffix.lower() in TURNED else UPRIGHT
    seen = upright(np.asarray(stored, np.uint8), turned)
    alpha = seen[:, :, 3:] if seen.ndim == 3 and seen.shape[2] == 4 else None
    frame = seen if seen.ndim == 2 else np.ascontiguousarray(seen[:, :, 2::-1])

    def encoded(frames: list[Any], ending: str) -> bytes:
        return encode_colour(frames[0], ending, alpha, turned)

    return Recording([Recorded("rgb", frame)], True, encoded)


def upright(picture: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """A stored picture as it is to be seen."""
    turns, mirrored = _TURNS[orientation]
    turned = np.rot90(picture, turns)
    return np.ascontiguousarray(turned[:, ::-1] if mirrored else turned)


def as_it_lay(picture: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """An upright picture as it was stored."""
    turns, mirrored = _TURNS[orientation]
    return np.ascontiguousarray(np.rot90(picture[:, ::-1] if mirrored else picture, -turns))


def encode_colour(
    frame: NDArray[np.uint8], ending: str, alpha: NDArray[np.uint8] | None = None, orientation: int = UPRIGHT
) -> bytes:
    if ending not in PICTURES:
        raise InvalidInput(f"a picture cannot be written as {ending!r}; use {', '.join(PICTURES)}")
    stored = frame if frame.ndim == 2 else frame[:, :, ::-1]
    if alpha is not None and ending == ".png":
        stored = np.concatenate([stored, alpha], axis=2)
    options = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY] if ending in JPEGS else []
    if orientation == UPRIGHT or ending not in TURNED:
        return _encode(stored, ending, options)
    content = _encode(as_it_lay(stored, orientation), ending, options)
    return _with_orientation(content, ending, orientation)


def encode_depth(depth_m: NDArray[Any], ending: str) -> bytes:
    if ending != ".png":
        raise InvalidInput(f"depth cannot be written as {ending!r}; use .png (16 bits, millimetres) or .npy")
    return _encode(millimetres(depth_m), ".png", [])


def _checked_orientation(content: bytes, file: Path) -> int:
    """How the picture lies, by its header; refuses one that would fill the memory."""
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(io.BytesIO(content)) as picture:
            width, height = picture.size
            orientation = picture.getexif().get(ORIENTATION, UPRIGHT)
    except (Image.DecompressionBombError, *UNREADABLE) as error:
        raise BrokenFile(
            f"{file} cannot be read as a picture; it is damaged or has another format ({error})"
        ) from None
    if width * height > MOST_PIXELS:
        raise InvalidInput(
            f"{file} is a picture of {width} x {height} pixels; at most {MOST_PIXELS} are read: shrink it"
        )
    return orientation if orientation in _TURNS else UPRIGHT


def _with_orientation(content: bytes, ending: str, orientation: int) -> bytes:
    """A JPEG or PNG with an EXIF block that says how it lies, and nothing else."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    block = exif.tobytes()
    if ending in JPEGS:
        return content[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + content[2:]
    block = b"eXIf" + block.removeprefix(b"Exif\0\0")
    chunk = struct.pack(">I", len(block) - 4) + block + struct.pack(">I", zlib.crc32(block))
    return content[:_PNG_HEADER_ENDS] + chunk + content[_PNG_HEADER_ENDS:]


def _encode(stored: NDArray[Any], ending: str, options: list[int]) -> bytes:
    done, content = cv2.imencode(ending, np.ascontiguousarray(stored), options)
    if not done:
        raise InvalidInput(f"a picture of shape {stored.shape} cannot be written as {ending!r}; use .png")
    return bytes(content)
