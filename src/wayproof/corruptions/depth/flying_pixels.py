"""Flying pixels: at the edges of things a depth pixel sees two surfaces and reads something in between."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import Metres, on_depths
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

SHARE_OF_EDGE = (0.2, 0.4, 0.6, 0.8, 1.0)
REACH = (0.005, 0.008, 0.012, 0.016, 0.02)
EDGE_FROM = 0.05
STEEPER = 3.0


@corruption(
    modality="depth",
    sources=("ours",),
    scope="frame",
    constants={
        "share of the pixels at edges": f"{listed(SHARE_OF_EDGE)} (ours)",
        "reach": f"{listed(REACH, percent=True)} of the map's width around an edge, at least a pixel (ours)",
        "an edge": f"two neighbours differ by more than {EDGE_FROM:.0%} of the near one, and their inverse "
        f"depths by {STEEPER:g} times what is usual beside them, so that no slanted floor is one (ours)",
        "reading": "uniform between near and far, anew per frame (ours)",
    },
)
def flying_pixels(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Pixels beside depth edges float between the two surfaces, as in time-of-flight cameras."""
    share = setting.between(*SHARE_OF_EDGE, zero=0.0)
    reach = setting.between(*REACH)

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        reach_px = max(1, round(reach * depth_m.shape[1]))
        window = np.ones((2 * reach_px + 1, 2 * reach_px + 1), np.uint8)
        near = cv2.erode(np.where(depth_m > 0, depth_m, np.float32(np.inf)), window)
        far = cv2.dilate(depth_m, window)
        with np.errstate(over="ignore", invalid="ignore"):  # no depth, or one next to nothing or to infinity
            at_edges = _edges(depth_m) | _edges(depth_m.T).T
            beside = cv2.dilate(at_edges.astype(np.uint8), window[2:, 2:]) if reach_px > 1 else at_edges
            struck = (depth_m > 0) & (beside > 0) & (rng.random(depth_m.shape, np.float32) < share)
            between = near + rng.random(depth_m.shape, np.float32) * (far - near)
        return np.where(struck, between, depth_m).astype(np.float32)

    return on_depths(corrupt)


def _edges(depth_m: Metres) -> NDArray[np.bool_]:
    """The pixels on both sides of a jump from left to right.

    Over a plane, however slanted, the inverse depth changes by the same amount from pixel to pixel; at a jump
    it changes by more than on at least one side of it.
    """
    known = depth_m > 0
    inverse = np.divide(np.float32(1.0), depth_m, out=np.zeros_like(depth_m), where=known)
    both = known[:, 1:] & known[:, :-1]
    change = np.where(both, np.abs(np.diff(inverse, axis=1)), np.float32(np.inf))
    beside = np.pad(change, ((0, 0), (1, 1)), constant_values=np.inf)
    usual = np.minimum(beside[:, :-2], beside[:, 2:])
    smaller = np.minimum(inverse[:, 1:], inverse[:, :-1])
    jump = both & (change > np.float32(EDGE_FROM) * smaller) & (change > np.float32(STEEPER) * usual)
    edges = np.zeros(depth_m.shape, bool)
    edges[:, 1:] |= jump
    edges[:, :-1] |= jump
    return edges
