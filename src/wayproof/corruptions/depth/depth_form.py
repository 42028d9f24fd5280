"""What a depth map may look like, and the one form in which the corruptions of this folder work on it.

Allowed are floats of shape (h, w) or (h, w, 1): metres along the optical axis, 0 where there is no reading. A
map scaled to [0, 1] cannot be told from one of a narrow cupboard, so nothing is guessed: scale it back first.
Negative, infinite and NaN values count as no reading.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt
from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.vocabulary import Context

Metres = NDArray[np.float32]  # (h, w), finite, 0 = no reading
# A map, the step's generator and the context -> a new map of that shape.
CorruptMetres = Callable[[Metres, np.random.Generator, Context], Metres]

NEAREST_M = 0.01  # noise does not turn a near reading into none; that is what missing_depth is for (ours)


def on_depths(corrupt_metres: CorruptMetres) -> Corrupt:
    """Make a corruption of every allowed kind of depth map from one of contiguous float32 (h, w)."""

    def corrupt(depth: Any, rng: np.random.Generator, context: Context) -> Any:
        result = corrupt_metres(metres_of(depth), rng, context)
        return result.reshape(depth.shape).astype(depth.dtype, copy=False)

    return corrupt


def metres_of(depth: Any) -> Metres:
    """The map as a new contiguous float32 (h, w); refuses what is not a depth map."""
    if not isinstance(depth, np.ndarray):
        raise InvalidInput(f"a depth map is a NumPy array, not {type(depth).__name__}; use numpy.asarray")
    if depth.ndim not in (2, 3) or depth.size == 0 or (depth.ndim == 3 and depth.shape[2] != 1):
        raise InvalidInput(f"a depth map of shape {depth.shape}; allowed are (h, w) and (h, w, 1)")
    if not np.issubdtype(depth.dtype, np.floating):
        raise InvalidInput(
            f"a depth map of type {depth.dtype}; allowed are floats in metres: divide millimetres by 1000"
        )
    return _only_readings(np.ascontiguousarray(depth, np.float32).reshape(depth.shape[:2]))


@kernel
def _only_readings(depth_m: Metres) -> Metres:
    kept = np.zeros_like(depth_m)
    source, target = depth_m.reshape(-1), kept.reshape(-1)
    for k in range(source.size):
        if 0.0 < source[k] < np.inf:  # false for NaN too
            target[k] = source[k]
    return kept


def fact_for(fact: NDArray[np.float32] | None, depth_m: Metres, name: str) -> NDArray[np.float32] | None:
    """A fact of the context about each pixel, which must be of the map's size; None where nobody knows."""
    if fact is not None and fact.shape != depth_m.shape:
        raise InvalidInput(
            f"context.{name} is of shape {fact.shape}, the depth map {depth_m.shape}; give a value per pixel"
        )
    return fact
