"""Rolling shutter: the rows of a picture are read one after the other, so what moves is sheared."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.camera_pictures import ASSUMED_TURN_DEG_S, seen_before
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

READOUT_MS = (15.0, 30.0, 60.0, 100.0, 150.0)
BANDS = 12


@corruption(
    modality="rgb",
    sources=("ours",),
    scope="episode",
    constants={
        "time from the first row to the last": f"{listed(READOUT_MS)} ms "
        "(ours: 15 to 30 ms are usual, more is a sensor read slowly)",
        "bands": f"{BANDS}, each drawn from where the camera was when it was read (ours)",
        "assumed turn without a simulator": f"{ASSUMED_TURN_DEG_S:g} degrees/s to the left (ours)",
    },
    retakes=True,
    approximation=f"a turn of {ASSUMED_TURN_DEG_S:g} degrees/s is assumed, as files do not tell the motion",
)
def rolling_shutter(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Upper rows show what the camera saw a moment before the lower ones; nothing is drawn."""
    readout_s = setting.between(*READOUT_MS, zero=0.0) / 1000.0

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        result = frame.copy()
        edges = np.linspace(0, len(frame), min(BANDS, len(frame)) + 1).astype(int)
        for first, last in pairwise(edges.tolist()):
            ago_s = readout_s * (1.0 - (first + last) / 2 / len(frame))
            result[first:last] = seen_before(frame, ago_s, context)[first:last]
        return result

    return on_frames(corrupt)
