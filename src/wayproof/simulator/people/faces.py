"""Paint for heads: skin with eyes, brows, nose and mouth, the hair line, a beard, glasses; and hair itself.

The canvas of a head is unrolled: the middle of the face is the middle of the canvas, the chin its lower edge.
"""

from __future__ import annotations

import numpy as np

from wayproof.geometry.seamless_noise import fractal_noise, smooth_noise
from wayproof.scenes.textures import Rgb
from wayproof.scenes.textures.paint import Map, Pixels, finish, mix, place, shade
from wayproof.scenes.textures.smooth_shapes import ellipse, line, polygon
from wayproof.simulator.people.appearance import Look
from wayproof.simulator.people.hair import hair_edge
from wayproof.simulator.people.head import face_u

SIZE_PX = 256
_PX_PER_RAD = SIZE_PX * 0.32 / 1.15
EYE_OFF_RAD, EYE_RISE = 0.40, 0.505
MOUTH_RISE = 0.185


def face_texture(look: Look, rng: np.random.Generator) -> Pixels:
    """The unrolled head (256, 256, 3)."""
    off, rise = _grid()
    canvas = shade(look.skin_rgb, 0.02 * fractal_noise(rng, SIZE_PX, 6, 6) + _modelling(off, rise))
    blush = 0.22 * _spot(off, rise, 0.62, 0.36, 0.2, 0.07) + 0.12 * _spot(off, rise, 0.0, 0.35, 0.12, 0.04)
    canvas = mix(canvas, _blended(look.skin_rgb, (190, 84, 74), 0.5), blush)
    if look.beard:
        canvas = mix(
            canvas, look.hair_rgb, _beard(off, rise) * (0.75 + 0.1 * smooth_noise(rng, SIZE_PX, 64, 64))
        )
    pixels = finish(canvas)
    _draw_mouth(pixels, look)
    _draw_nose(pixels, look)
    for side in (-1.0, 1.0):
        _draw_eye(pixels, look, side)
    if look.glasses:
        _draw_glasses(pixels)
    scalp = _scalp(look, off, rise)
    return finish(mix(pixels, _shaded_rgb(look.hair_rgb, 0.85), scalp))


def hair_texture(look: Look, rng: np.random.Generator) -> Pixels:
    """Strands that run down; cloth for a headscarf."""
    if look.hair_style == "headscarf":
        return finish(
            shade(look.hair_rgb, 0.07 * fractal_noise(rng, 64, 3, 5) + 0.02 * smooth_noise(rng, 64, 32, 32))
        )
    columns = 10 if look.hair_style == "curly" else 40
    strands = smooth_noise(rng, 128, 10 if look.hair_style == "curly" else 3, columns)
    return finish(shade(look.hair_rgb, 0.10 * strands + 0.05 * smooth_noise(rng, 128, 2, 12)))


def _grid() -> tuple[Map, Map]:
    """Angle off the front (signed, right of the picture is positive) and rise of every pixel."""
    x, y = place(SIZE_PX)
    angles = np.linspace(0.0, 2 * np.pi, 721)
    off = np.interp(x, face_u(angles), angles - np.pi).astype(np.float32)
    rise = ((1.0 - y - 0.01) / 0.98).astype(np.float32)
    return off + 0 * rise, rise + 0 * off


def _at(off: float, rise: float) -> tuple[float, float]:
    """Pixel of a place in the face."""
    return SIZE_PX / 2 + off * _PX_PER_RAD, (1.0 - (rise * 0.98 + 0.01)) * SIZE_PX


def _spot(off: Map, rise: Map, at_off: float, at_rise: float, spread_off: float, spread_rise: float) -> Map:
    """A soft spot on both sides of the face."""
    spot: Map = np.exp(
        -0.5 * ((np.abs(off) - at_off) / spread_off) ** 2 - 0.5 * ((rise - at_rise) / spread_rise) ** 2
    ).astype(np.float32)
    return spot


def _modelling(off: Map, rise: Map) -> Map:
    """Light and shadow that the coarse mesh cannot give: eye sockets, sides of the nose, under the lip."""
    dark = 0.16 * _spot(off, rise, EYE_OFF_RAD - 0.05, EYE_RISE + 0.02, 0.17, 0.035)
    dark += 0.10 * _spot(off, rise, 0.16, 0.40, 0.05, 0.08) + 0.16 * _spot(off, rise, 0.0, 0.285, 0.12, 0.016)
    dark += 0.09 * _spot(off, rise, 0.0, 0.125, 0.16, 0.02) + 0.07 * _spot(off, rise, 1.1, 0.2, 0.25, 0.12)
    bright = 0.06 * _spot(off, rise, 0.0, 0.40, 0.045, 0.08) + 0.04 * _spot(off, rise, 0.0, 0.72, 0.4, 0.08)
    modelled: Map = bright - dark
    return modelled


def _draw_eye(pixels: Pixels, look: Look, side: float) -> None:
    x, y = _at(side * EYE_OFF_RAD, EYE_RISE)
    dark = _shaded_rgb(look.skin_rgb, 0.35)
    ellipse(pixels, (x, y), (12.0, 6.4), dark)
    ellipse(pixels, (x, y + 0.8), (11.0, 5.2), (238, 234, 228))
    ellipse(pixels, (x, y), (5.2, 5.4), look.eye_rgb)
    ellipse(pixels, (x, y), (2.5, 2.6), (16, 14, 14))
    ellipse(pixels, (x + 1.6, y - 2.0), (1.2, 1.2), (250, 250, 250))
    lash = [(x - 12.5, y + 0.5), (x - 7.5, y - 5.2), (x, y - 6.6), (x + 7.5, y - 5.2), (x + 12.5, y + 0.5)]
    line(pixels, lash, _shaded_rgb(dark, 0.5), width_px=2 if look.shape < 0.5 else 3)
    brow = _shaded_rgb(look.hair_rgb, 0.8) if look.hair_style != "headscarf" else (52, 40, 34)
    if sum(brow) > 420:
        brow = _blended(brow, look.skin_rgb, 0.4)
    inner, outer = x - side * 12.0, x + side * 15.0
    polygon(
        pixels,
        [
            (inner, y - 13.0),
            (x + side * 2, y - 18.5),
            (outer, y - 13.5),
            (x + side * 3, y - 14.5),
            (inner, y - 10.0),
        ],
        brow,
    )


def _draw_nose(pixels: Pixels, look: Look) -> None:
    dark = _shaded_rgb(look.skin_rgb, 0.5)
    for side in (-1.0, 1.0):
        x, y = _at(side * 0.085, 0.293)
        ellipse(pixels, (x, y), (3.4, 2.0), dark)


def _draw_mouth(pixels: Pixels, look: Look) -> None:
    x, y = _at(0.0, MOUTH_RISE)
    lips = _blended(look.skin_rgb, (168, 52, 58), 0.38 + 0.25 * look.shape)
    half = 19.0
    polygon(
        pixels,
        [(x - half, y), (x - 6, y - 4.5), (x, y - 3.2), (x + 6, y - 4.5), (x + half, y), (x, y + 1)],
        _shaded_rgb(lips, 0.85),
    )
    polygon(pixels, [(x - half, y), (x, y + 0.5), (x + half, y), (x + 8, y + 6.0), (x - 8, y + 6.0)], lips)
    line(
        pixels,
        [(x - half - 1, y - 1), (x - 7, y + 0.6), (x, y), (x + 7, y + 0.6), (x + half + 1, y - 1)],
        _shaded_rgb(lips, 0.45),
        width_px=2,
    )


def _draw_glasses(pixels: Pixels) -> None:
    rim = (34, 32, 34)
    for side in (-1.0, 1.0):
        x, y = _at(side * EYE_OFF_RAD, EYE_RISE - 0.01)
        around = np.linspace(0.0, 2 * np.pi, 25)
        line(
            pixels, np.stack([x + 18.0 * np.cos(around), y + 14.0 * np.sin(around)], axis=1), rim, width_px=3
        )
        ear = SIZE_PX * float(face_u(np.array(np.pi + side * 1.5)))
        line(pixels, [(x + side * 18, y - 3), (ear, y - 2)], rim, width_px=3)
    left, right = _at(-EYE_OFF_RAD, EYE_RISE), _at(EYE_OFF_RAD, EYE_RISE)
    line(pixels, [(left[0] + 18, left[1] - 2), (right[0] - 18, right[1] - 2)], rim, width_px=3)


def _beard(off: Map, rise: Map) -> Map:
    """Jaw, chin and upper lip, without the mouth."""
    aside = np.abs(off)
    upper = np.interp(aside, (0.0, 0.5, 0.75, 1.2, 1.5), (0.265, 0.25, 0.26, 0.40, 0.5)).astype(np.float32)
    hairy = np.clip((upper - rise) / 0.03, 0.0, 1.0) * np.clip((1.6 - aside) / 0.15, 0.0, 1.0)
    cover: Map = (hairy * (1.0 - _spot(off, rise, 0.0, MOUTH_RISE, 0.26, 0.026))).astype(np.float32)
    return cover


def _scalp(look: Look, off: Map, rise: Map) -> Map:
    """Where hair is painted on the skull, so that no skin shines through at the edge of the shell."""
    if look.hair_style == "bald":
        side: Map = (
            0.25
            * np.clip((np.abs(off) - 1.6) / 0.3, 0.0, 1.0)
            * np.clip((0.72 - rise) / 0.1, 0.0, 1.0)
            * np.clip((rise - 0.2) / 0.1, 0.0, 1.0)
        )
        return side.astype(np.float32)
    edge = hair_edge(look.hair_style, np.abs(off))
    cover: Map = np.clip((rise - edge) / 0.02 + 0.5, 0.0, 1.0).astype(np.float32)
    return cover


def _blended(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _shaded_rgb(rgb: Rgb, share: float) -> Rgb:
    return _blended((0, 0, 0), rgb, share)
