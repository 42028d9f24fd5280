"""What gives light and what surrounds it: lamp shades, bulbs, flames and screens."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import ORIGIN, Point, Solid, without_boxes
from wayproof.geometry.solids import lathe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Variation

FLAME_LIGHT = (1.0, 0.66, 0.34)
SCREEN_LIGHT = (0.7, 0.85, 1.0)
SHADE_COLOURS = ("white", "beige", "yellow", "grey", "red", "blue", "green")
METAL_COLOURS = ("silver", "black", "gold", "white")


def shade(
    low_radius_m: float, high_radius_m: float, height_m: float, at: Point = ORIGIN, *, sides: int = 16
) -> Solid:
    """A lamp shade: a thin cone or drum, open above and below."""
    wall = 0.004
    profile = [
        (low_radius_m, 0.0),
        (high_radius_m, height_m),
        (high_radius_m - wall, height_m),
        (low_radius_m - wall, 0.0),
        (low_radius_m, 0.0),
    ]
    return lathe(profile, at, sides=sides, smooth=False)


def dome(radius_m: float, height_m: float, at: Point = ORIGIN, *, sides: int = 16, steps: int = 3) -> Solid:
    """A thin half ball, open below; `at` is the centre of its rim."""
    wall = 0.004
    angle = np.linspace(0.0, np.pi / 2, steps + 1)
    outside = [(radius_m * float(np.cos(a)), height_m * float(np.sin(a))) for a in angle]
    inside = [(max(r - wall, 0.0), max(y - wall, 0.0)) for r, y in reversed(outside)]
    inside[0], outside[-1] = (0.0, height_m - wall), (0.0, height_m)
    return lathe([*inside, *outside], at, sides=sides)


def bulb_finish(vary: Variation) -> Finish:
    """Milky glass of light bulbs and diffusers."""
    return vary.finish("glass", colours=("white",), pattern="plain")


def flame(at: Point, height: float, *, sides: int = 6) -> Solid:
    """A drop-shaped flame that stands on `at`; it takes up no room."""
    wide = height * 0.24
    shares = ((0.0, 0.0), (0.8, 0.15), (1.0, 0.32), (0.5, 0.65), (0.0, 1.0))
    return without_boxes(lathe([(wide * r, height * y) for r, y in shares], at, sides=sides))


def flame_finish(vary: Variation) -> Finish:
    return vary.finish("wax", colours=("yellow", "orange"))


def screen_finish(vary: Variation, *, lit: bool) -> Finish:
    """A picture when lit, else dark glossy glass."""
    if lit:
        return vary.finish("screen", pattern="screen", tile_m=1.0)
    return vary.finish("glass", colours=("black",), pattern="plain")
