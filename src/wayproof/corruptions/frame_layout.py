"""How pictures lie in an array: channels last or first, one frame or a stack, NumPy or torch.

A layout is written as the axes in their order: "hwc", "chw", "hw" for a frame; "nhwc", "nchw", "nhw", "hwn"
for a stack, oldest first; "hw(nc)" and "(nc)hw" where the channels of all frames lie one after the other.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.rgb.frame_form import SHORTEST_SIDE_PX
from wayproof.errors import InvalidInput, unknown_name

LAYOUTS = ("hwc", "chw", "hw", "nhwc", "nchw", "nhw", "hwn", "hw(nc)", "(nc)hw")
COLOURS = 3


def layout_of(shape: tuple[int, ...], kind: str, given: str | None = None) -> str | None:
    """The layout of pictures of a kind ("rgb" or "depth") by their shape; None for what is not a picture.

    >>> layout_of((3, 84, 84), "rgb"), layout_of((84, 84, 12), "rgb"), layout_of((4, 84, 84), "depth")
    ('chw', 'hw(nc)', 'nhw')
    """
    if given is not None:
        return _checked(given, shape)
    channels = (1, COLOURS) if kind == "rgb" else (1,)
    found = None
    if len(shape) == 2:
        found = "hw"
    elif len(shape) == 4:
        found = "nhwc" if shape[3] in channels else "nchw" if shape[1] in channels else None
    elif len(shape) == 3:
        found = "hwc" if shape[2] in channels else "chw" if shape[0] in channels else _stacked(shape, kind)
    if found is None or min(_sides(shape, found)) < SHORTEST_SIDE_PX:
        return None
    return found


def frames_of(pictures: NDArray[Any], layout: str, kind: str) -> list[NDArray[Any]]:
    """The frames of an array, oldest first, each (h, w) or (h, w, channels)."""
    if layout in ("hw", "hwc"):
        return [pictures]
    if layout == "chw":
        return [np.moveaxis(pictures, 0, -1)]
    if layout in ("nhw", "nhwc"):
        return list(pictures)
    if layout == "nchw":
        return list(np.moveaxis(pictures, 1, -1))
    last = np.moveaxis(pictures, 0, -1) if layout == "(nc)hw" else pictures
    if layout == "hwn":
        return [last[:, :, k] for k in range(last.shape[2])]
    each = _channels_of(last.shape[2], kind)
    return [last[:, :, k : k + each] for k in range(0, last.shape[2], each)]


def joined(frames: list[NDArray[Any]], layout: str) -> NDArray[Any]:
    """Frames as an array of this layout again."""
    if layout in ("hw", "hwc"):
        return frames[0]
    if layout == "chw":
        return np.ascontiguousarray(np.moveaxis(frames[0], -1, 0))
    if layout in ("nhw", "nhwc"):
        return np.stack(frames)
    if layout == "nchw":
        return np.ascontiguousarray(np.moveaxis(np.stack(frames), -1, 1))
    if layout == "hwn":
        return np.stack(frames, axis=-1)
    last = np.concatenate(frames, axis=-1)
    return last if layout == "hw(nc)" else np.ascontiguousarray(np.moveaxis(last, -1, 0))


def array_of(reading: Any) -> NDArray[Any]:
    """A reading as a NumPy array; a torch tensor is copied from wherever it is."""
    if is_tensor(reading):
        return np.asarray(reading.detach().cpu().numpy())
    return np.asarray(reading)


def like(result: NDArray[Any], reading: Any) -> Any:
    """An array as what the reading was: a tensor of the same type on the same device, or an array."""
    if not is_tensor(reading):
        return result
    torch = sys.modules["torch"]
    return torch.from_numpy(np.ascontiguousarray(result)).to(reading.device, reading.dtype)


def is_tensor(reading: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(reading, torch.Tensor)


def _stacked(shape: tuple[int, ...], kind: str) -> str | None:
    """The layout of frames stacked along the first or the last of three axes, whichever is the shortest."""
    first, middle, last = shape
    if min(first, last) >= min(middle, max(first, last)):
        return None
    count = min(first, last)
    colours = kind == "rgb" and count % COLOURS == 0
    if first < last:
        return "(nc)hw" if colours else "nhw"
    if kind == "rgb" and count == COLOURS + 1:
        return None  # four grey frames, or colours and transparency: nobody can tell
    return "hw(nc)" if colours else "hwn"


def _channels_of(count: int, kind: str) -> int:
    return COLOURS if kind == "rgb" and count % COLOURS == 0 else 1


def _sides(shape: tuple[int, ...], layout: str) -> tuple[int, int]:
    axes = layout.replace("(nc)", "n")
    return shape[axes.index("h")], shape[axes.index("w")]


def _checked(given: str, shape: tuple[int, ...]) -> str:
    if given not in LAYOUTS:
        raise unknown_name("layout", given, LAYOUTS)
    if len(given.replace("(nc)", "n")) != len(shape):
        raise InvalidInput(f"layout {given!r} does not fit pictures of shape {shape}; name each axis once")
    return given
