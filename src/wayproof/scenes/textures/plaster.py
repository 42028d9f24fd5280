"""Walls and printed paper: plaster and newsprint."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import fractal_noise, smooth_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import LARGE, SMALL, Pixels, darker, finish, lighter, luminance, shade
from wayproof.scenes.textures.smooth_shapes import blank, rectangle, text_lines


@texture("plaster")
def plaster(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Painted plaster with a fine roller grain."""
    grain = fractal_noise(rng, SMALL, 40, 40, octaves=2, fade=0.8)
    relief = grain - np.roll(grain, (1, 1), (0, 1))
    trowel = fractal_noise(rng, SMALL, 2, 2, octaves=3)
    return finish(shade(rgb, 0.009 * relief + 0.006 * trowel))


@texture("newsprint", size_px=LARGE)
def newsprint(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A newspaper's page: headlines, columns of text, grey pictures."""
    ink, faint = (
        (darker(rgb, 0.72), darker(rgb, 0.38))
        if luminance(rgb) > 90
        else (lighter(rgb, 0.7), lighter(rgb, 0.5))
    )
    canvas = blank(LARGE, rgb)
    columns, gap = 4, 9
    width = LARGE / columns
    rectangle(canvas, gap, 10, LARGE - gap, 26, ink)
    text_lines(canvas, (gap, 34, LARGE - gap, 50), 12.0, ink, rng)
    for column in range(columns):
        left, right = column * width + gap / 2, (column + 1) * width - gap / 2
        split = float(rng.uniform(90, 190))
        text_lines(canvas, (left, 56, right, split), 6.0, faint, rng)
        if rng.random() < 0.6:
            rectangle(canvas, left, split + 3, right, split + 36, faint)
            split += 38
        text_lines(canvas, (left, split + 4, right, LARGE - 6), 6.0, faint, rng)
    yellowing = 0.02 * smooth_noise(rng, LARGE, 3, 3)[..., None]
    return finish(canvas.astype(np.float32) * (1.0 + yellowing))
