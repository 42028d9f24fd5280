"""Frozen frames: the camera's driver hangs and delivers one old picture for a while."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.setting import listed
from wayproof.corruptions.stalls import stalling

SHARE_FROZEN = (0.1, 0.2, 0.35, 0.5, 0.7)
LASTS_STEPS = 6


@corruption(
    modality="rgb",
    also_touches=("depth",),
    sources=("ours",),
    scope="episode",
    constants={
        "share of the steps that are frozen": f"{listed(SHARE_FROZEN)} (ours)",
        "a freeze lasts": f"{LASTS_STEPS} steps, longer where two overlap (ours: a driver that restarts)",
    },
)
def frozen_frames(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Colours and depth stop at one picture for runs of steps, while the body moves on."""
    share = setting.between(*SHARE_FROZEN, zero=0.0)
    chance = 1.0 - (1.0 - share) ** (1.0 / LASTS_STEPS)  # a step is free if none of its last ones began one
    return stalling(int(rng.integers(2**63)), chance, LASTS_STEPS)
