"""Lens distortion: a wide lens without its correction bends straight lines outwards."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Floats, Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

SHIFT_OF_CORNERS = (0.03, 0.06, 0.1, 0.15, 0.2)


@corruption(
    modality="rgb",
    sources=("ours",),
    scope="episode",
    constants={
        "shift of the corners": f"{listed(SHIFT_OF_CORNERS, percent=True)} of the half diagonal, growing "
        "with the cube of the radius (ours: cheap wide lenses bend by 3 to 20 %)",
        "beyond the picture": "the border is repeated (ours)",
    },
)
def lens_distortion(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Barrel distortion by the first radial term of Brown's model; nothing is drawn."""
    shift = setting.between(*SHIFT_OF_CORNERS, zero=0.0)
    maps: dict[tuple[int, int], tuple[Floats, Floats]] = {}

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        size = (frame.shape[0], frame.shape[1])
        if size not in maps:
            maps[size] = _sources(*size, shift)
        bent = cv2.remap(frame, *maps[size], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(bent, np.uint8)

    return on_frames(corrupt)


def _sources(height: int, width: int, shift: float) -> tuple[Floats, Floats]:
    """From which column and row of the straight picture each pixel comes; the centre stays."""
    down, across = _centred(height), _centred(width)
    half_diagonal = np.hypot(height - 1, width - 1) / 2
    squared = (down[:, None] ** 2 + across[None, :] ** 2) / half_diagonal**2
    outwards = 1.0 + shift * squared
    columns = across[None, :] * outwards + (width - 1) / 2
    rows = down[:, None] * outwards + (height - 1) / 2
    return columns.astype(np.float32), rows.astype(np.float32)


def _centred(count: int) -> NDArray[np.float64]:
    return np.arange(count, dtype=np.float64) - (count - 1) / 2
