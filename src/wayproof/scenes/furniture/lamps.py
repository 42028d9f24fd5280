"""Lamps that stand: on tables, on desks and on the floor."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Point, Solid, in_one_box, join, move, stretched, turn
from wayproof.geometry.solids import cylinder, lathe, sphere
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Glow, Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled, standing
from wayproof.scenes.furniture_parts.lamp_parts import METAL_COLOURS, SHADE_COLOURS, bulb_finish, dome, shade


@furniture(
    "table_lamp",
    group="lamps",
    shapes=("urn", "column"),
    held_out=("mushroom",),
    stands="surface",
    synonyms=("bedside lamp",),
)
def table_lamp(shape: str, vary: Variation) -> Model:
    """A small lamp with a shade that stands on furniture."""
    vary.state("on", "off")
    scale = vary.scale
    if shape == "mushroom":
        return _mushroom(vary, scale)
    cloth = vary.main("fabric", colours=SHADE_COLOURS)
    foot = vary.finish("ceramic", "wood") if shape == "urn" else vary.finish("metal", "wood")
    metal = vary.finish("metal", colours=("silver", "gold", "black"), pattern="plain")
    bulb = bulb_finish(vary)
    low, shade_height = 0.25 * scale, 0.2 * scale
    radius = 0.15 * scale
    top_radius = radius * (0.62 if shape == "urn" else 1.0)
    if shape == "urn":
        profile = [
            (0, 0),
            (0.06, 0),
            (0.055, 0.02),
            (0.035, 0.03),
            (0.085, 0.1),
            (0.08, 0.16),
            (0.025, 0.22),
            (0, 0.23),
        ]
        body = lathe([(r * scale, y * scale) for r, y in profile], sides=10)
    else:
        body = join([cylinder(0.075 * scale, 0.02, sides=12), cylinder(0.013, low, (0, 0.019, 0), sides=6)])
    stem = cylinder(0.007, 0.1 * scale, (0, 0.21 * scale, 0), sides=5)
    middle = low + shade_height * 0.45
    spokes = [pipe([(0, middle, 0), (x, middle, 0)], 0.003, sides=4) for x in (-radius * 0.83, radius * 0.83)]
    return standing(
        (
            Part(shade(radius, top_radius, shade_height, (0, low, 0)), cloth, glows=True),
            Part(body, foot),
            Part(join([stem, *spokes]), metal),
            Part(sphere(0.03, (0, low + 0.045, 0), sides=6), bulb, glows=True),
        ),
        vary,
        glow=Glow(((0, low - 0.02, radius * 0.6), (0, low + shade_height + 0.03, 0)), power=0.3),
    )


def _mushroom(vary: Variation, scale: float) -> Model:
    glass = vary.main(
        "glass", "plastic", colours=("white", "orange", "red", "yellow", "green"), pattern="plain"
    )
    stalk = vary.choose((glass, vary.finish("metal", colours=METAL_COLOURS, pattern="plain")))
    low = 0.17 * scale
    cap = [(0.03, 0.02), (0.17, 0.0), (0.175, 0.03), (0.15, 0.09), (0.1, 0.13), (0.0, 0.15)]
    base = [(0, 0), (0.085, 0), (0.085, 0.012), (0.035, 0.06), (0.03, 0.2), (0, 0.2)]
    return standing(
        (
            Part(
                lathe([(r * scale, y * scale) for r, y in [(0, 0.02), *cap]], (0, low, 0), sides=16),
                glass,
                glows=True,
            ),
            Part(lathe([(r * scale, y * scale) for r, y in base], sides=12), stalk),
        ),
        vary,
        glow=Glow(((0, low - 0.02, 0.13 * scale), (0, low + 0.15 * scale + 0.03, 0)), power=0.3),
    )


@furniture(
    "desk_lamp",
    group="lamps",
    shapes=("jointed", "gooseneck"),
    held_out=("banker",),
    stands="surface",
    synonyms=("reading lamp",),
)
def desk_lamp(shape: str, vary: Variation) -> Model:
    """A lamp with an arm that lights a desk top."""
    vary.state("on", "off")
    if shape == "banker":
        return _banker(vary)
    scale = vary.scale
    paint = vary.main(
        "metal", colours=("silver", "black", "white", "red", "blue", "green", "yellow"), pattern="plain"
    )
    accent = vary.finish("metal", colours=("silver", "gold", "black"), pattern="plain")
    bulb = bulb_finish(vary)
    arm = _jointed_arm(scale) if shape == "jointed" else _gooseneck(scale)
    if shape == "gooseneck":
        vary.modifier("gooseneck")
    head = HEAD_AT[shape]
    head = (0.0, head[1] * scale, head[2] * scale)
    hood, light = _hood(head, 0.075 * scale)
    foot = cylinder(0.085 * scale, 0.022, (0, 0, FOOT_Z_M * scale), sides=14)
    parts = (Part(join([foot, hood]), paint), Part(arm, accent), Part(light, bulb, glows=True))
    return settled(parts, vary, glow=Glow(((0, head[1] - 0.15 * scale, head[2] + 0.05 * scale),), power=0.3))


FOOT_Z_M = -0.08
HEAD_AT: dict[str, Point] = {"jointed": (0.0, 0.42, 0.12), "gooseneck": (0.0, 0.38, 0.1)}


def _jointed_arm(scale: float) -> Solid:
    """Twin rods to the elbow, a single one to the head, a hinge at each joint."""
    foot, elbow = (0.0, 0.02, FOOT_Z_M * scale), (0.0, 0.25 * scale, (FOOT_Z_M - 0.07) * scale)
    head = (0.0, HEAD_AT["jointed"][1] * scale, HEAD_AT["jointed"][2] * scale)
    rods = [pipe([(x, *foot[1:]), (x, *elbow[1:])], 0.006, sides=5) for x in (-0.013, 0.013)]
    hinges = [pipe([(x - 0.024, y, z), (x + 0.024, y, z)], 0.013) for x, y, z in (foot, elbow, head)]
    return join([*rods, pipe([elbow, head], 0.008, sides=5), *hinges])


def _gooseneck(scale: float) -> Solid:
    path = [
        (0.02, -0.08),
        (0.22, -0.09),
        (0.34, -0.075),
        (0.415, -0.03),
        (0.435, 0.03),
        (0.42, 0.075),
        (0.38, 0.1),
    ]
    return pipe([(0.0, y * scale if k else y, z * scale) for k, (y, z) in enumerate(path)], 0.009, sides=6)


def _hood(head: Point, radius: float) -> tuple[Solid, Solid]:
    """A cone that looks down and forward from the end of the arm, and the bulb in it."""
    height = radius * 1.4
    inside = [(0.0, height * 0.8), (radius - 0.005, 0.0)]
    outside = [(radius, 0.0), (0.03, height * 0.85), (0.024, height + 0.02), (0.0, height + 0.02)]
    cone = lathe([*inside, *outside], sides=12, smooth=False)
    light = sphere(radius * 0.4, (0, radius * 0.05, 0), sides=8)
    down, tilt = (head[0], head[1] - height, head[2]), -0.4
    hood, bulb = (turn(move(piece, down), tilt, axis="x", about=head) for piece in (cone, light))
    return in_one_box(hood), in_one_box(bulb)


def _banker(vary: Variation) -> Model:
    """The library lamp: a long shade of coloured glass on a brass stem."""
    scale = vary.scale
    glass = vary.main("glass", colours=("green", "green", "blue", "white"), pattern="plain")
    brass = vary.finish("metal", colours=("gold", "silver"), pattern="plain")
    height, half = 0.3 * scale, 0.14 * scale
    hood = move(stretched(dome(0.07 * scale, 0.075 * scale, sides=16), (2.0, 1.0, 1.0)), (0, height, 0))
    foot = lathe([(0, 0), (0.085, 0), (0.08, 0.015), (0.03, 0.03), (0.01, 0.06), (0, 0.06)], sides=12)
    yoke = pipe(
        [(0, 0.05, 0), (0, height - 0.05, 0), (0, height - 0.03, -0.02), (0, height + 0.04, -0.04)], 0.008
    )
    light = pipe([(-half * 0.5, height + 0.02, 0), (half * 0.5, height + 0.02, 0)], 0.015)
    return standing(
        (
            Part(hood, glass, glows=True),
            Part(join([foot, yoke]), brass),
            Part(light, bulb_finish(vary), glows=True),
        ),
        vary,
        glow=Glow(((0, height - 0.03, 0.03 * scale),), power=0.3),
    )


@furniture(
    "floor_lamp", group="lamps", shapes=("straight", "tripod"), held_out=("arc",), synonyms=("standing lamp",)
)
def floor_lamp(shape: str, vary: Variation) -> Model:
    """A tall lamp that stands on the floor."""
    vary.state("on", "off")
    height = 1.5 * vary.scale**0.6
    if shape == "arc":
        return _arc_lamp(vary, height * 1.15)
    cloth = vary.main("fabric", colours=SHADE_COLOURS)
    stand = (
        vary.finish("metal", colours=METAL_COLOURS) if shape == "straight" else vary.finish("wood", "metal")
    )
    bulb = bulb_finish(vary)
    radius, shade_height = 0.21 * vary.scale, 0.26
    low = height - shade_height
    if shape == "straight":
        frame = [cylinder(0.15, 0.025, sides=14), cylinder(0.012, low + 0.08, (0, 0.02, 0), sides=6)]
    else:
        feet = [(0.27 * float(np.sin(a)), 0.27 * float(np.cos(a))) for a in np.radians((60, 180, 300))]
        frame = [pipe([(x, 0.012, z), (0, low + 0.02, 0)], 0.015, sides=5) for x, z in feet]
        frame.append(cylinder(0.035, 0.12, (0, low - 0.06, 0), sides=8))
    spokes = [
        pipe([(0, low + 0.09, 0), (x, low + 0.09, 0)], 0.004, sides=4) for x in (-radius * 0.9, radius * 0.9)
    ]
    parts = (
        Part(
            shade(radius, radius * (0.75 if shape == "straight" else 0.95), shade_height, (0, low, 0)),
            cloth,
            glows=True,
        ),
        Part(join([*frame, *spokes]), stand),
        Part(sphere(0.035, (0, low + 0.09, 0), sides=8), bulb, glows=True),
    )
    return settled(parts, vary, glow=Glow(((0, low - 0.03, radius * 0.6), (0, height + 0.04, 0)), power=0.5))


def _arc_lamp(vary: Variation, height: float) -> Model:
    """A lamp whose bowed pole carries the shade far out to the side of its heavy foot."""
    vary.modifier("arc")
    metal = vary.main("metal", colours=("silver", "black", "gold", "white"), pattern="plain")
    stone = vary.finish("stone")
    foot, radius, span = 0.16, 0.17, 0.95 * vary.scale**0.5
    sweep = np.linspace(0.0, 1.75, 9)
    bow = [
        (span * (1 - float(np.cos(t))) / 1.178, 0.45 + (height - 0.45) * float(np.sin(t)), 0.0) for t in sweep
    ]
    x, y, _ = bow[-1]
    parts = (
        Part(join([pipe([(0, 0.05, 0), *bow], 0.013, sides=6), dome(radius, 0.15, (x, y - 0.15, 0))]), metal),
        Part(cylinder(foot, 0.06, sides=16), stone),
        Part(sphere(0.05, (x, y - 0.18, 0), sides=10), bulb_finish(vary), glows=True),
    )
    return settled(parts, vary, glow=Glow(((x, y - 0.22, 0.0),), power=0.5))
