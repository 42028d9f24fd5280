"""A gallery of what the colour camera may suffer: every corruption at five severities on the same frame."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.stream import start

Pixels = NDArray[np.uint8]

SEVERITIES = (0.2, 0.4, 0.6, 0.8, 1.0)
PAPER = (247, 246, 242)
INK = (60, 56, 52)
FAINT = (128, 122, 114)
GAP_PX = 6
CAPTION_PX = 22
FILM_SIDE = 5  # a corruption that loses whole frames shows five times five steps in one tile
FILMED = ("black_out",)


def gallery(frame: Pixels, *, names: Sequence[str] | None = None, seed: int = 0) -> Pixels:
    """One row per corruption of the colour camera (or per name): the clean frame, then five severities.

    On/off corruptions show the one state that they have; those drawn per scene, five scenes.
    """
    chosen = [CORRUPTIONS[name] for name in names or colour_names()]
    return np.concatenate([_row(frame, corruption, seed) for corruption in chosen], axis=0)


def colour_names() -> list[str]:
    """The names of all corruptions of the colour camera."""
    return [corruption.name for corruption in CORRUPTIONS if corruption.modality == "rgb"]


def _row(frame: Pixels, corruption: Corruption, seed: int) -> Pixels:
    height, width = frame.shape[:2]
    tiles = [("clean", frame), *_tiles(frame, corruption, seed)]
    across = 1 + len(SEVERITIES)
    row = Image.new("RGB", (across * (width + GAP_PX) + GAP_PX, height + 2 * CAPTION_PX), PAPER)
    pen, font = ImageDraw.Draw(row), ImageFont.load_default(size=14)
    about = f"{corruption.summary}  [{', '.join(corruption.sources)}; {corruption.scope}]"
    pen.text((GAP_PX, 2), corruption.name, INK, font)
    small = ImageFont.load_default(size=12)
    pen.text((GAP_PX + pen.textlength(corruption.name, font) + 14, 4), about, FAINT, small)
    for column, (caption, tile) in enumerate(tiles):
        left = GAP_PX + column * (width + GAP_PX)
        row.paste(Image.fromarray(tile), (left, CAPTION_PX))
        pen.text((left, CAPTION_PX + height + 1), caption, FAINT, small)
    return np.asarray(row)


def _tiles(frame: Pixels, corruption: Corruption, seed: int) -> list[tuple[str, Pixels]]:
    """Captions and corrupted frames."""
    if not corruption.switch:
        return [(f"{severity:g}", _tile(frame, corruption, severity, seed, "")) for severity in SEVERITIES]
    scenes = SEVERITIES if corruption.scope == "scene" else SEVERITIES[:1]
    return [
        (f"on, scene {number}" if len(scenes) > 1 else "on", _tile(frame, corruption, 1.0, seed, str(number)))
        for number in range(len(scenes))
    ]


def _tile(frame: Pixels, corruption: Corruption, severity: float, seed: int, scene: str) -> Pixels:
    stream = start(corruption.name, severity, seed=seed, scene=scene)
    if corruption.name not in FILMED:
        return np.asarray(stream(frame), np.uint8)
    height, width = frame.shape[:2]
    small = cv2.resize(frame, (width // FILM_SIDE, height // FILM_SIDE), interpolation=cv2.INTER_AREA)
    steps = [stream(small, step=step) for step in range(FILM_SIDE**2)]
    strips = [np.concatenate(steps[k : k + FILM_SIDE], axis=1) for k in range(0, len(steps), FILM_SIDE)]
    film = np.concatenate(strips, axis=0)
    return np.asarray(cv2.resize(film, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)
