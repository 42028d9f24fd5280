"""From a foreign material to one of our parts: a colour word, a square texture, a material word, a gloss."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.packs.colour_words import lifted
from wayproof.scenes.packs.material_words import GLOSS, PLAIN_GLOSS, material_word
from wayproof.scenes.packs.obj_file import Look

Bytes = NDArray[np.uint8]

LARGEST_TEXTURE = 256
UNSEEN = 0.04  # what is less opaque than this is left out
CLEAR = 0.75  # what is less opaque than this counts as glass
# The renderer knows no transparency: a pane shows what is usually behind it, a bright room.
BEHIND_GLASS = (0.80, 0.84, 0.85)


@dataclass(frozen=True)
class PartLook:
    """How a part is drawn: a colour, or a texture (s, s, 3) and its opacity (s, s); `is_seen` if at all."""

    rgb: tuple[int, int, int]
    texture: Bytes | None
    opacity: Bytes | None
    material: str | None
    gloss: float
    is_seen: bool


def part_look(look: Look, *hints: str) -> PartLook:
    """The drawable form of a material; `hints`: names of the whole thing, asked when its own says nothing."""
    clear = look.picture is None and look.opacity < CLEAR
    material = "glass" if clear else material_word(look.name, look.picture_name, *hints)
    rgb = lifted(_through(look.rgb, look.opacity) if clear else look.rgb)
    gloss = GLOSS.get(material or "", PLAIN_GLOSS)
    if look.picture is None:
        return PartLook(rgb, None, None, material, gloss, look.opacity >= UNSEEN)
    picture = _square(look.picture)
    alpha = picture[..., 3]
    texture = _filled(picture, np.array(rgb, np.uint8))
    return PartLook(rgb, texture, alpha if (alpha < 250).any() else None, material, gloss, True)


def _through(rgb: tuple[float, float, float], opacity: float) -> tuple[float, float, float]:
    red, green, blue = (
        opacity * own + (1.0 - opacity) * behind for own, behind in zip(rgb, BEHIND_GLASS, strict=True)
    )
    return red, green, blue


def _square(picture: Bytes) -> Bytes:
    """The picture as a square whose side is a power of two, at most 256."""
    side = 4
    while side < max(picture.shape[:2]) and side < LARGEST_TEXTURE:
        side *= 2
    shrinks = max(picture.shape[:2]) > side
    method = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (side, side), interpolation=method), np.uint8)


def _filled(picture: Bytes, otherwise: Bytes) -> Bytes:
    """RGB with see-through pixels painted in the mean of the opaque ones, so that cut-outs get no fringe."""
    opacity = picture[..., 3:].astype(np.float32) / np.float32(255.0)
    rgb = picture[..., :3].astype(np.float32)
    total = float(opacity.sum())
    mean = (rgb * opacity).sum(axis=(0, 1)) / total if total > 1.0 else otherwise.astype(np.float32)
    return np.asarray(np.rint(rgb * opacity + mean * (1.0 - opacity)), np.uint8)
