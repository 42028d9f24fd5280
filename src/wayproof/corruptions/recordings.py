"""Files of pictures, depth maps and instructions: read as readings, written back in their own format.

What a file holds is told by its ending and, for PNG, by its header: 16-bit grey is depth in millimetres, all
else is colour. Arrays (.npy) are depth in metres if they hold floats and colour if they hold bytes, one frame
or a row of them. Texts (.txt) hold one instruction per line, JSON a list of strings or of objects with
"instruction".
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.packed_files import UNREADABLE

PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff")
TEXTS = (".txt", ".json")
VIDEOS = (".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v")
ENDINGS = (*PICTURES, ".npy", *TEXTS, *VIDEOS)

MOST_PIXELS = 100_000_000  # of one picture: 300 MB of colour
JPEG_QUALITY = 95
MILLIMETRES = 1000.0
MOST_MILLIMETRES = 65535
_PNG_START = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Recording:
    """What a file holds: readings of one modality, the languages of texts, and how to write them back.

    `in_time` says that the readings are the steps of one episode; otherwise each is an episode of its own.
    """

    modality: str
    readings: list[Any]
    in_time: bool
    encoded: Callable[[list[Any], str], bytes]  # readings and the ending of the file to write -> its content
    languages: tuple[str | None, ...] = ()


def modality_of(file: Path) -> str | None:
    """What a file holds, by its ending and the first bytes; None for what cannot be corrupted."""
    ending = file.suffix.lower()
    if ending in TEXTS:
        return "instruction"
    if ending in VIDEOS:
        return "rgb"
    if ending == ".npy":
        return "depth" if np.issubdtype(_array(file, mapped=True).dtype, np.floating) else "rgb"
    if ending in PICTURES:
        with file.open("rb") as stream:
            start = stream.read(26)
        deep = start.startswith(_PNG_START) and len(start) == 26 and start[24] == 16
        return "depth" if deep else "rgb"
    return None


def holds_episode(file: Path) -> bool:
    """Whether a file holds many steps by itself: a video, or a row of frames."""
    ending = file.suffix.lower()
    return ending in VIDEOS or (ending == ".npy" and _is_row(_array(file, mapped=True)))


def read_recording(file: Path) -> Recording:
    """A file as readings; refuses what it cannot read or write back."""
    ending = file.suffix.lower()
    if ending in PICTURES:
        return _read_picture(file)
    if ending == ".npy":
        return _read_array(file)
    if ending == ".txt":
        return _read_lines(file)
    if ending == ".json":
        return _read_json(file)
    raise InvalidInput(f"{file} ends in {ending!r}; files that can be corrupted end in {', '.join(ENDINGS)}")


def _read_picture(file: Path) -> Recording:
    content = file.read_bytes() or b"\0"
    _check_pixels(content, file)
    stored = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED)
    if stored is None:
        raise BrokenFile(f"{file} cannot be read as a picture; it is damaged or has another format")
    if stored.dtype == np.uint16 and stored.ndim == 2:
        return Recording("depth", [stored.astype(np.float32) / np.float32(MILLIMETRES)], True, _encode_depth)
    if stored.dtype != np.uint8:
        raise InvalidInput(
            f"{file} is a picture of {stored.dtype} with shape {stored.shape}; allowed are 8 bits per "
            "channel, and 16-bit grey for depth in millimetres"
        )
    if stored.ndim == 2:
        return Recording("rgb", [stored], True, _encode_colour)
    alpha = np.asarray(stored[:, :, 3:], np.uint8) if stored.shape[2] == 4 else None
    frame = np.ascontiguousarray(stored[:, :, 2::-1])
    return Recording("rgb", [frame], True, lambda frames, ending: _encode_colour(frames, ending, alpha))


def _check_pixels(content: bytes, file: Path) -> None:
    """Refuse a picture that would fill the memory, by its header alone."""
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(io.BytesIO(content)) as picture:
            width, height = picture.size
    except (Image.DecompressionBombError, *UNREADABLE) as error:
        raise BrokenFile(
            f"{file} cannot be read as a picture; it is damaged or has another format ({error})"
        ) from None
    if width * height > MOST_PIXELS:
        raise InvalidInput(
            f"{file} is a picture of {width} x {height} pixels; at most {MOST_PIXELS} are read: shrink it"
        )


def _encode_colour(frames: list[Any], ending: str, alpha: NDArray[np.uint8] | None = None) -> bytes:
    frame = frames[0]
    if ending not in PICTURES:
        raise InvalidInput(f"a picture cannot be written as {ending!r}; use {', '.join(PICTURES)}")
    stored = frame if frame.ndim == 2 else frame[:, :, ::-1]
    if alpha is not None and ending == ".png":
        stored = np.concatenate([stored, alpha], axis=2)
    options = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY] if ending in (".jpg", ".jpeg") else []
    return _encode(stored, ending, options)


def _encode_depth(maps: list[Any], ending: str) -> bytes:
    if ending == ".npy":
        return _array_bytes(maps[0])
    if ending != ".png":
        raise InvalidInput(f"depth cannot be written as {ending!r}; use .png (16 bits, millimetres) or .npy")
    millimetres = np.clip(np.rint(maps[0] * np.float32(MILLIMETRES)), 0, MOST_MILLIMETRES)
    return _encode(millimetres.astype(np.uint16), ".png", [])


def _encode(stored: NDArray[Any], ending: str, options: list[int]) -> bytes:
    done, content = cv2.imencode(ending, np.ascontiguousarray(stored), options)
    if not done:
        raise InvalidInput(f"a picture of shape {stored.shape} cannot be written as {ending!r}; use .png")
    return bytes(content)


def _read_array(file: Path) -> Recording:
    stored = _array(file)
    shape, floats = stored.shape, np.issubdtype(stored.dtype, np.floating)
    one = len(shape) == 2 or (len(shape) == 3 and shape[2] == (1 if floats else 3))
    several = _is_row(stored)
    if not (floats or stored.dtype == np.uint8) or not (one or several) or stored.size == 0:
        raise InvalidInput(
            f"{file} is an array of {stored.dtype} with shape {shape}; allowed are floats (h, w) or (n, h, "
            "w) for depth in metres, and uint8 (h, w, 3) or (n, h, w, 3) for colour"
        )
    readings = list(stored) if several else [stored]

    def encoded(results: list[Any], ending: str) -> bytes:
        if ending == ".npy":
            return _array_bytes(np.stack(results) if several else results[0])
        if several:
            raise InvalidInput(f"several frames cannot be written as {ending!r}; use .npy")
        return _encode_depth(results, ending) if floats else _encode_colour(results, ending)

    return Recording("depth" if floats else "rgb", readings, True, encoded)


def _is_row(array: NDArray[Any]) -> bool:
    """Whether an array holds several frames, one after the other."""
    if np.issubdtype(array.dtype, np.floating):
        return array.ndim == 3 and array.shape[2] != 1
    return array.ndim == 4 and array.shape[3] == 3


def _array(file: Path, *, mapped: bool = False) -> NDArray[Any]:
    try:
        # Mapped first: that refuses a header that promises more than the file holds.
        stored = np.load(file, mmap_mode="r", allow_pickle=False)
        if not mapped and isinstance(stored, np.ndarray):
            stored = np.array(stored)
    except UNREADABLE as error:
        raise BrokenFile(f"{file} cannot be read as a NumPy array: {error}") from None
    if not isinstance(stored, np.ndarray):
        raise BrokenFile(f"{file} holds several arrays; save one array per .npy file")
    return stored


def _array_bytes(array: NDArray[Any]) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=False)
    return stream.getvalue()


def _read_lines(file: Path) -> Recording:
    text = _text(file)
    lines = text.split("\n")
    places = [k for k, line in enumerate(lines) if line.strip()]

    def encoded(results: list[Any], ending: str) -> bytes:
        _refuse_other_text(ending, ".txt")
        # An instruction is one line: a rewritten one that got a line break would become two.
        whole = list(lines)
        for place, result in zip(places, results, strict=True):
            whole[place] = " ".join(result.splitlines())
        return "\n".join(whole).encode()

    return Recording("instruction", [lines[k] for k in places], False, encoded, (None,) * len(places))


def _read_json(file: Path) -> Recording:
    try:
        entries = msgspec.json.decode(file.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenFile(f"{file} is not valid JSON: {error}") from None
    fits = isinstance(entries, list) and all(
        isinstance(entry, str) or (isinstance(entry, dict) and isinstance(entry.get("instruction"), str))
        for entry in entries
    )
    if not fits:
        raise InvalidInput(
            f'{file} must hold a list of strings or of objects with a text "instruction"; give it that form'
        )
    texts = [entry if isinstance(entry, str) else entry["instruction"] for entry in entries]
    languages = tuple(entry.get("language") if isinstance(entry, dict) else None for entry in entries)

    def encoded(results: list[Any], ending: str) -> bytes:
        _refuse_other_text(ending, ".json")
        changed = [
            result if isinstance(entry, str) else {**entry, "instruction": result}
            for entry, result in zip(entries, results, strict=True)
        ]
        return msgspec.json.format(msgspec.json.encode(changed), indent=2) + b"\n"

    return Recording("instruction", texts, False, encoded, languages)


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise BrokenFile(f"{file} is not a text in UTF-8: {error}") from None


def _refuse_other_text(ending: str, own: str) -> None:
    if ending != own:
        raise InvalidInput(f"instructions from a {own} file cannot be written as {ending!r}; use {own}")
