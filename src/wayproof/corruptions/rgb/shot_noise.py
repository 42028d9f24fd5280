"""Shot noise: light comes in photons, and with few of them every pixel counts differently."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.outcome_tables import aliases, draw_outcomes, poisson_chances
from wayproof.corruptions.rgb.random_bits import draw_key
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

PHOTONS_AT_WHITE = (60.0, 25.0, 12.0, 5.0, 3.0)  # ImageNet-C
MOST_PHOTONS = 600.0  # for severities near zero; more would not show in 256 grey levels


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={
        "photons at white": f"{listed(PHOTONS_AT_WHITE)} (ImageNet-C), interpolated in 1 / photons",
        "most photons": f"{MOST_PHOTONS:g}, for severities near zero "
        "(ours: more would not show in 256 grey levels)",
    },
)
def shot_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Each value becomes a Poisson count of photons, drawn anew per pixel, channel and frame.

    Parity truncates to whole grey levels and so darkens by half a level; fixed rounds.
    """
    variance = setting.between(*(1.0 / photons for photons in PHOTONS_AT_WHITE), zero=0.0)
    photons = min(1.0 / variance, MOST_PHOTONS)
    table = aliases(poisson_chances(photons, 1e-6 if setting.parity else 0.5))

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return draw_outcomes(frame, table, draw_key(rng))

    return on_frames(corrupt)
