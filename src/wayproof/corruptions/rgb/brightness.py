"""Brightness: the whole frame over-exposed, its colours kept as far as they go."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.brightest_channel import look_up, table_for_value_shift
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

VALUE_RISE = (0.1, 0.2, 0.3, 0.4, 0.5)  # ImageNet-C, of HSV's value


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={"rise of the value": f"{listed(VALUE_RISE)} in HSV (ImageNet-C)"},
)
def brightness(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The same amount added to the value of every pixel in HSV; hue and saturation stay.

    Nothing is drawn. Parity truncates to whole grey levels; fixed rounds.
    """
    table = table_for_value_shift(setting.between(*VALUE_RISE, zero=0.0), truncate=setting.parity)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return look_up(frame, table)

    return on_frames(corrupt)
