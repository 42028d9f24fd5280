"""Defocus by depth: the lens is set to things near by, and what is farther away dissolves."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.camera_pictures import focal_px
from wayproof.corruptions.rgb.frame_form import Floats, Pixels, on_frames
from wayproof.corruptions.rgb.room_depth import GUESS, depth_behind
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

APERTURE_MM = (2.0, 4.0, 8.0, 12.0, 16.0)
FOCUS_M = 0.5
BLURS = 6
BORDER = cv2.BORDER_REPLICATE


@corruption(
    modality="rgb",
    sources=("ours",),
    scope="episode",
    needs_surfaces=True,
    constants={
        "aperture": f"{listed(APERTURE_MM)} mm (ours: from a phone's lens to a fast one)",
        "focus": f"at {FOCUS_M:g} m (ours: stuck at the near end)",
        "radius of the blur": "focal length times half the aperture times the difference of the inverse "
        "distances (follows from a thin lens)",
        "grades of blur": f"{BLURS} (ours)",
    },
    approximation=GUESS,
)
def defocus_by_depth(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Each pixel is blurred by its distance from the plane in focus; nothing is drawn."""
    half_aperture_m = setting.between(*APERTURE_MM, zero=0.0) / 2000.0

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        unfocused = np.abs(1.0 / depth_behind(frame, context) - 1.0 / FOCUS_M)
        radius_px = focal_px(frame.shape[1], context) * half_aperture_m * unfocused
        return _blurred_by(frame, radius_px.astype(np.float32))

    return on_frames(corrupt)


def _blurred_by(frame: Pixels, radius_px: Floats) -> Pixels:
    """The frame with a blur of its own for each grade of radius; each pixel takes the grade nearest to it."""
    result = frame.copy()
    widest = min(float(radius_px.max()), min(frame.shape[:2]) / 2)
    if widest <= 0.0:
        return result
    nearest = np.clip(np.rint(radius_px * np.float32(BLURS / widest)), 0, BLURS).astype(np.int64)
    for number in range(1, BLURS + 1):
        here = nearest == number
        if here.any():
            # A Gaussian as wide as the disc of light that a thin lens makes of a point.
            spread = cv2.GaussianBlur(frame, (0, 0), widest * number / BLURS / 2, borderType=BORDER)
            result[here] = spread.reshape(frame.shape)[here]
    return result
