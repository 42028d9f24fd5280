"""NavTrust's defocus: a lens that hunts for focus, a little softer or sharper with every frame."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

# NavTrust gives no numbers; its agents lose nothing at severity 0.5, so the blur there must be mild: at 256
# pixels ours spreads by 0.8 to 1.5 pixels at 0.5 and by 1.5 to 3 at 1.
WIDEST_SHARE = (0.0024, 0.0048, 0.0072, 0.0096, 0.012)  # ours, of the short side
NARROWEST = 0.5  # ours: the narrowest draw, as a share of the widest


@corruption(
    modality="rgb",
    sources=("navtrust",),
    scope="frame",
    constants={
        "widest spread": f"{listed(WIDEST_SHARE, percent=True)} of the short side "
        "(ours: mild, as in the paper)",
        "spread": f"uniform from {NARROWEST} to 1 times the widest, anew per frame (ours)",
    },
)
def defocus_navtrust(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Gaussian blur whose width is drawn anew for each frame."""
    widest_share = setting.between(*WIDEST_SHARE, zero=0.0)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        spread_px = widest_share * min(frame.shape[:2]) * rng.uniform(NARROWEST, 1.0)
        side = 2 * int(np.ceil(3 * spread_px)) + 1
        return np.asarray(cv2.GaussianBlur(frame, (side, side), spread_px), np.uint8)

    return on_frames(corrupt)
