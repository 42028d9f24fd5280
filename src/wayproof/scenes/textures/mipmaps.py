"""Smaller and smaller copies of a texture, for surfaces that are far away."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def mip_levels(texture: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The texture (s, s, c), s a power of two, then halves down to 1 x 1; a texel is the mean of four."""
    levels = [texture]
    while levels[-1].shape[0] > 1:
        fine = levels[-1].astype(np.uint16)
        total = fine[0::2, 0::2] + fine[0::2, 1::2] + fine[1::2, 0::2] + fine[1::2, 1::2]
        levels.append(((total + 2) >> 2).astype(np.uint8))
    return levels
