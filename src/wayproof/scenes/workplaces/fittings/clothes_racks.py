"""Racks of clothes on hangers, as clothes shops have them."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Solid, in_one_box, join, move, turn
from wayproof.geometry.solids import box, cylinder
from wayproof.geometry.sweeps import hoop, pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.workplaces.fittings import fitting

CLOTH_COLOURS = ("blue", "red", "white", "grey", "green", "beige", "pink", "purple", "yellow", "brown")


@fitting(
    "clothes_rack",
    group="shop",
    shapes=("straight", "two_arms"),
    held_out=("round",),
    synonyms=("clothes rail", "garment rack", "rack of clothes"),
)
def clothes_rack(shape: str, vary: Variation) -> Model:
    """A rail on a stand with clothes on hangers."""
    metal = vary.main("metal", colours=("silver", "black", "white", "gold"), pattern="plain")
    cloths = [vary.finish("fabric", colours=(colour,)) for colour in _palette(vary)]
    high = 1.42
    if shape == "round":
        return _round_rack(vary, metal, cloths, high)
    width = 1.25 * vary.scale
    x = width / 2 - 0.02
    posts = [pipe([(s * x, 0.02, 0), (s * x, high, 0)], 0.016, sides=6) for s in (-1, 1)]
    feet = [box((0.04, 0.03, 0.5), (s * x, 0, 0)) for s in (-1, 1)]
    rails = [(0.0, high)] if shape == "straight" else [(0.0, high), (0.0, 0.95)]
    bars = [pipe([(-x, y, z), (x, y, z)], 0.014, sides=6) for z, y in rails[:1]]
    bars.append(pipe([(-x, 0.12, 0), (x, 0.12, 0)], 0.012, sides=5))
    parts = [Part(join([*posts, *feet, *bars]), metal)]
    length = 0.85 if shape == "straight" else 1.05
    return settled([*parts, *_hung(-x + 0.08, x - 0.08, high - 0.02, length, cloths, vary)], vary)


@fitting(
    "clothes_wall_rail",
    group="shop",
    category="clothes_rack",
    shapes=("single", "with_shelf"),
    held_out=("double",),
)
def clothes_wall_rail(shape: str, vary: Variation) -> Model:
    """A panel for the wall of a shop with a rail of clothes, a shelf above or a second rail below."""
    width, high, deep = 1.2 * vary.scale, 1.95, 0.5
    panel = vary.main("wood", colours=("white", "beige", "brown", "grey"), pattern="wood_grain")
    metal = vary.finish("metal", colours=("silver", "black", "gold"), pattern="plain")
    cloths = [vary.finish("fabric", colours=(colour,)) for colour in _palette(vary)]
    back = box((width, high, 0.03), (0, 0, -deep / 2 + 0.015))
    base = box((width, 0.1, deep - 0.04), (0, 0, -0.02))
    x = width / 2 - 0.03
    levels = [(1.55, 1.0)] if shape != "double" else [(1.78, 0.75), (0.98, 0.72)]
    parts = [Part(join([back, base]), panel)]
    for y, length in levels:
        arms = [box((0.025, 0.025, 0.3), (s * x, y, -deep / 2 + 0.16)) for s in (-1, 1)]
        bar = pipe([(-x, y, 0.04), (x, y, 0.04)], 0.014, sides=6)
        parts.append(Part(join([*arms, bar]), metal))
        parts += _hung(-x + 0.06, x - 0.06, y - 0.02, length, cloths, vary, z_m=0.04)
    if shape == "with_shelf":
        parts.append(Part(box((width, 0.03, 0.36), (0, 1.72, -deep / 2 + 0.18)), panel))
        stacks = [
            box((0.26, 0.14, 0.28), (0.32 * (k - 1) * width, 1.749, -deep / 2 + 0.18)) for k in range(3)
        ]
        parts += [Part(stack, vary.choose(cloths)) for stack in stacks]
    return settled(parts, vary)


def _palette(vary: Variation) -> list[str]:
    order = vary.rng.permutation(len(CLOTH_COLOURS))
    return [CLOTH_COLOURS[int(k)] for k in order[:5]]


def _hung(
    low_m: float,
    high_m: float,
    rail_m: float,
    length_m: float,
    cloths: list[Finish],
    vary: Variation,
    *,
    z_m: float = 0.0,
) -> list[Part]:
    """Clothes side by side under a rail along x, a few of each colour."""
    parts: list[Part] = []
    x = low_m
    while x < high_m - 0.06:
        finish, long = vary.choose(cloths), length_m * vary.between(0.7, 1.0)
        group = []
        for _ in range(int(vary.rng.integers(2, 6))):
            if x > high_m - 0.05:
                break
            group.append(move(_garment(long * vary.between(0.97, 1.0)), (x, rail_m, z_m)))
            x += vary.between(0.045, 0.07)
        parts.append(Part(in_one_box(join(group)), finish))
        x += vary.between(0.0, 0.08)
    return parts


def _garment(length_m: float) -> Solid:
    """A piece of clothing seen edge-on, its shoulders sloping down from the hanger at the origin."""
    body = box((0.035, length_m - 0.09, 0.4), (0, -length_m, 0))
    shoulders = box((0.03, 0.085, 0.27), (0, -0.092, 0))
    hook = box((0.006, 0.04, 0.02), (0, -0.012, 0))
    return join([body, shoulders, hook])


def _round_rack(vary: Variation, metal: Finish, cloths: list[Finish], high_m: float) -> Model:
    """A ring of clothes round a post."""
    radius = 0.4 * vary.scale**0.5
    stand = [cylinder(0.02, high_m, sides=8), cylinder(0.26, 0.02, sides=12)]
    stand += [hoop(radius, 0.014, (0, high_m, 0), sides=16, bar_sides=4)]
    stand += [box((2 * radius, 0.02, 0.02), (0, high_m - 0.01, 0))]
    parts = [Part(join(stand), metal)]
    count = 24
    for k in range(0, count, 4):
        group = []
        for j in range(k, k + 4):
            piece = turn(_garment(0.85), np.pi / 2)
            group.append(turn(move(piece, (0.0, high_m - 0.02, radius)), 2 * np.pi * j / count))
        parts.append(Part(in_one_box(join(group)), vary.choose(cloths)))
    return settled(parts, vary)
