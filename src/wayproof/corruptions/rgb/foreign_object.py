"""Foreign object: something round and black sticks to the middle of the lens."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import WHITE, Pixels, colour_for, on_frames
from wayproof.corruptions.rgb.lens_layers import Layer, blend, kept_by_size, layer_of
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

# NavTrust: a black circle at the frame's centre; its size is not given.
RADIUS_SHARE = (0.1, 0.2, 0.3, 0.4, 0.5)  # ours, of the short side: at 1 it fills the frame's height
SOFT_EDGE_SHARE = 0.02  # ours, of the short side: what is that near is out of focus


@corruption(
    modality="rgb",
    sources=("navtrust",),
    scope="episode",
    constants={
        "radius": f"{listed(RADIUS_SHARE)} of the short side (ours: success halves at 0.5 in the paper)",
        "soft edge": f"{SOFT_EDGE_SHARE} of the short side, inside the radius "
        "(ours: so near the lens nothing is sharp)",
        "colour, place": "black, at the centre (NavTrust)",
    },
)
def foreign_object(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """A black disc at the centre of the frame; nothing is drawn."""
    radius_share = setting.between(*RADIUS_SHARE, zero=0.0)

    def draw(rng: np.random.Generator, height: int, width: int, channels: int) -> Layer:
        y, x = np.arange(height)[:, None] + 0.5 - height / 2, np.arange(width)[None, :] + 0.5 - width / 2
        edge_px = max(1.0, SOFT_EDGE_SHARE * min(height, width))
        covered = np.clip((radius_share * min(height, width) - np.hypot(y, x)) / edge_px, 0.0, 1.0)
        keep = (1.0 - covered).astype(np.float32)
        return layer_of(keep, np.zeros_like(keep), colour_for(channels, WHITE))

    layer_for = kept_by_size(rng, draw)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return blend(frame, layer_for(frame))

    return on_frames(corrupt)
