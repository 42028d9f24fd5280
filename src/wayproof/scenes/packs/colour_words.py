"""Colours of foreign surfaces in our words: the name whose nearest shade the eye would take it for."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.finishes import COLOURS

METALLIC = ("gold", "silver")  # words for metal alone: the same shades on cloth are yellow and grey
LEAST_MAXIMUM = 38  # of 255: our own darkest black; what is darker shows no shape in a dim room
GREY_IS_GREY = 1.25  # foreign greys vary in tint: a coloured word must be clearly nearer than a grey one
NEARLY_GREY = 0.15  # of 1, the most vivid
HALF_VIVID = 0.1  # the chroma that is bent to a half
_NEUTRAL = ("white", "black", "grey", "silver")
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def colour_words(rgb: NDArray[np.uint8], *, metal: bool = False) -> list[str]:
    """A word for each 8-bit sRGB colour (n, 3).

    >>> colour_words(np.array([[250, 250, 250], [120, 80, 45], [52, 92, 158]], np.uint8))
    ['white', 'brown', 'blue']
    """
    if not len(rgb):
        return []
    names, shades, neutral = _shades(metal)
    seen = _seen(np.asarray(rgb, np.uint8).reshape(-1, 3))
    distance = np.linalg.norm(seen[:, None] - shades[None], axis=2)
    nearly_grey = np.hypot(seen[:, 1], seen[:, 2]) < NEARLY_GREY
    distance[:, ~neutral] *= np.where(nearly_grey, GREY_IS_GREY, 1.0)[:, None]
    return [names[index] for index in distance.argmin(axis=1).tolist()]


def lifted(rgb: tuple[float, float, float]) -> tuple[int, int, int]:
    """A colour in 0..1 as 8-bit sRGB; nearly black is lifted to our own black, keeping its tint.

    >>> lifted((0.0, 0.0, 0.0)), lifted((0.8, 0.4, 0.0)), lifted((0.05, 0.025, 0.0))
    ((38, 38, 38), (204, 102, 0), (38, 19, 0))
    """
    brightest = max(rgb) * 255.0
    if brightest < 1.0:
        return (LEAST_MAXIMUM, LEAST_MAXIMUM, LEAST_MAXIMUM)
    gain = 255.0 * max(1.0, LEAST_MAXIMUM / brightest)
    red, green, blue = (min(255, round(value * gain)) for value in rgb)
    return (red, green, blue)


@lru_cache(maxsize=2)
def _shades(metal: bool) -> tuple[list[str], NDArray[np.float64], NDArray[np.bool_]]:
    known = [(name, shade) for name, shades in COLOURS.items() for shade in shades]
    known = [entry for entry in known if metal or entry[0] not in METALLIC]
    names = [name for name, _ in known]
    shades = _seen(np.array([shade for _, shade in known], np.uint8))
    return names, shades, np.array([name in _NEUTRAL for name in names])


def _seen(rgb: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Colours (n, 3) so that near ones have one name: hue counts most, then lightness, vividness least.

    Ottosson's Oklab, where equal steps look equal, with lightness halved and chroma bent to at most 1.
    """
    unit = rgb.astype(np.float64) / 255.0
    linear = np.where(unit <= 0.04045, unit / 12.92, ((unit + 0.055) / 1.055) ** 2.4)
    oklab = np.cbrt(linear @ _TO_CONES.T) @ _TO_OKLAB.T
    chroma = np.hypot(oklab[:, 1], oklab[:, 2])
    bent = 1.0 / (chroma + HALF_VIVID)
    return np.stack([0.5 * oklab[:, 0], oklab[:, 1] * bent, oklab[:, 2] * bent], axis=1)
