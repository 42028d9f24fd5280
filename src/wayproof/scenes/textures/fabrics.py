"""Cloth, leather and other soft coverings, as seen from an arm's length."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import cell_noise, fractal_noise, smooth_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import (
    SMALL,
    Map,
    Pixels,
    choice,
    companion,
    finish,
    mix,
    place,
    shade,
    step,
)

PI = np.float32(np.pi)


def weave(rng: np.random.Generator, size_px: int, threads: int, *, strength: float = 1.0) -> Map:
    """Lightness of a plain weave with the given number of threads each way; threads differ a little."""
    x, y = place(size_px)
    column, row = np.floor(x * threads).astype(np.int64), np.floor(y * threads).astype(np.int64)
    over = (column + row) % 2 == 0
    rounding_x, rounding_y = np.sin(PI * (x * threads % 1.0)), np.sin(PI * (y * threads % 1.0))
    relief = np.where(over, rounding_x * (0.55 + 0.45 * rounding_y), rounding_y * (0.4 + 0.45 * rounding_x))
    warp, weft = 0.03 * rng.standard_normal((2, threads), np.float32)
    tone = np.where(over, warp[column], weft[row])
    slub = 0.03 * smooth_noise(rng, size_px, threads, 8)
    lightness: Map = (strength * (0.30 * (relief - 0.5) + tone + slub)).astype(np.float32)
    return lightness


@texture("woven")
def woven(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Plain upholstery cloth with visible threads."""
    return finish(shade(rgb, weave(rng, SMALL, 32) + 0.02 * smooth_noise(rng, SMALL, 4, 4)))


@texture("striped")
def striped(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Cloth with upright stripes of the second colour, each beside a thin line."""
    x, y = place(SMALL)
    stripes = 3 + choice(3, rng, rgb, second_rgb)
    across = x * stripes % 1.0 + 0 * y
    width = float(rng.uniform(0.24, 0.31))
    soft = stripes / SMALL * 1.5
    broad = step(-np.abs(across - 0.5), -width / 2, soft)
    lines = step(-np.abs(np.abs(across - 0.5) - width / 2 - 0.08), -0.022, soft)
    cloth = weave(rng, SMALL, 32, strength=0.6)
    second = companion(rgb, second_rgb)
    return finish(mix(shade(rgb, cloth), shade(second, cloth), np.maximum(broad, 0.75 * lines)))


@texture("checked")
def checked(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Cloth with crossing bands that darken where they meet, as gingham and tartan have."""
    x, y = place(SMALL)
    checks = 3 + choice(2, rng, rgb, second_rgb)
    soft = checks / SMALL * 1.5
    width = float(rng.uniform(0.22, 0.28))
    bands = [step(-np.abs(axis * checks % 1.0 - 0.5), -width / 2, soft) for axis in (x, y)]
    lines = [step(-np.abs(axis * checks % 1.0 - 0.06), -0.02, soft) for axis in (x, y)]
    share = 0.48 * (bands[0] + bands[1]) + 0.25 * np.maximum(lines[0], lines[1])
    cloth = weave(rng, SMALL, 32, strength=0.6)
    second = companion(rgb, second_rgb)
    return finish(mix(shade(rgb, cloth), shade(second, cloth), np.clip(share, 0, 1).astype(np.float32)))


@texture("dotted")
def dotted(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Cloth with rows of round dots, every second row moved by half a step."""
    x, y = place(SMALL)
    count = 4 + 2 * choice(2, rng, rgb, second_rgb)
    row = np.floor(y * count)
    off_x = (x * count + 0.5 * (row % 2)) % 1.0 - 0.5
    off_y = y * count % 1.0 - 0.5
    radius = float(rng.uniform(0.22, 0.28))
    dots = 1.0 - step(np.hypot(off_x, off_y), radius, count / SMALL * 1.6)
    cloth = weave(rng, SMALL, 32, strength=0.5)
    return finish(mix(shade(rgb, cloth), shade(companion(rgb, second_rgb), cloth), dots))


@texture("leather")
def leather(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Grained hide with a fine net of creases."""
    grain = cell_noise(rng, SMALL, 30, 30)
    crease = 1.0 - step(grain.second - grain.nearest, 0.10, 0.24)
    fold = np.exp(-np.abs(fractal_noise(rng, SMALL, 3, 3, octaves=3)) * 14.0)
    patina = fractal_noise(rng, SMALL, 2, 2, octaves=3)
    return finish(shade(rgb, (0.03 - 0.12 * crease - 0.08 * fold + 0.04 * patina).astype(np.float32)))


@texture("carpet")
def carpet(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Cut pile: tufts that lean this way and that."""
    tufts = fractal_noise(rng, SMALL, 44, 44, octaves=2, fade=0.8)
    lean = fractal_noise(rng, SMALL, 3, 3, octaves=3, fade=0.6)
    return finish(shade(rgb, 0.075 * tufts + 0.028 * lean))


@texture("terry")
def terry(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Towelling: little loops in rows, with a smooth band across."""
    loops = cell_noise(rng, SMALL, 36, 36, disorder=0.6)
    _, y = place(SMALL)
    band = step(-np.abs(y - 0.5), -0.05, 0.015)
    ribs = np.sin(y * 2 * PI * 48)
    pile = 0.16 * (0.45 - loops.nearest) + 0.02 * smooth_noise(rng, SMALL, 5, 5)
    return finish(shade(rgb, (pile * (1 - band) + (0.02 + 0.04 * ribs) * band).astype(np.float32)))
