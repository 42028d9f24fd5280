"""Printed and knotted ornament: flowers, geometric figures, wallpaper and oriental rugs."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import fractal_noise, smooth_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.fabrics import weave
from wayproof.scenes.textures.paint import (
    LARGE,
    SMALL,
    Map,
    Pixels,
    around,
    choice,
    companion,
    darker,
    finish,
    lighter,
    luminance,
    mix,
    place,
    relight,
    scaled,
    shade,
    step,
)
from wayproof.scenes.textures.smooth_shapes import blank, ellipse, leaf, line, polygon


def _under_cloth(canvas: Pixels, cloth: Map) -> Pixels:
    return finish(relight(canvas.astype(np.float32), cloth))


def _flower(
    canvas: Pixels, x: float, y: float, size: float, turn_rad: float, petals: Rgb, heart: Rgb
) -> None:
    for petal in range(5):
        angle = turn_rad + petal * 2 * np.pi / 5
        centre = (x + size * 0.55 * np.cos(angle), y + size * 0.55 * np.sin(angle))
        ellipse(canvas, centre, (size * 0.5, size * 0.34), petals, angle_rad=angle)
    ellipse(canvas, (x, y), (size * 0.26, size * 0.26), heart)


@texture("floral")
def floral(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Cloth strewn with five-petalled flowers and leaves."""
    second = companion(rgb, second_rgb)
    green = scaled((84, 122, 70), 0.65, towards=rgb)
    heart = (226, 190, 62) if luminance(second) > 90 else lighter(second, 0.6)
    canvas = blank(SMALL, rgb)
    spots = [(i + 0.5 * (j % 2), j) for j in range(4) for i in range(3)]
    for i, j in spots:
        x, y = (np.array([i / 3, j / 4]) + rng.uniform(-0.04, 0.04, 2) + 0.12) * SMALL
        size, turn = float(rng.uniform(7.5, 11.5)), float(rng.uniform(0, 2 * np.pi))
        tone = lighter(second, float(rng.uniform(0.0, 0.25)))
        for at_x, at_y in around(SMALL, float(x), float(y), 30):
            leaf(canvas, (at_x, at_y), size * 2.1, size * 0.7, turn + 0.5, green)
            leaf(canvas, (at_x, at_y), size * 1.9, size * 0.6, turn + 2.6, green)
            _flower(canvas, at_x, at_y, size, turn, tone, heart)
    return _under_cloth(canvas, weave(rng, SMALL, 32, strength=0.35))


@texture("geometric")
def geometric(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Triangles, diamonds or hexagon lines in a strict repeat."""
    x, y = place(SMALL)
    second = companion(rgb, second_rgb)
    count = 4
    u, v = x * count, y * count
    kind = choice(3, rng, rgb, second_rgb)
    soft = count / SMALL * 1.5
    if kind == 0:
        figure = 1.0 - step(np.abs(u % 1 - 0.5) + np.abs(v % 1 - 0.5), 0.3, soft)
        rim = step(-np.abs(np.abs(u % 1 - 0.5) + np.abs(v % 1 - 0.5) - 0.44), -0.035, soft)
        share = np.maximum(figure, 0.6 * rim)
    elif kind == 1:
        height = v % 1
        shifted = (u + 0.5 * (np.floor(v) % 2)) % 1
        share = step(0.5 * (height - 0.22) - np.abs(shifted - 0.5), 0.0, soft) * step(0.9 - height, 0.0, soft)
    else:
        zigzag = (v + 0.45 * np.abs(u % 1 - 0.5) * 2) % 1
        share = np.maximum(
            step(-np.abs(zigzag - 0.5), -0.14, soft), step(-np.abs(zigzag - 0.78), -0.035, soft)
        )
    cloth = weave(rng, SMALL, 32, strength=0.4)
    return finish(mix(shade(rgb, cloth), shade(second, cloth), share.astype(np.float32)))


@texture("wallpaper", size_px=LARGE)
def wallpaper(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Paper with soft stripes or a damask of leaves, tone on tone."""
    x, y = place(LARGE)
    grain = 0.012 * fractal_noise(rng, LARGE, 40, 40, octaves=2)
    figure = scaled(lighter(rgb, 0.16) if luminance(rgb) < 190 else darker(rgb, 0.1), 0.9, towards=second_rgb)
    if choice(2, rng, rgb, second_rgb) == 0:
        stripes = 6 + 2 * int(rng.integers(2))
        across = x * stripes % 1.0 + 0 * y
        share = step(-np.abs(across - 0.5), -0.22, 0.03) * 0.8
        edges = step(-np.abs(np.abs(across - 0.5) - 0.27), -0.012, 0.02)
        return finish(mix(mix(shade(rgb, grain), figure, share), figure, edges))
    canvas = np.zeros((LARGE, LARGE, 3), np.uint8)
    for i, j in ((0.25, 0.25), (0.75, 0.75), (0.25, 1.25), (1.25, 0.25)):
        for at_x, at_y in around(LARGE, i * LARGE, j * LARGE, 80):
            _damask(canvas, at_x, at_y, 62.0)
    share = canvas[..., 0].astype(np.float32) / 255.0
    return finish(mix(shade(rgb, grain), shade(figure, grain), share * 0.85))


def _damask(canvas: Pixels, x: float, y: float, size: float) -> None:
    """A tulip on a curled stem, white on black."""
    white, black = (255, 255, 255), (0, 0, 0)
    for side in (-1, 1):
        curl = np.linspace(0.0, 1.0, 12)
        stem_x = x + side * size * 0.75 * np.sin(2.2 * curl) * curl
        stem_y = y + size * (0.95 - 0.85 * np.sin(1.7 * curl))
        line(canvas, np.stack([stem_x, stem_y], axis=1), white, width_px=4)
        ellipse(canvas, (float(stem_x[-1]), float(stem_y[-1])), (0.1 * size, 0.1 * size), white)
        leaf(canvas, (x, y + 0.25 * size), 1.0 * size, 0.34 * size, -np.pi / 2 + side * 0.5, white)
    leaf(canvas, (x, y + 0.3 * size), 1.25 * size, 0.42 * size, -np.pi / 2, black)
    leaf(canvas, (x, y + 0.3 * size), 1.15 * size, 0.3 * size, -np.pi / 2, white)
    ellipse(canvas, (x, y + 0.32 * size), (0.16 * size, 0.07 * size), white)
    line(canvas, [(x, y + 0.3 * size), (x, y + 1.1 * size)], white, width_px=3)


@texture("ornament", size_px=LARGE, tiles=False)
def ornament(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A whole oriental rug: borders, corner pieces and a medallion, the same in all four quarters."""
    second = companion(rgb, second_rgb)
    cream, dark = (222, 204, 168), darker(scaled(rgb, 0.6, towards=(30, 32, 60)), 0.35)
    half = LARGE // 2
    canvas = np.full(
        (half, half, 3), rgb, np.uint8
    )  # one quarter: the rug's middle is its lower right corner
    _rug_field(canvas, rng, second, cream, dark)
    _rug_borders(canvas, rgb, second, cream, dark)
    rug = np.concatenate([canvas, canvas[:, ::-1]], axis=1)
    rug = np.concatenate([rug, rug[::-1]], axis=0)
    knots = 0.05 * rng.standard_normal((LARGE, LARGE), np.float32)
    wear = 0.03 * smooth_noise(rng, LARGE, LARGE, 3) + 0.03 * fractal_noise(rng, LARGE, 3, 3)
    return _under_cloth(rug, knots + wear)


def _rug_field(canvas: Pixels, rng: np.random.Generator, second: Rgb, cream: Rgb, dark: Rgb) -> None:
    half = len(canvas)
    for j in range(6):
        for i in range(6):
            x, y = (np.array([i, j]) + 0.5 + rng.uniform(-0.1, 0.1, 2)) * half / 6
            tone = (second, cream, dark)[int(rng.integers(3))]
            leaf(canvas, (float(x), float(y)), 13, 5, float(rng.uniform(0, 6.28)), dark)
            _flower(
                canvas,
                float(x),
                float(y),
                float(rng.uniform(3.0, 4.6)),
                float(rng.uniform(0, 6)),
                tone,
                cream,
            )
    middle = np.array([half, half], float)
    for reach, colour in (
        (0.62, dark),
        (0.58, second),
        (0.44, cream),
        (0.40, dark),
        (0.22, second),
        (0.12, cream),
    ):
        around_ = np.linspace(0, 2 * np.pi, 97)
        radius = reach * half * (1.0 + 0.10 * np.cos(8 * around_))
        polygon(
            canvas, middle + np.stack([radius * np.cos(around_), radius * np.sin(around_)], axis=1), colour
        )
    for k in range(5):
        angle = np.pi + (k + 0.5) * np.pi / 10
        at = middle + 0.49 * half * np.array([np.cos(angle), np.sin(angle)])
        _flower(canvas, float(at[0]), float(at[1]), 5.0, angle, dark, cream)
    for reach, colour in ((0.50, dark), (0.46, second), (0.30, cream), (0.26, dark)):
        around_ = np.linspace(0, np.pi / 2, 49)
        radius = reach * half * (1.0 + 0.12 * np.cos(12 * around_))
        corner = np.stack([radius * np.cos(around_), radius * np.sin(around_)], axis=1)
        polygon(canvas, np.concatenate([[[0.0, 0.0]], corner]), colour)


def _rug_borders(canvas: Pixels, rgb: Rgb, second: Rgb, cream: Rgb, dark: Rgb) -> None:
    half = len(canvas)
    rows, columns = np.indices((half, half))
    depth = np.minimum(rows, columns)
    for start, end, colour in ((0, 3, dark), (3, 5, cream), (5, 22, rgb), (22, 24, cream), (24, 27, dark)):
        canvas[(depth >= start) & (depth < end)] = colour
    for k in range(8):
        along = (k + 0.5) * (half - 14) / 8 + 14
        for x, y in ((along, 13.5), (13.5, along)):
            _flower(canvas, x, y, 5.2, 0.3, second if k % 2 else cream, dark)
    _flower(canvas, 13.5, 13.5, 6.0, 0.0, cream, dark)
