"""Beds for children: with a guard rail, under the frame of a house, or in the shape of a car."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.solid import Solid, at_corners, both_sides, facing, join, move, turn
from wayproof.geometry.solids import box, cylinder, slat, upright
from wayproof.geometry.sweeps import board, leg, pipe, roller
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.bedding import BedLinen, bed_linen, made_bed
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import timber
from wayproof.scenes.furniture_parts.upholstery import padded, side_panel

LENGTH_M = 1.5


@furniture(
    "child_bed",
    group="beds",
    shapes=("guard_rail", "house"),
    held_out=("car",),
    synonyms=("kids bed", "toddler bed", "children's bed"),
)
def child_bed(shape: str, vary: Variation) -> Model:
    """A short, low bed for a child."""
    width, length = 0.74 * vary.scale**0.6, LENGTH_M * vary.scale**0.5
    deck = {"guard_rail": 0.18, "house": 0.14, "car": 0.16}[shape]
    if shape == "car":
        paint = vary.main("plastic", colours=("red", "blue", "green", "yellow", "white"))
        plain = vary.finish("fabric", colours=("white", "grey"), pattern="woven")
        linen = BedLinen(vary.finish("fabric", colours=("white", "grey", "blue")), plain, plain)
    else:
        linen = bed_linen(vary)
    made = made_bed(width, length, linen, pillows=1, mattress_m=0.13, drop_m=0.06, clearance_m=0.8)
    made = made.moved(0, deck, 0)
    if shape == "car":
        parts = [Part(_car_body(width, length, deck), paint), *_car_details(width, length, vary)]
    else:
        wood = timber(vary)
        build = _guard_rail if shape == "guard_rail" else _house
        parts = [Part(build(width, length, deck), wood)]
    return settled([*made.parts, *parts], vary, surfaces=(made.lap,))


def _guard_rail(width: float, length: float, deck: float) -> Solid:
    """Rounded ends, and slatted rails beside the upper half of the bed."""
    x, z = width / 2 + 0.03, length / 2 + 0.03
    ends = [_rounded_end(2 * x + 0.05, high, side * z) for high, side in ((0.66, -1), (0.46, 1))]
    sides = box((0.022, 0.11, 2 * z - 0.01), (x, deck - 0.05, 0))
    start, end = -z + 0.02, -z + 0.62 * length
    guard = [
        box((0.03, 0.035, end - start), (x, 0.46, (start + end) / 2)),
        *(
            slat((0.016, 0.46 - deck - 0.04, 0.03), (x, deck + 0.05, float(at)))
            for at in np.linspace(start + 0.12, end - 0.016, 6)
        ),
    ]
    return join([*ends, both_sides(join([sides, *guard]))])


def _rounded_end(width: float, height: float, z: float) -> Solid:
    """A board with rounded upper corners on two feet, seen along z."""
    half, bend = width / 2, 0.16
    corner = [(a, b) for a, b, _ in arc((half - bend, height - bend, 0), bend, 0, np.pi / 2, steps=3)]
    profile = [(half, 0.08), *corner, *((-a, b) for a, b in reversed(corner)), (-half, 0.08)]
    panel = turn(side_panel(profile, 0.028, 0.0, rounding_m=0.008), np.pi / 2)
    feet = both_sides(leg((half - 0.04, 0, 0), (half - 0.04, 0.1, 0), 0.028, 0.035))
    return move(join([panel, feet]), (0, 0, z))


def _house(width: float, length: float, deck: float) -> Solid:
    """Posts and rafters that draw the outline of a house around the bed."""
    x, z, eaves, ridge = width / 2 + 0.035, length / 2 + 0.035, 1.05, 1.45
    thick = 0.045
    pieces = []
    for s in (-1, 1):
        pieces.append(both_sides(upright((thick, eaves, thick), (x, 0, s * z))))
        rafters = [(x, eaves - 0.01, s * z), (0.0, ridge, s * z), (-x, eaves - 0.01, s * z)]
        pieces.append(board(rafters, thick - 0.004, thick, across=(0, 0, 1)))
        pieces.append(box((2 * x - 0.04, 0.1, 0.022), (0, deck - 0.03, s * z)))
    pieces.append(box((thick, thick, 2 * z), (0, ridge - 0.035, 0)))
    pieces += [
        both_sides(box((thick - 0.006, high, 2 * z - 0.04), (x, y, 0)))
        for y, high in ((eaves - 0.05, thick), (deck - 0.03, 0.1))
    ]
    fence = [
        upright((0.02, 0.3, 0.06), (x, deck + 0.06, float(at))) for at in np.linspace(-z + 0.12, z - 0.62, 5)
    ]
    rail = box((0.024, 0.03, 2 * z - 0.52), (x, deck + 0.34, -0.24))
    pieces.append(both_sides(join([*fence, rail])))
    pieces.append(box((2 * x - 0.04, 0.34, 0.02), (0, deck + 0.06, -z)))
    return join(pieces)


def _car_body(width: float, length: float, deck: float) -> Solid:
    """Two sides that slope down to the bonnet, a bumper, a tail and a spoiler."""
    x, z = width / 2 + 0.055, length / 2 + 0.06
    profile = [
        (-z, 0.1),
        (z, 0.1),
        (z + 0.02, 0.2),
        (z - 0.04, 0.31),
        (0.5 * z, 0.37),
        (-0.6 * z, 0.54),
        (-z, 0.56),
    ]
    side = side_panel(profile, 0.07, x, rounding_m=0.025)
    bonnet = padded((2 * x - 0.06, 0.2, 0.09), (0, 0.1, z - 0.035), rounding_m=0.035)
    tail = box((2 * x - 0.06, 0.44, 0.06), (0, 0.1, 0.03 - z))
    spoiler = box((2 * x + 0.1, 0.03, 0.16), (0, 0.67, 0.06 - z))
    stays = both_sides(box((0.03, 0.14, 0.06), (x - 0.1, 0.535, 0.05 - z)))
    floor = box((2 * x - 0.05, 0.05, 2 * z - 0.05), (0, deck - 0.049, 0))
    return join([both_sides(side), bonnet, tail, spoiler, stays, floor])


def _car_details(width: float, length: float, vary: Variation) -> list[Part]:
    """Wheels and lamps."""
    rubber, steel = vary.finish("rubber", colours=("black",)), vary.finish("metal", colours=("silver",))
    lamp = vary.finish("plastic", colours=("yellow", "white"))
    x, z, radius = width / 2 + 0.075, length / 2 - 0.24, 0.15
    tyres = at_corners(roller(radius, 0.09, (0, radius, 0)), x + 0.01, z)
    hubs = at_corners(roller(0.55 * radius, 0.012, (0, radius, 0), sides=6), x + 0.058, z)
    lamps = facing(cylinder(0.055, 0.03, sides=8), (width / 2 - 0.1, 0.215, length / 2 + 0.05))
    grille = pipe([(-0.13, 0.17, length / 2 + 0.064), (0.13, 0.17, length / 2 + 0.064)], 0.018, sides=4)
    return [Part(tyres, rubber), Part(join([hubs, grille]), steel), Part(both_sides(lamps), lamp)]
