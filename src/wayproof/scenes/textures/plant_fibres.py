"""What grows, and what is woven from it: leaves, bark, wicker, cardboard."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import fractal_noise, smooth_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import (
    SMALL,
    Pixels,
    around,
    darker,
    finish,
    lighter,
    place,
    shade,
    step,
)
from wayproof.scenes.textures.smooth_shapes import blank, leaf, line

PI = np.float32(np.pi)


@texture("leafy")
def leafy(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Leaves upon leaves, the upper ones lighter, with a rib along each."""
    canvas = blank(SMALL, darker(rgb, 0.25))
    count = 64
    spots = (np.indices((8, 8)).reshape(2, -1).T + rng.uniform(0, 1, (count, 2))) * SMALL / 8
    for k, (x, y) in enumerate(rng.permutation(spots)):
        angle, length = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(26, 38))
        tone = lighter(darker(rgb, 0.18 * (1 - k / count)), 0.18 * k / count * float(rng.random()))
        for at in around(SMALL, float(x), float(y), 40):
            leaf(canvas, at, length, length * 0.46, angle, tone)
            tip = (at[0] + 0.9 * length * np.cos(angle), at[1] + 0.9 * length * np.sin(angle))
            line(canvas, [at, tip], lighter(tone, 0.2))
    return canvas


@texture("bark")
def bark(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Bark with deep furrows that run up the trunk."""
    ridges = fractal_noise(rng, SMALL, 3, 14, octaves=3, fade=0.6)
    furrow = np.exp(-np.abs(ridges) * 3.5)
    flakes = smooth_noise(rng, SMALL, 24, 40)
    return finish(shade(rgb, (0.10 - 0.42 * furrow + 0.06 * flakes).astype(np.float32)))


@texture("wicker")
def wicker(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Withes woven over and under upright stakes."""
    x, y = place(SMALL)
    stakes, withes = 8, 16
    row = np.floor(y * withes).astype(np.int64)
    phase = x * stakes + 0.5 * (row % 2)
    bulge = np.abs(np.sin(PI * phase))
    rounding = np.sin(PI * (y * withes % 1.0))
    tone = 0.06 * rng.standard_normal(withes, np.float32)[row]
    gap = step(-bulge, -0.16, 0.2)
    fibre = 0.03 * smooth_noise(rng, SMALL, SMALL, 10)
    lightness = 0.34 * (rounding * (0.45 + 0.55 * bulge) - 0.55) + tone + fibre - 0.22 * gap
    return finish(shade(rgb, (lightness + 0.03).astype(np.float32)))


@texture("cardboard")
def cardboard(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Brown board whose corrugation shows through, with flecks of fibre."""
    x, _ = place(SMALL)
    ribs = np.sin(2 * PI * 40 * x) * np.ones((SMALL, 1), np.float32)
    flecks = step(smooth_noise(rng, SMALL, 60, 30), 1.9, 0.8)
    cloud = fractal_noise(rng, SMALL, 3, 3, octaves=4)
    return finish(shade(rgb, (0.018 * ribs - 0.1 * flecks + 0.022 * cloud).astype(np.float32)))
