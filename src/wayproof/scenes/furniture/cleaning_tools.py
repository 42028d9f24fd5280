"""Things to clean with: vacuum cleaners and brooms."""

from __future__ import annotations

from wayproof.geometry.lofts import FLAT, extruded, loft, stack
from wayproof.geometry.outlines import oval, ring
from wayproof.geometry.solid import Point, Solid, both_sides, facing, join, upright_grain, without_boxes
from wayproof.geometry.solids import box, cylinder, lathe
from wayproof.geometry.sweeps import pipe, roller
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import move_parts, turn_parts
from wayproof.scenes.furniture_parts.palettes import described_by


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


def _floor_head(width_m: float, depth_m: float, at: Point) -> Solid:
    """The wide nozzle that slides over the floor, higher at its back."""
    x, y, z = at
    stages = [(0.5, 0.06, -0.5), (1.0, 0.06, 0.0), (1.0, 0.03, 0.5)]
    return loft(
        [
            ring(oval(width_m * w, h, sides=8, squareness=8), (x, y + h / 2, z + d * depth_m), axis="z")
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
        ring(oval(w * size, h * size, sides=10, squareness=2.6), (0, 0.03 + h * size / 2, z * size), axis="z")
        for w, h, z in stages
    ]
    radius = 0.09 * size
    wheels = both_sides(roller(radius, 0.03, (0.13 * size + 0.015, radius, -0.09)))
    front = roller(0.03, 0.04, (0, 0.03, 0.15 * size))
    arch = [(0.2, -0.1), (0.27, -0.06), (0.27, 0.03), (0.2, 0.07)]
    grip = pipe([(0, y * size, z) for y, z in arch], 0.013, sides=5)
    hose, tube = _hose_and_pipe(0.34 * size, (0.0, 0.1, 0.19 * size))
    return [Part(loft(rings), main), Part(join([wheels, front, grip, hose]), dark), Part(tube, steel)]


def _hose_and_pipe(x_m: float, start: Point) -> tuple[Solid, Solid]:
    """The hose with the handle and the nozzle at its ends, and the steel pipe between those."""
    z = 0.12
    bend = [(0.06, 0.2, 0.32), (0.16, 0.5, 0.36), (0.26, 0.85, 0.26), (x_m, 0.98, 0.02), (x_m, 0.95, -0.02)]
    hose = without_boxes(pipe([start, *bend], 0.02))
    handle = pipe([(x_m, 0.9, -0.02), (x_m, 1.02, -0.05), (x_m, 1.07, -0.12)], 0.019)
    nozzle = _floor_head(0.28, 0.11, (x_m, 0.0, z + 0.02))
    return join([hose, handle, nozzle]), pipe([(x_m, 0.04, z), (x_m, 0.97, -0.03)], 0.015)


def _upright_vacuum(size: float, main: Finish, dark: Finish, steel: Finish) -> list[Part]:
    """A wide head, a leaning body with a clear dust cup, and a long handle with a loop."""
    head = [_floor_head(0.33 * size, 0.26, (0, 0.015, 0.12)), box((0.25, 0.07, 0.12), (0, 0.02, -0.02))]
    wheels = both_sides(roller(0.045, 0.02, (0.14, 0.045, -0.05)))
    stages = [(0.2, 0.14, 0.0), (0.26, 0.18, 0.1), (0.24, 0.17, 0.45), (0.15, 0.11, 0.62), (0.06, 0.05, 0.7)]
    body = stack([(y * size, oval(w, d, sides=10, squareness=3)) for w, d, y in stages])
    cup = lathe([(0, 0), (0.075, 0), (0.085, 0.22), (0, 0.22)], (0, 0.2 * size, 0.06), sides=12, smooth=False)
    lid = cylinder(0.09, 0.04, (0, 0.2 * size + 0.218, 0.06), sides=12)
    pole = pipe([(0, 0.68 * size, 0), (0, 0.98 * size, 0)], 0.016)
    loop = pipe(
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
    upper = [Part(body, main), Part(join([lid, loop]), dark), Part(join([cup, pole]), steel)]
    parts = move_parts(turn_parts(upper, -0.2, axis="x"), (0.0, 0.05, 0.0))
    return [Part(head[0], main), Part(join([head[1], wheels]), dark), *parts]


def _stick_vacuum(size: float, main: Finish, dark: Finish, steel: Finish) -> list[Part]:
    """A thin pipe between a roller head and a hand-held motor with its dust bin."""
    top = 0.98 * size
    head = _floor_head(0.26, 0.12, (0, 0.0, 0.03))
    joint = cylinder(0.025, 0.06, (0, 0.04, -0.01), sides=8)
    tube = pipe([(0, 0.03, 0), (0, 0.75 * size, 0)], 0.016)
    dust_bin = facing(
        lathe([(0, 0), (0.055, 0), (0.055, 0.1), (0.035, 0.15), (0, 0.15)], sides=10, smooth=False),
        (0, top - 0.1, 0.0),
    )
    motor = cylinder(0.05, 0.16, (0, 0.72 * size, 0), top_radius_m=0.06, sides=10)
    grip = pipe(
        [(0, top - 0.1, -0.03), (0, top + 0.02, -0.09), (0, top - 0.05, -0.17), (0, top - 0.2, -0.13)],
        0.017,
        sides=5,
    )
    battery = box((0.07, 0.05, 0.1), (0, top - 0.26, -0.11))
    upper = [Part(motor, main), Part(join([grip, battery, joint]), dark), Part(join([tube, dust_bin]), steel)]
    return [Part(head, main), *move_parts(turn_parts(upper, -0.12, axis="x"), (0, 0.01, 0))]


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
    pole = pipe([(0, socket - 0.03, 0), (0, length, 0)], 0.013)
    cap = cylinder(0.017, 0.05, (0, length - 0.03, 0), sides=6)
    upper = [Part(pole, handle), Part(cap, vary.finish("plastic", colours=("black", "red", "grey")))]
    lean = -0.06 if shape == "straw" else -0.14
    parts = turn_parts(upper, lean, axis="x", about=(0, socket - 0.02, 0))
    parts += _straw_head(vary) if shape == "straw" else _brush_head(shape, handle, vary)
    return settled(parts, vary)


def _straw_head(vary: Variation) -> list[Part]:
    """A skirt of straw, bound twice."""
    stages = [(0.36, 0.08, 0.0), (0.3, 0.08, 0.14), (0.12, 0.07, 0.32), (0.04, 0.04, 0.41)]
    skirt = stack([(y, oval(wide, deep, sides=10)) for wide, deep, y in stages])
    bands = [
        stack([(y + up, oval(wide, 0.08, sides=10)) for up in (0.0, 0.018)], crease_rad=FLAT)
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
    return [Part(extruded(stock, 0.056), handle), Part(extruded(bristles, 0.072), hair)]
