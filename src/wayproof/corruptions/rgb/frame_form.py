"""What a colour frame may look like, and the one form in which the corruptions of this folder work on it.

Allowed are uint8 (h, w, 3), grey uint8 (h, w) or (h, w, 1), and floats in [0, 1] of the same shapes. Floats
are taken as what a camera delivers: rounded to 256 grey levels, corrupted, and given back as floats of their
kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt
from wayproof.errors import InvalidInput
from wayproof.vocabulary import Context

Pixels = NDArray[np.uint8]  # (h, w, 3) or (h, w, 1)
Floats = NDArray[np.float32]
# Contiguous pixels, the step's generator and the context -> new pixels with as many elements.
CorruptPixels = Callable[[Pixels, np.random.Generator, Context], Pixels]

SHORTEST_SIDE_PX = 8
# How bright red, green and blue look: the weights with which scikit-image turns colours grey.
LUMINANCE = (0.2125, 0.7154, 0.0721)
WHITE = (1.0, 1.0, 1.0)


def on_frames(corrupt_pixels: CorruptPixels) -> Corrupt:
    """Make a corruption of every allowed kind of frame from one of contiguous uint8 pixels (h, w, c)."""

    def corrupt(frame: Any, rng: np.random.Generator, context: Context) -> Any:
        pixels = pixels_of(frame)
        result = corrupt_pixels(pixels, rng, context).reshape(frame.shape)
        return result if frame.dtype == np.uint8 else result.astype(frame.dtype) / frame.dtype.type(255)

    return corrupt


def pixels_of(frame: Any) -> Pixels:
    """The frame as contiguous uint8 (h, w, c); refuses what is not a frame."""
    if not isinstance(frame, np.ndarray):
        raise InvalidInput(f"a frame is a NumPy array, not {type(frame).__name__}; use numpy.asarray")
    channels = frame.shape[2] if frame.ndim == 3 else 1
    if frame.ndim not in (2, 3) or channels not in (1, 3) or min(frame.shape[:2]) < SHORTEST_SIDE_PX:
        raise InvalidInput(
            f"a frame of shape {frame.shape}; allowed are (h, w, 3) and (h, w) with sides of at least "
            f"{SHORTEST_SIDE_PX} pixels: drop an alpha channel with frame[..., :3]"
        )
    if frame.dtype != np.uint8:
        frame = _as_bytes(frame)
    # Kernels are compiled for arrays that may be written to, though none of them does.
    whole = np.ascontiguousarray(frame) if frame.flags.writeable else frame.copy()
    return whole.reshape(frame.shape[0], frame.shape[1], channels)


def _as_bytes(frame: NDArray[Any]) -> Pixels:
    if not np.issubdtype(frame.dtype, np.floating):
        raise InvalidInput(f"a frame of type {frame.dtype}; allowed are uint8, or floats from 0 to 1")
    if not (frame.min() >= 0 and frame.max() <= 1):  # false for NaN too
        raise InvalidInput(
            f"a float frame with values from {frame.min()} to {frame.max()}; allowed is 0 to 1: divide by 255"
        )
    return np.asarray(np.rint(frame * frame.dtype.type(255)), np.uint8)


def colour_for(channels: int, rgb: tuple[float, float, float]) -> Floats:
    """A colour as one number per channel: itself for three, its luminance for one."""
    if channels == 3:
        return np.array(rgb, np.float32)
    return np.array([np.dot(LUMINANCE, rgb)], np.float32)
