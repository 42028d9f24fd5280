"""Random crop, random shift and colour jitter: what RobustNav trains with to resist visual faults unseen.

Drawn anew for each frame, by the numbers of episode and step, so that a frame that is seen again looks the
same. Crop and shift move all channels alike; only colours are tinted.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from wayproof.agents.learned.policy_inputs import Bytes, Floats, InputForm
from wayproof.seeding import generator_for

SMALLEST_CROP = 0.7  # of each side
SHIFT_PX = 4  # each way; the border is repeated
JITTER = 0.4  # brightness, contrast and saturation by factors from 1 - JITTER to 1 + JITTER
HUE_DEG = 18.0  # each way
GREY = np.array([0.299, 0.587, 0.114], np.float32)


def augmented_pictures(
    pictures: Bytes, form: InputForm, numbers: Sequence[int], steps: Sequence[int]
) -> Bytes:
    """Pictures (n, c, h, w) of trials in these episodes at these steps."""
    if not form.channels:
        return pictures
    return np.stack(
        [
            augmented_picture(picture, form, generator_for(0, "picture augmentation", number, step))
            for picture, number, step in zip(pictures, numbers, steps, strict=True)
        ]
    )


def augmented_picture(picture: Bytes, form: InputForm, rng: np.random.Generator) -> Bytes:
    """One picture (c, h, w), cropped, shifted and tinted by chance."""
    view = _drawn_view(picture.shape[2], picture.shape[1], rng)
    layers, first = [], 0
    for camera, count in form.layers:
        last = first + count
        image = picture[first:last].transpose(1, 2, 0)
        image = _tinted(image, rng) if camera == "rgb" else image
        layers.append(_seen_through(image, view, smooth=camera == "rgb"))
        first = last
    return np.ascontiguousarray(np.concatenate(layers))


def _drawn_view(width: int, height: int, rng: np.random.Generator) -> Floats:
    """From places in the new picture to places in the old one, as a 2 x 3 matrix."""
    scale = float(rng.uniform(SMALLEST_CROP, 1.0))
    left, top = (float(rng.random()) * (1.0 - scale) * side for side in (width, height))
    across, down = (float(px) for px in rng.integers(-SHIFT_PX, SHIFT_PX + 1, 2))
    half = 0.5 * (scale - 1.0)  # pixels are known by their centres
    return np.array([[scale, 0.0, left + across + half], [0.0, scale, top + down + half]], np.float32)


def _seen_through(image: Bytes, view: Floats, *, smooth: bool) -> Bytes:
    """The image (h, w, c) as (c, h, w); depth is picked, as the mean across an edge is a place of nothing."""
    flags = (cv2.INTER_LINEAR if smooth else cv2.INTER_NEAREST) | cv2.WARP_INVERSE_MAP
    size = (image.shape[1], image.shape[0])
    moved = cv2.warpAffine(
        np.ascontiguousarray(image), view, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(moved, np.uint8).reshape(*image.shape).transpose(2, 0, 1)


def _tinted(image: Bytes, rng: np.random.Generator) -> Bytes:
    """Other brightness, contrast, saturation and hue."""
    bright, contrast, saturation = rng.uniform(1.0 - JITTER, 1.0 + JITTER, 3)
    x = image.astype(np.float32) * bright
    x = (x - x.mean()) * contrast + x.mean()
    grey = (x @ GREY)[..., None]
    x = grey + saturation * (x - grey)
    turned = x @ _hue_turn(float(rng.uniform(-HUE_DEG, HUE_DEG))).T
    return np.asarray(np.clip(np.rint(turned), 0, 255), np.uint8)


def _hue_turn(degrees: float) -> Floats:
    """Colours turned about the axis of greys, which stay as they are."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    around = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]) / np.sqrt(3.0)
    return np.asarray(cosine * np.eye(3) + (1.0 - cosine) / 3.0 + sine * around, np.float32)
