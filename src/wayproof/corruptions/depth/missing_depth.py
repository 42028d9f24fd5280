"""Missing depth: glass, mirrors, black cloth and surfaces seen edge-on send nothing useful back.

A severity is a share of the readings, whatever is known. Where the context says how glossy, dark or edge-on
each pixel's surface is, such surfaces are lost first, the worst before the others; what is missing to the
share, and all of it where nothing is known, is lost in blobs that stay in place for the episode. A lost pixel
reads 0, or, as behind a window or in a mirror, the end of the sensor's range.
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
SHARE_LOST = (0.08, 0.16, 0.24, 0.32, 0.40)
GLOSS_ABOVE = 0.45  # panes and mirrors, metal and tiles
INCIDENCE_BELOW = 0.32  # cosine: more than 71 degrees off the normal
BRIGHTNESS_BELOW = 0.18
READS_FAR_SHARE = 0.25
RAGGEDNESS = 0.2  # by how much surfaces differ from place to place, so that losses have torn rims
BLOBS_ACROSS = 7
SURFACE_FIRST = 3.0  # puts every such surface before all blobs


@corruption(
    modality="depth",
    sources=("navtrust",),
    scope="episode",
    needs_surfaces=True,
    constants={
        "share lost": f"{listed(SHARE_LOST, percent=True)} of the readings of each map (ours)",
        "lost first": f"gloss above {GLOSS_ABOVE}, cosine of incidence below {INCIDENCE_BELOW}, brightness "
        f"below {BRIGHTNESS_BELOW}, the worst before the others; then blobs (ours)",
        "share of the losses that reads the end of the range": f"{READS_FAR_SHARE} (ours)",
        "raggedness": f"{RAGGEDNESS} of the range from the limit to the worst (ours)",
        "blobs across": f"{BLOBS_ACROSS} (ours)",
    },
)
def missing_depth(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Pixels on glossy, dark or edge-on surfaces, and in blobs, read nothing, or far too far."""
    seed = int(rng.integers(2**63))
    share = setting.between(*SHARE_LOST, zero=0.0)
    patterns: dict[tuple[int, ...], tuple[Floats, Mask]] = {}

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        if depth_m.shape not in patterns:
            patterns[depth_m.shape] = _pattern(seed, *depth_m.shape)
        uneven, reads_far = patterns[depth_m.shape]
        lost = _highest(_proneness(depth_m, uneven, context), depth_m > 0, share)
        far = np.maximum(depth_m, np.float32(context.longest_depth_m))
        return np.where(lost, np.where(reads_far, far, np.float32(0.0)), depth_m)

    return on_depths(corrupt)


def _pattern(seed: int, height: int, width: int) -> tuple[Floats, Mask]:
    """From -1 to 1 how prone each place is by itself, and where a loss reads far; the same for every size."""
    rng = generator_for(seed)
    hills, other_hills = _hills(rng, height, width), _hills(rng, height, width)
    reads_far = other_hills < np.quantile(other_hills, READS_FAR_SHARE)
    return np.clip(hills / np.float32(-4.0), -1.0, 1.0), reads_far


def _hills(rng: np.random.Generator, height: int, width: int) -> Floats:
    """Smooth hills with smaller ones on them, mean 0 and spread about 1."""
    total = np.zeros((height, width), np.float32)
    for octave, weight in enumerate((0.85, 0.45, 0.25)):
        cells = BLOBS_ACROSS * 2**octave
        lattice = rng.standard_normal((cells * 3 // 4 + 1, cells + 1), np.float32)
        total += np.float32(weight) * cv2.resize(lattice, (width, height), interpolation=cv2.INTER_CUBIC)
    return total


def _proneness(depth_m: Metres, uneven: Floats, context: Context) -> Floats:
    """Which pixels are lost before which: surfaces that swallow or mirror the light before all others."""
    worst = np.zeros(depth_m.shape, np.float32)
    gloss = fact_for(context.gloss, depth_m, "gloss")
    incidence = fact_for(context.incidence, depth_m, "incidence")
    brightness = fact_for(context.brightness, depth_m, "brightness")
    if gloss is not None:
        worst = np.maximum(worst, (gloss - GLOSS_ABOVE) / (1.0 - GLOSS_ABOVE))
    if incidence is not None:
        worst = np.maximum(worst, 1.0 - np.abs(incidence) / INCIDENCE_BELOW)
    if brightness is not None:
        worst = np.maximum(worst, 1.0 - brightness / BRIGHTNESS_BELOW)
    on_surface = SURFACE_FIRST + worst + RAGGEDNESS * uneven
    return np.asarray(np.where(worst > 0.0, on_surface, uneven), np.float32)


def _highest(values: Floats, among: Mask, share: float) -> Mask:
    """Where the highest values lie, of this share of the pixels among which they are sought."""
    count = int(np.count_nonzero(among))
    chosen = round(share * count)
    if chosen == 0:
        return np.zeros(among.shape, np.bool_)
    limit = np.partition(values[among], count - chosen)[count - chosen]
    return np.asarray(among & (values >= limit))
