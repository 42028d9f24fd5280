"""Bags: backpacks, handbags and suitcases."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import FLAT, loft, prism, stack
from wayproof.geometry.outlines import oval, ring, rounded_rectangle
from wayproof.geometry.solid import Point, Solid, at_corners, join, mirror_x
from wayproof.geometry.solids import box, sphere
from wayproof.geometry.sweeps import board, pipe, roller
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.handles import arched_handle
from wayproof.scenes.furniture_parts.moved_parts import resize_parts

Rings = list[tuple[float, float, float]]

# Bodies of backpacks as rings of (width, depth, height) in metres.
_PACKS: dict[str, Rings] = {
    "school": [
        (0.27, 0.14, 0),
        (0.31, 0.18, 0.03),
        (0.31, 0.18, 0.3),
        (0.27, 0.15, 0.41),
        (0.16, 0.09, 0.46),
    ],
    "hiking": [(0.25, 0.14, 0), (0.3, 0.2, 0.04), (0.3, 0.2, 0.4), (0.26, 0.18, 0.52), (0.22, 0.15, 0.55)],
    "roll_top": [
        (0.26, 0.14, 0),
        (0.29, 0.16, 0.02),
        (0.3, 0.16, 0.36),
        (0.31, 0.07, 0.46),
        (0.31, 0.05, 0.48),
    ],
}


def _stacked(rings: Rings, *, squareness: float = 4.0, centre: tuple[float, float] = (0.0, 0.0)) -> Solid:
    return stack([(y, oval(w, d, squareness=squareness, centre=centre)) for w, d, y in rings])


@furniture(
    "backpack", group="carried", shapes=("school", "hiking"), held_out=("roll_top",), synonyms=("rucksack",)
)
def backpack(shape: str, vary: Variation) -> Model:
    """A bag for the back with two shoulder straps and a pocket in front."""
    cloth = vary.main("fabric", colours=("blue", "red", "green", "black", "grey", "purple", "orange"))
    trim = vary.finish("fabric", colours=("black", "brown", "grey"), pattern="woven")
    accent = vary.finish("fabric", colours=("yellow", "white", "red", "beige"), pattern="plain")
    rings = _PACKS[shape]
    top = rings[-1][2]
    depth = rings[1][1]
    pocket = _stacked(
        [(0.2, 0.06, 0.04), (0.23, 0.08, 0.06), (0.22, 0.08, 0.18), (0.16, 0.05, 0.23)], centre=(0, depth / 2)
    )
    cloths, trims, accents = [_stacked(rings), pocket], _straps(top, depth), []
    zip_line = [(-0.09, 0.16, 0), (-0.08, 0.195, 0), (0.08, 0.195, 0), (0.09, 0.16, 0)]
    accents.append(board([(x, y, depth / 2 + 0.041) for x, y, _ in zip_line], 0.006, 0.006, across=(0, 0, 1)))
    if shape == "school":
        trims.append(pipe(arc((0, 0.27, depth / 2), 0.12, 0.3, np.pi - 0.3, steps=6), 0.006, sides=4))
    elif shape == "hiking":
        lid = _stacked([(0.3, 0.22, 0.5), (0.32, 0.24, 0.52), (0.3, 0.22, 0.57), (0.2, 0.14, 0.6)])
        cloths.append(lid)
        accents.append(roller(0.065, 0.38, (0, 0.66, 0)))
        trims += [box((0.025, 0.19, 0.15), (x, 0.55, 0)) for x in (-0.1, 0.1)]
    else:
        cloths.append(roller(0.03, 0.3, (0, 0.49, 0), sides=8))
        trims += [box((0.025, 0.2, 0.012), (x, 0.28, 0.075)) for x in (-0.1, 0.1)]
    parts = [Part(join(cloths), cloth), Part(join(trims), trim), Part(join(accents), accent)]
    return settled(resize_parts(parts, vary.scale**0.7), vary)


def _straps(top: float, depth: float) -> list[Solid]:
    """Two shoulder straps behind the bag and the loop by which it is hung up."""
    back = -depth / 2
    path: list[Point] = [
        (0.07, top - 0.06, back + 0.02),
        (0.085, top - 0.1, back - 0.04),
        (0.1, 0.5 * top, back - 0.06),
    ]
    path += [(0.11, 0.18, back - 0.035), (0.12, 0.05, back + 0.01)]
    shoulder = board(path, 0.055, 0.014, across=(1, 0, 0))
    hook = pipe(
        [
            (-0.04, top - 0.03, back + 0.05),
            (-0.03, top + 0.03, back + 0.03),
            (0.03, top + 0.03, back + 0.03),
            (0.04, top - 0.03, back + 0.05),
        ],
        0.009,
        sides=5,
    )
    return [shoulder, mirror_x(shoulder), hook]


@furniture(
    "handbag",
    group="carried",
    shapes=("tote", "satchel"),
    held_out=("half_moon",),
    stands="surface",
    synonyms=("purse",),
)
def handbag(shape: str, vary: Variation) -> Model:
    """A bag with handles, carried in the hand or on the arm."""
    leather = vary.main("leather", colours=("brown", "black", "red", "beige", "white"))
    gold = vary.finish("metal", colours=("gold", "silver"), pattern="plain")
    dark = vary.finish("leather", colours=("black", "brown"))
    pieces = {"tote": _tote, "satchel": _satchel, "half_moon": _half_moon}[shape]()
    parts = [Part(solid, finish) for solid, finish in zip(pieces, (leather, dark, gold), strict=True)]
    return settled(resize_parts(parts, vary.scale**0.8), vary)


def _tote() -> tuple[Solid, Solid, Solid]:
    """Leather, dark and metal pieces; so for each kind of bag."""
    rings = [(0.3, 0.12, 0), (0.38, 0.1, 0.26), (0.365, 0.085, 0.26), (0.36, 0.08, 0.22)]
    body = stack([(y, oval(w, d, squareness=5)) for w, d, y in rings])
    lining = stack([(y, oval(0.36, 0.08, squareness=5)) for y in (0.2, 0.222)], crease_rad=FLAT)
    path = arc((0, 0.24, 0), 0.09, 0, np.pi, steps=7)
    handles = [
        board([(x, 1.4 * (y - 0.24) + 0.235, z) for x, y, _ in path], 0.018, 0.006, across=(0, 0, 1))
        for z in (-0.047, 0.047)
    ]
    rivets = [sphere(0.009, (x, 0.225, 0.046), sides=6) for x in (-0.09, 0.09)]
    return join([body, *handles]), lining, join(rivets)


def _satchel() -> tuple[Solid, Solid, Solid]:
    body = prism(rounded_rectangle(0.3, 0.1, 0.01), 0.2)
    flap = [box((0.29, 0.12, 0.01), (0, 0.085, 0.052)), box((0.292, 0.012, 0.112), (0, 0.196, 0))]
    handle = arched_handle(0.07, 0.06, 0.21, 0.26, 0.009, sides=6)
    straps = [box((0.022, 0.13, 0.006), (x, 0.045, 0.061)) for x in (-0.08, 0.08)]
    buckles = [box((0.03, 0.024, 0.008), (x, 0.07, 0.063)) for x in (-0.08, 0.08)]
    return join([body, *flap]), join([handle, *straps]), join(buckles)


def _half_moon() -> tuple[Solid, Solid, Solid]:
    below = [
        (0.19 * float(np.cos(a)), 0.2 + 0.2 * float(np.sin(a))) for a in np.linspace(np.pi, 2 * np.pi, 11)
    ]
    body = loft(
        [
            np.array([(x * s, 0.1 + (y - 0.1) * s, z) for x, y in below])
            for s, z in ((0.82, -0.055), (1, -0.03), (1, 0.03), (0.82, 0.055))
        ]
    )
    belt = board(
        arc((0, 0.15, 0), 0.185, 0.05 * np.pi, 0.95 * np.pi, steps=10), 0.022, 0.006, across=(0, 0, 1)
    )
    rings = [sphere(0.013, (x, 0.17, 0), sides=6) for x in (-0.185, 0.185)]
    return body, belt, join(rings)


@furniture(
    "suitcase", group="carried", shapes=("trolley", "vintage"), held_out=("duffel",), synonyms=("luggage",)
)
def suitcase(shape: str, vary: Variation) -> Model:
    """A case for travelling: on wheels with a long handle, an old one with belts, or a soft duffel."""
    metal = vary.finish(
        "metal", colours=("silver", "gold") if shape == "vintage" else ("silver", "grey"), pattern="plain"
    )
    dark = (
        vary.finish("leather", colours=("brown", "black"))
        if shape == "vintage"
        else vary.finish("plastic", colours=("black",))
    )
    if shape == "trolley":
        shell = vary.main("plastic", colours=("blue", "red", "black", "grey", "green", "yellow", "orange"))
        pieces = _trolley()
    elif shape == "vintage":
        shell = vary.main("leather", colours=("brown", "beige", "red", "black"))
        pieces = _vintage()
    else:
        shell = vary.main("fabric", colours=("blue", "black", "green", "red", "grey"))
        pieces = _duffel()
    parts = [Part(solid, finish) for solid, finish in zip(pieces, (shell, dark, metal), strict=True)]
    return settled(resize_parts(parts, vary.scale), vary)


def _trolley() -> tuple[Solid, Solid, Solid]:
    """Shell, dark pieces and metal pieces of a suitcase; so for each kind."""
    outline = [(0.96, 0.04), (1.0, 0.06), (1.0, 0.56), (0.96, 0.58)]
    body = stack([(y, rounded_rectangle(0.4 * s, 0.23 * s, 0.025)) for s, y in outline])
    ribs = [box((0.022, 0.44, 0.016), (x, 0.09, 0.114)) for x in (-0.14, -0.07, 0.0, 0.07, 0.14)]
    wheels = at_corners(roller(0.024, 0.03, (0, 0.024, 0), sides=8), 0.15, 0.075)
    seam = box((0.406, 0.522, 0.012), (0, 0.05, 0))
    grip = pipe([(-0.095, 0.9, -0.07), (0.095, 0.9, -0.07)], 0.014, sides=6)
    top = arched_handle(0.06, 0.05, 0.575, 0.605, 0.009, z_m=0.03)
    rods = [pipe([(x, 0.57, -0.07), (x, 0.9, -0.07)], 0.008, sides=5) for x in (-0.085, 0.085)]
    return join([body, *ribs]), join([wheels, seam, grip, top]), join(rods)


def _vintage() -> tuple[Solid, Solid, Solid]:
    body = prism(rounded_rectangle(0.6, 0.19, 0.018), 0.4)
    belts = [box((0.035, 0.406, 0.198), (x, -0.003, 0)) for x in (-0.18, 0.18)]
    caps = [box((0.07, 0.07, 0.196), (x, y, 0)) for x in (-0.268, 0.268) for y in (-0.002, 0.332)]
    handle = arched_handle(0.08, 0.065, 0.39, 0.44, 0.011, sides=6)
    seam = box((0.604, 0.404, 0.006), (0, -0.002, 0.02))
    locks = [box((0.04, 0.014, 0.05), (x, 0.397, 0.02)) for x in (-0.12, 0.12)]
    buckles = [box((0.05, 0.03, 0.204), (x, 0.3, 0)) for x in (-0.18, 0.18)]
    return body, join([*belts, *caps, handle, seam]), join([*locks, *buckles])


def _duffel() -> tuple[Solid, Solid, Solid]:
    rings = [(0.75, -0.27), (0.95, -0.25), (1.0, -0.2), (1.0, 0.2), (0.95, 0.25), (0.75, 0.27)]
    section = oval(0.29, 0.28, squareness=2.5)
    body = loft([ring(section * share, (x, 0.14, 0), axis="x") for share, x in rings])
    hoops = [
        loft([ring(section * 1.014, (x + side, 0.14, 0), axis="x") for side in (-0.015, 0.015)])
        for x in (-0.11, 0.11)
    ]
    grip = [(-0.11, 0.2, 0.1), (-0.08, 0.31, 0.04), (0.08, 0.31, 0.04), (0.11, 0.2, 0.1)]
    handles = [pipe([(x, y, side * z) for x, y, z in grip], 0.01, sides=5) for side in (-1.0, 1.0)]
    zipper = box((0.46, 0.012, 0.012), (0, 0.271, 0))
    return body, join([*hoops, *handles]), zipper
