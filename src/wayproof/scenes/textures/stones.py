"""Stone: marble, granite, terrazzo, and what is laid from pieces of it: tiles and bricks."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import Ints, cell_noise, fractal_noise, smooth_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import (
    LARGE,
    SMALL,
    Map,
    Pixels,
    choice,
    companion,
    darker,
    finish,
    lighter,
    luminance,
    mix,
    place,
    scaled,
    shade,
    step,
)


@texture("marble", size_px=LARGE)
def marble(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Cloudy stone with branching veins."""
    x, y = place(LARGE)
    cloud = fractal_noise(rng, LARGE, 2, 2, octaves=4)
    warp = 0.20 * fractal_noise(rng, LARGE, 3, 3, octaves=4, fade=0.55)
    strength = step(smooth_noise(rng, LARGE, 4, 4), -0.1, 2.2)
    veins = np.zeros((LARGE, LARGE), np.float32)
    for slope, per_tile, bend, width, depth in (
        (1, 2, 1.0, 0.02, 0.75),
        (2, 1, 1.6, 0.012, 0.5),
        (-1, 1, 2.0, 0.006, 0.4),
    ):
        phase = (x * slope + y) * per_tile + bend * warp + float(rng.random())
        apart = np.abs(phase % 1.0 - 0.5)
        veins = np.maximum(
            veins, depth * strength * (np.exp(-apart / width) + 0.35 * np.exp(-apart / (6 * width)))
        )
        warp, strength = np.roll(warp, (61, 37), (0, 1)), np.roll(strength, (83, 19), (0, 1))
    vein_colour = scaled(rgb, 0.45, towards=(84, 82, 88)) if luminance(rgb) > 110 else lighter(rgb, 0.6)
    return finish(mix(shade(rgb, 0.045 * cloud), vein_colour, np.clip(veins, 0, 0.9)))


@texture("granite")
def granite(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Grains of crystal: most of the colour itself, some dark, some pale."""
    grains = cell_noise(rng, SMALL, 42, 42)
    kind = rng.random(42 * 42, np.float32)[grains.index]
    fine = rng.standard_normal((SMALL, SMALL), np.float32)
    patch = smooth_noise(rng, SMALL, 5, 5)
    lightness = 0.05 * patch + 0.03 * fine + 0.16 * step(kind, 0.8, 0.1) - 0.3 * step(1 - kind, 0.82, 0.08)
    return finish(shade(rgb, (lightness + 0.02).astype(np.float32)))


@texture("terrazzo", size_px=LARGE)
def terrazzo(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Chips of many stones in polished cement."""
    second = companion(rgb, second_rgb)
    chip_colours = (second, lighter(rgb, 0.5), darker(rgb, 0.4), lighter(rgb, 0.25))
    canvas = shade(rgb, 0.015 * fractal_noise(rng, LARGE, 6, 6))
    for count, share in ((9, 0.5), (20, 0.35)):
        chips = cell_noise(rng, LARGE, count, count)
        number = count * count
        exists = (rng.random(number) < share)[chips.index]
        inset = (0.14 + 0.2 * rng.random(number, np.float32))[chips.index]
        colour = np.asarray(chip_colours, np.float32)[rng.integers(4, size=number)][chips.index]
        inside = step(chips.second - chips.nearest - inset, 0.0, 0.12) * exists
        canvas = mix(canvas, colour, inside.astype(np.float32))
    return finish(canvas)


def _pieces(
    size_px: int, rows: int, columns: int, joint_px: float, *, offset: float
) -> tuple[Ints, Map, Map]:
    """(index, joint, edge) of pieces laid in rows, every second row moved by `offset` of a piece.

    joint is 1 in the mortar; edge falls from 1 at the rim of a piece to 0 a few pixels inside, and is
    negative at the lower and right rim (away from the light).
    """
    x, y = place(size_px)
    row = np.floor(y * rows)
    across = x * columns + offset * (row % 2)
    index = (row * columns + np.floor(across) % columns).astype(np.int64)
    from_left, from_top = across % 1.0 * size_px / columns, y * rows % 1.0 * size_px / rows
    from_right, from_bottom = size_px / columns - from_left, size_px / rows - from_top
    inside = np.minimum(np.minimum(from_left, from_right), np.minimum(from_top, from_bottom))
    joint = 1.0 - step(inside, joint_px / 2, 1.0)
    lit = 1.0 - step(np.minimum(from_left, from_top), joint_px / 2 + 1.5, 3.0)
    dark = 1.0 - step(np.minimum(from_right, from_bottom), joint_px / 2 + 1.5, 3.0)
    return index, joint.astype(np.float32), (lit - dark).astype(np.float32)


@texture("tile", size_px=LARGE)
def tile(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Square glazed tiles with pale or dark joints; some variants are laid in running bond or chequered."""
    count = (2, 4, 4)[choice(3, rng, rgb, second_rgb)]
    index, joint, edge = _pieces(LARGE, count, count, 4.0, offset=0.0)
    tone = (0.03 * rng.standard_normal(count * count, np.float32))[index]
    cloud = 0.02 * fractal_noise(rng, LARGE, 4, 4)
    ground = shade(rgb, tone + cloud + 0.06 * edge)
    if rng.random() < 0.3:
        other = (index // count + index % count) % 2 == 1
        ground = mix(ground, shade(lighter(rgb, 0.35), tone + cloud), other.astype(np.float32) * 0.7)
    mortar = scaled((172, 168, 160), 0.7, towards=rgb) if luminance(rgb) < 150 else darker(rgb, 0.28)
    return finish(mix(ground, mortar, joint))


@texture("brick", size_px=LARGE)
def brick(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Bricks in running bond, each burnt a little differently."""
    rows, columns = 10, 4
    index, joint, edge = _pieces(LARGE, rows, columns, 4.0, offset=0.5)
    tone = (0.10 * rng.standard_normal(rows * columns, np.float32))[index]
    rough = fractal_noise(rng, LARGE, 24, 24, octaves=3, fade=0.7)
    pits = step(smooth_noise(rng, LARGE, 90, 90), 1.7, 0.8)
    ground = shade(rgb, (tone + 0.05 * rough - 0.12 * pits + 0.05 * edge).astype(np.float32))
    mortar = shade(
        scaled((188, 182, 172), 0.75, towards=rgb), 0.03 * fractal_noise(rng, LARGE, 48, 48, octaves=2)
    )
    return finish(mix(ground, mortar, joint))
