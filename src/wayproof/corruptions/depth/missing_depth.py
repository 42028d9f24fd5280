"""Missing depth: glass, mirrors, black cloth and surfaces seen edge-on send nothing useful back.

Where the context knows how glossy, dark or edge-on each pixel's surface is, the losses sit on those surfaces.
Where it knows nothing, they are blobs that stay in place for the episode. A lost pixel reads 0, or, as behind
a window or in a mirror, the end of the sensor's range.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import Metres, fact_for, on_depths
from wayproof.corruptions.setting import listed
from wayproof.seeding import generator_for
from wayproof.vocabulary import Context

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# All ours: NavTrust says what happens and gives no number.
SHARE_IN_BLOBS = (0.08, 0.16, 0.24, 0.32, 0.40)
GLOSS_ABOVE = (0.85, 0.75, 0.65, 0.55, 0.45)  # level 1 takes panes and mirrors, level 5 tiles and metal too
INCIDENCE_BELOW = (0.06, 0.11, 0.17, 0.24, 0.32)  # cosines: from 87 degrees off the normal down to 71
BRIGHTNESS_BELOW = (0.03, 0.06, 0.09, 0.13, 0.18)
READS_FAR_SHARE = 0.25
RAGGEDNESS = 0.2  # by how much the limits differ from place to place, so that losses have torn rims
BLOBS_ACROSS = 7


@corruption(
    modality="depth",
    sources=("navtrust",),
    scope="episode",
    needs_surfaces=True,
    constants={
        "share lost in blobs": f"{listed(SHARE_IN_BLOBS)} of the map (ours)",
        "gloss above": f"{listed(GLOSS_ABOVE)} (ours)",
        "cosine of incidence below": f"{listed(INCIDENCE_BELOW)} (ours)",
        "brightness below": f"{listed(BRIGHTNESS_BELOW)} (ours)",
        "share of the losses that reads the end of the range": f"{READS_FAR_SHARE} (ours)",
        "raggedness": f"{RAGGEDNESS} of each limit (ours)",
        "blobs across": f"{BLOBS_ACROSS} (ours)",
    },
)
def missing_depth(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Pixels on glossy, dark or edge-on surfaces (or in blobs) read nothing, or far too far."""
    seed = int(rng.integers(2**63))
    patterns: dict[tuple[int, ...], tuple[Floats, Mask, Mask]] = {}

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        if depth_m.shape not in patterns:
            patterns[depth_m.shape] = _pattern(setting, seed, *depth_m.shape)
        uneven, blobs, reads_far = patterns[depth_m.shape]
        lost = _lost_on_surfaces(setting, depth_m, uneven, context)
        lost = blobs if lost is None else lost
        far = np.maximum(depth_m, np.float32(context.longest_depth_m))
        return np.where(lost & (depth_m > 0), np.where(reads_far, far, np.float32(0.0)), depth_m)

    return on_depths(corrupt)


def _pattern(setting: Setting, seed: int, height: int, width: int) -> tuple[Floats, Mask, Mask]:
    """Unevenness of the limits, the blobs, and where a loss reads far; the same draws for every size."""
    rng = generator_for(seed)
    hills, other_hills = _hills(rng, height, width), _hills(rng, height, width)
    share = setting.between(*SHARE_IN_BLOBS, zero=0.0)
    blobs = hills < np.quantile(hills, share)
    reads_far = other_hills < np.quantile(other_hills, READS_FAR_SHARE)
    uneven = 1.0 + np.float32(RAGGEDNESS) * np.clip(hills / 2.0, -1.0, 1.0)
    return uneven.astype(np.float32), blobs, reads_far


def _hills(rng: np.random.Generator, height: int, width: int) -> Floats:
    """Smooth hills with smaller ones on them, mean 0 and spread about 1."""
    total = np.zeros((height, width), np.float32)
    for octave, weight in enumerate((0.85, 0.45, 0.25)):
        cells = BLOBS_ACROSS * 2**octave
        lattice = rng.standard_normal((cells * 3 // 4 + 1, cells + 1), np.float32)
        total += np.float32(weight) * cv2.resize(lattice, (width, height), interpolation=cv2.INTER_CUBIC)
    return total


def _lost_on_surfaces(setting: Setting, depth_m: Metres, uneven: Floats, context: Context) -> Mask | None:
    """Where a surface swallows or mirrors the light; None if the context says nothing about surfaces."""
    gloss = fact_for(context.gloss, depth_m, "gloss")
    incidence = fact_for(context.incidence, depth_m, "incidence")
    brightness = fact_for(context.brightness, depth_m, "brightness")
    if gloss is None and incidence is None and brightness is None:
        return None
    lost = np.zeros(depth_m.shape, np.bool_)
    if gloss is not None:
        lost |= gloss * uneven > np.float32(setting.between(*GLOSS_ABOVE, zero=1.0 + RAGGEDNESS))
    if incidence is not None:
        lost |= np.abs(incidence) * uneven < np.float32(setting.between(*INCIDENCE_BELOW, zero=0.0))
    if brightness is not None:
        lost |= brightness * uneven < np.float32(setting.between(*BRIGHTNESS_BELOW, zero=0.0))
    return lost
