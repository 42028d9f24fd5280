"""RobustNav's defocus blur: the lens is focused elsewhere, and every point becomes a disc."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.discs import disc_mean
from wayproof.corruptions.rgb.frame_form import Floats, Pixels, on_frames
from wayproof.corruptions.rgb.picture_scale import IN_PROPORTION, scale_of
from wayproof.corruptions.rgb.taps import blurred, of_kernel
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

RADIUS_PX = (3.0, 4.0, 6.0, 8.0, 10.0)  # RobustNav and ImageNet-C
EDGE_SPREAD_PX = (0.1, 0.5, 0.5, 0.5, 0.5)  # RobustNav and ImageNet-C
GRID_PX = 8  # RobustNav and ImageNet-C: half the side of the grid for discs up to that radius
SMALLEST_RADIUS_PX = 1.0  # towards severity 0: the smallest disc that is more than a point


@corruption(
    modality="rgb",
    sources=("robustnav", "imagenet-c"),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={
        "radius": f"{listed(RADIUS_PX)} {IN_PROPORTION} (RobustNav, ImageNet-C; in proportion is ours)",
        "spread of the disc's edge": f"{listed(EDGE_SPREAD_PX)} pixels (RobustNav, ImageNet-C)",
        "smallest radius": f"{SMALLEST_RADIUS_PX:g} pixel, towards severity 0 "
        "(ours: the smallest disc that is more than a point)",
    },
)
def defocus_blur_robustnav(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The mean over a disc with a slightly soft edge around every pixel; nothing is drawn.

    In parity the disc of levels 4 and 5 touches the edge of its grid, so that its weights sum to more than 1
    and the frame grows about 1 % brighter. Fixed has weights that sum to 1.
    """
    radius_px = setting.between(*RADIUS_PX, zero=SMALLEST_RADIUS_PX)
    spread_px = setting.between(*EDGE_SPREAD_PX)
    taps = of_kernel(disc_weights(radius_px, spread_px))

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        if setting.parity:
            return blurred(frame, taps, truncate=True, border=cv2.BORDER_REFLECT_101)
        scale = scale_of(*frame.shape[:2])
        scaled_px = max(radius_px * scale, SMALLEST_RADIUS_PX)
        window = (3, 3) if scaled_px <= GRID_PX else (5, 5)
        soft = cv2.GaussianBlur(frame, window, spread_px * scale)
        return disc_mean(np.asarray(soft, np.uint8).reshape(frame.shape), scaled_px)

    return on_frames(corrupt)


def disc_weights(radius_px: float, spread_px: float) -> Floats:
    """The references' kernel with its flaw: a normalised disc, smoothed with mirrored borders of its grid."""
    small = radius_px <= GRID_PX
    reach = GRID_PX if small else int(np.ceil(radius_px))
    squares = np.arange(-reach, reach + 1) ** 2
    disc = (squares[:, None] + squares[None, :] <= radius_px**2).astype(np.float32)
    window = (3, 3) if small else (5, 5)
    return np.asarray(cv2.GaussianBlur(disc / disc.sum(), window, spread_px), np.float32)
