"""Things to cook with: pans, pots and cutting boards."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import prism, stack
from wayproof.geometry.outlines import rounded_rectangle
from wayproof.geometry.solid import Solid, join
from wayproof.geometry.solids import box, cylinder, disc, lathe
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.handles import side_handles
from wayproof.scenes.furniture_parts.palettes import tinted
from wayproof.scenes.furniture_parts.vessels import scaled, vessel

_SOOT = (34, 33, 34)

# The shaft of a paddle board as (x, z) in units of the board's width, counter-clockwise from above.
_PADDLE_NECK = [(0.47, 0.09), (0.7, 0.075), (0.76, 0.04), (0.76, -0.04), (0.7, -0.075), (0.47, -0.09)]


@furniture(
    "pan",
    group="kitchenware",
    shapes=("skillet", "wok"),
    held_out=("grill",),
    stands="surface",
    synonyms=("frying pan",),
)
def pan(shape: str, vary: Variation) -> Model:
    """A shallow pan to fry in, with a long handle."""
    radius = 0.125 * vary.scale
    metal = vary.main("metal", colours=("black", "grey", "silver", "red"))
    coating = tinted(vary.finish("metal", colours=("black",), pattern="plain"), _SOOT)
    body, inner, rim, edge = _PAN_BODIES[shape](radius)
    bar = [(edge - 0.005, rim - 0.008, 0), (edge + 0.05, rim + 0.006, 0), (edge + 0.19, rim + 0.022, 0)]
    grip = vary.finish("wood", "plastic", colours=("black", "brown"))
    parts = [Part(body, metal), Part(inner, coating), Part(pipe(bar, 0.0085, sides=6), grip)]
    return settled(parts, vary)


def _skillet(radius: float) -> tuple[Solid, Solid, float, float]:
    """Body, coated inside, height of the rim and where the handle begins; so for each kind of pan."""
    body = vessel([(0.82 * radius, 0), (radius, 0.042)], wall_m=0.004, floor_m=0.005, sides=16)
    return body, disc(0.77 * radius, (0, 0.0065, 0), sides=16), 0.042, 0.97 * radius


def _wok(radius: float) -> tuple[Solid, Solid, float, float]:
    flare = [(0.45 * radius, 0), (0.72 * radius, 0.022), (0.92 * radius, 0.055), (1.1 * radius, 0.085)]
    body = vessel(flare, wall_m=0.004, floor_m=0.005, sides=16)
    return body, disc(0.4 * radius, (0, 0.0065, 0), sides=16), 0.085, 1.08 * radius


def _grill(radius: float) -> tuple[Solid, Solid, float, float]:
    outline = rounded_rectangle(2 * radius, 2 * radius, 0.2 * radius)
    stages = [(0.0, 0.9), (0.042, 1.0), (0.042, 0.96), (0.006, 0.88)]
    body = stack([(y, outline * s) for y, s in stages])
    ribs = [box((1.5 * radius, 0.004, 0.007), (0, 0.005, z * radius)) for z in np.linspace(-0.7, 0.7, 6)]
    return body, join(ribs), 0.042, 0.97 * radius


_PAN_BODIES = {"skillet": _skillet, "wok": _wok, "grill": _grill}


@furniture(
    "pot",
    group="kitchenware",
    shapes=("stockpot", "casserole"),
    held_out=("dutch_oven",),
    stands="surface",
    synonyms=("cooking pot", "saucepan"),
)
def pot(shape: str, vary: Variation) -> Model:
    """A cooking pot with a lid and two handles."""
    radius = 0.12 * vary.scale
    height, rise = {"stockpot": (1.5, 0.2), "casserole": (0.75, 0.28), "dutch_oven": (1.0, 0.34)}[shape]
    belly, foot = (1.07, 0.8) if shape == "dutch_oven" else (1.0, 0.97)
    metal = vary.main("metal", colours=("silver", "red", "blue", "black", "white"))
    outline = [(0, 0), (foot, 0), (foot, 0), (belly, 0.4 * height), (1, height), (0, height)]
    dome = [(1.03, 0.0), (1.03, 0.1), (0.6, 0.1 + 0.6 * rise), (0, 0.1 + rise)]
    lid_at = radius * height - 0.003
    shell = join([lathe(scaled(outline, radius)), lathe(scaled(dome, radius), (0, lid_at, 0))])
    top = lid_at + radius * (0.1 + rise)
    level = 0.78 * radius * height
    foot_end, grip_end = (0.97 * radius, level, 0.4 * radius), (1.25 * radius, level, 0.36 * radius)
    handles = side_handles(foot_end, grip_end, 0.007)
    stem = cylinder(0.008, 0.016, (0, top - 0.004, 0), sides=6)
    knob = cylinder(0.02, 0.012, (0, top + 0.009, 0), top_radius_m=0.016, sides=8)
    grip = vary.finish("plastic", "metal", colours=("black", "silver"))
    return settled([Part(shell, metal), Part(join([handles, stem, knob]), grip)], vary)


@furniture(
    "cutting_board",
    group="kitchenware",
    shapes=("rectangular", "paddle"),
    held_out=("round",),
    stands="surface",
    synonyms=("chopping board",),
)
def cutting_board(shape: str, vary: Variation) -> Model:
    """A board to cut on, with a knife lying on it, or with a handle."""
    width, depth, thick = 0.36 * vary.scale, 0.24 * vary.scale, 0.02
    wood = vary.main("wood", "wood", "plastic", colours=("brown", "beige", "white", "green"))
    if shape == "paddle":
        width = 0.28 * vary.scale
        neck = prism(scaled(_PADDLE_NECK, width), thick - 0.002, (0, 0.001, 0))
        parts = [Part(join([_board(width, depth, thick), neck]), wood), _hole(vary, 0.68 * width, 0, thick)]
        return settled(parts, vary, surfaces=[Surface((0, thick, 0), width - 0.05, depth - 0.05, 0.3)])
    if shape == "round":
        width = depth = 0.32 * vary.scale
        parts = [Part(cylinder(width / 2, thick, sides=20), wood), _hole(vary, 0, 0.44 * depth, thick)]
        free = Surface((0, thick, 0.1 * depth), 0.6 * width, 0.4 * depth, 0.3)
        return settled([*parts, *_knife(vary, thick, -0.22 * depth)], vary, surfaces=[free])
    parts = [Part(_board(width, depth, thick), wood), _hole(vary, -0.44 * width, 0, thick)]
    free = Surface((0.03, thick, 0.12 * depth), width - 0.12, 0.52 * depth, 0.3)
    return settled([*parts, *_knife(vary, thick, -0.34 * depth)], vary, surfaces=[free])


def _board(width: float, depth: float, thick: float) -> Solid:
    return prism(rounded_rectangle(width, depth, 0.02), thick)


def _hole(vary: Variation, x: float, z: float, level: float) -> Part:
    """The dark hole by which a board is hung up."""
    dark = tinted(vary.finish("wood", colours=("black",), pattern="plain"), (44, 34, 26))
    return Part(disc(0.012, (x, level + 0.001, z), sides=8), dark)


def _knife(vary: Variation, level: float, z: float) -> list[Part]:
    edge = [(-0.12, -0.004), (-0.115, 0.008), (-0.08, 0.016), (0.03, 0.018), (0.03, -0.004)]
    blade = prism(edge, 0.003, (0, level + 0.004, z))
    grip = box((0.11, 0.014, 0.022), (0.083, level, z + 0.004))
    return [
        Part(blade, vary.finish("metal", colours=("silver",), pattern="brushed")),
        Part(grip, vary.finish("plastic", "wood", colours=("black", "brown"))),
    ]
