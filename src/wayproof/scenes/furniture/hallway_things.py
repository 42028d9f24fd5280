"""What stands in a hallway: racks for shoes and for coats, with some shoes and coats."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import loft, stack
from wayproof.geometry.outlines import oval, ring
from wayproof.geometry.solid import (
    Solid,
    at_corners,
    both_sides,
    join,
    lying,
    move,
    turn,
    upright_grain,
    without_boxes,
)
from wayproof.geometry.solids import box, cylinder, panel, sphere
from wayproof.geometry.sweeps import horn, pipe, roller
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import BOARD_M
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import move_parts, turn_parts
from wayproof.scenes.furniture_parts.palettes import described_by
from wayproof.scenes.furniture_parts.upholstery import padded

SHOE_COLOURS = ("black", "brown", "white", "red", "beige")
COAT_COLOURS = ("grey", "beige", "blue", "green", "red", "brown", "yellow")


@furniture(
    "shoe_rack",
    group="storage",
    shapes=("slatted", "bench"),
    held_out=("slanted",),
    synonyms=("shoe shelf", "shoe stand"),
)
def shoe_rack(shape: str, vary: Variation) -> Model:
    """Low boards with pairs of shoes on them."""
    wood, steel = ("wood", ()), ("metal", ("black", "silver", "white"))
    frame = described_by(vary, wood) if shape == "bench" else described_by(vary, wood, wood, steel)
    width, depth, step = 0.8 * vary.scale, 0.32, 0.19
    tiers = vary.count("shelf", 2, 2 if shape == "bench" else 4)
    heights = [0.07 + step * k for k in range(tiers)]
    height = heights[-1] + (step if shape == "bench" else 0.1)
    tilt = 0.35 if shape == "slanted" else 0.0
    pieces = _rack_sides(width, height, depth, thick=shape == "bench")
    pieces += [_tier(width - 0.04, depth, y, tilt, solid=shape == "bench") for y in heights]
    if shape == "bench":
        pieces.append(box((width + 0.02, 0.025, depth + 0.02), (0, height - 0.002, 0)))
    parts = [Part(join(pieces), frame)]
    if shape == "bench":
        seat = padded((width, 0.05, depth), (0, height + 0.02, 0), rounding_m=0.018)
        parts.append(Part(seat, vary.finish("fabric")))
    free = vary.choose(range(tiers)) if not tilt else -1
    for k, y in enumerate(heights):
        if k != free:
            parts += _row_of_shoes(width - 0.06, y, tilt, vary, pairs=1 if tiers > 2 else 2)
    carried = [Surface((0, heights[free], 0), width - 0.1, depth - 0.06, step - 0.04)] if free >= 0 else []
    return settled(parts, vary, surfaces=carried)


def _rack_sides(width_m: float, height_m: float, depth_m: float, *, thick: bool) -> list[Solid]:
    x, z = width_m / 2 - 0.012, depth_m / 2 - 0.012
    if thick:
        return [upright_grain(box((0.024, height_m, depth_m), (side * x, 0, 0))) for side in (-1, 1)]
    corners = [(sx * x, sz * z) for sx in (-1, 1) for sz in (-1, 1)]
    posts = [upright_grain(box((0.024, height_m, 0.024), (px, 0, pz))) for px, pz in corners]
    rails = [box((0.028, 0.02, depth_m + 0.004), (side * x, height_m - 0.002, 0)) for side in (-1, 1)]
    return posts + rails


def _tier(width_m: float, depth_m: float, height_m: float, tilt_rad: float, *, solid: bool) -> Solid:
    """A shelf for shoes with its upper side at a height: one board, or slats on two cross-bars."""
    if solid:
        return box((width_m, BOARD_M, depth_m - 0.01), (0, height_m - BOARD_M, 0))
    pitch = (depth_m - 0.06) / 2
    slats = [box((width_m, 0.012, 0.07), (0, -0.012, (k - 1) * pitch)) for k in range(3)]
    bars = [box((0.02, 0.02, depth_m - 0.03), (side * (width_m / 2 - 0.011), -0.03, 0)) for side in (-1, 1)]
    return move(turn(join([*slats, *bars]), tilt_rad, axis="x"), (0, height_m, 0))


def _row_of_shoes(
    width_m: float, height_m: float, tilt_rad: float, vary: Variation, *, pairs: int
) -> list[Part]:
    """Some pairs with their toes to the front."""
    places = int(width_m / 0.24)
    first = int(vary.rng.integers(places))
    taken = sorted({first, (first + 1 + int(vary.rng.integers(places))) % places})[:pairs]
    sole = vary.finish("rubber", colours=("black",))
    parts = []
    for place in taken:
        upper = vary.finish("leather", colours=SHOE_COLOURS)
        offset = ((place - (places - 1) / 2) * 0.24, height_m, 0.0)
        parts += move_parts(turn_parts(_pair_of_shoes(upper, sole), tilt_rad, axis="x"), offset)
    return parts


def _pair_of_shoes(upper: Finish, sole: Finish) -> list[Part]:
    """Low shoes, 27 cm long: soles, uppers and the dark openings for the feet."""
    stations = [(-0.13, 0.06, 0.085), (0.03, 0.08, 0.07), (0.13, 0.05, 0.03)]
    rings = [
        ring(oval(high, wide, sides=6)[:, ::-1], (0, 0.012 + high / 2, z), axis="z")
        for z, wide, high in stations
    ]
    opening = move(lying(turn(panel(0.035, 0.075), -0.05, axis="x")), (0, 0.104, -0.04))
    dark = join([box((0.075, 0.016, 0.255)), opening])
    return [
        Part(both_sides(move(solid, (0.055, 0, 0))), finish)
        for solid, finish in ((loft(rings), upper), (dark, sole))
    ]


@furniture(
    "coat_rack",
    group="storage",
    shapes=("tree", "rail"),
    held_out=("hall_bench",),
    synonyms=("coat stand", "clothes stand", "hat stand"),
)
def coat_rack(shape: str, vary: Variation) -> Model:
    """A stand with hooks or a bar, and coats hanging from it."""
    wood = ("wood", ("brown", "black", "white", "beige", "grey"))
    steel = ("metal", ("black", "silver", "white"))
    frame = described_by(vary, wood) if shape == "hall_bench" else described_by(vary, wood, steel)
    if shape == "tree":
        return _coat_tree(frame, vary)
    if shape == "rail":
        return _clothes_rail(frame, vary)
    return _hall_bench(frame, vary)


def _coat(length_m: float) -> Solid:
    """A coat hung up by its collar at the origin, its back towards -Z; it takes up no room."""
    stations = [
        (-length_m, 0.46, 0.16),
        (-0.5, 0.38, 0.14),
        (-0.14, 0.42, 0.13),
        (-0.07, 0.2, 0.12),
        (0.0, 0.03, 0.03),
    ]
    body = stack([(y, oval(wide, deep, sides=8, centre=(0, 0.07))) for y, wide, deep in stations])
    sleeve = horn(
        [(0.25, -0.66, 0.075), (0.24, -0.4, 0.075), (0.17, -0.13, 0.075)], [0.045, 0.05, 0.05], sides=4
    )
    return without_boxes(join([body, both_sides(sleeve)]))


def _coat_tree(frame: Finish, vary: Variation) -> Model:
    """A pole on four feet with hooks round its head."""
    height = 1.75 * vary.scale**0.4
    hooks = vary.count("hook", 4, 6)
    reach = 0.26
    pole = cylinder(0.024, height - 0.06, (0, 0.05, 0), top_radius_m=0.018, sides=8)
    knob = sphere(0.032, (0, height - 0.03, 0), sides=8)
    angles = [2 * np.pi * k / hooks + 0.6 for k in range(hooks)]
    path = [(0.0, height - 0.16, 0.01), (0.0, height - 0.13, 0.12), (0.0, height - 0.06, 0.16)]
    arm = pipe(path, 0.009, sides=4)
    arms = [turn(arm, angle) for angle in angles]
    foot = pipe([(0, 0.2, 0), (0, 0.08, reach * 0.7), (0, 0.012, reach)], 0.016, sides=5)
    feet = [turn(foot, np.pi * (k / 2 + 0.25)) for k in range(4)]
    parts = [Part(join([pole, knob, *arms, *feet]), frame)]
    for k in sorted({0, hooks // 2}):
        coat = move(
            turn(_coat(vary.between(0.85, 1.05)), angles[k]),
            (0.13 * np.sin(angles[k]), height - 0.11, 0.13 * np.cos(angles[k])),
        )
        parts.append(Part(coat, vary.finish("fabric", "fabric", "leather", colours=COAT_COLOURS)))
    return settled(parts, vary)


def _clothes_rail(frame: Finish, vary: Variation) -> Model:
    """A bar between two posts on wheeled feet, with clothes on hangers."""
    width, height, depth = 1.0 * vary.scale, 1.55, 0.45
    x = width / 2 - 0.03
    rail = pipe([(-x, 0.08, 0), (-x, height - 0.02, 0), (x, height - 0.02, 0), (x, 0.08, 0)], 0.014)
    foot = both_sides(box((0.03, 0.03, depth), (x, 0.06, 0)))
    brace = box((width - 0.06, 0.02, 0.03), (0, 0.075, 0))
    wheels = at_corners(roller(0.03, 0.02, (0, 0.03, 0), sides=8), x, depth / 2 - 0.03)
    rubber = vary.finish("rubber", colours=("black",))
    parts = [Part(join([rail, foot, brace]), frame), Part(wheels, rubber)]
    for k in range(4):
        place = (-x + 0.12 + k * vary.between(0.1, 0.14), height - 0.06, 0.0)
        garment = move(turn(_coat(vary.between(0.7, 1.1)), np.pi / 2), (place[0] - 0.07, place[1], 0.0))
        parts.append(Part(garment, vary.finish("fabric", colours=COAT_COLOURS)))
        hanger = pipe([(place[0], place[1] - 0.02, 0), (place[0], height - 0.005, 0)], 0.004, sides=3)
        parts.append(Part(without_boxes(hanger), frame))
    return settled(parts, vary)


def _hall_bench(frame: Finish, vary: Variation) -> Model:
    """A bench with a high back that carries a row of hooks."""
    width, depth, height = 0.95 * vary.scale, 0.38, 1.75
    hooks = vary.count("hook", 3, 5)
    back = -depth / 2
    case = [
        upright_grain(box((width, height, 0.025), (0, 0, back + 0.0125))),
        box((width + 0.04, 0.03, 0.2), (0, height - 0.002, back + 0.1)),
        box((width + 0.01, 0.03, depth - 0.01), (0, 0.42, 0.005)),
        box((width - 0.06, 0.03, depth - 0.06), (0, 0.1, 0)),
    ]
    case += [box((0.03, 0.422, depth - 0.02), (side * (width / 2 - 0.02), 0, 0)) for side in (-1, 1)]
    metal = vary.finish("metal", colours=("black", "silver", "gold"))
    places = [(k - (hooks - 1) / 2) * width / (hooks + 0.5) for k in range(hooks)]
    y, z = height - 0.22, back + 0.02
    pegs = [
        pipe([(x, y, z), (x, y - 0.01, z + 0.06), (x, y + 0.04, z + 0.08)], 0.008, sides=5) for x in places
    ]
    rail = box((width - 0.06, 0.07, 0.015), (0, y - 0.035, back + 0.031))
    parts = [Part(join([*case, rail]), frame), Part(join(pegs), metal)]
    for x in (places[0], places[-1])[: 1 + int(vary.chance(0.5))]:
        coat = move(_coat(vary.between(0.75, 0.95)), (x, y + 0.01, z + 0.02))
        parts.append(Part(coat, vary.finish("fabric", "fabric", "leather", colours=COAT_COLOURS)))
    surfaces = [
        Surface((0, 0.13, 0), width - 0.14, depth - 0.1, 0.27, "in"),
        Surface((0, height + 0.028, back + 0.1), width - 0.05, 0.15, 0.3),
    ]
    return settled(parts, vary, surfaces=surfaces)
