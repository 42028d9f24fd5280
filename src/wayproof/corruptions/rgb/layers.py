"""Something before the lens that stays there: a layer that keeps a share of each pixel and adds light of its own.

Dirt, cracks, flares and shadows are such layers. Drawing one may be slow, as it happens once per episode and
frame size; after that every frame costs one blend.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.rgb.frame_form import Floats, Pixels
from wayproof.kernels import kernel
from wayproof.seeding import generator_for

_KEEP_ONE = 1 << 15
_ADD_ONE = 1 << 7
_HALF = 1 << 14


@dataclass(frozen=True)
class Layer:
    """Per channel and pixel, in fixed point: the share of the frame that is kept, and the grey levels added."""

    keep: NDArray[np.uint16]  # (h, w, c) in 1/32768
    add: NDArray[np.uint16]  # (h, w, c) in 1/128 grey level


# A generator, height, width and channels -> a layer.
DrawLayer = Callable[[np.random.Generator, int, int, int], Layer]


def layer_of(keep: Floats, add: Floats, channels: int) -> Layer:
    """From shares in [0, 1] and light in [0, 1], both (h, w) or (h, w, c)."""
    return Layer(
        _spread(np.clip(keep, 0.0, 1.0) * np.float32(_KEEP_ONE), channels),
        _spread(np.clip(add, 0.0, 1.0) * np.float32(255 * _ADD_ONE), channels),
    )


def _spread(values: Floats, channels: int) -> NDArray[np.uint16]:
    whole = np.rint(values).astype(np.uint16)
    if whole.ndim == 2:
        whole = whole[:, :, None]
    return np.ascontiguousarray(np.broadcast_to(whole, (*whole.shape[:2], channels)))


def blend(frame: Pixels, layer: Layer, *, truncate: bool = False) -> Pixels:
    """The frame seen through the layer; rounded, or truncated as the references do."""
    return _blend(frame, layer.keep, layer.add, 0 if truncate else _HALF)


@kernel
def _blend(
    frame: Pixels, keep: NDArray[np.uint16], add: NDArray[np.uint16], offset: int
) -> Pixels:
    values, kept, added = frame.reshape(-1), keep.reshape(-1), add.reshape(-1)
    seen = np.empty(values.size, np.uint8)
    start = np.int32(offset)
    for k in range(values.size):
        sum_15 = np.int32(np.int32(values[k]) * np.int32(kept[k])) + np.int32(np.int32(added[k]) << np.int32(8))
        seen[k] = min(np.int32((sum_15 + start) >> np.int32(15)), np.int32(255))
    return seen.reshape(frame.shape)


def kept_by_size(rng: np.random.Generator, draw: DrawLayer) -> Callable[[Pixels], Layer]:
    """A layer for each size of frame that comes along, drawn at its first frame and kept.

    Every size starts from the same draws, so a camera of another resolution sees the same pattern as far as the
    pattern is made of places and sizes relative to the frame, and no size depends on which came first.
    """
    seed = int(rng.integers(2**63))
    layers: dict[tuple[int, ...], Layer] = {}

    def layer_for(frame: Pixels) -> Layer:
        if frame.shape not in layers:
            height, width, channels = frame.shape
            layers[frame.shape] = draw(generator_for(seed), height, width, channels)
        return layers[frame.shape]

    return layer_for
