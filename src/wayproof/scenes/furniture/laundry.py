"""Laundry by hand: baskets, ironing boards and racks to dry clothes on."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import (
    Point,
    Solid,
    box,
    join,
    lathe,
    move,
    prism,
    tube,
    turn,
    without_boxes,
)
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture.settling import settled
from wayproof.scenes.furniture.skins import loft, rectangle, ring


@furniture(
    "laundry_basket",
    group="household",
    shapes=("wicker", "tub"),
    held_out=("canvas",),
    synonyms=("clothes basket", "hamper", "washing basket"),
)
def laundry_basket(shape: str, vary: Variation) -> Model:
    """A basket full of clothes."""
    size = vary.scale
    if shape == "wicker":
        main = vary.main("wicker")
        radius, height = 0.24 * size, 0.5 * size
        shell = [
            (0, 0),
            (0.8 * radius, 0),
            (radius, height - 0.03),
            (radius + 0.015, height - 0.02),
            (radius + 0.015, height),
        ]
        inside = [(radius - 0.015, height), (0.8 * radius - 0.01, height - 0.2), (0, height - 0.2)]
        handles = [_loop((s * (radius + 0.005), height - 0.06, 0)) for s in (-1, 1)]
        parts = [Part(join([lathe([*shell, *inside], sides=14, smooth=False), *handles]), main)]
        room, edge = (1.7 * radius, 1.7 * radius), radius + 0.015
    elif shape == "tub":
        main = vary.main("plastic")
        width, depth, height = 0.58 * size, 0.4 * size, 0.28 * size**0.5
        parts = _tub(width, depth, height, main, vary)
        room, edge = (0.9 * width, 0.9 * depth), 0.535 * depth
    else:
        main = vary.main("fabric")
        width, depth, height = 0.46 * size, 0.36 * size, 0.62 * size**0.5
        parts = _canvas_hamper(width, depth, height, main, vary)
        room, edge = (0.9 * width, 0.9 * depth), depth / 2 + 0.012
    parts += _heap(room, height, edge, vary)
    return settled(parts, vary)


def _loop(at: Point) -> Solid:
    x, y, z = at
    out = 0.03 if x > 0 else -0.03
    return tube([(x, y, z - 0.07), (x + out, y + 0.01, z), (x, y, z + 0.07)], 0.01, sides=5)


def _tub(width_m: float, depth_m: float, height_m: float, main: Finish, vary: Variation) -> list[Part]:
    """An oblong plastic tub with slots in its sides and grips at its ends."""
    stages = [
        (0.84, 0.0),
        (1.0, height_m - 0.03),
        (1.07, height_m - 0.03),
        (1.07, height_m),
        (0.96, height_m),
        (0.84, height_m - 0.14),
    ]
    rings = [ring(width_m * s, depth_m * s, (0, y, 0), sides=12, squareness=5) for s, y in stages]
    dark = vary.finish("plastic", colours=("black",))
    slots = []
    for side in (-1, 1):
        for k in range(5):
            slot = box((0.03, 0.1 * height_m / 0.28, 0.01), (0, 0, 0))
            tilted = turn(slot, side * 0.13, axis="x")
            slots.append(move(tilted, ((k - 2) * 0.08, 0.09, side * (depth_m * 0.442 + 0.006))))
    grips = [
        tube(
            [
                (s * width_m * 0.51, height_m - 0.015, -0.07),
                (s * (width_m * 0.51 + 0.045), height_m - 0.01, -0.05),
                (s * (width_m * 0.51 + 0.045), height_m - 0.01, 0.05),
                (s * width_m * 0.51, height_m - 0.015, 0.07),
            ],
            0.011,
            sides=5,
        )
        for s in (-1, 1)
    ]
    return [Part(join([loft(rings, smooth=False), *grips]), main), Part(without_boxes(join(slots)), dark)]


def _canvas_hamper(
    width_m: float, depth_m: float, height_m: float, main: Finish, vary: Variation
) -> list[Part]:
    """A cloth bag hung in a frame of crossed wooden legs."""
    stages = [(0.9, 0.14), (1.0, 0.4), (1.0, height_m), (0.94, height_m), (0.9, height_m - 0.16)]
    bag = loft([rectangle(width_m * s, depth_m * s, (0, y, 0)) for s, y in stages], smooth=False)
    x, z = width_m / 2 + 0.012, depth_m / 2
    legs = []
    for side in (-1, 1):
        legs.append(tube([(side * x, 0.012, -z), (side * x, height_m + 0.02, z)], 0.012, sides=5))
        legs.append(
            tube([(side * (x + 0.026), 0.012, z), (side * (x + 0.026), height_m + 0.02, -z)], 0.012, sides=5)
        )
    rails = [
        tube([(-x - 0.03, height_m + 0.01, s * z), (x + 0.03, height_m + 0.01, s * z)], 0.012, sides=5)
        for s in (-1, 1)
    ]
    return [Part(bag, main), Part(join([*legs, *rails]), vary.finish("wood", colours=("brown", "beige")))]


def _heap(room: tuple[float, float], height_m: float, edge_m: float, vary: Variation) -> list[Part]:
    """Crumpled clothes that show above the rim, a sleeve hanging out over the front edge."""
    width, depth = room
    parts = []
    for x, z, share, rise in ((0.0, 0.0, 1.0, 0.0), (-0.2, 0.1, 0.62, 0.03), (0.22, -0.1, 0.6, 0.05)):
        cloth = _crumpled(share * width, share * depth, 0.14, vary)
        parts.append(
            Part(
                without_boxes(move(cloth, (x * width, height_m - 0.09 + rise, z * depth))),
                vary.finish("fabric"),
            )
        )
    y, x = height_m, 0.2 * width
    path = [
        (0.5 * x, y + 0.01, 0.4 * edge_m),
        (x, y + 0.03, edge_m - 0.01),
        (x, y, edge_m + 0.03),
        (x, y - 0.12, edge_m + 0.035),
    ]
    return [*parts, Part(without_boxes(tube(path, 0.028, sides=5)), vary.finish("fabric"))]


def _crumpled(width_m: float, depth_m: float, height_m: float, vary: Variation) -> Solid:
    """A lump of cloth with an uneven surface."""
    rings = []
    for size, rise in ((0.9, 0.0), (1.0, 0.35), (0.72, 0.8), (0.25, 1.0)):
        middle = np.array([0.0, rise * height_m, 0.0])
        level = ring(size * width_m, size * depth_m, (0, rise * height_m, 0), sides=8)
        rings.append(
            middle
            + (level - middle) * vary.rng.uniform(0.8, 1.0, (8, 1))
            + vary.rng.uniform(-0.008, 0.008, (8, 3))
        )
    return loft(rings, smooth=False)


@furniture(
    "ironing_board",
    group="household",
    shapes=("crossed_legs", "t_legs"),
    held_out=("steam_station",),
    synonyms=("ironing table",),
)
def ironing_board(shape: str, vary: Variation) -> Model:
    """A padded board on folding legs, with an iron on it."""
    cover = vary.main("fabric", pattern=vary.choose(("striped", "checked", "woven", "dotted", "floral")))
    metal = vary.finish("metal", colours=("white", "silver", "grey"))
    length, half, height, thick = 1.25 * vary.scale**0.5, 0.18, 0.88, 0.035
    wide = 0.22 if shape == "steam_station" else half
    left, right = -length / 2, length / 2
    nose = [(right - 0.3, -0.8 * half), (right - 0.1, -0.5 * half), (right, -0.18 * half)]
    if shape == "steam_station":
        nose = [(right - 0.04, -wide), (right, -wide + 0.04)]
    outline = [
        (left, wide - 0.04),
        (left + 0.04, wide),
        *[(x, -z) for x, z in nose],
        *reversed(nose),
        (left + 0.04, -wide),
        (left, -wide + 0.04),
    ]
    under = height - thick
    parts = [
        Part(prism(outline, thick, (0, under, 0)), cover),
        Part(_board_legs(shape, length, under), metal),
    ]
    station = 0.0
    if shape == "steam_station":
        station = 0.1
        case = loft(
            [
                ring(0.3 * s, 0.26 * s, (left + 0.2, height + y, 0), sides=10, squareness=4)
                for s, y in ((1, -0.002), (1, 0.06), (0.8, station))
            ]
        )
        parts.append(Part(case, vary.finish("plastic", colours=("white", "blue"))))
    parts += _iron((left + 0.2, height + station, 0.0), vary)
    free = Surface((0.15, height, 0), length * 0.45, 0.2, 0.5)
    return settled(parts, vary, surfaces=[free])


def _board_legs(shape: str, length_m: float, top_m: float) -> Solid:
    """Legs of steel tube: one crossing pair, or two posts on cross-feet."""
    reach = 0.36 * length_m
    if shape == "crossed_legs":
        pieces = []
        for side, z in ((1, 0.1), (-1, 0.07)):
            ends = [
                tube([(side * reach, 0.012, s * z), (-side * reach, top_m + 0.01, s * z)], 0.011, sides=5)
                for s in (-1, 1)
            ]
            foot = tube([(side * reach, 0.014, -z - 0.08), (side * reach, 0.014, z + 0.08)], 0.013, sides=5)
            pieces += [*ends, foot]
        return join(pieces)
    pieces = []
    for side in (-1, 1):
        x = side * (reach - 0.08)
        pieces.append(tube([(x, 0.014, 0), (x, top_m + 0.01, 0)], 0.016, sides=6))
        pieces.append(tube([(x, 0.016, -0.2), (x, 0.016, 0.2)], 0.015, sides=5))
    pieces.append(tube([(-reach + 0.08, 0.3, 0), (reach - 0.08, 0.3, 0)], 0.012, sides=5))
    return join(pieces)


def _iron(at: Point, vary: Variation) -> list[Part]:
    """A clothes iron that lies on its sole, its tip along +X."""
    body = vary.finish("plastic", colours=("blue", "red", "white", "green"))
    steel, dark = vary.finish("metal", colours=("silver",)), vary.finish("plastic", colours=("black",))
    outline = [
        (-0.12, 0.055),
        (0.03, 0.055),
        (0.09, 0.035),
        (0.13, 0.0),
        (0.09, -0.035),
        (0.03, -0.055),
        (-0.12, -0.055),
    ]
    sole = prism(outline, 0.012)
    stages = [(-0.12, 0.1, 0.085), (-0.02, 0.1, 0.075), (0.07, 0.07, 0.045), (0.115, 0.015, 0.012)]
    shell = loft(
        [
            ring(wide, high, (x, 0.01 + high / 2, 0), axis="x", sides=8, squareness=3)
            for x, wide, high in stages
        ]
    )
    grip = tube([(-0.1, 0.08, 0), (-0.085, 0.125, 0), (0.02, 0.125, 0), (0.06, 0.06, 0)], 0.014, sides=6)
    return [Part(move(solid, at), finish) for solid, finish in ((sole, steel), (shell, body), (grip, dark))]


@furniture(
    "drying_rack",
    group="household",
    shapes=("wings", "tower"),
    held_out=("a_frame",),
    synonyms=("clothes horse", "clothes airer", "laundry rack"),
)
def drying_rack(shape: str, vary: Variation) -> Model:
    """A folding frame of rods with washing hung over it."""
    metal = vary.main("metal", "plastic", colours=("white", "silver", "grey"))
    width = 0.58 * vary.scale**0.5
    if shape == "wings":
        frame, rods = _winged_frame(width, vary.scale**0.5)
    elif shape == "tower":
        frame, rods = _tower_frame(width)
    else:
        frame, rods = _leaning_frame(width)
    bars = [tube([(-width / 2, y, z), (width / 2, y, z)], 0.005, sides=4) for y, z in rods]
    parts = [Part(join([frame, *bars]), metal)]
    order = [int(k) for k in vary.rng.permutation(len(rods))]
    for k in sorted(order[: min(5, len(rods) // 2 + 1)]):
        y, z = rods[k]
        wide = vary.between(0.25, 0.8) * width
        drop = min(vary.between(0.2, 0.5), y - 0.1)
        x = vary.between(-0.5, 0.5) * (width - wide - 0.04)
        cloth = _draped(wide, drop)
        parts.append(Part(without_boxes(move(cloth, (x, y + 0.006, z))), vary.finish("fabric")))
    return settled(parts, vary)


def _draped(width_m: float, drop_m: float) -> Solid:
    """A towel over a rod whose top is the origin: two leaves that meet in a fold."""
    leaves = []
    for side in (-1, 1):
        flap = box((width_m, drop_m, 0.006), (0, -drop_m, 0))
        leaves.append(move(turn(flap, -side * 0.05, axis="x"), (0, 0, side * 0.007)))
    return join([*leaves, box((width_m, 0.007, 0.02), (0, -0.002, 0))])


def _winged_frame(width_m: float, size: float) -> tuple[Solid, list[tuple[float, float]]]:
    """Crossed legs that carry a level field of rods with a wing on either side; rods as (height, z)."""
    height, half, reach = 0.92, 0.28 * size, 0.6 * size
    x = width_m / 2
    pieces = []
    for s in (-1, 1):
        pieces += [
            tube([(s * x, 0.012, -half - 0.04), (s * x, height, half)], 0.01, sides=5),
            tube([(s * (x - 0.024), 0.012, half + 0.04), (s * (x - 0.024), height, -half)], 0.01, sides=5),
            tube([(s * x, height, -half), (s * x, height, half)], 0.01, sides=5),
            tube([(s * x, height, half), (s * x, height + 0.16, reach)], 0.008, sides=5),
            tube([(s * x, height, -half), (s * x, height + 0.16, -reach)], 0.008, sides=5),
        ]
    pieces += [
        tube([(-x, 0.014, s * (half + 0.04)), (x, 0.014, s * (half + 0.04))], 0.01, sides=5) for s in (-1, 1)
    ]
    level = [(height, half * k) for k in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    rise = [(height + 0.16 * t, s * (half + t * (reach - half))) for s in (-1, 1) for t in (0.5, 1.0)]
    return join(pieces), level + rise


def _tower_frame(width_m: float) -> tuple[Solid, list[tuple[float, float]]]:
    """Two upright frames with three shelves of rods between them."""
    height, half = 1.35, 0.24
    x = width_m / 2
    pieces = [box((0.022, height, 0.022), (sx * x, 0, sz * half)) for sx in (-1, 1) for sz in (-1, 1)]
    levels = (0.42, 0.85, 1.3)
    pieces += [box((0.02, 0.02, 2 * half + 0.018), (s * x, y - 0.01, 0)) for s in (-1, 1) for y in levels]
    return join(pieces), [(y, half * k) for y in levels for k in (-0.8, -0.27, 0.27, 0.8)]


def _leaning_frame(width_m: float) -> tuple[Solid, list[tuple[float, float]]]:
    """Two ladders that lean against each other."""
    height, foot = 1.25, 0.32
    x = width_m / 2
    pieces = [
        tube([(sx * x, 0.014, sz * foot), (sx * x, height, sz * 0.015)], 0.014, sides=5)
        for sx in (-1, 1)
        for sz in (-1, 1)
    ]
    ratios = (0.3, 0.5, 0.7, 0.92)
    return join(pieces), [(height * t, s * foot * (1 - t)) for s in (-1, 1) for t in ratios]
