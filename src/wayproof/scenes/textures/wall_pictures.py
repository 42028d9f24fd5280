"""Pictures on walls: paintings, photographs, mirrors, and the view out of a window."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import fractal_noise, smooth_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import (
    LARGE,
    Canvas,
    Pixels,
    choice,
    companion,
    darker,
    finish,
    lighter,
    mix,
    place,
    scaled,
    step,
)
from wayproof.scenes.textures.smooth_shapes import blank, ellipse, polygon, rectangle, vertical_gradient


def ridge(
    rng: np.random.Generator, canvas: Pixels, base: float, height: float, rgb: Rgb, *, rough: int = 6
) -> None:
    """Fill the canvas below a rolling line; base and height are shares of the canvas from its top."""
    size_px = len(canvas)
    x = np.linspace(0, size_px, 49)
    waves = sum(
        rng.uniform(-1, 1) / (k + 1) * np.sin(2 * np.pi * ((k + 1) * x / size_px * 0.7 + rng.random()))
        for k in range(rough)
    )
    top = np.stack([x, size_px * (base - height * np.asarray(waves))], axis=1)
    polygon(canvas, np.concatenate([top, [[size_px, size_px], [0, size_px]]]), rgb)


def tree(canvas: Pixels, x: float, foot: float, height: float, rgb: Rgb, rng: np.random.Generator) -> None:
    """A trunk and a round crown of overlapping tufts, lighter towards the upper left."""
    rectangle(canvas, x - 0.04 * height, foot - 0.4 * height, x + 0.04 * height, foot, (86, 64, 46))
    for k in range(14):
        off_x, off_y = rng.uniform(-0.26, 0.26) * height, rng.uniform(-0.28, 0.28) * height
        tone = lighter(darker(rgb, 0.3), 0.22 * k / 14) if off_x + off_y > 0 else lighter(rgb, 0.16 * k / 14)
        radius = float(rng.uniform(0.10, 0.19)) * height
        ellipse(
            canvas, (x + float(off_x), foot - 0.66 * height + float(off_y)), (radius, radius * 0.85), tone
        )


def _house(canvas: Pixels, x: float, foot: float, width: float, rng: np.random.Generator) -> None:
    wall = ((214, 196, 170), (188, 128, 104), (226, 222, 212))[int(rng.integers(3))]
    roof = ((138, 74, 58), (96, 92, 96))[int(rng.integers(2))]
    height = width * float(rng.uniform(0.55, 0.8))
    rectangle(canvas, x, foot - height, x + width, foot, wall)
    eaves = foot - height
    polygon(canvas, [(x - 4, eaves), (x + width + 4, eaves), (x + width / 2, eaves - 0.45 * width)], roof)
    for column in range(3):
        for row in range(2):
            left, top = x + width * (0.14 + 0.29 * column), eaves + height * (0.16 + 0.42 * row)
            rectangle(canvas, left, top, left + width * 0.14, top + height * 0.22, (92, 108, 122))


def _sky(rng: np.random.Generator, size_px: int, zenith: Rgb, horizon: Rgb, clouds: float) -> Canvas:
    sky = vertical_gradient(size_px, [(0.0, zenith), (0.75, horizon), (1.0, horizon)])
    _, y = place(size_px)
    cloud = step(fractal_noise(rng, size_px, 5, 3, octaves=5), 1.0 - clouds, 1.6) * np.clip(1.1 - y, 0, 1)
    return mix(sky, (250, 250, 252), 0.85 * cloud)


@texture("outdoor_view", size_px=LARGE, tiles=False)
def outdoor_view(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """What one sees through a window: sky with clouds above, trees and houses below."""
    canvas = finish(_sky(rng, LARGE, (126, 172, 222), (224, 234, 240), 0.7))
    ridge(rng, canvas, 0.66, 0.03, (158, 178, 184))
    ridge(rng, canvas, 0.72, 0.03, (128, 156, 128))
    for k in range(int(rng.integers(1, 4))):
        _house(
            canvas,
            float(rng.uniform(0.0, 0.8)) * LARGE,
            (0.83 + 0.02 * k) * LARGE,
            float(rng.uniform(34, 56)),
            rng,
        )
    ridge(rng, canvas, 0.84, 0.015, (112, 142, 88))
    for _ in range(int(rng.integers(4, 8))):
        green = ((84, 118, 66), (98, 128, 72), (70, 104, 62))[int(rng.integers(3))]
        tree(
            canvas,
            float(rng.uniform(0, LARGE)),
            float(rng.uniform(0.86, 0.96)) * LARGE,
            float(rng.uniform(50, 92)),
            green,
            rng,
        )
    ridge(rng, canvas, 0.95, 0.01, (104, 138, 78))
    haze = fractal_noise(rng, LARGE, 24, 24, octaves=3)[..., None]
    return finish(canvas.astype(np.float32) + 1.5 * haze)


@texture("photo", size_px=LARGE, tiles=False)
def photo(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A photograph with a white margin: a beach, a field, a person in front of a wall."""
    kind = choice(3, rng, rgb, second_rgb)
    if kind == 0:
        picture = finish(_sky(rng, LARGE, (92, 150, 210), (212, 228, 238), 0.4))
        rectangle(picture, 0, 0.5 * LARGE, LARGE, LARGE, (58, 118, 150))
        ridge(rng, picture, 0.72, 0.03, (222, 202, 160), rough=3)
    elif kind == 1:
        picture = finish(_sky(rng, LARGE, (236, 170, 110), (250, 222, 170), 0.5))
        ridge(rng, picture, 0.58, 0.10, (98, 96, 124))
        ridge(rng, picture, 0.72, 0.05, (116, 122, 70))
        tree(picture, 0.7 * LARGE, 0.84 * LARGE, 0.4 * LARGE, (70, 92, 54), rng)
    else:
        wall = vertical_gradient(LARGE, [(0.0, lighter(rgb, 0.45)), (1.0, lighter(rgb, 0.2))])
        picture = finish(wall)
        _person(picture, 0.36 * LARGE, companion(rgb, second_rgb), rng)
        _person(picture, 0.64 * LARGE, (70, 84, 112), rng)
    grain = 3.0 * rng.standard_normal((LARGE, LARGE, 1), np.float32)
    framed = finish(picture.astype(np.float32) + grain)
    margin = 10
    framed[:margin], framed[-margin:], framed[:, :margin], framed[:, -margin:] = 246, 246, 246, 246
    return framed


def _person(canvas: Pixels, x: float, clothes: Rgb, rng: np.random.Generator) -> None:
    """Head and shoulders, from the chest up."""
    size_px = len(canvas)
    skin = ((224, 178, 146), (186, 132, 100), (122, 84, 62))[int(rng.integers(3))]
    hair = ((54, 40, 32), (122, 84, 48), (176, 140, 88), (60, 58, 60))[int(rng.integers(4))]
    head = float(rng.uniform(0.36, 0.44)) * size_px
    ellipse(canvas, (x, head - 12), (30, 34), hair)
    ellipse(canvas, (x, size_px * 0.98), (56, size_px * 0.36), clothes)
    rectangle(canvas, x - 10, head + 20, x + 10, head + 52, darker(skin, 0.12))
    ellipse(canvas, (x, head), (24, 32), skin)
    for side in (-1, 1):
        ellipse(canvas, (x + side * 9, head - 4), (3, 2.2), (48, 40, 38))
    ellipse(canvas, (x, head + 15), (8, 2.5), scaled(skin, 0.6, towards=(170, 60, 60)))
    ellipse(canvas, (x, head - 27), (25, 12), hair)


@texture("art", size_px=LARGE, tiles=False)
def art(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A painting: a landscape, an abstract of blocks or of circles, or a portrait."""
    second = companion(rgb, second_rgb)
    painter = (_landscape, _blocks, _circles, _portrait)[choice(4, rng, rgb, second_rgb)]
    canvas = painter(rgb, second, rng)
    brush = smooth_noise(rng, LARGE, 64, 20) + smooth_noise(rng, LARGE, 20, 64)
    return finish(canvas.astype(np.float32) + 2.5 * brush[..., None])


def _landscape(rgb: Rgb, second: Rgb, rng: np.random.Generator) -> Pixels:
    canvas = finish(_sky(rng, LARGE, lighter(second, 0.35), (244, 226, 190), 0.5))
    ellipse(canvas, (float(rng.uniform(0.2, 0.8)) * LARGE, 0.3 * LARGE), (17, 17), (250, 234, 176))
    for k, base in enumerate((0.5, 0.62, 0.74, 0.88)):
        ridge(rng, canvas, base, 0.08 - 0.015 * k, darker(lighter(rgb, 0.5 - 0.16 * k), 0.06 * k))
    for _ in range(4):
        tree(
            canvas,
            float(rng.uniform(0.05, 0.95)) * LARGE,
            float(rng.uniform(0.8, 0.95)) * LARGE,
            52,
            darker(rgb, 0.25),
            rng,
        )
    return canvas


def _blocks(rgb: Rgb, second: Rgb, rng: np.random.Generator) -> Pixels:
    canvas = blank(LARGE, (236, 230, 216))
    palette = (rgb, rgb, second, lighter(rgb, 0.5), darker(rgb, 0.4), (226, 184, 70), (236, 230, 216))
    across = np.sort(rng.uniform(0.08, 0.92, 3)) * LARGE
    down = np.sort(rng.uniform(0.08, 0.92, 3)) * LARGE
    lines_x, lines_y = [0.0, *across.tolist(), float(LARGE)], [0.0, *down.tolist(), float(LARGE)]
    for i in range(4):
        for j in range(4):
            colour = palette[int(rng.integers(len(palette)))]
            rectangle(canvas, lines_x[i], lines_y[j], lines_x[i + 1], lines_y[j + 1], colour)
    for value in lines_x[1:-1]:
        rectangle(canvas, value - 3, 0, value + 3, LARGE, (40, 38, 40))
    for value in lines_y[1:-1]:
        rectangle(canvas, 0, value - 3, LARGE, value + 3, (40, 38, 40))
    return canvas


def _circles(rgb: Rgb, second: Rgb, rng: np.random.Generator) -> Pixels:
    canvas = blank(LARGE, lighter(rgb, 0.7))
    palette = (rgb, second, darker(rgb, 0.35), lighter(second, 0.4), (230, 190, 90), rgb)
    for k in range(9):
        centre = (float(rng.uniform(0.1, 0.9)) * LARGE, float(rng.uniform(0.1, 0.9)) * LARGE)
        radius = float(rng.uniform(16, 62)) * (1.2 - 0.08 * k)
        ellipse(canvas, centre, (radius, radius), palette[k % 6])
        if k % 3 == 0:
            ellipse(canvas, centre, (radius * 0.55, radius * 0.55), lighter(palette[k % 6], 0.5))
    return canvas


def _portrait(rgb: Rgb, second: Rgb, rng: np.random.Generator) -> Pixels:
    canvas = finish(vertical_gradient(LARGE, [(0.0, darker(rgb, 0.15)), (1.0, darker(rgb, 0.5))]))
    _person(canvas, 0.5 * LARGE, second, rng)
    return canvas


@texture("mirror", tiles=False)
def mirror(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Silvered glass: a soft gradient with slanting sheens."""
    size_px = 128
    x, y = place(size_px)
    slant = x + 0.8 * y + 0.04 * smooth_noise(rng, size_px, 2, 2)
    sheen = np.exp(-(((slant - 0.62) / 0.10) ** 2)) + 0.6 * np.exp(-(((slant - 0.92) / 0.035) ** 2))
    body = vertical_gradient(
        size_px, [(0.0, (206, 216, 222)), (0.6, (172, 184, 192)), (1.0, (150, 160, 166))]
    )
    return finish(mix(body, (244, 248, 250), np.clip(0.7 * sheen, 0, 1).astype(np.float32)))
