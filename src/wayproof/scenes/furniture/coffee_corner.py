"""More of what stands on a worktop: coffee machines, knife blocks and stand mixers."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import extruded, loft, prism, stack
from wayproof.geometry.outlines import oval, ring
from wayproof.geometry.solid import Solid, both_sides, facing, join, move, turn, upright_grain, with_boxes
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import pipe, roller
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import resize_parts
from wayproof.scenes.furniture_parts.palettes import described_by


@furniture(
    "coffee_machine",
    group="appliances",
    shapes=("drip", "espresso"),
    held_out=("capsule",),
    stands="surface",
    synonyms=("coffee maker", "espresso machine"),
)
def coffee_machine(shape: str, vary: Variation) -> Model:
    """A machine that makes coffee."""
    main = described_by(
        vary, ("plastic", ("black", "white", "red")), ("metal", ("silver", "black", "red")), polished=True
    )
    trim = (
        vary.finish("metal", colours=("silver",))
        if main.colour == "black"
        else vary.finish("plastic", colours=("black",))
    )
    light = vary.finish("plastic", colours=("blue", "orange", "green"))
    size = vary.scale**0.5
    if shape == "drip":
        return settled(_drip_machine(size, main, trim, light, vary), vary)
    if shape == "espresso":
        cups = Surface((0, 0.34, -0.02), 0.3 * size - 0.06, 0.18, 0.25)
        return settled(_espresso_machine(0.3 * size, main, trim, light), vary, surfaces=[cups])
    return settled(_capsule_machine(size, main, trim, light), vary)


def _drip_machine(size: float, main: Finish, trim: Finish, light: Finish, vary: Variation) -> list[Part]:
    """A C-shaped body round a glass jug with coffee in it."""
    width, depth, height = 0.2 * size, 0.27, 0.34
    case = [
        box((width, 0.035, depth)),
        box((width - 0.004, height - 0.04, 0.09), (0, 0.034, -depth / 2 + 0.047)),
        box((width, 0.1, depth - 0.02), (0, height - 0.1, -0.01)),
    ]
    y, z = 0.041, 0.045
    coffee = lathe([(0, 0), (0.06, 0), (0.076, 0.03), (0.076, 0.065)], (0, y, z), sides=12)
    glass = lathe([(0.076, 0.065), (0.068, 0.105), (0.05, 0.13), (0, 0.13)], (0, y, z), sides=12)
    lid = cylinder(0.052, 0.014, (0, y + 0.128, z), sides=10)
    grip = pipe([(0, y + 0.125, z + 0.05), (0, y + 0.12, z + 0.105), (0, y + 0.03, z + 0.1)], 0.01, sides=5)
    plate = cylinder(0.08, 0.008, (0, 0.034, z), sides=12)
    badge = box((0.1, 0.035, 0.006), (0, height - 0.07, depth / 2 - 0.02))
    key = box((0.03, 0.02, 0.006), (-width / 2 + 0.04, 0.008, depth / 2))
    return [
        Part(join(case), main),
        Part(join([lid, grip, plate, badge]), trim),
        Part(coffee, vary.finish("food", colours=("brown",))),
        Part(glass, vary.finish("glass", colours=("silver",))),
        Part(key, light),
    ]


def _espresso_machine(width_m: float, main: Finish, trim: Finish, light: Finish) -> list[Part]:
    """A wide case with a group head, a handle in it, a drip tray and a steam pipe."""
    height = 0.34
    case = [
        box((width_m, height, 0.16), (0, 0, -0.07)),
        box((width_m, 0.11, 0.12), (0, height - 0.112, 0.068)),
        box((width_m - 0.01, 0.05, 0.135), (0, 0, 0.075)),
    ]
    grid = [box((width_m - 0.06, 0.006, 0.01), (0, 0.048, 0.03 + 0.022 * k)) for k in range(5)]
    group = cylinder(0.036, 0.04, (0, height - 0.15, 0.07), sides=10)
    basket = cylinder(0.032, 0.03, (0, height - 0.178, 0.07), sides=10)
    handle = pipe([(0, height - 0.165, 0.09), (0, height - 0.175, 0.21)], 0.013)
    spout = box((0.03, 0.02, 0.012), (0, height - 0.196, 0.07))
    steam = pipe([(0.4 * width_m, height - 0.12, 0.08), (0.43 * width_m, 0.12, 0.1)], 0.006, sides=5)
    face = 0.128
    knobs = [facing(cylinder(0.02, 0.02, sides=8), (x, height - 0.055, face - 0.002)) for x in (-0.1, 0.1)]
    lamp = [box((0.016, 0.016, 0.006), (x, height - 0.063, face)) for x in (-0.025, 0.025)]
    rail = pipe(
        [(-width_m / 2 + 0.02, height + 0.02, 0.1), (width_m / 2 - 0.02, height + 0.02, 0.1)], 0.005, sides=4
    )
    posts = [box((0.008, 0.022, 0.008), (s * (width_m / 2 - 0.03), height - 0.002, 0.1)) for s in (-1, 1)]
    metal = [*grid, group, basket, spout, handle, steam, *knobs, rail, *posts]
    return [Part(join(case), main), Part(join(metal), trim), Part(join(lamp), light)]


def _capsule_machine(size: float, main: Finish, trim: Finish, light: Finish) -> list[Part]:
    """A slim body that curves over the cup, with a lever on top and a water tank behind."""
    width = 0.13 * size
    spine = [
        (0.0, -0.05, 0.11),
        (0.12, -0.055, 0.09),
        (0.2, -0.04, 0.11),
        (0.26, 0.0, 0.2),
        (0.3, 0.01, 0.19),
    ]
    body = loft([ring(oval(width, deep, sides=10, squareness=4), (0, y, z)) for y, z, deep in spine])
    boxes = [
        ((-width / 2, 0.0, -0.105), (width / 2, 0.2, 0.0)),
        ((-width / 2, 0.2, -0.1), (width / 2, 0.3, 0.1)),
    ]
    tray = prism(oval(0.12, 0.13, sides=10, squareness=3), 0.025, (0, 0, 0.055))
    spout = cylinder(0.014, 0.04, (0, 0.2, 0.065), sides=8)
    lever = pipe(
        [(-0.05, 0.3, -0.03), (-0.05, 0.325, 0.06), (0.05, 0.325, 0.06), (0.05, 0.3, -0.03)], 0.008, sides=5
    )
    tank = box((width - 0.01, 0.24, 0.06), (0, 0.01, -0.14))
    cup = lathe(
        [(0, 0), (0.022, 0), (0.032, 0.055), (0.027, 0.055), (0.02, 0.006), (0, 0.006)],
        (0, 0.025, 0.065),
        sides=8,
    )
    dark = join([tray, spout, lever, tank])
    return [Part(with_boxes(body, boxes), main), Part(dark, trim), Part(cup, light)]


@furniture(
    "knife_block",
    group="kitchen",
    shapes=("slanted", "upright"),
    held_out=("round",),
    stands="surface",
    synonyms=("knife holder", "knife stand"),
)
def knife_block(shape: str, vary: Variation) -> Model:
    """A block with the handles of kitchen knives sticking out."""
    main = described_by(vary, ("wood", ("brown", "beige", "black")))
    grip = vary.finish("plastic", colours=("black",) if main.colour != "black" else ("white", "red"))
    steel = vary.finish("metal", colours=("silver",))
    knives = vary.count("knife", 4, 6)
    size = vary.scale**0.5
    if shape == "slanted":
        lean, reach, half, wide = 0.6, 0.2 * size, 0.055 * size, 0.11 * size
        along, across = np.array([np.sin(lean), np.cos(lean)]), np.array([np.cos(lean), -np.sin(lean)])
        upper, lower = reach * along - half * across, reach * along + half * across
        corners = [
            (-half / np.cos(lean), 0.0),
            (0.85 * lower[0], 0.0),
            (lower[0], lower[1]),
            (upper[0], upper[1]),
        ]
        block = extruded([(float(z), float(y)) for z, y in corners], wide, axis="x")
        head = (0.0, float(reach * along[1]), float(reach * along[0]))
    else:
        lean, reach, wide = 0.0, 0.21 * size, 0.13 * size
        block = (
            box((wide, reach, 0.11 * size)) if shape == "upright" else cylinder(0.075 * size, reach, sides=14)
        )
        head = (0.0, reach, 0.0)
    parts = [Part(block if shape == "slanted" else upright_grain(block), main)]
    for k in range(knives):
        x, z = (
            ((k // 2) - (knives - 1) // 4 - 0.5 * ((knives // 2) % 2 == 0)) * 0.03,
            (-0.5 if k % 2 else 0.5) * 0.05 * size,
        )
        length = vary.between(0.09, 0.13)
        bolster, handle = (
            box((0.012, 0.018, 0.024), (x, -0.006, z)),
            box((0.018, length, 0.026), (x, 0.01, z)),
        )
        for solid, finish in ((bolster, steel), (handle, grip)):
            parts.append(Part(move(turn(solid, lean, axis="x"), head), finish))
    return settled(parts, vary)


@furniture(
    "mixer",
    group="appliances",
    shapes=("tilt_head",),
    held_out=("bowl_lift",),
    stands="surface",
    synonyms=("stand mixer", "food mixer", "kitchen mixer"),
)
def mixer(shape: str, vary: Variation) -> Model:
    """A stand mixer with its bowl."""
    colours = ("red", "white", "black", "silver", "blue", "pink", "green")
    main = vary.main("metal", colours=colours, pattern="plain")
    steel = vary.finish("metal", colours=("silver",) if main.colour != "silver" else ("grey",))
    lifted = shape == "bowl_lift"
    axis_height, bowl_base = (0.37, 0.1) if lifted else (0.3, 0.035)
    body = [_mixer_stand(axis_height - 0.05)]
    stages = [
        (0.07, 0.08, -0.2),
        (0.12, 0.125, -0.16),
        (0.125, 0.13, 0.02),
        (0.11, 0.11, 0.12),
        (0.07, 0.07, 0.155),
    ]
    body.append(loft([ring(oval(w, h, sides=8), (0, axis_height, z), axis="z") for w, h, z in stages]))
    if lifted:
        path = ((0.04, 0.2, -0.1), (0.118, 0.2, -0.06), (0.118, 0.22, 0.06))
        body.append(both_sides(pipe(path, 0.011, sides=5)))
    cap = facing(cylinder(0.028, 0.012, sides=10), (0, axis_height, 0.153))
    knob = roller(0.016, 0.02, (-0.068, axis_height, -0.05), sides=8)
    bright = join([_mixer_bowl(bowl_base, axis_height), cap, knob])
    return settled(resize_parts([Part(join(body), main), Part(bright, steel)], vary.scale**0.4), vary)


def _mixer_stand(top_m: float) -> Solid:
    """The foot and the column behind the bowl."""
    foot = [(0.2, 0.34, 0.0), (0.2, 0.34, 0.02), (0.16, 0.3, 0.035)]
    column = [(0.13, 0.1, 0.03, -0.11), (0.09, 0.08, 0.12, -0.12), (0.1, 0.1, top_m, -0.11)]
    return join(
        [
            stack([(y, oval(w, d, sides=8, squareness=3)) for w, d, y in foot]),
            loft([ring(oval(w, d, sides=8, squareness=3), (0, y, z)) for w, d, y, z in column]),
        ]
    )


def _mixer_bowl(base_m: float, axis_m: float) -> Solid:
    """A steel bowl with the beater in it."""
    profile = [(0, 0), (0.055, 0), (0.097, 0.07), (0.105, 0.135), (0.1, 0.135), (0.05, 0.02), (0, 0.02)]
    bowl = lathe(profile, (0, base_m, 0.055), sides=12)
    shaft = cylinder(0.014, axis_m - base_m - 0.1, (0, base_m + 0.06, 0.055), sides=6)
    beater = sphere(0.04, (0, base_m + 0.03, 0.055), stretch=(1, 1, 0.3), sides=6)
    return join([bowl, shaft, beater])
