"""Crockery, really hollow: bowls, mugs, plates, cups with saucers and teapots."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import oval, rounded_rectangle, shrunk
from wayproof.geometry.solid import Solid, join, move, turn
from wayproof.geometry.solids import disc, lathe, sphere
from wayproof.geometry.sweeps import horn, pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import tinted
from wayproof.scenes.furniture_parts.vessels import Profile, hollow, scaled, vessel

_COFFEE, _TEA = (70, 42, 26), (142, 82, 34)

# Outsides as (radius, height) in units of the rim's radius, from the foot up.
_BOWLS: dict[str, Profile] = {
    "deep": [(0.52, 0), (0.56, 0.06), (0.86, 0.32), (0.99, 0.66), (1.0, 0.86)],
    "wide": [(0.5, 0), (0.52, 0.04), (0.82, 0.18), (0.98, 0.4), (1.0, 0.46)],
    "footed": [(0.5, 0), (0.46, 0.05), (0.2, 0.14), (0.17, 0.32), (0.62, 0.42), (0.92, 0.62), (1.0, 0.85)],
}
_MUGS: dict[str, Profile] = {
    "straight": [(0.96, 0), (1.0, 0.06), (1.0, 2.3)],
    "barrel": [(0.78, 0), (1.02, 0.65), (1.04, 1.4), (0.92, 2.1)],
    "tapered": [(0.66, 0), (0.72, 0.1), (1.02, 1.9), (1.12, 2.4)],
}
_CUPS: dict[str, Profile] = {
    "rounded": [(0.48, 0), (0.52, 0.08), (0.86, 0.4), (0.98, 0.85), (1.02, 1.25)],
    "flared": [(0.44, 0), (0.5, 0.1), (0.62, 0.6), (0.8, 1.0), (1.1, 1.3)],
    "espresso": [(0.72, 0), (0.78, 0.05), (0.8, 1.0), (0.82, 1.5)],
}
_TEAPOTS: dict[str, Profile] = {
    "round": [(0, 0), (0.6, 0), (0.6, 0), (0.92, 0.35), (1.0, 0.75), (0.86, 1.15), (0.52, 1.38), (0.5, 1.4)],
    "tall": [(0, 0), (0.7, 0), (0.7, 0), (0.82, 0.4), (0.74, 1.1), (0.56, 1.8), (0.5, 2.05), (0.48, 2.1)],
    "cast_iron": [
        (0, 0),
        (0.8, 0),
        (0.8, 0),
        (1.06, 0.3),
        (1.1, 0.55),
        (0.95, 0.8),
        (0.52, 0.94),
        (0.5, 0.95),
    ],
}


def _ear(outside: Profile, low: float, high: float, reach: float, thickness: float) -> Solid:
    """A handle at +x between two heights of a lathed vessel, standing off by `reach`."""
    radii, heights = zip(*outside, strict=True)
    near_low, near_high = (float(np.interp(y, heights, radii)) for y in (low, high))
    drop = (high - low) / 4
    far = max(near_low, near_high) + reach
    path = [
        (near_high - thickness, high, 0.0),
        (near_high + 0.6 * reach, high + 0.3 * drop, 0.0),
        (far, high - drop, 0.0),
        (far - 0.1 * reach, low + 1.2 * drop, 0.0),
        (near_low + 0.5 * reach, low + 0.1 * drop, 0.0),
        (near_low - thickness, low, 0.0),
    ]
    return pipe(path, thickness, sides=4)


@furniture("bowl", group="kitchenware", shapes=("deep", "wide"), held_out=("footed",), stands="surface")
def bowl(shape: str, vary: Variation) -> Model:
    """A round vessel for soup, salad or fruit."""
    radius = (0.085 if shape == "deep" else 0.14) * vary.scale
    glaze = vary.main("ceramic", "ceramic", "wood", "glass")
    floor = (0.4 if shape == "footed" else 0.09) * radius
    body = vessel(scaled(_BOWLS[shape], radius), wall_m=0.006, floor_m=floor, sides=14)
    if shape == "deep":
        return settled([Part(body, glaze)], vary)
    # The wall leans outwards, so that fruit on the floor may be wider than the floor.
    body = hollow(body, 1.4 * radius, 1.4 * radius, floor)
    inside = Surface((0, floor, 0), 0.62 * radius, 0.62 * radius, 0.3, "in")
    return settled([Part(body, glaze)], vary, surfaces=[inside])


@furniture("mug", group="kitchenware", shapes=("straight", "barrel"), held_out=("tapered",), stands="surface")
def mug(shape: str, vary: Variation) -> Model:
    """A tall cup with a handle, for coffee."""
    radius = 0.041 * vary.scale
    outside = scaled(_MUGS[shape], radius)
    height = outside[-1][1]
    glaze = vary.main(
        "ceramic", colours=("white", "blue", "green", "red", "grey", "yellow", "black", "orange")
    )
    body = vessel(outside, wall_m=0.004, floor_m=0.006)
    ear = _ear(outside, 0.2 * height, 0.8 * height, 0.75 * radius, 0.0055)
    parts = [Part(join([body, ear]), glaze)]
    if vary.chance(0.6):
        parts.append(Part(disc(0.93 * radius, (0, 0.8 * height, 0)), _drink(vary, _COFFEE)))
    return settled(parts, vary)


def _drink(vary: Variation, rgb: tuple[int, int, int]) -> Finish:
    return tinted(vary.finish("food", colours=("brown",)), rgb)


@furniture("plate", group="kitchenware", shapes=("round", "square"), held_out=("oval",), stands="surface")
def plate(shape: str, vary: Variation) -> Model:
    """A flat dish with a raised rim."""
    width = 0.26 * vary.scale
    depth = 0.7 * width if shape == "oval" else width
    glaze = vary.main("ceramic")
    well = 0.36 * width if shape != "oval" else 0.3 * width
    outline = (
        rounded_rectangle(width, depth, 0.1 * width) if shape == "square" else oval(width, depth, sides=16)
    )
    stages = [(0.0, well), (0.018, 0.0), (0.021, 0.002), (0.008, 0.9 * well)]
    body = stack([(y, shrunk(outline, inset / 2)) for y, inset in stages])
    across, along = (width - well) * 0.68, (depth - well) * 0.68
    dish = hollow(body, width - 0.5 * well, depth - 0.5 * well, 0.008)
    return settled([Part(dish, glaze)], vary, surfaces=[Surface((0, 0.008, 0), across, along, 0.3)])


@furniture(
    "cup",
    group="kitchenware",
    shapes=("rounded", "flared"),
    held_out=("espresso",),
    stands="surface",
    synonyms=("teacup", "tea cup"),
)
def cup(shape: str, vary: Variation) -> Model:
    """A small cup for tea, with an ear, on its saucer."""
    radius = 0.043 * vary.scale * (0.8 if shape == "espresso" else 1.0)
    glaze = vary.main("ceramic")
    outside = scaled(_CUPS[shape], radius)
    height, foot, rim = outside[-1][1], 0.8 * radius, 1.75 * radius
    edge = [(foot, 0), (foot, 0), (rim, 0.013), (rim, 0.015), (0.4 * radius, 0.006)]
    saucer = lathe([(0, 0), *edge], sides=10)
    body = vessel(outside, wall_m=0.003, floor_m=0.005, at=(0, 0.005, 0), sides=10)
    ear = move(_ear(outside, 0.3 * height, 0.86 * height, 0.55 * radius, 0.0035), (0, 0.005, 0))
    drink = _drink(vary, _COFFEE if shape == "espresso" else _TEA)
    steel = vary.finish("metal", colours=("silver", "gold"), pattern="plain")
    spoon = [
        sphere(0.011, (-0.02, 0.012, 1.35 * radius), stretch=(1.3, 0.35, 0.9), sides=5),
        pipe([(-0.012, 0.016, 1.35 * radius), (0.065, 0.021, 1.2 * radius)], 0.002, sides=4),
    ]
    china = Part(join([saucer, body, ear]), glaze)
    tea = Part(disc(0.8 * radius, (0, 0.005 + 0.78 * height, 0), sides=10), drink)
    return settled([china, tea, Part(join(spoon), steel)], vary)


@furniture("teapot", group="kitchenware", shapes=("round", "tall"), held_out=("cast_iron",), stands="surface")
def teapot(shape: str, vary: Variation) -> Model:
    """A pot with a spout, a handle and a lid."""
    radius = 0.085 * vary.scale
    iron = shape == "cast_iron"
    finish = vary.main("metal", colours=("black", "grey")) if iron else vary.main("ceramic")
    profile = scaled(_TEAPOTS[shape], radius)
    top = profile[-1][1]
    body = lathe([*profile, (0, top)])
    lid = lathe([(0.54 * radius, -0.004), (0.56 * radius, 0.008), (0, 0.2 * radius)], (0, top, 0))
    knob = sphere(0.012, (0, top + 0.19 * radius - 0.004, 0), sides=6)
    low, girth = 0.42 * top, 0.75 * radius
    spout = horn(
        [(girth, low, 0), (girth + 0.05, low + 0.3 * (top - low), 0), (girth + 0.075, 0.98 * top, 0)],
        [0.021, 0.015, 0.009],
    )
    pieces = [body, lid, knob, spout]
    if not iron:
        handle = _ear(profile[2:], 0.22 * top, 0.85 * top, 0.5 * radius, 0.0075)
        pieces.append(turn(handle, np.pi))
        return settled([Part(join(pieces), finish)], vary)
    bail = arc((0, 0.8 * top, 0), 0.92 * radius, 0, np.pi, steps=8)
    wire = Part(pipe(bail, 0.0045, sides=5), vary.finish("metal", colours=("black",), pattern="plain"))
    return settled([Part(join(pieces), finish), wire], vary)
