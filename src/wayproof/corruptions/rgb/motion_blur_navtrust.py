"""NavTrust's motion blur: an even smear along a line, mixed with the sharp frame."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.taps import along_line, blurred
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

# NavTrust gives no numbers. Ours: at severity 0.5 a turn of 30 degrees in half a second seen by a camera of
# 80 degrees with a shutter of a tenth of a second, 7.5 % of the width, and twice that at 1.
LENGTH_SHARE = (0.03, 0.06, 0.09, 0.12, 0.15)  # ours, of the short side
SHARE_OF_BLUR = 0.8  # ours: edges stay faintly visible, as the paper's mixing with the sharp frame suggests
STEEPEST_DEG = 45.0  # ours: as in RobustNav, since robots turn more than they nod


@corruption(
    modality="rgb",
    sources=("navtrust",),
    scope="frame",
    constants={
        "length of the smear": f"{listed(LENGTH_SHARE, percent=True)} of the short side "
        "(ours: 7.5 % is a turn at 60 degrees/s)",
        "share of the smear in the mix": f"{SHARE_OF_BLUR} (ours)",
        "angle": f"uniform from {-STEEPEST_DEG:g} to {STEEPEST_DEG:g} degrees, anew per frame "
        "(ours, as in RobustNav)",
    },
)
def motion_blur_navtrust(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """A uniform smear along an angle drawn per frame, blended with the frame itself."""
    length_share = setting.between(*LENGTH_SHARE, zero=0.0)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        length_px = max(1.0, length_share * min(frame.shape[:2]))
        reach = int(np.ceil((length_px - 1) / 2))
        distance_px = np.arange(-reach, reach + 1, dtype=np.float64)
        # The outermost copies count in part, so that the smear grows evenly and not in steps of two pixels.
        weight = np.clip((length_px + 1) / 2 - np.abs(distance_px), 0.0, 1.0)
        weight *= SHARE_OF_BLUR / weight.sum()
        weight[reach] += 1.0 - SHARE_OF_BLUR
        angle_rad = float(np.radians(rng.uniform(-STEEPEST_DEG, STEEPEST_DEG)))
        return blurred(frame, along_line(distance_px, weight, angle_rad))

    return on_frames(corrupt)
