"""Tools of the household: plungers, buckets, watering cans and tool boxes."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import extruded
from wayproof.geometry.outlines import oval
from wayproof.geometry.solid import Point, at_corners, both_sides, join, move, turn
from wayproof.geometry.solids import box, cylinder, disc, lathe, sphere
from wayproof.geometry.sweeps import horn, pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.handles import arched_handle
from wayproof.scenes.furniture_parts.moved_parts import resize_parts
from wayproof.scenes.furniture_parts.vessels import Profile, hollow, scaled, tub, vessel

# Rubber cups as (radius, height) in millimetres.
_CUP: Profile = [(74, 0), (76, 10), (66, 50), (34, 78), (20, 84), (18, 96), (0, 98)]
_BELLOWS: Profile = [(62, 0), (62, 12), (48, 26), (64, 40), (48, 56), (62, 72), (24, 90), (0, 96)]
_FLANGE: Profile = [(40, 0), (46, 26), (76, 30), (74, 46), (48, 80), (20, 96), (0, 98)]
_CUPS = {"classic": _CUP, "bellows": _BELLOWS, "flange": _FLANGE}

# Watering cans as (radius, height) in millimetres, from the floor to the mouth.
_STRAIGHT_CAN: Profile = [(85, 0), (85, 0), (85, 165), (60, 185)]
_ROUND_CAN: Profile = [(70, 0), (70, 0), (102, 40), (105, 90), (72, 150), (46, 160)]
_SLIM_CAN: Profile = [(52, 0), (52, 0), (60, 110), (36, 240)]
_CANS = {"classic": _STRAIGHT_CAN, "round": _ROUND_CAN, "slim": _SLIM_CAN}


@furniture("plunger", group="cleaning", shapes=("classic", "bellows"), held_out=("flange",))
def plunger(shape: str, vary: Variation) -> Model:
    """A rubber cup on a stick, to unblock drains."""
    size = 0.001 * vary.scale**0.5
    rubber = vary.main("rubber", colours=("black", "red", "orange", "blue"))
    stick = cylinder(12 * size, 430 * size, (0, 90 * size, 0), sides=8)
    knob = sphere(16 * size, (0, 505 * size, 0), sides=8)
    wood = vary.finish("wood", "plastic", colours=("beige", "brown", "white"))
    outline = scaled(_CUPS[shape], size)
    # Its mouth is on the floor, where nobody sees the inside: the cup is closed underneath.
    cup = lathe([(0, 0), outline[0], *outline], sides=12)
    return settled([Part(cup, rubber), Part(join([stick, knob]), wood)], vary)


@furniture("bucket", group="cleaning", shapes=("round", "mop"), held_out=("metal_pail",), synonyms=("pail",))
def bucket(shape: str, vary: Variation) -> Model:
    """An open pail with a bail to carry it by, or a mop bucket with a wringer."""
    radius, height = 0.14 * vary.scale, 0.27 * vary.scale
    if shape == "metal_pail":
        finish = vary.main("metal", colours=("silver", "grey"), pattern="brushed")
    else:
        finish = vary.main("plastic", colours=("blue", "red", "yellow", "green", "grey", "white"))
    if shape == "mop":
        return settled(_mop_bucket(vary, finish), vary)
    foot = (0.6 if shape == "metal_pail" else 0.75) * radius
    lip = [(radius, height - 0.014), (radius + 0.008, height - 0.012), (radius + 0.008, height)]
    body = vessel([(foot, 0), *lip], wall_m=0.009, floor_m=0.012, sides=16)
    body = hollow(body, 1.4 * foot, 1.4 * foot, 0.012)
    wire = vary.finish("metal", colours=("silver",), pattern="plain")
    bail = pipe(arc((0, 0, 0), radius + 0.012, 0, np.pi, steps=8), 0.0035, sides=4)
    fallen = -0.25 if shape == "round" else -1.3
    handle = move(turn(bail, fallen, axis="x"), (0, height - 0.02, 0))
    inside = Surface((0, 0.012, 0), 1.1 * foot, 1.1 * foot, height - 0.02, "in")
    return settled([Part(body, finish), Part(handle, wire)], vary, surfaces=[inside])


def _mop_bucket(vary: Variation, finish: Finish) -> list[Part]:
    """A tub on castors with a wringer over one end and a lever to press it."""
    width, depth, height = 0.38 * vary.scale, 0.26 * vary.scale, 0.27 * vary.scale
    body = tub(oval(width, depth, squareness=5), 0.03, height, floor_m=0.045)
    press = oval(0.42 * width, 0.8 * depth, squareness=5)
    wringer = tub(press, height - 0.05, height + 0.07, floor_m=height - 0.035)
    wringer = move(wringer, (-0.24 * width, 0, 0))
    wheels = at_corners(sphere(0.019, sides=6), 0.3 * width, 0.28 * depth)
    lever = [(-0.4 * width, height + 0.03, 0), (-0.47 * width, height + 0.3, 0)]
    grip = sphere(0.018, (lever[1][0], lever[1][1] - 0.01, 0), sides=6)
    grey = vary.finish("plastic", colours=("grey", "black"))
    steel = vary.finish("metal", colours=("silver",), pattern="plain")
    bar = pipe(lever, 0.009, sides=5)
    return [Part(body, finish), Part(join([wringer, wheels, grip]), grey), Part(bar, steel)]


@furniture(
    "watering_can", group="cleaning", shapes=("classic", "round"), held_out=("slim",), stands="surface"
)
def watering_can(shape: str, vary: Variation) -> Model:
    """A can with a long spout, a rose at its end and a handle."""
    finish = vary.main("metal", "plastic", colours=("green", "silver", "blue", "red", "yellow", "white"))
    profile = scaled(_CANS[shape], 0.001)
    mouth, height = profile[-1]
    waist = float(np.interp(0.3 * height, [y for _, y in profile[1:]], [r for r, _ in profile[1:]]))
    body = lathe([(0, 0), *profile, profile[-1], (0, height)])
    tip = (waist + 0.17, height + 0.05, 0.0)
    spout = horn(
        [(waist - 0.02, 0.25 * height, 0), (waist + 0.07, 0.62 * height, 0), tip], [0.017, 0.012, 0.009]
    )
    pieces = [body, spout]
    if shape != "slim":
        pieces.append(horn([tip, (tip[0] + 0.03, tip[1] + 0.014, 0)], [0.01, 0.03], sides=8))
    ear: list[Point] = [
        (-0.5 * mouth, height - 0.01, 0),
        (-0.6 * mouth, height + 0.055, 0),
        (-waist - 0.03, height + 0.03, 0),
        (-waist - 0.06, 0.6 * height, 0),
        (-waist + 0.01, 0.28 * height, 0),
    ]
    pieces.append(pipe(ear, 0.008, sides=6))
    opening = disc(0.85 * mouth, (0, height + 0.001, 0))
    dark = vary.finish("plastic", colours=("black",))
    return settled(resize_parts([Part(join(pieces), finish), Part(opening, dark)], vary.scale**0.7), vary)


@furniture(
    "tool_box",
    group="cleaning",
    shapes=("metal", "plastic"),
    held_out=("tote",),
    stands="surface",
    synonyms=("toolbox",),
)
def tool_box(shape: str, vary: Variation) -> Model:
    """A box for tools with a handle on top; as an open tote it shows hammer and screwdrivers."""
    width, depth, height = 0.42 * vary.scale, 0.2 * vary.scale, 0.15 * vary.scale
    black = vary.finish("plastic", colours=("black",))
    steel = vary.finish("metal", colours=("silver",), pattern="plain")
    if shape == "tote":
        wood = vary.main("wood", colours=("brown", "beige"))
        return settled(_tote(vary, width, depth, height, wood, steel), vary)
    if shape == "metal":
        paint = vary.main("metal", colours=("red", "blue", "green", "grey"), pattern="plain")
        ridge = 0.25 * depth
        lid_finish = paint
    else:
        paint = vary.main("plastic", colours=("yellow", "red", "blue", "black", "orange"))
        ridge = 0.4 * depth
        lid_finish = black
    half, top = depth / 2 + 0.004, height + 0.075 * vary.scale
    gable = [
        (-half, height),
        (half, height),
        (half, height + 0.02),
        (ridge, top),
        (-ridge, top),
        (-half, height + 0.02),
    ]
    lid = extruded(gable, width + 0.008, axis="x")
    handle = arched_handle(0.09, 0.08, top - 0.004, top + 0.04, 0.009, sides=6)
    latches = [box((0.035, 0.05, 0.008), (x * width, height - 0.03, depth / 2 + 0.005)) for x in (-0.3, 0.3)]
    parts = [Part(box((width, height + 0.002, depth)), paint), Part(lid, lid_finish)]
    return settled([*parts, Part(handle, black), Part(join(latches), steel)], vary)


def _tote(
    vary: Variation, width: float, depth: float, height: float, wood: Finish, steel: Finish
) -> list[Part]:
    """Two pointed ends carry a round bar; tools stand in the tray between them."""
    half, low = depth / 2, 0.55 * height
    top = 1.9 * height
    profile = [(-half, 0.0), (half, 0.0), (half, low), (0.02, top), (-0.02, top), (-half, low)]
    ends = both_sides(move(extruded(profile, 0.016, axis="x"), (width / 2, 0, 0)))
    walls = [box((width, low - 0.004, 0.012), (0, 0.001, z)) for z in (-half + 0.008, half - 0.008)]
    bar = pipe([(-width / 2, 1.7 * height, 0), (width / 2, 1.7 * height, 0)], 0.012, sides=8)
    tray = join([ends, *walls, box((width, 0.012, depth - 0.01), (0, 0.001, 0)), bar])
    shaft = turn(cylinder(0.012, 0.26, (0, 0.02, 0), sides=6), 0.5, axis="z")
    hammer = move(shaft, (0.3 * width, 0, 0.45 * half))
    tip = turn(box((0.1, 0.03, 0.03), (0, 0.265, 0)), 0.5, axis="z")
    blades = [cylinder(0.004, 0.11, (x * width, 0.02, -0.4 * half), sides=5) for x in (-0.3, -0.15, 0.05)]
    grips = [cylinder(0.013, 0.09, (x * width, 0.12, -0.4 * half), sides=6) for x in (-0.3, -0.15, 0.05)]
    red = vary.finish("plastic", colours=("red", "yellow", "blue"))
    return [
        Part(tray, wood),
        Part(join([move(tip, (0.3 * width, 0, 0.45 * half)), *blades]), steel),
        Part(join([hammer, *grips]), red),
    ]
