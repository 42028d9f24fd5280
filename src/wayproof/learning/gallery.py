"""Pictures of what a network sees: image, truth, answer, boxes and a phrase's map side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from wayproof.learning.shards import load_looks
from wayproof.learning.training_images import Looks
from wayproof.perception.dense import Dense
from wayproof.seeding import generator_for

Pixels = NDArray[np.uint8]

LEAST_SCORE = 0.45  # of boxes that are shown
_PAPER = 246


def gallery(perceiver: Dense, folder: Path, *, count: int = 8) -> Pixels:
    """One row for each picture, taken from different houses."""
    houses = [load_looks(path) for path in sorted(folder.glob("house-*"))][:count]
    rows = [_row(perceiver, looks, 7 * number % len(looks.rgb)) for number, looks in enumerate(houses)]
    return np.concatenate(rows)


def save_gallery(file: Path, pixels: Pixels) -> None:
    """As JPEG, small enough for a page of documentation."""
    Image.fromarray(pixels).save(file, quality=80)


def _row(perceiver: Dense, looks: Looks, picture: int) -> Pixels:
    rgb = np.asarray(looks.rgb[picture])
    tints = _tints(len(perceiver.categories) + 1)
    truth = tints[looks.category[looks.instance[picture]]]
    answer = tints[perceiver.segment(rgb).category]
    largest = max(perceiver.detect(rgb), key=lambda found: found.score, default=None)
    phrase = (
        "wall" if largest is None else f"{largest.attributes['colour']} {largest.category}".replace("_", " ")
    )
    tiles = [rgb, truth, answer, _boxed(perceiver, rgb), _heat(perceiver, rgb, phrase)]
    captions = ("picture", "truth", "answer", "boxes", phrase)
    return np.concatenate(
        [_captioned(tile, text) for tile, text in zip(tiles, captions, strict=True)], axis=1
    )


def _tints(count: int) -> Pixels:
    """A colour for each category; neighbours in the list differ."""
    tints = generator_for(3, "gallery").integers(50, 240, (count, 3)).astype(np.uint8)
    tints[0] = 0
    return tints


def _boxed(perceiver: Dense, rgb: Pixels) -> Pixels:
    image = Image.fromarray(rgb)
    draw = ImageDraw.Draw(image)
    for found in perceiver.detect(rgb):
        if found.score >= LEAST_SCORE:
            left, top, right, bottom = found.box_px
            draw.rectangle((left, top, right - 1, bottom - 1), outline=(255, 40, 40))
            draw.text((left + 2, top), f"{found.category} {found.score:.2f}", fill=(255, 40, 40))
    return np.asarray(image)


def _heat(perceiver: Dense, rgb: Pixels, phrase: str) -> Pixels:
    similarity = np.clip(perceiver.match(rgb, phrase), 0.0, 1.0)
    warm: Sequence[float] = (255.0, 70.0, 0.0)
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32)[:, :, None] * 0.5
    blended = grey * (1.0 - similarity[:, :, None]) + similarity[:, :, None] * np.array(warm, np.float32)
    return np.asarray(blended, np.uint8)


def _captioned(tile: Pixels, text: str) -> Pixels:
    height, width = tile.shape[:2]
    image = Image.new("RGB", (width + 2, height + 14), (_PAPER,) * 3)
    image.paste(Image.fromarray(tile), (0, 14))
    ImageDraw.Draw(image).text((2, 1), text, fill=(40, 40, 40))
    return np.asarray(image)
