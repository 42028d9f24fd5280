"""Exposure flicker: an automatic exposure that hunts, or lamps that beat against the frame rate."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

STOPS = (0.3, 0.6, 1.0, 1.5, 2.0)
GAMMA = 2.2


@corruption(
    modality="rgb",
    sources=("ours",),
    scope="frame",
    constants={
        "largest error": f"{listed(STOPS)} stops either way, uniform, anew per frame "
        "(ours: a stop doubles or halves the light)",
        "gamma": f"{GAMMA} between frame and light (ours)",
    },
)
def exposure_flicker(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """All light of a frame times a factor that jumps from frame to frame; bright parts burn out."""
    most = setting.between(*STOPS, zero=0.0)
    levels = np.arange(256, dtype=np.float64)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        gain = 2.0 ** (rng.uniform(-most, most) / GAMMA)
        table = np.clip(np.rint(levels * gain), 0, 255).astype(np.uint8)
        return np.asarray(cv2.LUT(frame, table), np.uint8)

    return on_frames(corrupt)
