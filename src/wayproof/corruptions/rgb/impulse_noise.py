"""Impulse noise: single values knocked to black or white, as bit errors on the cable do."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.outcome_tables import GREYS, aliases, draw_outcomes
from wayproof.corruptions.rgb.random_bits import draw_key
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

SHARE_HIT = (0.03, 0.06, 0.09, 0.17, 0.27)  # ImageNet-C


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="frame",
    constants={"share of values hit": f"{listed(SHARE_HIT)} (ImageNet-C), half black, half white"},
)
def impulse_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """A share of the values, each channel on its own, becomes 0 or 255; drawn anew per frame."""
    share = setting.between(*SHARE_HIT, zero=0.0)
    chances = np.eye(GREYS) * (1.0 - share)
    chances[:, 0] += share / 2
    chances[:, -1] += share / 2
    table = aliases(chances)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return draw_outcomes(frame, table, draw_key(rng))

    return on_frames(corrupt)
