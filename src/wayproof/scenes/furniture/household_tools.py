"""Tools of the household: plungers, buckets, watering cans and tool boxes."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Point, Solid, box, cylinder, join, lathe, mirror_x, move, sphere, turn
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture.curved_pieces import arc, bent_bar, horn, oval, skin, strap
from wayproof.scenes.furniture.small_things import Profile, hollow, scaled, settled, vessel

# Rubber cups as (radius, height) in millimetres.
_CUP: Profile = [(58, 0), (74, 0), (76, 10), (66, 50), (34, 78), (20, 84), (18, 96), (0, 98)]
_BELLOWS: Profile = [(50, 0), (62, 0), (62, 12), (48, 26), (64, 40), (48, 56), (62, 72), (24, 90), (0, 96)]
_FLANGE: Profile = [(34, 0), (40, 0), (46, 26), (76, 30), (74, 46), (48, 80), (20, 96), (0, 98)]
_CUPS = {"classic": _CUP, "bellows": _BELLOWS, "flange": _FLANGE}


@furniture("plunger", group="cleaning", shapes=("classic", "bellows"), held_out=("flange",))
def plunger(shape: str, vary: Variation) -> Model:
    """A rubber cup on a stick, to unblock drains."""
    size = 0.001 * vary.scale**0.5
    rubber = vary.main("rubber", colours=("black", "red", "orange", "blue"))
    stick = cylinder(12 * size, 430 * size, (0, 90 * size, 0), sides=8)
    knob = sphere(16 * size, (0, 505 * size, 0), sides=8)
    wood = vary.finish("wood", "plastic", colours=("beige", "brown", "white"))
    # The cup's mouth is on the floor, so nobody sees its inside: it is closed underneath.
    cup = lathe([(0, 0), *scaled(_CUPS[shape], size)], sides=14)
    return settled(vary, [Part(cup, rubber), Part(join([stick, knob]), wood)])


@furniture("bucket", group="cleaning", shapes=("round", "mop"), held_out=("metal_pail",), synonyms=("pail",))
def bucket(shape: str, vary: Variation) -> Model:
    """An open pail with a bail to carry it by."""
    radius, height = 0.14 * vary.scale, 0.27 * vary.scale
    wire = vary.finish("metal", colours=("silver",), pattern="plain")
    if shape == "mop":
        plastic = vary.main("plastic", colours=("blue", "red", "yellow", "green", "grey"))
        return _mop_bucket(vary, Part(_tub(0.38 * vary.scale, 0.26 * vary.scale, height), plastic), height)
    if shape == "round":
        finish = vary.main("plastic", colours=("blue", "red", "yellow", "green", "grey", "white"))
    else:
        finish = vary.main("metal", colours=("silver", "grey"), pattern="brushed")
    foot = (0.6 if shape == "metal_pail" else 0.75) * radius
    lip = [(radius, height - 0.014), (radius + 0.008, height - 0.012), (radius + 0.008, height)]
    body = vessel([(foot, 0), *lip], wall_m=0.009, floor_m=0.012, sides=16)
    body = hollow(body, 1.4 * foot, 1.4 * foot, 0.012)
    hang = radius + 0.004
    rest = 0.2 if shape == "round" else 1.35
    bail = [(-x, y, 0.0) for x, y, _ in arc((0, 0, 0), hang, 0, np.pi, steps=8)]
    handle = move(turn(bent_bar(bail, 0.0035, sides=4), -rest, axis="x"), (0, height - 0.02, 0))
    inside = Surface((0, 0.012, 0), 1.1 * foot, 1.1 * foot, height - 0.02, "in")
    return settled(vary, [Part(body, finish), Part(handle, wire)], surfaces=[inside])


def _tub(width: float, depth: float, height: float) -> Solid:
    rings = [(0.8, 0.03), (0.8, 0.03), (1.0, height), (1.0, height), (0.95, height), (0.95, height), (0.76, 0.045), (0.76, 0.045)]
    return skin([oval(s * width, s * depth, y, sides=16, squareness=5) for s, y in rings])


def _mop_bucket(vary: Variation, tub: Part, height: float) -> Model:
    """A tub on castors with a wringer basket over one end and a bar to pull it by."""
    size = tub.solid.vertices_m.max(axis=0)
    half_width, half_depth = float(size[0]), float(size[2])
    basket = [(1.0, height - 0.02), (1.0, height - 0.02), (1.15, height + 0.07), (1.15, height + 0.07)]
    grey = vary.finish("plastic", colours=("grey", "black"))
    wringer = skin([oval(s * half_width * 0.8, s * half_depth * 1.5, y, squareness=5, centre=(-0.45 * half_width, 0)) for s, y in basket])
    bar: list[Point] = [(-0.6 * half_width, height + 0.05, 0), (-0.7 * half_width, height + 0.32, 0)]
    corners = [(x * 0.6 * half_width, z * 0.6 * half_depth) for x in (-1, 1) for z in (-1, 1)]
    wheels = [sphere(0.019, (x, 0, z), sides=6) for x, z in corners]
    steel = vary.finish("metal", colours=("silver",), pattern="plain")
    handle = join([bent_bar(bar, 0.009), sphere(0.018, (bar[1][0], bar[1][1] - 0.01, 0), sides=6)])
    return settled(vary, [tub, Part(join([wringer, *wheels]), grey), Part(handle, steel)])


@furniture("watering_can", group="cleaning", shapes=("classic", "round"), held_out=("slim",), stands="surface")
def watering_can(shape: str, vary: Variation) -> Model:
    """A can with a long spout, a rose at its end and a handle."""
    size = vary.scale**0.7
    finish = vary.main("metal", "plastic", colours=("green", "silver", "blue", "red", "yellow", "white"))
    dark = vary.finish("plastic", colours=("black",))
    if shape == "round":
        outline = [(0, 0), (0.07, 0), (0.07, 0), (0.1, 0.04), (0.105, 0.09), (0.07, 0.15), (0.045, 0.16)]
        body, radius, height = vessel_with_mouth(outline, 0.045), 0.09, 0.16
    elif shape == "slim":
        body, radius, height = vessel_with_mouth([(0, 0), (0.05, 0), (0.05, 0), (0.06, 0.12), (0.035, 0.24)], 0.035), 0.05, 0.24
    else:
        body, radius, height = vessel_with_mouth([(0, 0), (0.085, 0), (0.085, 0), (0.085, 0.17), (0.06, 0.185)], 0.06), 0.083, 0.185
    tip = (radius + 0.17, height + (0.06 if shape == "slim" else 0.04), 0.0)
    start = (radius - 0.015, 0.22 * height, 0.0)
    bend = (radius + (0.06 if shape == "slim" else 0.075), 0.6 * height, 0.0)
    spout = horn([start, bend, tip], [0.017, 0.012, 0.009], sides=7)
    rose = horn([tip, (tip[0] + 0.03, tip[1] + 0.012, 0)], [0.01, 0.03], sides=10)
    ear = [(-0.3 * radius, height - 0.004, 0), (-0.4 * radius, height + 0.06, 0), (-radius - 0.04, height + 0.02, 0),
           (-radius - 0.06, 0.55 * height, 0), (-radius + 0.012, 0.25 * height, 0)]
    handle = bent_bar([(float(x), float(y), 0.0) for x, y, _ in ear], 0.008, sides=6)
    mouth = lathe([(0.9 * 0.045, height - 0.006), (0, height - 0.006)], sides=12)
    pieces = [(join([body, spout, rose, handle]), finish), (mouth, dark)]
    return settled(vary, [Part(_sized(solid, size), paint) for solid, paint in pieces])
