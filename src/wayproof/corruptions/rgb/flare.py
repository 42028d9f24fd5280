"""Flare: light from a lamp or window just outside the view scatters in the lens."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, colour_for, on_frames
from wayproof.corruptions.rgb.lens_layers import Layer, blend, kept_by_size, layer_of
from wayproof.corruptions.setting import grey_levels, listed
from wayproof.vocabulary import Context

# NavTrust says: a radial gradient with a random centre. All numbers are ours.
PEAK = (0.6, 0.8, 0.95, 1.0, 1.0)  # how much of the frame the light outshines at its centre
RADIUS_SHARE = (0.4, 0.55, 0.7, 0.85, 1.0)  # of the diagonal: where the light ends
COLOUR = (1.0, 0.96, 0.86)  # a warm lamp


@corruption(
    modality="rgb",
    sources=("navtrust",),
    scope="episode",
    constants={
        "peak": f"{listed(PEAK)} of white at the centre (ours)",
        "radius": f"{listed(RADIUS_SHARE)} of the diagonal; falls with the square of what is left (ours)",
        "colour": f"{grey_levels(COLOUR)}, a warm lamp (ours)",
        "centre": "uniform over the frame, once per episode (random in NavTrust; range and scope ours)",
    },
)
def flare(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """A bright radial gradient around a place that is drawn once per episode."""
    peak = setting.between(*PEAK, zero=0.0)
    radius_share = setting.between(*RADIUS_SHARE)

    def draw(rng: np.random.Generator, height: int, width: int, channels: int) -> Layer:
        centre_y, centre_x = rng.random() * height, rng.random() * width
        y, x = np.arange(height)[:, None] + 0.5 - centre_y, np.arange(width)[None, :] + 0.5 - centre_x
        left = np.clip(1.0 - np.hypot(y, x) / (radius_share * np.hypot(height, width)), 0.0, 1.0)
        light = (peak * left * left).astype(np.float32)
        return layer_of(1.0 - light, light, colour_for(channels, COLOUR))

    layer_for = kept_by_size(rng, draw)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return blend(frame, layer_for(frame))

    return on_frames(corrupt)
