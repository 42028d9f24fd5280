"""Faces of devices and toys: screens, keyboards, clocks, and a basketball's skin."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import cell_noise, fractal_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import (
    LARGE,
    SMALL,
    Pixels,
    choice,
    companion,
    darker,
    finish,
    lighter,
    luminance,
    mix,
    place,
    shade,
    step,
)
from wayproof.scenes.textures.smooth_shapes import (
    blank,
    ellipse,
    line,
    polygon,
    rectangle,
    text_lines,
    vertical_gradient,
)
from wayproof.scenes.textures.wall_pictures import ridge, tree


@texture("screen", size_px=LARGE, tiles=False)
def screen(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A lit screen: a film, the news, or a desktop with windows."""
    return (_film, _news, _desktop)[choice(3, rng, rgb, second_rgb)](rng)


def _film(rng: np.random.Generator) -> Pixels:
    canvas = finish(
        vertical_gradient(LARGE, [(0.0, (36, 64, 128)), (0.55, (238, 150, 96)), (1.0, (252, 214, 150))])
    )
    ellipse(canvas, (0.62 * LARGE, 0.52 * LARGE), (22, 22), (255, 240, 200))
    ridge(rng, canvas, 0.66, 0.08, (86, 70, 118))
    ridge(rng, canvas, 0.80, 0.05, (42, 44, 66))
    for _ in range(3):
        tree(canvas, float(rng.uniform(0, 1)) * LARGE, 0.93 * LARGE, 70, (30, 44, 40), rng)
    rectangle(canvas, 0, 0, LARGE, 18, (8, 8, 10))
    rectangle(canvas, 0, LARGE - 18, LARGE, LARGE, (8, 8, 10))
    return canvas


def _news(rng: np.random.Generator) -> Pixels:
    canvas = finish(vertical_gradient(LARGE, [(0.0, (24, 52, 118)), (1.0, (64, 122, 196))]))
    for k in range(5):
        rectangle(canvas, 14 + 26 * k, 40, 32 + 26 * k, 150, (46, 96, 172))
    x, head = 0.66 * LARGE, 92.0
    polygon(canvas, [(x - 58, 214), (x - 34, 140), (x + 34, 140), (x + 58, 214)], (44, 46, 60))
    polygon(canvas, [(x - 12, 140), (x + 12, 140), (x, 178)], (236, 236, 236))
    ellipse(canvas, (x, head), (24, 32), (222, 176, 146))
    ellipse(canvas, (x, head - 24), (26, 14), (70, 48, 34))
    rectangle(canvas, 0, 196, LARGE, 224, (236, 238, 240))
    text_lines(canvas, (10, 202, LARGE - 30, 222), 14.0, (24, 32, 60), rng)
    rectangle(canvas, 0, 224, LARGE, LARGE, (178, 30, 36))
    text_lines(canvas, (10, 232, LARGE - 10, 250), 12.0, (250, 240, 240), rng)
    return canvas


def _desktop(rng: np.random.Generator) -> Pixels:
    canvas = finish(vertical_gradient(LARGE, [(0.0, (40, 96, 150)), (1.0, (96, 176, 190))]))
    ridge(rng, canvas, 0.75, 0.10, (58, 130, 128))
    rectangle(canvas, 0, LARGE - 16, LARGE, LARGE, (34, 38, 48))
    for k in range(7):
        rectangle(
            canvas,
            8 + 18 * k,
            LARGE - 13,
            18 + 18 * k,
            LARGE - 3,
            ((232, 120, 80), (96, 190, 120), (90, 140, 230))[k % 3],
        )
    for left, top, right, bottom in ((30, 22, 176, 160), (104, 84, 240, 224)):
        rectangle(canvas, left, top, right, bottom, (246, 247, 249))
        rectangle(canvas, left, top, right, top + 12, (206, 212, 222))
        text_lines(canvas, (left + 8, top + 20, right - 10, bottom - 8), 8.0, (96, 102, 116), rng)
    rectangle(canvas, 112, 150, 160, 200, (120, 170, 220))
    return canvas


@texture("keyboard", size_px=LARGE, tiles=False)
def keyboard(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Rows of keys with pale marks, on a plate of the finish's colour."""
    is_dark = luminance(rgb) < 120
    cap = lighter(rgb, 0.18) if is_dark else darker(rgb, 0.14)
    mark = (226, 228, 232) if is_dark else (60, 62, 68)
    canvas = blank(LARGE, rgb)
    pitch = (LARGE - 20) / 5
    for row, width in enumerate((16.0, 17.1, 17.8, 18.5, 19.2)):
        top = 10 + row * pitch
        for key in range(int((LARGE - 16) / width)):
            left = 8 + (key + 0.3 * (row % 2)) * width
            rectangle(canvas, left + 1.5, top + 3, left + width - 1.5, top + pitch - 3, cap)
            rectangle(
                canvas, left + width * 0.3, top + pitch * 0.3, left + width * 0.55, top + pitch * 0.45, mark
            )
    space = 10 + 4 * pitch
    rectangle(canvas, 70, space + 1, 186, space + pitch - 1, rgb)
    rectangle(canvas, 72, space + 3, 184, space + pitch - 3, cap)
    return canvas


@texture("clock_face", size_px=LARGE, tiles=False)
def clock_face(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """A round dial with twelve marks; the hands stand at about ten past ten."""
    pale = luminance(rgb) > 130
    dial, ink = (rgb, (36, 36, 40)) if pale else (darker(rgb, 0.1), (240, 238, 230))
    canvas = blank(LARGE, dial)
    middle, radius = LARGE / 2, LARGE * 0.46
    ellipse(canvas, (middle, middle), (radius + 5, radius + 5), ink)
    ellipse(canvas, (middle, middle), (radius, radius), lighter(dial, 0.5) if pale else dial)
    for hour in range(12):
        angle = hour * np.pi / 6
        inner = 0.76 if hour % 3 == 0 else 0.84
        way = np.array([np.sin(angle), -np.cos(angle)])
        ends = [middle + way * radius * inner, middle + way * radius * 0.93]
        line(canvas, ends, ink, width_px=9 if hour % 3 == 0 else 5)
    minute = float(rng.uniform(8.0, 12.0))
    for angle, length, width in (((10 + minute / 60) / 12, 0.5, 10), (minute / 60, 0.74, 7)):
        way = np.array([np.sin(2 * np.pi * angle), -np.cos(2 * np.pi * angle)])
        line(canvas, [middle - way * 14, middle + way * radius * length], ink, width_px=width)
    ellipse(canvas, (middle, middle), (9, 9), companion(dial, second_rgb))
    return canvas


@texture("basketball")
def basketball(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Pebbled rubber with dark seams: two great circles and two bows; repeats, so it wraps a ball."""
    x, y = place(SMALL)
    pebbles = cell_noise(rng, SMALL, 34, 34)
    skin = shade(
        rgb, (0.14 * (0.42 - pebbles.nearest) + 0.02 * fractal_noise(rng, SMALL, 4, 4)).astype(np.float32)
    )
    bow = 0.13 * np.sin(2 * np.pi * 2 * y)
    apart = [np.abs((x + shift) % 0.5 - 0.25) + 0 * y for shift in (0.25, 0.0)]
    apart[1] = np.abs((x + bow) % 0.5 - 0.25)
    apart.append(np.abs((y + 0.25) % 0.5 - 0.25) + 0 * x)
    seam = 1.0 - step(np.minimum(np.minimum(apart[0], apart[1]), apart[2]).astype(np.float32), 0.013, 0.012)
    return finish(mix(skin, (40, 32, 30), 0.9 * seam))
