"""Flying pixels: at the edges of things a depth pixel sees two surfaces and reads something in between."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import Metres, on_depths
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

SHARE_OF_EDGE = (0.2, 0.4, 0.6, 0.8, 1.0)
REACH = (0.005, 0.008, 0.012, 0.016, 0.02)
EDGE_FROM = 0.05


@corruption(
    modality="depth",
    sources=("ours",),
    scope="frame",
    constants={
        "share of the pixels at edges": f"{listed(SHARE_OF_EDGE)} (ours)",
        "reach": f"{listed(REACH, percent=True)} of the map's width around an edge, at least a pixel (ours)",
        "an edge": f"near and far differ by {EDGE_FROM:.0%} of the near one or more (ours)",
        "reading": "uniform between near and far, anew per frame (ours)",
    },
)
def flying_pixels(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Pixels beside depth edges float between the two surfaces, as in time-of-flight cameras."""
    share = setting.between(*SHARE_OF_EDGE, zero=0.0)
    reach = setting.between(*REACH)

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        side = 2 * max(1, round(reach * depth_m.shape[1])) + 1
        window = np.ones((side, side), np.uint8)
        near = cv2.erode(np.where(depth_m > 0, depth_m, np.float32(np.inf)), window)
        far = cv2.dilate(depth_m, window)
        with np.errstate(over="ignore", invalid="ignore"):  # holes alone have a far before their near
            struck = (depth_m > 0) & (far > near * np.float32(1.0 + EDGE_FROM))
            struck &= rng.random(depth_m.shape, np.float32) < share
            between = near + rng.random(depth_m.shape, np.float32) * (far - near)
        return np.where(struck, between, depth_m).astype(np.float32)

    return on_depths(corrupt)
