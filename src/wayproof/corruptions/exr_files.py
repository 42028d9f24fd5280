"""OpenEXR files as depth in metres (the extra `exr`): one channel, or several that all say the same."""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.picture_files import MOST_PIXELS
from wayproof.corruptions.recorded_readings import Recorded, Recording
from wayproof.errors import BrokenFile, InvalidInput, missing_dependency
from wayproof.packed_files import UNREADABLE

EXR = ".exr"
MOST_CHANNELS = 4  # Blender writes depth three or four times: R, G, B and A


def read_exr(file: Path) -> Recording:
    exr = _library()
    channels = _channels(exr, file)
    depth = next(iter(channels.values()))
    opaque = {name: pixels for name, pixels in channels.items() if name != "A" or len(channels) == 1}
    if not all(np.array_equal(depth, other, equal_nan=True) for other in opaque.values()):
        raise InvalidInput(
            f"{file} has the channels {', '.join(channels)}, which differ; allowed are depth in one channel, "
            "or the same in each: save colours as .png"
        )
    if not np.issubdtype(depth.dtype, np.floating):
        raise InvalidInput(f"{file} holds {depth.dtype}; allowed are floats, depth in metres")

    def encoded(maps: list[Any], ending: str) -> bytes:
        if ending != EXR:
            raise InvalidInput(f"depth from an .exr file cannot be written as {ending!r}; use .exr")
        return _written(exr, {name: maps[0] if name in opaque else channels[name] for name in channels})

    return Recording([Recorded("depth", depth)], True, encoded)


def _channels(exr: Any, file: Path) -> dict[str, NDArray[Any]]:
    """The channels by name; size and number are checked by the header alone."""
    try:
        header = exr.File(str(file), header_only=True).header()
        low, high = header["dataWindow"]
        width, height = (int(end) - int(start) + 1 for start, end in zip(low, high, strict=True))
        names = [channel.name for channel in header["channels"]]
        if width * height > MOST_PIXELS or not 1 <= len(names) <= MOST_CHANNELS:
            raise InvalidInput(
                f"{file} has {width} x {height} pixels in {len(names)} channels; at most {MOST_PIXELS} "
                f"pixels in {MOST_CHANNELS} channels are read"
            )
        stored = exr.File(str(file), separate_channels=True).channels()
        found = {name: np.array(stored[name].pixels) for name in names}
    except UNREADABLE as error:
        raise BrokenFile(f"{file} cannot be read as an OpenEXR file; it is damaged ({error})") from None
    if any(pixels.shape != (height, width) for pixels in found.values()):
        raise BrokenFile(f"{file} cannot be read as an OpenEXR file; pixels are missing")
    return found


def _written(exr: Any, channels: dict[str, NDArray[Any]]) -> bytes:
    header = {"compression": exr.ZIP_COMPRESSION, "type": exr.scanlineimage}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "depth.exr"
        with exr.File(header, {name: np.ascontiguousarray(one) for name, one in channels.items()}) as made:
            made.write(str(file))
        return file.read_bytes()


def _library() -> Any:
    try:
        return importlib.import_module("OpenEXR")
    except ImportError:
        raise missing_dependency("OpenEXR", "exr", "corrupting an .exr file") from None
