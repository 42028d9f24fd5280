"""Surfaces of offices and shops: ceiling tiles, carpet tiles, linoleum, boards with writing, signs."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.geometry.seamless_noise import fractal_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import (
    LARGE,
    SMALL,
    Pixels,
    darker,
    finish,
    lighter,
    luminance,
    shade,
    step,
)
from wayproof.scenes.textures.smooth_shapes import blank, ellipse, line, rectangle, text_lines

SHOP_WORDS = ("SALE", "NEW", "OFFERS", "OPEN")
FIRM_WORDS = ("NORDWAY", "ALDINE", "MERIDIAN", "BRIGHTON")
INKS: tuple[Rgb, ...] = ((40, 60, 150), (190, 40, 40), (30, 120, 60), (40, 40, 44))


@texture("ceiling_tiles", size_px=LARGE)
def ceiling_tiles(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Four pricked panels of mineral fibre in a grid of thin rails."""
    pricks = fractal_noise(rng, LARGE, 80, 80, octaves=1)
    canvas = shade(rgb, -0.05 * step(pricks, 0.9, 0.3) + 0.006 * fractal_noise(rng, LARGE, 6, 6))
    half, rail = LARGE // 2, 3
    for start in (0, half):
        canvas[start : start + rail] = darker(rgb, 0.14)
        canvas[:, start : start + rail] = darker(rgb, 0.14)
        canvas[start + rail] = lighter(rgb, 0.4)
        canvas[:, start + rail] = lighter(rgb, 0.4)
    return finish(canvas)


@texture("carpet_tiles", size_px=LARGE)
def carpet_tiles(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Squares of short-piled carpet laid with the pile turned from square to square."""
    half = LARGE // 2
    fibres = fractal_noise(rng, LARGE, 64, 64, octaves=2, fade=0.8)
    ribs = np.sin(np.arange(LARGE) * 2 * np.pi / 8)
    turned = (np.arange(LARGE)[:, None] < half) ^ (np.arange(LARGE)[None] < half)
    pile = np.where(turned, ribs[:, None], ribs[None])
    return finish(shade(rgb, 0.03 * fibres + 0.02 * pile + np.where(turned, 0.02, -0.02)))


@texture("linoleum", size_px=LARGE)
def linoleum(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A smooth floor with soft streaks in lighter and darker shades."""
    streaks = fractal_noise(rng, LARGE, 4, 18, octaves=3, fade=0.6)
    flecks = fractal_noise(rng, LARGE, 40, 40, octaves=1)
    return finish(shade(rgb, 0.02 * streaks - 0.03 * step(flecks, 1.0, 0.2) + 0.02 * step(-flecks, 1.1, 0.2)))


@texture("whiteboard", size_px=LARGE)
def whiteboard(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Handwriting, boxes with arrows and a curve, in pens of several colours."""
    canvas = blank(LARGE, rgb)
    ink = INKS[int(rng.integers(len(INKS)))]
    for row in range(int(rng.integers(4, 8))):
        _scrawl(canvas, 18, 34 + 22 * row, float(rng.uniform(50, 100)), ink, rng)
    other = INKS[int(rng.integers(len(INKS)))]
    for k in range(2):
        left, top = 140 + 52 * k, 40 + 40 * k
        corners = [(left, top), (left + 44, top), (left + 44, top + 28), (left, top + 28), (left, top)]
        line(canvas, corners, other, width_px=2)
    line(canvas, [(184, 58), (194, 58), (194, 80)], other, width_px=2)
    line(canvas, [(140, 160), (140, 226), (236, 226)], INKS[3], width_px=2)
    x = np.linspace(0, 1, 12)
    curve = np.stack([142 + 90 * x, 220 - 50 * x ** float(rng.uniform(0.5, 2.2))], axis=1)
    line(canvas, curve, INKS[1], width_px=2)
    return canvas


def _scrawl(canvas: Pixels, x: float, y: float, length: float, rgb: Rgb, rng: np.random.Generator) -> None:
    along = np.arange(0.0, length, 3.0)
    height = rng.uniform(-5, 5, len(along)) * (rng.random(len(along)) > 0.15)
    line(canvas, np.stack([x + along, y + height], axis=1), rgb, width_px=1)


@texture("notices")
def notices(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Notes and leaflets pinned to a board."""
    canvas = blank(SMALL, rgb)
    for row in range(2):
        for column in range(4):
            if rng.random() < 0.2:
                continue
            left, top = 6 + 30 * column + float(rng.uniform(0, 5)), 8 + 58 * row + float(rng.uniform(0, 10))
            paper = ((246, 244, 238), (250, 236, 150), (198, 224, 244))[int(rng.integers(3))]
            right, bottom = left + float(rng.uniform(16, 24)), top + float(rng.uniform(24, 42))
            rectangle(canvas, left, top, right, bottom, paper)
            text_lines(canvas, (left + 3, top + 6, right - 2, bottom - 3), 4.0, (110, 110, 116), rng)
            ellipse(canvas, ((left + right) / 2, top + 3), (1.8, 1.8), (200, 40, 40))
    return canvas


@texture("shop_sign", size_px=LARGE)
def shop_sign(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A word in large letters between two stripes."""
    return _sign(rgb, SHOP_WORDS[int(rng.integers(len(SHOP_WORDS)))], striped=True)


@texture("firm_name", size_px=LARGE)
def firm_name(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """The name of a firm that does not exist, in large letters."""
    return _sign(rgb, FIRM_WORDS[int(rng.integers(len(FIRM_WORDS)))], striped=False)


def _sign(rgb: Rgb, word: str, *, striped: bool) -> Pixels:
    """A word stretched over the middle of a square; signs are wide, so letters are drawn tall."""
    ink = (246, 244, 240) if luminance(rgb) < 150 else (40, 44, 60)
    (wide, tall), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, 2.0, 5)
    letters = np.ascontiguousarray(np.tile(np.array(rgb, np.uint8), (tall + 16, wide + 16, 1)))
    cv2.putText(letters, word, (8, tall + 8), cv2.FONT_HERSHEY_DUPLEX, 2.0, ink, 5, cv2.LINE_AA)
    canvas = blank(LARGE, rgb)
    fitted = cv2.resize(letters, (LARGE - 36, round(0.5 * LARGE)), interpolation=cv2.INTER_AREA)
    canvas[LARGE // 4 : LARGE // 4 + fitted.shape[0], 18 : LARGE - 18] = fitted
    if striped:
        rectangle(canvas, 10, 18, LARGE - 10, 30, ink)
        rectangle(canvas, 10, LARGE - 30, LARGE - 10, LARGE - 18, ink)
    return canvas
