"""Lamps that hang from ceilings and walls."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Solid, at_corners, facing, join, turn
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import hoop, pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled, standing
from wayproof.scenes.furniture_parts.lamp_parts import METAL_COLOURS, SHADE_COLOURS, bulb_finish, dome, shade


@furniture(
    "ceiling_lamp",
    group="lamps",
    shapes=("pendant", "bowl", "drum"),
    held_out=("chandelier",),
    stands="ceiling",
    synonyms=("ceiling light", "pendant lamp"),
)
def ceiling_lamp(shape: str, vary: Variation) -> Model:
    """A lamp that hangs from the ceiling."""
    vary.state("on", "off")
    build = {"pendant": _pendant, "bowl": _bowl, "drum": _drum, "chandelier": _chandelier}[shape]
    return build(vary)


def _pendant(vary: Variation) -> Model:
    """A domed metal shade on a cord."""
    paint = vary.main(
        "metal", colours=("black", "white", "silver", "gold", "red", "green", "blue"), pattern="plain"
    )
    radius, drop = 0.2 * vary.scale, vary.between(0.55, 0.75)
    low = -drop
    parts = (
        Part(join([dome(radius, radius * 0.75, (0, low, 0)), _rose()]), paint),
        Part(cylinder(0.005, drop - radius * 0.7 - 0.004, (0, low + radius * 0.7, 0), sides=4), _cord(vary)),
        Part(sphere(0.055, (0, low - 0.03, 0), sides=10), bulb_finish(vary), glows=True),
    )
    return standing(parts, vary, glow=Glow(((0, low - 0.06, 0),), power=1.0))


def _bowl(vary: Variation) -> Model:
    """A glass bowl close under the ceiling."""
    glass = vary.main("glass", colours=("white", "beige", "yellow"), pattern="plain")
    metal = vary.finish("metal", colours=METAL_COLOURS, pattern="plain")
    radius = 0.19 * vary.scale
    steps = np.linspace(-np.pi / 2, -0.15, 5)
    profile = [(radius * float(np.cos(a)), 0.55 * radius * float(np.sin(a)) - 0.03) for a in steps]
    lip = [(radius, -0.025), (0.0, -0.025)]
    low = -0.55 * radius - 0.03
    parts = (
        Part(lathe([*profile, *lip], sides=16), glass, glows=True),
        Part(
            join(
                [
                    cylinder(radius * 0.8, 0.03, (0, -0.03, 0), sides=16),
                    sphere(0.015, (0, low - 0.025, 0), sides=6),
                ]
            ),
            metal,
        ),
    )
    return standing(parts, vary, glow=Glow(((0, low - 0.06, 0),), power=1.0))


def _drum(vary: Variation) -> Model:
    """A wide cloth drum on a short rod, closed below by a diffuser."""
    cloth = vary.main("fabric", colours=SHADE_COLOURS)
    metal = vary.finish("metal", colours=METAL_COLOURS, pattern="plain")
    radius, height, drop = 0.24 * vary.scale, 0.18, 0.45
    parts = (
        Part(shade(radius, radius, height, (0, -drop, 0), sides=18), cloth, glows=True),
        Part(cylinder(radius - 0.008, 0.01, (0, -drop + 0.012, 0), sides=18), bulb_finish(vary), glows=True),
        Part(join([_rose(), cylinder(0.008, drop - 0.02, (0, -drop + 0.015, 0), sides=5)]), metal),
    )
    return standing(parts, vary, glow=Glow(((0, -drop - 0.04, 0),), power=1.0))


def _chandelier(vary: Variation) -> Model:
    """Curved arms round a stem, each with a candle-shaped bulb."""
    vary.modifier("chandelier")
    brass = vary.main("metal", colours=("gold", "silver", "black"), pattern="plain")
    count = vary.count("bulb", 4, 6)
    radius, hub = 0.3 * vary.scale, -0.62
    stem = [
        (0, 0.0),
        (0.02, 0.02),
        (0.045, 0.06),
        (0.02, 0.11),
        (0.03, 0.16),
        (0.012, 0.2),
        (0.012, -hub - 0.002),
    ]
    path = [(0.02, 0.1), (0.4 * radius, 0.01), (0.8 * radius, 0.01), (radius, 0.12)]
    arm = pipe([(r, hub + y, 0.0) for r, y in path], 0.008, sides=4)
    cup = cylinder(0.02, 0.012, (radius, hub + 0.115, 0), top_radius_m=0.035, sides=6)
    candle = lathe(
        [(0.012, 0.0), (0.012, 0.07), (0.012, 0.07), (0.0, 0.07)], (radius, hub + 0.12, 0), sides=5
    )
    bulb = lathe([(0.008, 0.0), (0.017, 0.02), (0.0, 0.06)], (radius, hub + 0.185, 0), sides=5)
    angles = [2 * np.pi * (k + 0.5) / count for k in range(count)]
    arms, candles, bulbs = (
        join([turn(piece, angle) for angle in angles]) for piece in (join([arm, cup]), candle, bulb)
    )
    rim = hoop(radius + 0.03, 0.006, (0, hub + 0.118, 0), bar_sides=3)
    parts = (
        Part(join([lathe(stem, (0, hub, 0), sides=6), arms, rim, _rose()]), brass),
        Part(candles, vary.finish("wax", colours=("white",))),
        Part(bulbs, bulb_finish(vary), glows=True),
    )
    return standing(parts, vary, glow=Glow(((0, hub - 0.05, 0),), power=1.0))


def _rose() -> Solid:
    """The little cap on the ceiling from which a lamp hangs."""
    return cylinder(0.03, 0.03, (0, -0.03, 0), top_radius_m=0.055, sides=10)


def _cord(vary: Variation) -> Finish:
    return vary.finish("rubber", colours=("black",))


@furniture(
    "wall_lamp",
    group="lamps",
    shapes=("sconce", "globe"),
    held_out=("lantern",),
    stands="wall",
    synonyms=("wall light", "sconce"),
)
def wall_lamp(shape: str, vary: Variation) -> Model:
    """A small lamp fixed to a wall."""
    vary.state("on", "off")
    build = {"sconce": _sconce, "globe": _globe, "lantern": _lantern}[shape]
    return build(vary)


def _plate(half_x: float, height: float, y: float) -> Solid:
    return box((2 * half_x, height, 0.016), (0, y, 0.008))


def _sconce(vary: Variation) -> Model:
    """A cloth shade on a curved arm."""
    cloth = vary.main("fabric", colours=SHADE_COLOURS)
    metal = vary.finish("metal", colours=METAL_COLOURS, pattern="plain")
    radius, height, z = 0.085 * vary.scale, 0.14 * vary.scale, 0.13
    low = 0.1
    arm = pipe(
        [(0, 0.06, 0.01), (0, 0.03, 0.06), (0, 0.03, z - 0.03), (0, 0.06, z), (0, low + 0.05, z)],
        0.008,
        sides=5,
    )
    spoke = box((2 * radius * 0.86, 0.006, 0.006), (0, low + 0.05, z))
    parts = (
        Part(shade(radius, radius * 0.68, height, (0, low, z), sides=14), cloth, glows=True),
        Part(join([_plate(0.035, 0.13, 0.0), arm, spoke]), metal),
        Part(sphere(0.024, (0, low + 0.05, z), sides=6), bulb_finish(vary), glows=True),
    )
    glow = Glow(((0, low - 0.03, z + 0.05), (0, low + height + 0.03, z)), power=0.35)
    return settled(parts, vary, glow=glow, hangs=True)


def _globe(vary: Variation) -> Model:
    """A glass ball on a short arm."""
    glass = vary.main("glass", colours=("white", "beige", "yellow"), pattern="plain")
    metal = vary.finish("metal", colours=METAL_COLOURS, pattern="plain")
    radius = 0.075 * vary.scale
    z = radius + 0.06
    plate = facing(cylinder(0.05, 0.018, (0, 0, -0.045), sides=12))
    arm = pipe([(0, 0.045, 0.015), (0, 0.045, z - 0.02), (0, 0.06, z), (0, 0.09, z)], 0.009, sides=5)
    cup = cylinder(0.02, 0.03, (0, 0.075, z), top_radius_m=0.04, sides=10)
    parts = (
        Part(sphere(radius, (0, 0.095, z), sides=14), glass, glows=True),
        Part(join([plate, arm, cup]), metal),
    )
    glow = Glow(((0, 0.095 + radius, z + radius + 0.03),), power=0.35)
    return settled(parts, vary, glow=glow, hangs=True)


def _lantern(vary: Variation) -> Model:
    """A lantern with a pitched roof under a bracket."""
    iron = vary.main("metal", colours=("black", "gold", "silver"), pattern="plain")
    half, height, z = 0.065 * vary.scale, 0.17 * vary.scale, 0.12
    posts = at_corners(box((0.01, height, 0.01), (0, 0.015, z)), half, half)
    floor = box((2 * half + 0.02, 0.016, 2 * half + 0.02), (0, 0, z))
    roof = lathe(
        [(0, 0.0), (half * 1.75, 0.0), (0.012, half * 1.1), (0, half * 1.1)],
        (0, height + 0.01, z),
        sides=4,
        smooth=False,
    )
    roof = turn(roof, np.pi / 4, about=(0, 0, z))
    top = height + 0.01 + half * 1.1
    bracket = pipe(
        [(0, top - 0.02, z), (0, top + 0.03, z), (0, top + 0.05, z - 0.03), (0, top + 0.02, 0.008)],
        0.007,
        sides=5,
    )
    pane = box((2 * half - 0.012, height - 0.002, 2 * half - 0.012), (0, 0.013, z))
    parts = (
        Part(join([posts, floor, roof, bracket, _plate(0.03, 0.12, top - 0.04)]), iron),
        Part(pane, vary.finish("glass", colours=("white", "beige"), pattern="plain"), glows=True),
    )
    return settled(parts, vary, glow=Glow(((0, height * 0.5, z + half + 0.04),), power=0.35), hangs=True)
