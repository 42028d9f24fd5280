"""A gallery of what cameras may suffer: every corruption at five severities on one frame or depth map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

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
FILM_SIDE = 4  # faults that only time shows: four times four numbered steps in one tile
FILMED = ("black_out", "dropped_frames", "exposure_flicker", "frozen_frames", "rgb_lag")
UNSEEN_IN_ONE_MAP = ("depth_lag",)
FURTHEST_M = 8.0
FILM_VIEW = 0.75  # of the width; the camera turns over the rest


def gallery(frame: NDArray[Any], *, names: Sequence[str] | None = None, seed: int = 0) -> Pixels:
    """One row per corruption of the colour camera (or per name): the clean frame, then five severities.

    With a depth map, the corruptions of depth: near is bright, no reading is black.

    On/off corruptions show the one state that they have; those drawn per scene, five scenes; those that
    only time shows, sixteen numbered steps of a turning camera.
    """
    usual = colour_names() if frame.ndim == 3 else depth_names()
    chosen = [CORRUPTIONS[name] for name in names or usual]
    return np.concatenate([_row(frame, corruption, seed) for corruption in chosen], axis=0)


def colour_names() -> list[str]:
    """The names of all corruptions of the colour camera."""
    return [corruption.name for corruption in CORRUPTIONS if corruption.modality == "rgb"]


def depth_names() -> list[str]:
    """The names of all corruptions of depth that a single map shows."""
    return [one.name for one in CORRUPTIONS if one.modality == "depth" and one.name not in UNSEEN_IN_ONE_MAP]


def _row(frame: NDArray[Any], corruption: Corruption, seed: int) -> Pixels:
    height, width = frame.shape[:2]
    clean = _film(frame, lambda picture, step: picture) if corruption.name in FILMED else frame
    tiles = [("clean", clean), *_tiles(frame, corruption, seed)]
    across = 1 + len(SEVERITIES)
    row = Image.new("RGB", (across * (width + GAP_PX) + GAP_PX, height + 2 * CAPTION_PX), PAPER)
    pen, font = ImageDraw.Draw(row), ImageFont.load_default(size=14)
    about = f"{corruption.summary}  [{', '.join(corruption.sources)}; {corruption.scope}]"
    pen.text((GAP_PX, 2), corruption.name, INK, font)
    small = ImageFont.load_default(size=12)
    pen.text((GAP_PX + pen.textlength(corruption.name, font) + 14, 4), about, FAINT, small)
    for column, (caption, tile) in enumerate(tiles):
        left = GAP_PX + column * (width + GAP_PX)
        row.paste(Image.fromarray(_painted(tile)), (left, CAPTION_PX))
        pen.text((left, CAPTION_PX + height + 1), caption, FAINT, small)
    return np.asarray(row)


def _painted(tile: NDArray[Any]) -> Pixels:
    """Colours as they are; depth by its nearness, up to FURTHEST_M."""
    if tile.ndim == 3:
        return np.asarray(tile, np.uint8)
    bright = 255.0 - 200.0 * np.clip(tile / FURTHEST_M, 0.0, 1.0)
    colours = cv2.applyColorMap(np.rint(bright).astype(np.uint8), cv2.COLORMAP_INFERNO)[:, :, ::-1]
    return np.where((tile > 0)[:, :, None], colours, 0).astype(np.uint8)


def _tiles(frame: NDArray[Any], corruption: Corruption, seed: int) -> list[tuple[str, NDArray[Any]]]:
    """Captions and corrupted frames."""
    if not corruption.switch:
        return [(f"{severity:g}", _tile(frame, corruption, severity, seed, "")) for severity in SEVERITIES]
    scenes = SEVERITIES if corruption.scope == "scene" else SEVERITIES[:1]
    return [
        (f"on, scene {number}" if len(scenes) > 1 else "on", _tile(frame, corruption, 1.0, seed, str(number)))
        for number in range(len(scenes))
    ]


def _tile(
    frame: NDArray[Any], corruption: Corruption, severity: float, seed: int, scene: str
) -> NDArray[Any]:
    stream = start(corruption.name, severity, seed=seed, scene=scene)
    if corruption.name not in FILMED:
        return np.asarray(stream(frame))
    return _film(frame, lambda picture, step: np.asarray(stream(picture, step=step), np.uint8))


def _film(frame: Pixels, shown: Callable[[Pixels, int], Pixels]) -> Pixels:
    """The steps of a turning camera in one tile, row by row; each clean picture carries its number."""
    height, width = frame.shape[:2]
    view = round(FILM_VIEW * width)
    film = Image.new("RGB", (width, height))
    for step in range(FILM_SIDE**2):
        left = (width - view) * step // (FILM_SIDE**2 - 1)
        size = (width // FILM_SIDE, height // FILM_SIDE)
        small = Image.fromarray(cv2.resize(frame[:, left : left + view], size, interpolation=cv2.INTER_AREA))
        pen, font = ImageDraw.Draw(small), ImageFont.load_default(size=max(8, size[1] // 2))
        pen.text((2, 0), str(step), (255, 255, 255), font, stroke_width=2, stroke_fill=(0, 0, 0))
        place = (step % FILM_SIDE * size[0], step // FILM_SIDE * size[1])
        film.paste(Image.fromarray(shown(np.asarray(small), step)), place)
    return np.asarray(film)
