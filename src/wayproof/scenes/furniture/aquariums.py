"""Aquariums: water cannot be seen through here, so the glass in front is left out and its edges are drawn."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import cloth
from wayproof.geometry.solid import (
    Point,
    Solid,
    at_corners,
    in_one_box,
    join,
    move,
    turn,
    with_boxes,
    without_boxes,
)
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import hoop
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.foliage import plant_leaf


def _fish(at: Point, size: float, *, looks_left: bool) -> Solid:
    """A small fish in profile: a body, a tail and a fin on its back."""
    body = sphere(size / 2, (0, -0.275 * size, 0), stretch=(1.0, 0.55, 0.3), sides=6)
    tail = [[(0.45, 0.0, 0.0), (0.45, 0.0, 0.0)], [(0.85, -0.3, 0.0), (0.85, 0.3, 0.0)]]
    fin = [[(-0.2, 0.2, 0.0), (0.25, 0.18, 0.0)], [(0.05, 0.48, 0.0), (0.35, 0.4, 0.0)]]
    whole = join([body, *(cloth(np.array(piece) * size) for piece in (tail, fin))])
    return without_boxes(move(whole if looks_left else turn(whole, np.pi), at))


@furniture(
    "aquarium",
    group="decoration",
    shapes=("tank", "cube"),
    held_out=("bowl",),
    stands="surface",
    synonyms=("fish tank",),
)
def aquarium(shape: str, vary: Variation) -> Model:
    """A glass tank with fish, gravel and water plants."""
    count = vary.count("fish", 2, 4)
    if shape == "bowl":
        return _bowl(vary, count)
    half_x, height, half_z = (0.26, 0.3, 0.14) if shape == "tank" else (0.16, 0.32, 0.15)
    half_x, height, half_z = half_x * vary.scale, height * vary.scale, half_z * vary.scale
    rim = vary.finish("plastic", colours=("black", "white", "grey"))
    water = vary.main("glass", colours=("blue", "green"))
    low, high = 0.02, height - (0.05 if shape == "tank" else 0.015)
    frame = [box((2 * half_x, low, 2 * half_z)), box((2 * half_x, height - high, 2 * half_z), (0, high, 0))]
    post = box((0.008, high - low + 0.004, 0.008), (0, low - 0.002, 0))
    posts = at_corners(post, half_x - 0.004, half_z - 0.004)
    back = box((2 * half_x - 0.014, high - low + 0.004, 0.012), (0, low - 0.002, -half_z + 0.009))
    gravel = box((2 * half_x - 0.02, 0.03, 2 * half_z - 0.02), (0, low - 0.002, 0.002))
    room = [((-half_x, 0, -half_z), (half_x, height, half_z))]
    parts = [
        Part(back, water),
        Part(with_boxes(join([*frame, posts]), room), rim),
        Part(gravel, _gravel(vary)),
        *_life(vary, count, half_x * 0.75, (low + 0.03, high), half_z * 0.5),
    ]
    return settled(parts, vary)


def _gravel(vary: Variation) -> Finish:
    return vary.finish("stone", colours=("beige", "grey", "white"), pattern="granite", tile_m=0.2)


def _life(
    vary: Variation, count: int, half_x: float, levels: tuple[float, float], half_z: float
) -> list[Part]:
    """Fish between the two levels, plants and a rock on the lower one."""
    low, high = levels
    scales = vary.finish("food", colours=("orange", "red", "yellow"))
    weed = vary.finish("plant", pattern="plain")
    shoal: list[Solid] = []
    weeds: list[Solid] = []
    for k in range(count):
        x = half_x * (-0.7 + 1.4 * (k + 0.5) / count)
        y = low + (high - low) * vary.between(0.3, 0.85)
        z = vary.between(-0.3, 0.8) * half_z
        shoal.append(_fish((x, y, z), vary.between(0.04, 0.06), looks_left=vary.chance(0.5)))
    for x in (-0.9, -0.6, 0.65, 0.85):
        root, tall = (x * half_x, low - 0.004, -0.4 * half_z), high - low
        weeds += [
            plant_leaf(root, k * 2.1, 1.4, tall * (0.5 + 0.15 * k), 0.016, droop=0.12) for k in range(3)
        ]
    rock = sphere(0.03, (0.15 * half_x, low - 0.02, -0.3 * half_z), stretch=(1.5, 1.0, 1.0), sides=7)
    stone = vary.finish("stone", colours=("grey",), pattern="granite")
    return [Part(join(shoal), scales), Part(join(weeds), weed), Part(rock, stone)]


def _bowl(vary: Variation, count: int) -> Model:
    """A round bowl whose back half is drawn, behind a full rim."""
    radius = 0.14 * vary.scale
    glass = vary.main("glass", colours=("blue", "silver"))
    latitudes, longitudes = np.radians((-58, -30, 5, 40)), np.linspace(np.pi * 0.95, np.pi * 2.05, 10)
    middle = radius * 0.86
    widths, heights = radius * np.cos(latitudes), middle + radius * np.sin(latitudes)
    around = np.stack([np.cos(longitudes), np.zeros_like(longitudes), np.sin(longitudes)], axis=1)
    shell = widths[:, None, None] * around + heights[:, None, None] * np.array([0.0, 1.0, 0.0])
    rim = hoop(float(widths[-1]), 0.006, (0, float(heights[-1]), 0), sides=16, bar_sides=3)
    floor = float(heights[0])
    foot = cylinder(float(widths[0]), floor + 0.004, sides=12)
    pebbles = lathe(
        [(0, 0), (radius * 0.7, 0.0), (radius * 0.76, 0.03), (0, 0.034)], (0, floor + 0.002, 0), sides=12
    )
    parts = [
        Part(in_one_box(join([cloth(shell), rim, foot])), glass),
        Part(pebbles, _gravel(vary)),
        *_life(vary, count, radius * 0.6, (floor + 0.034, middle + radius * 0.45), radius * 0.5),
    ]
    return settled(parts, vary)
