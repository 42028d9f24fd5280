"""Dropped frames: single pictures are lost on the way, and the one before is read again."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.setting import listed
from wayproof.corruptions.stalls import stalling

SHARE_DROPPED = (0.1, 0.2, 0.35, 0.5, 0.7)


@corruption(
    modality="rgb",
    also_touches=("depth",),
    sources=("ours",),
    scope="episode",
    constants={
        "share of the pictures lost": f"{listed(SHARE_DROPPED)}, each on its own "
        "(ours: from a busy bus to a failing cable)"
    },
)
def dropped_frames(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Colours and depth of single steps are lost; the last ones that came are shown again."""
    return stalling(int(rng.integers(2**63)), setting.between(*SHARE_DROPPED, zero=0.0), 1)
