"""What stands in a hallway: racks for shoes and for coats, with some shoes and coats."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import (
    Point,
    Solid,
    box,
    cushion,
    cylinder,
    join,
    move,
    sphere,
    tube,
    turn,
    without_boxes,
)
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture.cabinetry import BOARD_M, upright_grain
from wayproof.scenes.furniture.painting import described_by
from wayproof.scenes.furniture.settling import settled
from wayproof.scenes.furniture.skins import loft, ring

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
        seat = cushion((width, 0.05, depth), (0, height + 0.02, 0), softness=0.25)
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
        pair = [_shoe(upper, sole, (side * 0.055, 0, 0)) for side in (-1, 1)]
        offset = ((place - (places - 1) / 2) * 0.24, height_m, 0.0)
        parts += [
            Part(move(turn(p.solid, tilt_rad, axis="x"), offset), p.finish) for shoe in pair for p in shoe
        ]
    return parts


def _shoe(upper: Finish, sole: Finish, at: Point) -> list[Part]:
    """A low shoe, 27 cm long: sole, upper and the dark opening for the foot."""
    stations = [(-0.13, 0.06, 0.085), (-0.03, 0.07, 0.09), (0.05, 0.085, 0.06), (0.13, 0.05, 0.03)]
    rings = [
        ring(wide, high, (0, 0.012 + high / 2, z), axis="z", sides=6, start_rad=0.0)
        for z, wide, high in stations
    ]
    flat = box((0.075, 0.016, 0.255), (0, 0.0, 0.0))
    opening = move(turn(box((0.035, 0.006, 0.075)), -0.05, axis="x"), (0, 0.096, -0.078))
    pieces = [(loft(rings), upper), (flat, sole), (opening, sole)]
    return [Part(move(solid, at), finish) for solid, finish in pieces]


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
    body = loft([ring(wide, deep, (0, y, 0.07), sides=8) for y, wide, deep in stations])
    sleeves = [
        loft(
            [
                ring(d, d, (side * x, y, 0.075), sides=5)
                for x, y, d in ((0.25, -0.66, 0.09), (0.24, -0.4, 0.1), (0.17, -0.13, 0.1))
            ]
        )
        for side in (-1, 1)
    ]
    return without_boxes(join([body, *sleeves]))


def _coat_tree(frame: Finish, vary: Variation) -> Model:
    """A pole on four feet with hooks round its head."""
    height = 1.75 * vary.scale**0.4
    hooks = vary.count("hook", 4, 6)
    reach = 0.26
    pole = cylinder(0.024, height - 0.06, (0, 0.05, 0), top_radius_m=0.018, sides=8)
    knob = sphere(0.032, (0, height - 0.03, 0), sides=8)
    angles = [2 * np.pi * k / hooks + 0.6 for k in range(hooks)]
    arms = []
    for angle in angles:
        x, z = float(np.sin(angle)), float(np.cos(angle))
        root, tip, end = height - 0.16, height - 0.13, height - 0.06
        path: list[Point] = [(0.01 * x, root, 0.01 * z), (0.12 * x, tip, 0.12 * z), (0.16 * x, end, 0.16 * z)]
        arms.append(tube(path, 0.009, sides=5))
    feet = []
    for k in range(4):
        x, z = float(np.sin(np.pi * (k / 2 + 0.25))), float(np.cos(np.pi * (k / 2 + 0.25)))
        feet.append(
            tube(
                [(0, 0.2, 0), (reach * 0.7 * x, 0.08, reach * 0.7 * z), (reach * x, 0.012, reach * z)],
                0.016,
                sides=5,
            )
        )
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
    pieces = [tube([(-x, height - 0.02, 0), (x, height - 0.02, 0)], 0.014, sides=6)]
    for side in (-1, 1):
        pieces.append(tube([(side * x, 0.08, 0), (side * x, height - 0.014, 0)], 0.014, sides=6))
        pieces.append(box((0.03, 0.03, depth), (side * x, 0.06, 0)))
    pieces.append(box((width - 0.06, 0.02, 0.03), (0, 0.075, 0)))
    wheels = [turn(cylinder(0.03, 0.02, sides=8), np.pi / 2, axis="z") for _ in range(4)]
    corners = [(sx * x + 0.01, 0.03, sz * (depth / 2 - 0.03)) for sx in (-1, 1) for sz in (-1, 1)]
    placed = [move(wheel, corner) for wheel, corner in zip(wheels, corners, strict=True)]
    parts = [Part(join(pieces), frame), Part(join(placed), vary.finish("rubber", colours=("black",)))]
    for k in range(4):
        place = (-x + 0.12 + k * vary.between(0.1, 0.14), height - 0.06, 0.0)
        garment = move(turn(_coat(vary.between(0.7, 1.1)), np.pi / 2), (place[0] - 0.07, place[1], 0.0))
        parts.append(Part(garment, vary.finish("fabric", colours=COAT_COLOURS)))
        parts.append(
            Part(
                without_boxes(
                    tube([(place[0], place[1] - 0.02, 0), (place[0], height - 0.005, 0)], 0.004, sides=4)
                ),
                frame,
            )
        )
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
        tube([(x, y, z), (x, y - 0.01, z + 0.06), (x, y + 0.04, z + 0.08)], 0.008, sides=5) for x in places
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
