"""NumPy files as readings: .npy with one array, .npz with several by name.

Floats are depth in metres, uint16 depth in millimetres, uint8 with three channels colour: one frame or a row
of them. Arrays named gps, compass, point_goal or imu hold those readings, a row per step. Other arrays of an
.npz pass as they are.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.picture_files import PICTURES, encode_colour, encode_depth
from wayproof.corruptions.recorded_readings import Recorded, Recording, metres, millimetres
from wayproof.corruptions.rgb.frame_form import SHORTEST_SIDE_PX
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.packed_files import LARGEST_BYTES, UNREADABLE, check_archive, npy_array
from wayproof.vocabulary import BODY_MODALITIES

ARRAYS = (".npy", ".npz")
_ALONE = ""  # the name of the array of an .npy file that is not named after a reading


def array_kinds(file: Path) -> tuple[str, ...]:
    """The modalities of what a file holds, the first that of its first reading."""
    kinds = (_kind(name, array) for name, array in arrays_of(file, mapped=True).items())
    return tuple(dict.fromkeys(kind for kind in kinds if kind is not None))


def holds_row(file: Path) -> bool:
    """Whether a file holds several steps."""
    return any(_is_row(name, array) for name, array in arrays_of(file, mapped=True).items())


def read_arrays(file: Path) -> Recording:
    arrays = arrays_of(file)
    alone = file.suffix.lower() == ".npy"
    if alone:
        _refuse_other_array(file, *next(iter(arrays.items())))
    readings: list[Recorded] = []
    for name, array in arrays.items():
        kind = _kind(name, array)
        if kind is not None:
            readings += [
                Recorded(kind, value, step, _part(name)) for step, value in enumerate(_steps(name, array))
            ]

    def encoded(results: list[Any], ending: str) -> bytes:
        changed, rest = dict(arrays), list(results)
        for name, array in arrays.items():
            if _kind(name, array) is not None:
                count = len(array) if _is_row(name, array) else 1
                changed[name] = _as_stored(rest[:count], array, row=_is_row(name, array))
                rest = rest[count:]
        return _alone_encoded(changed, ending) if alone else _archive(changed, ending)

    return Recording(readings, True, encoded)


def arrays_of(file: Path, *, mapped: bool = False) -> dict[str, NDArray[Any]]:
    """The arrays of a file by name; `mapped` leaves that of an .npy file on disk."""
    if file.suffix.lower() == ".npz":
        return _unpacked(file)
    name = file.stem if file.stem in BODY_MODALITIES else _ALONE
    try:
        # Mapped first: that refuses a header that promises more than the file holds.
        stored = np.load(file, mmap_mode="r", allow_pickle=False)
        if not mapped and isinstance(stored, np.ndarray):
            stored = np.array(stored)
    except UNREADABLE as error:
        raise BrokenFile(f"{file} cannot be read as a NumPy array: {error}") from None
    if not isinstance(stored, np.ndarray):
        raise BrokenFile(f"{file} holds several arrays; name it .npz")
    return {name: stored}


def _unpacked(file: Path) -> dict[str, NDArray[Any]]:
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
            check_archive(entries, str(file), LARGEST_BYTES)
            return {
                one.filename.removesuffix(".npy"): npy_array(archive.read(one), f"{file}: {one.filename}")
                for one in entries
            }
    except UNREADABLE as error:
        raise BrokenFile(f"{file} cannot be read as NumPy arrays: {error}") from None


def _kind(name: str, array: NDArray[Any]) -> str | None:
    if name in BODY_MODALITIES:
        return name if np.issubdtype(array.dtype, np.floating) and array.size else None
    shape = array.shape[1:] if _is_row(name, array) else array.shape
    if len(shape) not in (2, 3) or min(shape[:2]) < SHORTEST_SIDE_PX or array.size == 0:
        return None
    channels = shape[2] if len(shape) == 3 else 1
    if np.issubdtype(array.dtype, np.floating) or array.dtype == np.uint16:
        return "depth" if channels == 1 else None
    return "rgb" if array.dtype == np.uint8 and channels in (1, 3) else None


def _is_row(name: str, array: NDArray[Any]) -> bool:
    """Whether an array holds several steps, one after the other."""
    if name == "imu":
        return array.ndim == 3
    if name in BODY_MODALITIES:
        return array.ndim == 2
    if array.dtype == np.uint8:
        return array.ndim == 4 and array.shape[3] == 3
    return array.ndim == 4 or (array.ndim == 3 and array.shape[2] != 1)


def _steps(name: str, array: NDArray[Any]) -> list[NDArray[Any]]:
    values = list(array) if _is_row(name, array) else [array]
    return [metres(value) for value in values] if array.dtype == np.uint16 else values


def _as_stored(results: list[Any], before: NDArray[Any], *, row: bool) -> NDArray[Any]:
    values = [millimetres(one) for one in results] if before.dtype == np.uint16 else results
    return np.stack(values) if row else values[0]


def _part(name: str) -> str:
    """The camera that an array belongs to: "left" for rgb_left and depth_left, nothing for rgb and depth."""
    if name in BODY_MODALITIES:
        return ""
    for kind in ("rgb", "depth"):
        if name == kind or name.startswith(f"{kind}_"):
            return name.removeprefix(kind).removeprefix("_")
    return name


def _refuse_other_array(file: Path, name: str, array: NDArray[Any]) -> None:
    if _kind(name, array) is None:
        raise InvalidInput(
            f"{file} is an array of {array.dtype} with shape {array.shape}; allowed are floats in metres or "
            "uint16 in millimetres (h, w) or (n, h, w) for depth, uint8 (h, w, 3) or (n, h, w, 3) for "
            f"colour, sides of at least {SHORTEST_SIDE_PX}; and floats in files named "
            f"{', '.join(f'{one}.npy' for one in BODY_MODALITIES)}"
        )


def _alone_encoded(arrays: Mapping[str, NDArray[Any]], ending: str) -> bytes:
    name, array = next(iter(arrays.items()))
    if ending == ".npy":
        stream = io.BytesIO()
        np.save(stream, array, allow_pickle=False)
        return stream.getvalue()
    if _is_row(name, array) or name in BODY_MODALITIES or ending not in PICTURES:
        raise InvalidInput(f"this array cannot be written as {ending!r}; use .npy")
    if array.dtype == np.uint8:
        return encode_colour(array, ending)
    return encode_depth(metres(array) if array.dtype == np.uint16 else array, ending)


def _archive(arrays: Mapping[str, NDArray[Any]], ending: str) -> bytes:
    if ending != ".npz":
        raise InvalidInput(f"several arrays cannot be written as {ending!r}; use .npz")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.save(content, array, allow_pickle=False)
            # Without a time, so that the same arrays give the same bytes.
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), content.getvalue(), zipfile.ZIP_DEFLATED)
    return stream.getvalue()
