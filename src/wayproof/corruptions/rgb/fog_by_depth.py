"""Fog by depth: smoke or steam that hides what is far and spares what is near."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.room_depth import GUESS, depth_behind
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

VISIBILITY_M = (40.0, 20.0, 10.0, 6.0, 3.0)
CONTRAST_LEFT = 0.02
AIR = 0.8


@corruption(
    modality="rgb",
    sources=("ours",),
    scope="episode",
    needs_surfaces=True,
    constants={
        "visibility": f"{listed(VISIBILITY_M)} m, where {CONTRAST_LEFT:.0%} of the contrast is left "
        "(ours: Koschmieder's law; 3 m is thick smoke)",
        "air": f"{AIR:g} of white (ours)",
    },
    approximation=GUESS,
)
def fog_by_depth(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Every pixel fades into grey air with its distance from the camera; nothing is drawn."""
    per_m = setting.between(*[1.0 / visible_m for visible_m in VISIBILITY_M], zero=0.0)
    extinction = np.float32(-np.log(CONTRAST_LEFT) * per_m)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        clear = np.exp(-extinction * depth_behind(frame, context))[:, :, None]
        return np.asarray(np.rint(frame * clear + np.float32(255.0 * AIR) * (1.0 - clear)), np.uint8)

    return on_frames(corrupt)
