"""Step ladders, and water heaters on the wall."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import loft
from wayproof.geometry.outlines import ring, rounded_rectangle
from wayproof.geometry.solid import Solid, both_sides, facing, join, move, turn
from wayproof.geometry.solids import box, cylinder, lathe
from wayproof.geometry.sweeps import board, pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import described_by

STEP_M = 0.24  # from one step of a ladder to the next


@furniture(
    "ladder",
    group="household",
    shapes=("a_frame", "platform"),
    held_out=("leaning",),
    synonyms=("step ladder", "stepladder", "steps"),
)
def ladder(shape: str, vary: Variation) -> Model:
    """A ladder with flat steps."""
    main = described_by(vary, ("metal", ("silver", "white", "red")), ("wood", ("brown", "beige")))
    dark = vary.finish("rubber", colours=("black",))
    steps = vary.count("step", *{"a_frame": (3, 6), "platform": (2, 3), "leaning": (6, 8)}[shape])
    step, half = STEP_M * vary.scale**0.5, 0.21 * vary.scale**0.5
    height = step * steps
    feet = both_sides(box((0.04, 0.035, 0.07), (half, 0.0, 0.0)))
    if shape == "leaning":
        treads = [_tread(half, step * k, 0.2) for k in range(1, steps + 1)]
        return settled(
            [Part(join([_rails(half, height + step, 0.2), *treads]), main), Part(feet, dark)], vary
        )
    slope = 0.28
    treads = [_tread(half, step * k, slope) for k in range(1, steps)]
    back = -slope * height - 0.04
    deep = 0.3 if shape == "platform" else 0.14
    cap = box((2 * half + 0.06, 0.035, deep), (0, height - 0.02, back + 0.08 - deep / 2))
    parts = [
        Part(
            join([_rails(half, height - 0.01, slope), *treads, _rear_legs(half, height, back, slope)]), main
        ),
        Part(join([cap, feet]), dark),
    ]
    if shape == "platform":
        parts.append(Part(_guard(half, height, back), main))
    return settled(parts, vary)


def _rear_legs(half_m: float, height_m: float, back_m: float, slope: float) -> Solid:
    """The two struts that hold a folding ladder up, and the bar between them."""
    foot_z = back_m - slope * height_m - 0.05
    leg = pipe([(half_m + 0.03, 0.014, foot_z), (half_m - 0.01, height_m - 0.01, back_m)], 0.014, sides=5)
    share = 0.3 / height_m
    bar_z, reach = foot_z + share * (back_m - foot_z), half_m + 0.02
    bar = pipe([(-reach, 0.3, bar_z), (reach, 0.3, bar_z)], 0.01, sides=5)
    return join([both_sides(leg), bar])


def _rails(half_m: float, high_m: float, slope: float) -> Solid:
    """The sides of a flight of steps, flat bars that lean back by `slope` metres per metre."""
    rail = board([(half_m, y, -slope * y) for y in (0.002, high_m)], 0.024, 0.058, across=(1, 0, 0))
    return both_sides(rail)


def _tread(half_m: float, height_m: float, slope: float) -> Solid:
    return box((2 * half_m - 0.02, 0.025, 0.09), (0, height_m - 0.025, -slope * height_m))


def _guard(half_m: float, height_m: float, z_m: float) -> Solid:
    """The hoop above a platform that one holds on to."""
    x, foot, top = half_m - 0.01, (height_m - 0.01, z_m - 0.1), (height_m + 0.5, z_m - 0.08)
    return pipe([(-x, *foot), (-x, *top), (x, *top), (x, *foot)], 0.014, sides=5)


@furniture(
    "water_heater",
    group="household",
    shapes=("tank", "flat"),
    held_out=("lying",),
    stands="wall",
    synonyms=("boiler", "hot water tank"),
)
def water_heater(shape: str, vary: Variation) -> Model:
    """A heater for water on the wall, with its pipes."""
    main = vary.main("metal", colours=("white", "white", "silver", "grey"), pattern="plain")
    copper = vary.finish("metal", colours=("gold",))
    dark, light = vary.finish("plastic", colours=("black",)), vary.finish("plastic", colours=("red", "green"))
    if shape == "flat":
        return settled(_flat_heater(vary.scale, main, copper, dark, light), vary, hangs=True)
    radius, length = 0.21 * vary.scale**0.5, 0.72 * vary.scale
    ends = [(0, 0), (0.6 * radius, 0.01), (0.9 * radius, 0.035), (radius, 0.08)]
    profile = ends + [(r, length - y) for r, y in reversed(ends)]
    middle = radius + 0.03
    tank = lathe(profile, sides=16)
    if shape == "tank":
        body = move(tank, (0, 0.16, middle))
        face, low = (0.0, 0.27, middle + radius), 0.17
        brackets = [box((0.3, 0.05, 0.06), (0, y, 0.03)) for y in (0.3, 0.05 + length)]
    else:
        body = move(turn(tank, np.pi / 2, axis="z"), (length / 2, 0.16 + radius, middle))
        face, low = (0.0, 0.16 + radius, middle + radius), 0.17
        brackets = [box((0.05, 0.25, 0.06), (s * 0.3 * length, 0.16 + radius - 0.1, 0.03)) for s in (-1, 1)]
    pipes = [pipe([(x, 0.0, middle), (x, low + 0.02, middle)], 0.011) for x in (-0.07, 0.07)]
    dial = facing(
        lathe(
            [(0.045, -0.02), (0.045, 0.004), (0.022, 0.006), (0.02, 0.024), (0, 0.026)],
            sides=12,
            smooth=False,
        ),
        face,
    )
    lamp = box((0.02, 0.012, 0.02), (0.0, face[1] + 0.07, face[2] - 0.006))
    return settled(
        [Part(body, main), Part(join(pipes), copper), Part(join([dial, *brackets]), dark), Part(lamp, light)],
        vary,
        hangs=True,
    )


def _flat_heater(size: float, main: Finish, copper: Finish, dark: Finish, light: Finish) -> list[Part]:
    """A flat case with a bevelled front, a display and four pipes."""
    width, height, depth = 0.42 * size, 0.68 * size, 0.28
    stages = [(1.0, 0.0), (1.0, depth - 0.04), (0.86, depth)]
    outlines = [(rounded_rectangle(width * s, height * (s + 1) / 2, 0.02), z) for s, z in stages]
    case = loft([ring(outline, (0, 0.15 + height / 2, z), axis="z") for outline, z in outlines])
    panel = box((0.6 * width, 0.09, 0.006), (0, 0.15 + 0.18 * height, depth))
    screen = box((0.09, 0.04, 0.005), (0, 0.15 + 0.18 * height + 0.03, depth + 0.004))
    knobs = [
        facing(cylinder(0.018, 0.018, sides=8), (s * 0.09, 0.15 + 0.18 * height + 0.045, depth + 0.002))
        for s in (-1, 1)
    ]
    pipes = [pipe([(x, 0.0, 0.12), (x, 0.17, 0.12)], 0.011) for x in (-0.12, -0.04, 0.04, 0.12)]
    return [Part(case, main), Part(panel, dark), Part(join([*pipes, *knobs]), copper), Part(screen, light)]
