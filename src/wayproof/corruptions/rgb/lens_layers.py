"""Something before the lens that stays there: it keeps a share of each pixel and adds light of its own.

Dirt, cracks, flares and shadows are such layers. Drawing one may be slow, as it happens once per episode and
frame size; after that every frame costs one blend.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

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
    """Per pixel and channel, in fixed point: the share of the frame kept and the grey levels added."""

    keep: NDArray[np.uint16]  # (h, w, c) in 1/32768
    add: NDArray[np.uint16]  # (h, w, c) in 1/128 grey level


Pattern = TypeVar("Pattern")  # a layer, or whatever else is drawn once per size of frame


def layer_of(keep: Floats, light: Floats, colour: Floats) -> Layer:
    """From the share kept and the light added, both (h, w) in [0, 1], and its colour, one per channel."""
    return Layer(*_layer_of(keep, light, colour))


@kernel
def _layer_of(keep: Floats, light: Floats, colour: Floats) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    rows, columns = keep.shape
    kept = np.empty((rows, columns, colour.size), np.uint16)
    added = np.empty((rows, columns, colour.size), np.uint16)
    half, one = np.float32(0.5), np.float32(1.0)
    for row in range(rows):
        for column in range(columns):
            share = min(max(keep[row, column], np.float32(0.0)), one) * np.float32(_KEEP_ONE) + half
            for channel in range(colour.size):
                levels = min(max(light[row, column] * colour[channel], np.float32(0.0)), one)
                kept[row, column, channel] = np.uint16(share)
                added[row, column, channel] = np.uint16(levels * np.float32(255 * _ADD_ONE) + half)
    return kept, added


def blend(frame: Pixels, layer: Layer, *, truncate: bool = False) -> Pixels:
    """The frame seen through the layer; rounded, or truncated as the references do."""
    return _blend(frame, layer.keep, layer.add, 0 if truncate else _HALF)


@kernel
def _blend(frame: Pixels, keep: NDArray[np.uint16], add: NDArray[np.uint16], offset: int) -> Pixels:
    values, kept, added = frame.reshape(-1), keep.reshape(-1), add.reshape(-1)
    seen = np.empty(values.size, np.uint8)
    start = np.int32(offset)
    for k in range(values.size):
        sum_15 = np.int32(np.int32(values[k]) * np.int32(kept[k])) + np.int32(
            np.int32(added[k]) << np.int32(8)
        )
        seen[k] = min(np.int32((sum_15 + start) >> np.int32(15)), np.int32(255))
    return seen.reshape(frame.shape)


def kept_by_size(
    rng: np.random.Generator, draw: Callable[[np.random.Generator, int, int, int], Pattern]
) -> Callable[[Pixels], Pattern]:
    """A pattern for each size of frame that comes along, drawn at its first frame and kept.

    `draw` gets a generator, height, width and channels. Every size starts from the same draws, so a camera of
    another resolution sees the same pattern as far as it is made of places and sizes relative to the frame,
    and no size depends on which came first.
    """
    seed = int(rng.integers(2**63))
    kept: dict[tuple[int, ...], Pattern] = {}

    def pattern_for(frame: Pixels) -> Pattern:
        if frame.shape not in kept:
            height, width, channels = frame.shape
            kept[frame.shape] = draw(generator_for(seed), height, width, channels)
        return kept[frame.shape]

    return pattern_for
