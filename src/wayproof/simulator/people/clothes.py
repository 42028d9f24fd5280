"""Paint for clothes: tops with collars, buttons, zips and prints, jeans with seams, belts, shoes with soles.

A canvas of a trunk is unrolled: u runs once around, the middle of the front in the middle, the hem at the
bottom.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from wayproof.geometry.seamless_noise import fractal_noise
from wayproof.scenes.textures import Rgb, texture_for
from wayproof.scenes.textures.paint import Pixels, finish, luminance, relight, shade
from wayproof.scenes.textures.smooth_shapes import ellipse, line, polygon, rectangle
from wayproof.simulator.people.appearance import Look

SIZE_PX = 256
MIDDLE = SIZE_PX / 2


def clothes_textures(look: Look, rng: np.random.Generator) -> dict[str, Pixels]:
    """Every texture below the neck, by the names that the parts use."""
    cloth = texture_for(look.top_finish)
    dress = look.top == "dress"
    return {
        "top": _top(look, cloth, rng),
        "top_cloth": _creased(cloth, rng, 0.03),
        "collar": _collar(look, cloth),
        "bottom_cloth": _creased(cloth if dress else texture_for(look.bottom_finish), rng, 0.05),
        "seat": _seat(look, rng),
        "skin": finish(shade(look.skin_rgb, 0.015 * fractal_noise(rng, 32, 4, 4))),
        "hand": _hand(look),
        "shoe": _shoe(look),
    }


def _creased(cloth: Pixels, rng: np.random.Generator, strength: float) -> Pixels:
    return finish(relight(cloth.astype(np.float32), strength * fractal_noise(rng, len(cloth), 3, 4)))


def _unrolled(cloth: Pixels, across: int, up: float, rng: np.random.Generator) -> Pixels:
    """Cloth repeated over a whole trunk, with folds."""
    tile = cv2.resize(cloth, (SIZE_PX // across, round(SIZE_PX / up)), interpolation=cv2.INTER_AREA)
    whole = np.tile(tile, (math.ceil(up) + 1, across, 1))[:SIZE_PX].astype(np.float32)
    return finish(relight(whole, 0.045 * fractal_noise(rng, SIZE_PX, 4, 5)))


def _top(look: Look, cloth: Pixels, rng: np.random.Generator) -> Pixels:
    canvas = np.ascontiguousarray(_unrolled(cloth, 4, 2.5, rng))
    paint: dict[str, Callable[[Pixels, Look], None]] = {
        "t_shirt": _t_shirt,
        "shirt": _shirt,
        "jumper": _jumper,
        "hoodie": _hoodie,
        "jacket": _jacket,
        "dress": _t_shirt,
    }
    paint[look.top](canvas, look)
    return canvas


def _line_colour(rgb: Rgb) -> Rgb:
    """A seam that shows: darker on light cloth, lighter on dark."""
    return _toned(rgb, 0.72) if luminance(rgb) > 90 else _lighter(rgb, 0.22)


def _t_shirt(canvas: Pixels, look: Look) -> None:
    rgb = look.top_finish.rgb
    rectangle(canvas, 0, 0, SIZE_PX, 11, _line_colour(rgb))
    if look.emblem == 1:
        ellipse(canvas, (MIDDLE, 92), (20, 24), look.top_finish.second_rgb)
        ellipse(canvas, (MIDDLE, 92), (12, 15), rgb)
    elif look.emblem == 2:
        rectangle(canvas, 0, 84, SIZE_PX, 112, look.top_finish.second_rgb)
    elif look.emblem == 3:
        for row, half in enumerate((24, 18, 22)):
            rectangle(
                canvas, MIDDLE - half, 78 + 15 * row, MIDDLE + half, 86 + 15 * row, look.top_finish.second_rgb
            )


def _shirt(canvas: Pixels, look: Look) -> None:
    seam = _line_colour(look.top_finish.rgb)
    for x in (MIDDLE - 5, MIDDLE + 5):
        line(canvas, [(x, 0), (x, SIZE_PX)], seam, width_px=1)
    button = (238, 236, 230) if luminance(look.top_finish.rgb) < 150 else (92, 84, 78)
    for y in range(22, SIZE_PX, 34):
        ellipse(canvas, (MIDDLE, y), (2.4, 3.4), button)
    line(
        canvas,
        [
            (MIDDLE + 20, 70),
            (MIDDLE + 42, 70),
            (MIDDLE + 42, 100),
            (MIDDLE + 31, 106),
            (MIDDLE + 20, 100),
            (MIDDLE + 20, 70),
        ],
        seam,
        width_px=1,
    )


def _jumper(canvas: Pixels, look: Look) -> None:
    rgb = look.top_finish.rgb
    for top, bottom in ((0, 15), (SIZE_PX - 18, SIZE_PX)):
        rectangle(canvas, 0, top, SIZE_PX, bottom, _toned(rgb, 0.85))
        for x in range(0, SIZE_PX, 4):
            line(canvas, [(x, top), (x, bottom)], _toned(rgb, 0.70), width_px=1)


def _hoodie(canvas: Pixels, look: Look) -> None:
    seam = _line_colour(look.top_finish.rgb)
    line(canvas, [(MIDDLE, 0), (MIDDLE, SIZE_PX)], (176, 176, 178), width_px=2)
    pocket = [
        (MIDDLE - 40, SIZE_PX - 26),
        (MIDDLE - 40, 196),
        (MIDDLE - 24, 168),
        (MIDDLE + 24, 168),
        (MIDDLE + 40, 196),
        (MIDDLE + 40, SIZE_PX - 26),
    ]
    line(canvas, pocket, seam, width_px=2)
    for x in (MIDDLE - 10, MIDDLE + 10):
        line(canvas, [(x, 8), (x + (x - MIDDLE) * 0.2, 66)], (236, 234, 230), width_px=2)
    rectangle(canvas, 0, SIZE_PX - 14, SIZE_PX, SIZE_PX, _toned(look.top_finish.rgb, 0.8))


def _jacket(canvas: Pixels, look: Look) -> None:
    """Open at the top: lapels around a wedge of shirt, two buttons, two pockets."""
    rgb = look.top_finish.rgb
    wedge = [(MIDDLE - 19, 0), (MIDDLE + 19, 0), (MIDDLE + 1, 150), (MIDDLE - 1, 150)]
    polygon(canvas, wedge, look.inner_rgb)
    line(canvas, [(MIDDLE, 4), (MIDDLE, 140)], _line_colour(look.inner_rgb), width_px=1)
    for side in (-1, 1):
        lapel = [
            (MIDDLE + side * 19, 0),
            (MIDDLE + side * 34, 40),
            (MIDDLE + side * 25, 56),
            (MIDDLE + side * 28, 62),
            (MIDDLE + side * 2, 152),
        ]
        polygon(canvas, lapel, _toned(rgb, 0.82))
        line(canvas, lapel, _line_colour(rgb), width_px=1)
        rectangle(canvas, MIDDLE + side * 44 - 14, 190, MIDDLE + side * 44 + 14, 194, _line_colour(rgb))
    line(canvas, [(MIDDLE, 150), (MIDDLE + 2, SIZE_PX)], _line_colour(rgb), width_px=2)
    for y in (160, 190):
        ellipse(canvas, (MIDDLE + 3, y), (2.6, 3.6), _toned(rgb, 0.45))


def _collar(look: Look, cloth: Pixels) -> Pixels:
    """The band around the neck; under a jacket it is the shirt's. Dark where it opens in front."""
    rgb = look.inner_rgb if look.top == "jacket" else look.top_finish.rgb
    canvas = np.full((64, 64, 3), rgb, np.uint8)
    line(canvas, [(0, 40), (64, 40)], _line_colour(rgb), width_px=1)
    polygon(canvas, [(29, 0), (35, 0), (32.5, 46), (31.5, 46)], _toned(look.skin_rgb, 0.8))
    return canvas


def _seat(look: Look, rng: np.random.Generator) -> Pixels:
    """Seat of trousers with belt, fly and pockets."""
    canvas = np.ascontiguousarray(_unrolled(texture_for(look.bottom_finish), 4, 1.0, rng))
    rgb = look.bottom_finish.rgb
    seam = _line_colour(rgb)
    line(canvas, [(MIDDLE, 40), (MIDDLE, 190)], seam, width_px=2)
    for side in (-1, 1):
        line(canvas, [(MIDDLE + side * 34, 40), (MIDDLE + side * 54, 96)], seam, width_px=2)
        back = [
            (MIDDLE + side * 84, 80),
            (MIDDLE + side * 112, 80),
            (MIDDLE + side * 112, 140),
            (MIDDLE + side * 98, 150),
            (MIDDLE + side * 84, 140),
            (MIDDLE + side * 84, 80),
        ]
        line(canvas, back, seam, width_px=2)
    belt = (58, 40, 28) if luminance(rgb) > 60 else (24, 22, 22)
    rectangle(canvas, 0, 6, SIZE_PX, 40, belt)
    rectangle(canvas, MIDDLE - 8, 4, MIDDLE + 8, 42, (186, 178, 158))
    rectangle(canvas, MIDDLE - 4, 12, MIDDLE + 4, 34, belt)
    return canvas


def _hand(look: Look) -> Pixels:
    """Skin with three dark gaps between the fingers on both sides."""
    canvas = np.full((64, 64, 3), look.skin_rgb, np.uint8)
    dark = _toned(look.skin_rgb, 0.72)
    for middle in (16, 48):
        for gap in (-5, 0, 5):
            line(canvas, [(middle + gap, 64), (middle + gap, 36)], dark, width_px=1)
    return canvas


def _shoe(look: Look) -> Pixels:
    """Upper, tongue with laces, and sole; across is around the foot, down is from toe to heel."""
    canvas = np.full((64, 64, 3), look.shoe_rgb, np.uint8)
    seam = _line_colour(look.shoe_rgb)
    for y in (24, 29, 34):
        line(canvas, [(-4, y), (4, y)], seam, width_px=2)
        line(canvas, [(60, y), (68, y)], seam, width_px=2)
    line(canvas, [(0, 16), (14, 19), (20, 22)], seam, width_px=1)
    line(canvas, [(64, 16), (50, 19), (44, 22)], seam, width_px=1)
    rectangle(canvas, 20.5, 0, 43.5, 64, look.sole_rgb)
    return canvas


def _toned(rgb: Rgb, share: float) -> Rgb:
    red, green, blue = (round(share * channel) for channel in rgb)
    return red, green, blue


def _lighter(rgb: Rgb, share: float) -> Rgb:
    red, green, blue = (round(channel + share * (255 - channel)) for channel in rgb)
    return red, green, blue
