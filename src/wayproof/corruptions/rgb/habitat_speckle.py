"""Habitat's speckle noise of the colour camera: grain in proportion to the brightness."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.outcome_tables import GREYS, aliases, draw_outcomes, normal_chances
from wayproof.corruptions.rgb.random_bits import draw_key
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

INTENSITY = (0.05, 0.1, 0.2, 0.3, 0.4)  # 0.2 is Habitat's default; the others ours


@corruption(
    modality="rgb",
    sources=("habitat",),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={
        "intensity": f"{listed(INTENSITY)} (0.2 Habitat's default, else ours)",
        "mean, sigma": "0, 1 (Habitat's defaults)",
    },
)
def habitat_speckle(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Normal noise times value times an intensity, added to every value; drawn anew per frame.

    Parity truncates to whole grey levels and so darkens by half a level; fixed rounds.
    """
    grey = np.arange(GREYS, dtype=np.float64)
    spread = setting.between(*INTENSITY, zero=0.0)
    table = aliases(normal_chances(grey, grey * spread, 0.0 if setting.parity else 0.5))

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return draw_outcomes(frame, table, draw_key(rng))

    return on_frames(corrupt)
