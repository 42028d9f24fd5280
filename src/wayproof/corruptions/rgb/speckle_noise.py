"""Speckle: grain that grows with the brightness, as a sensor with uneven gain per pixel shows it."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.outcome_tables import GREYS, aliases, draw_outcomes, normal_chances
from wayproof.corruptions.rgb.random_bits import draw_key
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

SPREAD = (0.15, 0.2, 0.35, 0.45, 0.6)  # RobustNav and ImageNet-C


@corruption(
    modality="rgb",
    sources=("robustnav", "imagenet-c"),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={"spread of the gain": f"{listed(SPREAD)} (RobustNav, ImageNet-C)"},
)
def speckle_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Every value times 1 + normal noise, drawn anew per pixel, channel and frame.

    Parity truncates to whole grey levels and so darkens by half a level; fixed rounds.
    """
    grey = np.arange(GREYS, dtype=np.float64)
    spread = setting.between(*SPREAD, zero=0.0)
    table = aliases(normal_chances(grey, grey * spread, 0.0 if setting.parity else 0.5))

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return draw_outcomes(frame, table, draw_key(rng))

    return on_frames(corrupt)
