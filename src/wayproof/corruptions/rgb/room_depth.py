"""How far the things in a picture are: what the renderer knows, or a guess for a picture by itself."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions.rgb.frame_form import Floats, Pixels
from wayproof.vocabulary import Context

GUESS = "depth is guessed: a floor from 1 m at the lower border to 6 m at half height, and 6 m above it"
NEAR_M, FAR_M = 1.0, 6.0
NOTHING_THERE_M = 1000.0  # pixels without a surface


def depth_behind(frame: Pixels, context: Context) -> Floats:
    """Metres along the optical axis for each pixel."""
    size = frame.shape[:2]
    known = context.depth_m
    if known is not None and known.shape == size:
        return np.where(known > 0, known, np.float32(NOTHING_THERE_M)).astype(np.float32)
    below_middle = np.clip(np.linspace(-1.0, 1.0, size[0]), 0.0, 1.0)
    inverse = 1.0 / FAR_M + below_middle * (1.0 / NEAR_M - 1.0 / FAR_M)  # linear over a floor
    return np.broadcast_to((1.0 / inverse).astype(np.float32)[:, None], size)
