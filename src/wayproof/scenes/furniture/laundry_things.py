"""Laundry by hand: baskets full of clothes and ironing boards."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import FLAT, loft, prism, stack
from wayproof.geometry.outlines import oval, rectangle, ring
from wayproof.geometry.solid import Point, Solid, both_sides, join, move, turn, without_boxes
from wayproof.geometry.solids import box, lathe
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.handles import side_handles
from wayproof.scenes.furniture_parts.moved_parts import move_parts


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
        x, y = radius + 0.005, height - 0.06
        handles = both_sides(pipe([(x, y, -0.07), (x + 0.03, y + 0.01, 0), (x, y, 0.07)], 0.01, sides=5))
        parts = [Part(join([lathe([*shell, *inside], sides=14, smooth=False), handles]), main)]
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
    outline = oval(width_m, depth_m, squareness=5)
    body = stack([(y, outline * s) for s, y in stages], crease_rad=FLAT)
    dark = vary.finish("plastic", colours=("black",))
    slot = turn(box((0.03, 0.1 * height_m / 0.28, 0.01)), 0.13, axis="x")
    front = join([move(slot, ((k - 2) * 0.08, 0.09, depth_m * 0.442 + 0.006)) for k in range(5)])
    slots = without_boxes(join([front, turn(front, np.pi)]))
    end = 0.51 * width_m
    grips = side_handles((end, height_m - 0.015, 0.07), (end + 0.045, height_m - 0.01, 0.05), 0.011)
    return [Part(join([body, grips]), main), Part(slots, dark)]


def _canvas_hamper(
    width_m: float, depth_m: float, height_m: float, main: Finish, vary: Variation
) -> list[Part]:
    """A cloth bag hung in a frame of crossed wooden legs."""
    stages = [(0.9, 0.14), (1.0, 0.4), (1.0, height_m), (0.94, height_m), (0.9, height_m - 0.16)]
    bag = stack([(y, rectangle(width_m * s, depth_m * s)) for s, y in stages], crease_rad=FLAT)
    x, z = width_m / 2 + 0.012, depth_m / 2
    top = height_m + 0.02
    legs = [
        pipe([(x, 0.012, -z), (x, top, z)], 0.012, sides=5),
        pipe([(x + 0.026, 0.012, z), (x + 0.026, top, -z)], 0.012, sides=5),
    ]
    rails = [
        pipe([(-x - 0.03, top - 0.01, s * z), (x + 0.03, top - 0.01, s * z)], 0.012, sides=5) for s in (-1, 1)
    ]
    wood = vary.finish("wood", colours=("brown", "beige"))
    return [Part(bag, main), Part(join([both_sides(join(legs)), *rails]), wood)]


def _heap(room: tuple[float, float], height_m: float, edge_m: float, vary: Variation) -> list[Part]:
    """Crumpled clothes that show above the rim, a sleeve hanging out over the front edge."""
    width, depth = room
    parts = []
    for x, z, share, rise in ((0.0, 0.0, 1.0, 0.0), (-0.2, 0.1, 0.62, 0.03), (0.22, -0.1, 0.6, 0.05)):
        cloth = _crumpled(share * width, share * depth, 0.14, vary)
        heaped = move(cloth, (x * width, height_m - 0.09 + rise, z * depth))
        parts.append(Part(without_boxes(heaped), vary.finish("fabric")))
    y, x = height_m, 0.2 * width
    path = [
        (0.5 * x, y + 0.01, 0.4 * edge_m),
        (x, y + 0.03, edge_m - 0.01),
        (x, y, edge_m + 0.03),
        (x, y - 0.12, edge_m + 0.035),
    ]
    return [*parts, Part(without_boxes(pipe(path, 0.028, sides=5)), vary.finish("fabric"))]


def _crumpled(width_m: float, depth_m: float, height_m: float, vary: Variation) -> Solid:
    """A lump of cloth with an uneven surface."""
    rings = []
    for size, rise in ((0.9, 0.0), (1.0, 0.35), (0.72, 0.8), (0.25, 1.0)):
        middle = np.array([0.0, rise * height_m, 0.0])
        level = ring(oval(size * width_m, size * depth_m, sides=8), (0, rise * height_m, 0))
        uneven = vary.rng.uniform(0.8, 1.0, (8, 1))
        rings.append(middle + (level - middle) * uneven + size * vary.rng.uniform(-0.008, 0.008, (8, 3)))
    return loft(rings, crease_rad=FLAT)


@furniture(
    "ironing_board",
    group="household",
    shapes=("crossed_legs", "t_legs"),
    held_out=("steam_station",),
    synonyms=("ironing table",),
)
def ironing_board(shape: str, vary: Variation) -> Model:
    """A padded board on folding legs, with an iron on it."""
    cover = vary.main("fabric")
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
                ring(oval(0.3 * s, 0.26 * s, sides=10, squareness=4), (left + 0.2, height + y, 0))
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
                pipe([(side * reach, 0.012, s * z), (-side * reach, top_m + 0.01, s * z)], 0.011, sides=5)
                for s in (-1, 1)
            ]
            foot = pipe([(side * reach, 0.014, -z - 0.08), (side * reach, 0.014, z + 0.08)], 0.013, sides=5)
            pieces += [*ends, foot]
        return join(pieces)
    x = reach - 0.08
    post = pipe([(x, 0.014, 0), (x, top_m + 0.01, 0)], 0.016)
    foot = pipe([(x, 0.016, -0.2), (x, 0.016, 0.2)], 0.015, sides=5)
    return join([both_sides(join([post, foot])), pipe([(-x, 0.3, 0), (x, 0.3, 0)], 0.012, sides=5)])


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
    stages = [(-0.117, 0.1, 0.085), (-0.02, 0.1, 0.075), (0.07, 0.07, 0.045), (0.115, 0.015, 0.012)]
    shell = loft(
        [
            ring(oval(wide, high, sides=8, squareness=3), (x, 0.01 + high / 2, 0), axis="x")
            for x, wide, high in stages
        ]
    )
    grip = pipe([(-0.1, 0.08, 0), (-0.085, 0.125, 0), (0.02, 0.125, 0), (0.06, 0.06, 0)], 0.014)
    return move_parts([Part(sole, steel), Part(shell, body), Part(grip, dark)], at)
