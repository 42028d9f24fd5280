"""Printed matter shown once on a panel: covers of books and labels of jars, bottles and boxes."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import fractal_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import (
    SMALL,
    Pixels,
    choice,
    companion,
    darker,
    finish,
    lighter,
    luminance,
    relight,
)
from wayproof.scenes.textures.smooth_shapes import blank, ellipse, leaf, polygon, rectangle, text_lines


def _ink(rgb: Rgb) -> Rgb:
    return (244, 240, 228) if luminance(rgb) < 140 else (44, 42, 46)


@texture("book_cover", tiles=False)
def book_cover(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A cover with a title, a figure and the author's name."""
    second, ink = companion(rgb, second_rgb), _ink(rgb)
    canvas = blank(SMALL, rgb)
    rectangle(canvas, 0, 0, 9, SMALL, darker(rgb, 0.25))
    text_lines(canvas, (24, 16, 112, 44), 15.0, ink, rng)
    kind = choice(3, rng, rgb, second_rgb)
    if kind == 0:
        ellipse(canvas, (68, 74), (24, 24), second)
        ellipse(canvas, (76, 68), (12, 12), lighter(second, 0.4))
    elif kind == 1:
        polygon(canvas, [(34, 98), (68, 50), (102, 98)], second)
        polygon(canvas, [(60, 98), (84, 66), (108, 98)], lighter(second, 0.35))
    else:
        for angle in np.linspace(-2.4, -0.7, 5):
            leaf(canvas, (68.0, 98.0), 44.0, 15.0, float(angle), second)
    text_lines(canvas, (40, 108, 100, 118), 9.0, ink, rng)
    return finish(relight(canvas.astype(np.float32), 0.015 * fractal_noise(rng, SMALL, 8, 8)))


@texture("label", tiles=False)
def label(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A product's label: a band with a name, an emblem and small print, on the finish's colour."""
    second, ink = companion(rgb, second_rgb), _ink(rgb)
    canvas = blank(SMALL, rgb)
    rectangle(canvas, 0, 0, SMALL, 7, second)
    rectangle(canvas, 0, SMALL - 7, SMALL, SMALL, second)
    ellipse(canvas, (64, 54), (42, 30), lighter(rgb, 0.75) if luminance(rgb) < 170 else darker(rgb, 0.3))
    if choice(2, rng, rgb, second_rgb) == 0:
        ellipse(canvas, (64, 54), (13, 14), second)
        leaf(canvas, (64.0, 42.0), 20.0, 9.0, -0.9, (84, 132, 70))
    else:
        for angle in np.linspace(-2.5, -0.6, 4):
            leaf(canvas, (64.0, 74.0), 36.0, 12.0, float(angle), second)
    text_lines(canvas, (22, 92, 106, 104), 11.0, ink, rng)
    text_lines(canvas, (34, 108, 96, 118), 5.0, ink, rng)
    return canvas
