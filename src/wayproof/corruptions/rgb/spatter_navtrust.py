"""NavTrust's spatter: blobs of dirt on the lens."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Floats, Pixels, colour_for, on_frames
from wayproof.corruptions.rgb.lens_layers import Layer, blend, kept_by_size, layer_of
from wayproof.corruptions.setting import grey_levels, listed
from wayproof.vocabulary import Context

# NavTrust says: random noise blobs laid over the frame. All numbers are ours.
BLOBS = (14.0, 28.0, 42.0, 56.0, 70.0)
RADIUS_SHARE = 0.022  # of the short side, median; together about 4 % of a square frame per level
RADIUS_SPREAD = 0.55  # of the logarithm: many specks, few large blobs
LARGEST_SHARE = 0.08
COVER = 0.92
COLOUR = (0.23, 0.19, 0.14)  # wet dust
CORNERS = 24
RAGGED = 0.16  # how far the outline strays from a circle, as a share of the radius
SOFT_SHARE = 0.006  # of the short side: spread of the blur at the edges


@corruption(
    modality="rgb",
    sources=("navtrust",),
    scope="episode",
    constants={
        "number of blobs": f"{listed(BLOBS)} (ours: about 4 % of the frame covered per level)",
        "radius": f"median {listed([RADIUS_SHARE], percent=True)}, at most "
        f"{listed([LARGEST_SHARE], percent=True)} of the short side, "
        f"logarithm spread by {RADIUS_SPREAD} (ours)",
        "colour, cover": f"{grey_levels(COLOUR)}, wet dust, covering {listed([COVER], percent=True)} (ours)",
        "outline": f"{CORNERS} corners, ragged by {listed([RAGGED], percent=True)} of the radius, "
        f"soft by {listed([SOFT_SHARE], percent=True)} of the short side (ours)",
    },
)
def spatter_navtrust(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Ragged dark blobs that stay where they are for the episode; more of them with severity."""
    blobs = setting.between(*BLOBS, zero=0.0)

    def draw(rng: np.random.Generator, height: int, width: int, channels: int) -> Layer:
        cover = blob_cover(rng, height, width, blobs) * np.float32(COVER)
        return layer_of(1.0 - cover, cover, colour_for(channels, COLOUR))

    layer_for = kept_by_size(rng, draw)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return blend(frame, layer_for(frame))

    return on_frames(corrupt)


def blob_cover(rng: np.random.Generator, height: int, width: int, blobs: float) -> Floats:
    """How much of each pixel is covered, 0 to 1; a fraction of a blob is a blob of that share of the area."""
    short_px = min(height, width)
    cover = np.zeros((height, width), np.uint8)
    angles = np.linspace(0.0, 2 * np.pi, CORNERS, endpoint=False)
    for number in range(int(np.ceil(blobs))):
        centre = rng.random(2) * (width, height)
        radius_px = short_px * min(
            LARGEST_SHARE, RADIUS_SHARE * np.exp(RADIUS_SPREAD * rng.standard_normal())
        )
        radius_px *= np.sqrt(min(1.0, blobs - number))
        corners = _outline(rng, angles) * radius_px * rng.uniform(0.8, 1.25, 2) + centre
        cv2.fillPoly(cover, [np.rint(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    spread_px = max(0.4, SOFT_SHARE * short_px)
    return np.asarray(cv2.GaussianBlur(cover, (0, 0), spread_px), np.float32) / np.float32(255)


def _outline(rng: np.random.Generator, angles: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Floats:
    """Corners around the origin at a distance of about 1, with bulges of several widths."""
    waves = np.arange(2, 6)
    height, shift = rng.normal(0.0, RAGGED / np.sqrt(waves), 4), rng.uniform(0.0, 2 * np.pi, 4)
    distance = 1.0 + (height[:, None] * np.sin(waves[:, None] * angles + shift[:, None])).sum(axis=0)
    distance = np.maximum(distance, 0.3)
    return np.stack([distance * np.cos(angles), distance * np.sin(angles)], axis=1).astype(np.float32)
