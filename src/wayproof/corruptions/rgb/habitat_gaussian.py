"""Habitat's Gaussian noise of the colour camera, as its navigation challenges switched it on."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.outcome_tables import GREYS, aliases, draw_outcomes, normal_chances
from wayproof.corruptions.rgb.random_bits import draw_key
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

INTENSITY = (
    0.05,
    0.1,
    0.2,
    0.3,
    0.4,
)  # 0.1 in the challenges of 2020 and 2021, 0.2 Habitat's default; else ours


@corruption(
    modality="rgb",
    sources=("habitat",),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={
        "intensity": f"{listed(INTENSITY)} (0.1 Habitat challenge, 0.2 Habitat's default, else ours)",
        "mean, sigma": "0, 1 (Habitat's defaults)",
    },
)
def habitat_gaussian(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Normal noise times an intensity, added to every value; drawn anew per pixel, channel and frame.

    Parity truncates to whole grey levels and so darkens by half a level; fixed rounds.
    """
    spread = np.full(GREYS, 255.0 * setting.between(*INTENSITY, zero=0.0))
    table = aliases(normal_chances(np.arange(float(GREYS)), spread, 0.0 if setting.parity else 0.5))

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return draw_outcomes(frame, table, draw_key(rng))

    return on_frames(corrupt)
