"""Metal, glass and glaze: hard smooth surfaces, told apart by how they scatter light."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import cell_noise, fractal_noise, smooth_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import SMALL, Pixels, companion, finish, mix, place, shade, step

TINY = 32


@texture("plain", size_px=TINY)
def plain(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """One colour, all but even."""
    return finish(shade(rgb, 0.006 * fractal_noise(rng, TINY, 4, 4, octaves=3, fade=0.8)))


@texture("brushed")
def brushed(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Metal with fine strokes along u and a soft sheen."""
    fine = smooth_noise(rng, SMALL, SMALL, 3)
    finer = smooth_noise(rng, SMALL, SMALL, 12)
    sheen = smooth_noise(rng, SMALL, 3, 1)
    return finish(shade(rgb, 0.035 * fine + 0.02 * finer + 0.03 * sheen))


@texture("hammered")
def hammered(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Metal covered with small round dents, lit from above left."""
    dents = cell_noise(rng, SMALL, 12, 12, disorder=0.7)
    height = np.minimum(dents.nearest, 0.62) ** 2
    slope = (np.roll(height, 1, 0) - np.roll(height, -1, 0)) + (
        np.roll(height, 1, 1) - np.roll(height, -1, 1)
    )
    glint = step(slope, 0.2, 0.12)
    return finish(shade(rgb, (-0.02 + 0.75 * slope + 0.10 * glint).astype(np.float32)))


@texture("glassy")
def glassy(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Pale glass with slanting reflections."""
    x, y = place(SMALL)
    wobble = 0.03 * smooth_noise(rng, SMALL, 2, 2)
    slant = (x + y + wobble + float(rng.random())) % 1.0
    broad = step(np.abs(slant - 0.35), 0.10, 0.10)
    narrow = step(np.abs(slant - 0.56), 0.03, 0.04)
    lightness = 0.16 - 0.11 * broad - 0.06 * narrow + 0.01 * smooth_noise(rng, SMALL, 3, 3)
    return finish(
        mix(shade(rgb, lightness), (232, 240, 240), np.float32(0.12) * np.ones((SMALL, SMALL), np.float32))
    )


@texture("glazed")
def glazed(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Glaze that ran a little before it set, with a faint net of cracks."""
    run = fractal_noise(rng, SMALL, 3, 4, octaves=3)
    net = cell_noise(rng, SMALL, 9, 9)
    crack = 1.0 - step(net.second - net.nearest, 0.05, 0.07)
    return finish(shade(rgb, (0.035 * run - 0.07 * crack).astype(np.float32)))


@texture("speckled")
def speckled(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Stoneware with dark and coloured specks in the glaze."""
    ground = shade(rgb, 0.03 * fractal_noise(rng, SMALL, 4, 4, octaves=3))
    for count, colour, size in ((11, companion(rgb, second_rgb), 0.26), (17, (64, 52, 46), 0.22)):
        specks = cell_noise(rng, SMALL, count, count)
        chosen = rng.random(count * count, np.float32)[specks.index]
        ground = mix(
            ground, colour, (1.0 - step(specks.nearest, size, 0.12)) * step(chosen, 0.45, 0.5) * 0.85
        )
    return finish(ground)
