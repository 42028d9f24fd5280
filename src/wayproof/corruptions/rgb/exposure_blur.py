"""Exposure blur: a long exposure smears the picture along the way that the camera really took."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.camera_pictures import ASSUMED_TURN_DEG_S, seen_before
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

EXPOSURE_MS = (20.0, 40.0, 70.0, 110.0, 150.0)
INSTANTS = 8
GAMMA = 2.2


@corruption(
    modality="rgb",
    sources=("ours",),
    scope="episode",
    constants={
        "exposure": f"{listed(EXPOSURE_MS)} ms (ours: from a lit room to a dim one without gain)",
        "instants": f"{INSTANTS} pictures from true poses, mixed as light at gamma {GAMMA} (ours)",
        "assumed turn without a simulator": f"{ASSUMED_TURN_DEG_S:g} degrees/s to the left (ours)",
    },
    retakes=True,
    approximation=f"a turn of {ASSUMED_TURN_DEG_S:g} degrees/s is assumed, as files do not tell the motion",
)
def exposure_blur(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The mean of what the camera saw while its shutter was open; a body at rest stays sharp."""
    exposure_s = setting.between(*EXPOSURE_MS, zero=0.0) / 1000.0
    light = (np.arange(256) / 255.0).astype(np.float32) ** np.float32(GAMMA)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        total = light[frame]
        for number in range(1, INSTANTS):
            total += light[seen_before(frame, exposure_s * number / (INSTANTS - 1), context)]
        mean = (total / np.float32(INSTANTS)) ** np.float32(1.0 / GAMMA)
        return np.asarray(np.rint(mean * 255.0), np.uint8)

    return on_frames(corrupt)
