"""Contrast: everything drawn towards the frame's mean colour, as through a misted window."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

FACTOR = (0.4, 0.3, 0.2, 0.1, 0.05)  # ImageNet-C


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={"contrast that is left": f"{listed(FACTOR)} (ImageNet-C)"},
)
def contrast(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The distance of every value from its channel's mean over the frame, shrunk by a factor.

    Nothing is drawn. Parity truncates to whole grey levels; fixed rounds.
    """
    factor = setting.between(*FACTOR, zero=1.0)
    offset = 1e-6 if setting.parity else 0.5
    shrunk = np.arange(256.0)[:, None] * factor

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        means = np.array(cv2.mean(frame)[: frame.shape[2]])
        table = np.floor(shrunk + (1.0 - factor) * means + offset).astype(np.uint8)
        return np.asarray(cv2.LUT(frame, table[None]), np.uint8)

    return on_frames(corrupt)
