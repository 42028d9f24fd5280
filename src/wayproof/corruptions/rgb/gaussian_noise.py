"""Gaussian noise: the same grain in light and shadow, as an amplifier in the dark adds it."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.outcome_tables import GREYS, aliases, draw_outcomes, normal_chances
from wayproof.corruptions.rgb.random_bits import draw_key
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

SPREAD = (0.08, 0.12, 0.18, 0.26, 0.38)  # ImageNet-C, of the full range


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={"spread": f"{listed(SPREAD)} of the full range (ImageNet-C)"},
)
def gaussian_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Normal noise added to every value, drawn anew per pixel, channel and frame.

    Parity truncates to whole grey levels and so darkens by half a level; fixed rounds.
    """
    spread = np.full(GREYS, 255.0 * setting.between(*SPREAD, zero=0.0))
    table = aliases(normal_chances(np.arange(float(GREYS)), spread, 0.0 if setting.parity else 0.5))

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return draw_outcomes(frame, table, draw_key(rng))

    return on_frames(corrupt)
