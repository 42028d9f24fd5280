"""Things to clean with: vacuum cleaners and brooms."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import (
    Point,
    Solid,
    box,
    cylinder,
    join,
    lathe,
    move,
    tube,
    turn,
    without_boxes,
)
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture.cabinetry import forwards, upright_grain
from wayproof.scenes.furniture.painting import described_by
from wayproof.scenes.furniture.settling import settled
from wayproof.scenes.furniture.skins import loft, ring


@furniture(
    "vacuum_cleaner",
    group="household",
    shapes=("canister", "upright"),
    held_out=("stick",),
    synonyms=("vacuum", "hoover"),
)
def vacuum_cleaner(shape: str, vary: Variation) -> Model:
    """A machine that sucks up dust."""
    main = vary.main("plastic", colours=("red", "blue", "green", "yellow", "grey", "purple"))
    dark, steel = vary.finish("plastic", colours=("black",)), vary.finish("metal", colours=("silver",))
    build = {"canister": _canister_vacuum, "upright": _upright_vacuum}.get(shape, _stick_vacuum)
    return settled(build(vary.scale**0.5, main, dark, steel), vary)


def _wheel(radius_m: float, width_m: float, at: Point) -> Solid:
    """A wheel on an axle along x; `at` is the centre of its inner side."""
    return move(turn(cylinder(radius_m, width_m, sides=10), -np.pi / 2, axis="z"), at)


def _floor_head(width_m: float, depth_m: float, at: Point) -> Solid:
    """The wide nozzle that slides over the floor, higher at its back."""
    x, y, z = at
    stages = [(0.5, 0.06, -0.5), (1.0, 0.06, 0.0), (1.0, 0.03, 0.5)]
    return loft(
        [
            ring(width_m * w, h, (x, y + h / 2, z + d * depth_m), axis="z", sides=8, squareness=8)
            for w, h, d in stages
        ]
    )


def _canister_vacuum(size: float, main: Finish, dark: Finish, steel: Finish) -> list[Part]:
    """A body on wheels, and a hose that rises to the pipe with its nozzle."""
    stages = [
        (0.12, 0.12, -0.2),
        (0.26, 0.2, -0.14),
        (0.28, 0.21, 0.02),
        (0.22, 0.16, 0.14),
        (0.1, 0.08, 0.2),
    ]
    rings = [
        ring(w * size, h * size, (0, 0.03 + h * size / 2, z * size), axis="z", sides=10, squareness=2.6)
        for w, h, z in stages
    ]
    radius, inner = 0.09 * size, 0.13 * size
    wheels = [_wheel(radius, 0.03, (x, radius, -0.09)) for x in (inner, -inner - 0.03)]
    front = _wheel(0.03, 0.04, (-0.02, 0.03, 0.15 * size))
    arch = [(0.2, -0.1), (0.27, -0.06), (0.27, 0.03), (0.2, 0.07)]
    grip = tube([(0, y * size, z) for y, z in arch], 0.013, sides=5)
    hose, pipe = _hose_and_pipe(0.34 * size, (0.0, 0.1, 0.19 * size))
    return [Part(loft(rings), main), Part(join([*wheels, front, grip, hose]), dark), Part(pipe, steel)]


def _hose_and_pipe(x_m: float, start: Point) -> tuple[Solid, Solid]:
    """The hose with the handle and the nozzle at its ends, and the steel pipe between those."""
    z = 0.12
    bend = [(0.06, 0.2, 0.32), (0.16, 0.5, 0.36), (0.26, 0.85, 0.26), (x_m, 0.98, 0.02), (x_m, 0.95, -0.02)]
    hose = without_boxes(tube([start, *bend], 0.02, sides=6))
    handle = tube([(x_m, 0.9, -0.02), (x_m, 1.02, -0.05), (x_m, 1.07, -0.12)], 0.019, sides=6)
    nozzle = _floor_head(0.28, 0.11, (x_m, 0.0, z + 0.02))
    return join([hose, handle, nozzle]), tube([(x_m, 0.04, z), (x_m, 0.97, -0.03)], 0.015, sides=6)


def _upright_vacuum(size: float, main: Finish, dark: Finish, steel: Finish) -> list[Part]:
    """A wide head, a leaning body with a clear dust cup, and a long handle with a loop."""
    head = [_floor_head(0.33 * size, 0.26, (0, 0.015, 0.12)), box((0.25, 0.07, 0.12), (0, 0.02, -0.02))]
    wheels = [_wheel(0.045, 0.02, (s * 0.13 - (0.02 if s < 0 else 0), 0.045, -0.05)) for s in (-1, 1)]
    lean = -0.2
    foot = (0.0, 0.05, 0.0)
    stages = [(0.2, 0.14, 0.0), (0.26, 0.18, 0.1), (0.24, 0.17, 0.45), (0.15, 0.11, 0.62), (0.06, 0.05, 0.7)]
    body = loft([ring(w, d, (0, y * size, 0), sides=10, squareness=3) for w, d, y in stages])
    cup = lathe([(0, 0), (0.075, 0), (0.085, 0.22), (0, 0.22)], (0, 0.2 * size, 0.06), sides=12, smooth=False)
    lid = cylinder(0.09, 0.04, (0, 0.2 * size + 0.218, 0.06), sides=12)
    pole = tube([(0, 0.68 * size, 0), (0, 0.98 * size, 0)], 0.016, sides=6)
    loop = tube(
        [
            (0, 0.95 * size, 0),
            (0, 1.02 * size, 0.05),
            (0, 1.1 * size, 0.03),
            (0, 1.1 * size, -0.06),
            (0, 0.96 * size, -0.02),
        ],
        0.015,
        sides=5,
    )
    leaning = [(body, main), (join([lid, loop]), dark), (join([cup, pole]), steel)]
    parts = [Part(move(turn(solid, lean, axis="x"), foot), finish) for solid, finish in leaning]
    return [Part(head[0], main), Part(join([head[1], *wheels]), dark), *parts]


def _stick_vacuum(size: float, main: Finish, dark: Finish, steel: Finish) -> list[Part]:
    """A thin pipe between a roller head and a hand-held motor with its dust bin."""
    lean, top = -0.12, 0.98 * size
    head = _floor_head(0.26, 0.12, (0, 0.0, 0.03))
    joint = cylinder(0.025, 0.06, (0, 0.04, -0.01), sides=8)
    pipe = tube([(0, 0.03, 0), (0, 0.75 * size, 0)], 0.016, sides=6)
    bin_solid = forwards(
        lathe([(0, 0), (0.055, 0), (0.055, 0.1), (0.035, 0.15), (0, 0.15)], sides=10, smooth=False),
        (0, top - 0.1, 0.0),
    )
    motor = cylinder(0.05, 0.16, (0, 0.72 * size, 0), top_radius_m=0.06, sides=10)
    grip = tube(
        [(0, top - 0.1, -0.03), (0, top + 0.02, -0.09), (0, top - 0.05, -0.17), (0, top - 0.2, -0.13)],
        0.017,
        sides=5,
    )
    battery = box((0.07, 0.05, 0.1), (0, top - 0.26, -0.11))
    leaning = [(join([motor]), main), (join([grip, battery, joint]), dark), (join([pipe, bin_solid]), steel)]
    parts = [Part(move(turn(solid, lean, axis="x"), (0, 0.01, 0)), finish) for solid, finish in leaning]
    return [Part(head, main), *parts]


@furniture(
    "broom", group="household", shapes=("push", "angled"), held_out=("straw",), synonyms=("sweeper", "besom")
)
def broom(shape: str, vary: Variation) -> Model:
    """A broom on its bristles, its handle leaning back."""
    wood, metal = ("wood", ("brown", "beige")), ("metal", ("white", "red", "blue", "silver"))
    plastic = ("plastic", ("white", "red", "blue", "green"))
    handle = described_by(vary, wood) if shape == "straw" else described_by(vary, wood, metal, plastic)
    length = 1.3 * vary.scale**0.5
    socket = 0.4 if shape == "straw" else 0.12
    pole = tube([(0, socket - 0.03, 0), (0, length, 0)], 0.013, sides=6)
    cap = cylinder(0.017, 0.05, (0, length - 0.03, 0), sides=6)
    upper = [Part(pole, handle), Part(cap, vary.finish("plastic", colours=("black", "red", "grey")))]
    lean = -0.06 if shape == "straw" else -0.14
    parts = [Part(turn(p.solid, lean, axis="x", about=(0, socket - 0.02, 0)), p.finish) for p in upper]
    parts += _straw_head(vary) if shape == "straw" else _brush_head(shape, handle, vary)
    return settled(parts, vary)


def _straw_head(vary: Variation) -> list[Part]:
    """A skirt of straw, bound twice."""
    stages = [(0.36, 0.08, 0.0), (0.3, 0.08, 0.14), (0.12, 0.07, 0.32), (0.04, 0.04, 0.41)]
    skirt = loft([ring(wide, deep, (0, y, 0), sides=10) for wide, deep, y in stages])
    bands = [
        loft([ring(wide, 0.08, (0, y + up, 0), sides=10) for up in (0.0, 0.018)], smooth=False)
        for y, wide in ((0.27, 0.175), (0.32, 0.13))
    ]
    cord = vary.finish("fabric", colours=("red", "blue", "green"))
    return [Part(upright_grain(skirt), vary.finish("wicker", colours=("beige",))), Part(join(bands), cord)]


def _brush_head(shape: str, handle: Finish, vary: Variation) -> list[Part]:
    """A stock with bristles under it: wide and level, or short and slanting."""
    half, slope = (0.24, 0.0) if shape == "push" else (0.15, 0.06)
    bristles = [(-half, 0.0), (half, 0.0), (half - 0.02, 0.1 - slope / 2), (0.02 - half, 0.1 + slope / 2)]
    stock = [
        (0.01 - half, 0.09 + slope / 2),
        (half - 0.01, 0.09 - slope / 2),
        (half - 0.04, 0.135 - slope / 2),
        (0.04 - half, 0.135 + slope / 2),
    ]
    hair = vary.finish("plastic", colours=("black", "red", "blue", "green", "yellow"))
    solids = [
        loft([np.array([(x, y, z) for x, y in outline]) for z in (-deep, deep)], smooth=False)
        for outline, deep in ((stock, 0.028), (bristles, 0.036))
    ]
    return [Part(solids[0], handle), Part(solids[1], hair)]
