"""RobustNav's spatter: drops of water on the lens up to level 3, mud from level 4."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Floats, Pixels, colour_for, on_frames
from wayproof.corruptions.rgb.lens_layers import Layer, blend, kept_by_size, layer_of
from wayproof.corruptions.rgb.picture_scale import IN_PROPORTION, scale_of
from wayproof.corruptions.setting import grey_levels, listed
from wayproof.vocabulary import Context

# All from ImageNet-C, which RobustNav uses unchanged: levels 1 to 3 are water, 4 and 5 mud.
MEAN = (0.65, 0.65, 0.65, 0.65, 0.67)
SPREAD = (0.3, 0.3, 0.3, 0.3, 0.4)
BLUR_PX = (4.0, 3.0, 2.0, 1.0, 1.0)
THRESHOLD = (0.69, 0.68, 0.68, 0.65, 0.65)
WATER_STRENGTH = (0.6, 0.6, 0.5)
MUD_BLUR_PX = 1.5
MUD_LEAST = 0.8
WATER_RGB = (175 / 255, 238 / 255, 238 / 255)
MUD_RGB = (63 / 255, 42 / 255, 20 / 255)
EMBOSS = np.array([[-2, -1, 0], [-1, 1, 1], [0, 1, 2]], np.float32)
LAST_OF_WATER = 0.6


@corruption(
    modality="rgb",
    sources=("robustnav", "imagenet-c"),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={
        "mean, spread of the field": f"{MEAN[0]}, {SPREAD[0]}; level 5: {MEAN[-1]}, {SPREAD[-1]} "
        "(RobustNav, ImageNet-C)",
        "blur of the field": f"{listed(BLUR_PX)} {IN_PROPORTION} "
        "(RobustNav, ImageNet-C; in proportion is ours)",
        "threshold": f"{listed(THRESHOLD)} (RobustNav, ImageNet-C)",
        "strength of water": f"{listed(WATER_STRENGTH)} (RobustNav, ImageNet-C)",
        "edge of mud": f"blurred by {MUD_BLUR_PX} pixels, below {MUD_LEAST} nothing (RobustNav, ImageNet-C)",
        "colours": f"water {grey_levels(WATER_RGB)}, added; mud {grey_levels(MUD_RGB)}, covering "
        "(RobustNav, ImageNet-C)",
        "between levels": f"water up to severity {LAST_OF_WATER}, mud above with the threshold of level 4 "
        "(ours)",
    },
)
def spatter_robustnav(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Water drops that shine or mud that covers, in spots made from blurred and cut off noise.

    Fixed keeps the spots where they are for the episode, as dirt on a lens stays; parity draws new ones for
    each frame, as the references do. Where no drop survives nothing is added; the references divide 0 by 0
    there.
    """

    def draw(rng: np.random.Generator, height: int, width: int, channels: int) -> Layer:
        liquid = liquid_field(setting, rng, height, width)
        return (
            water(setting, liquid, channels) if setting.severity <= LAST_OF_WATER else mud(liquid, channels)
        )

    def draw_to_scale(rng: np.random.Generator, height: int, width: int, channels: int) -> Layer:
        scale = scale_of(height, width)
        rows, columns = max(1, round(height / scale)), max(1, round(width / scale))
        return resized(draw(rng, rows, columns, channels), height, width)

    layer_for = kept_by_size(rng, draw_to_scale)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        if setting.parity:
            return blend(frame, draw(rng, *frame.shape), truncate=True)
        return blend(frame, layer_for(frame))

    return on_frames(corrupt)


def liquid_field(setting: Setting, rng: np.random.Generator, height: int, width: int) -> Floats:
    """Blurred normal noise, 0 where it is below the threshold."""
    severity = max(setting.severity, 0.8) if setting.severity > LAST_OF_WATER else setting.severity
    at = Setting(severity)
    field = rng.standard_normal((height, width), np.float32) * np.float32(at.between(*SPREAD))
    field += np.float32(at.between(*MEAN))
    spread_px = at.between(*BLUR_PX)
    field = _soft(field, spread_px)
    field[field < at.between(*THRESHOLD)] = 0.0
    return field


def water(setting: Setting, liquid: Floats, channels: int) -> Layer:
    """Light added by drops: the field times an embossed distance from the drops' edges."""
    drops = (liquid * 255).astype(np.uint8)
    distance = cv2.distanceTransform(255 - cv2.Canny(drops, 50, 150), cv2.DIST_L2, 5)
    relief = cv2.equalizeHist(cv2.blur(np.minimum(distance, 20.0), (3, 3)).astype(np.uint8))
    relief = cv2.blur(cv2.filter2D(relief, cv2.CV_8U, EMBOSS), (3, 3)).astype(np.float32)
    light = drops * relief
    strength = setting.between(*WATER_STRENGTH, *WATER_STRENGTH[-1:] * 2, zero=0.0)
    light *= np.float32(strength / max(float(light.max()), 1.0))
    return layer_of(np.ones_like(light), light, colour_for(channels, WATER_RGB))


def mud(liquid: Floats, channels: int) -> Layer:
    """Cover by mud: the places with liquid, their edges blurred, thin cover left out."""
    cover = _soft((liquid > 0).astype(np.float32), MUD_BLUR_PX)
    cover[cover < MUD_LEAST] = 0.0
    return layer_of(1.0 - cover, cover, colour_for(channels, MUD_RGB))


def resized(layer: Layer, height: int, width: int) -> Layer:
    """The layer for frames of another size: larger ones have larger drops, not more of them."""
    if layer.keep.shape[:2] == (height, width):
        return layer
    way = cv2.INTER_AREA if height < len(layer.keep) else cv2.INTER_LINEAR
    keep, add = (
        np.asarray(cv2.resize(part, (width, height), interpolation=way)).reshape(height, width, -1)
        for part in (layer.keep, layer.add)
    )
    return Layer(keep.astype(np.uint16), add.astype(np.uint16))


def _soft(field: Floats, spread_px: float) -> Floats:
    """Gaussian blur with a reach of four standard deviations and repeated borders, as scikit-image's."""
    side = 2 * int(4 * spread_px + 0.5) + 1
    soft = cv2.GaussianBlur(field, (side, side), spread_px, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(soft, np.float32)
