"""RobustNav's motion blur: the camera jerks while the shutter is open, and the picture trails off."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.picture_scale import IN_PROPORTION, scale_of
from wayproof.corruptions.rgb.taps import Taps, along_line, blurred
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

RADIUS_PX = (10.0, 15.0, 15.0, 15.0, 20.0)  # RobustNav and ImageNet-C: 2 * radius + 1 copies
SPREAD_PX = (3.0, 5.0, 8.0, 12.0, 15.0)  # RobustNav and ImageNet-C
STEEPEST_DEG = 45.0  # RobustNav and ImageNet-C


@corruption(
    modality="rgb",
    sources=("robustnav", "imagenet-c"),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={
        "radius": f"{listed(RADIUS_PX)} {IN_PROPORTION} (RobustNav, ImageNet-C; in proportion is ours)",
        "spread of the one-sided Gaussian": f"{listed(SPREAD_PX)} pixels, likewise (RobustNav, ImageNet-C)",
        "angle": f"uniform from {-STEEPEST_DEG:g} to {STEEPEST_DEG:g} degrees, anew per frame "
        "(RobustNav, ImageNet-C)",
    },
)
def motion_blur_robustnav(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """A trail of fading copies along an angle that is drawn anew per frame.

    In parity the trail begins at the pixel, which also shifts the picture (2 to 11 pixels in the mean), and
    copies beyond the size of the frame are left out, which darkens small frames. Fixed centres the trail on
    the pixel.
    """
    radius_px, spread_px = setting.between(*RADIUS_PX), setting.between(*SPREAD_PX, zero=0.0)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        scale = scale_of(*frame.shape[:2], parity=setting.parity)
        distance_px = np.arange(2 * round(radius_px * scale) + 1, dtype=np.float64)
        weight = np.exp(-(distance_px**2) / (2 * (spread_px * scale) ** 2))
        weight /= weight.sum()
        if not setting.parity:
            distance_px -= (weight * distance_px).sum()
        taps = along_line(distance_px, weight, float(np.radians(rng.uniform(-STEEPEST_DEG, STEEPEST_DEG))))
        if setting.parity:
            taps = _within(taps, frame.shape[0], frame.shape[1])
        return blurred(frame, taps, truncate=setting.parity)

    return on_frames(corrupt)


def _within(taps: Taps, height: int, width: int) -> Taps:
    """The copies before the first one that is shifted by the whole frame."""
    inside = (np.abs(taps.down_px) < height) & (np.abs(taps.right_px) < width)
    count = len(inside) if inside.all() else int(inside.argmin())
    return Taps(taps.down_px[:count], taps.right_px[:count], taps.weight[:count])
