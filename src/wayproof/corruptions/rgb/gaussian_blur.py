"""Gaussian blur: a lens that is soft all over."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.picture_scale import IN_PROPORTION, scale_of
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

SPREAD_PX = (1.0, 2.0, 3.0, 4.0, 6.0)  # ImageNet-C
REACH = 4.0  # standard deviations to each side; scikit-image's default


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={"spread": f"{listed(SPREAD_PX)} {IN_PROPORTION} (ImageNet-C; in proportion is ours)"},
)
def gaussian_blur(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Every pixel spread out by a Gaussian, border pixels repeated outwards; nothing is drawn."""
    at_reference_px = setting.between(*SPREAD_PX, zero=0.0)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        spread_px = at_reference_px * scale_of(*frame.shape[:2], parity=setting.parity)
        side = 2 * int(REACH * spread_px + 0.5) + 1
        soft = cv2.GaussianBlur(frame, (side, side), spread_px, borderType=cv2.BORDER_REPLICATE)
        return np.asarray(soft, np.uint8)

    return on_frames(corrupt)
