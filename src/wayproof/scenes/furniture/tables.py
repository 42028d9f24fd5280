"""Dining tables, and the tops and frames that other tables are made of."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Point, Solid, box, join, lathe
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture.lofts import board, leg
from wayproof.scenes.furniture.seating import both_sides, frame_finish
from wayproof.scenes.furniture.settling import settled
from wayproof.scenes.furniture.upholstery import padded_outline, round_pad, rounded_rectangle


@furniture(
    "dining_table",
    group="tables",
    shapes=("four_legs", "trestle", "round"),
    held_out=("pedestal",),
    synonyms=("table", "kitchen table"),
)
def dining_table(shape: str, vary: Variation) -> Model:
    """A table to eat at, with room for four to eight."""
    width, depth, height = 1.5 * vary.scale, 0.88 * vary.scale**0.5, 0.75
    thickness = vary.between(0.028, 0.042)
    finish = vary.main("wood", "wood", "glass", "stone")
    legs = frame_finish(vary)
    under = height - thickness
    if shape == "round":
        radius = 0.54 * vary.scale
        top = round_pad(radius, thickness, (0, under, 0), rounding_m=0.01, sides=24)
        frame = _round_frame(radius, under)
        room = (1.3 * radius, 1.3 * radius)
    elif shape == "pedestal":
        outline = _oval(width / 2, depth / 2 + 0.06)
        top = padded_outline(outline, thickness, (0, under, 0), rounding_m=0.012)
        frame = _pedestal(0.34 * depth, under)
        room = (0.72 * width, 0.72 * depth)
    else:
        top = table_top(width, depth, thickness, height)
        frame = legged_frame(width, depth, under) if shape == "four_legs" else _trestles(width, depth, under)
        room = (width - 0.1, depth - 0.1)
    surface = Surface((0, height, 0), *room)
    return settled([Part(top, finish), Part(frame, legs)], vary, surfaces=(surface,))


def table_top(width_m: float, depth_m: float, thickness_m: float, height_m: float) -> Solid:
    """A board with softened edges and corners whose upper side is at a height."""
    outline = rounded_rectangle(width_m, depth_m, 0.015)
    return padded_outline(outline, thickness_m, (0, height_m - thickness_m, 0), rounding_m=0.007)


def legged_frame(
    width_m: float, depth_m: float, under_m: float, *, leg_m: float = 0.065, apron_m: float = 0.08
) -> Solid:
    """Four tapered legs at the corners, joined by an apron below the top."""
    inset = leg_m / 2 + 0.025
    x, z = width_m / 2 - inset, depth_m / 2 - inset
    legs = [leg((x, 0, s * z), (x, under_m + 0.002, s * z), 0.6 * leg_m, leg_m) for s in (-1, 1)]
    long_side = [box((2 * x - leg_m + 0.004, apron_m, 0.022), (0, under_m - apron_m, s * z)) for s in (-1, 1)]
    short_side = box((0.022, apron_m, 2 * z - leg_m + 0.004), (x, under_m - apron_m, 0))
    return join([both_sides(join([*legs, short_side])), *long_side])


def _trestles(width: float, depth: float, under: float) -> Solid:
    """Two crossed trestles with a beam between them."""
    x, z = width / 2 - 0.26, depth / 2 - 0.08
    cross = [
        leg((x, 0, s * z), (x, under - 0.002, -s * z * 0.9), 0.06 + 0.006 * s, 0.06 + 0.006 * s)
        for s in (-1, 1)
    ]
    head = box((0.08, 0.045, 1.9 * z), (x, under - 0.043, 0))
    beam = box((2 * x, 0.07, 0.04), (0, under * 0.47, 0))
    return join([both_sides(join([*cross, head])), beam])


def _round_frame(radius: float, under: float) -> Solid:
    """Four legs that splay outwards from a ring below the top."""
    far, near = 0.62 * radius, 0.46 * radius
    legs = [leg((far, 0, s * far), (near, under - 0.01, s * near), 0.035, 0.06, sides=8) for s in (-1, 1)]
    ring = round_pad(0.72 * radius, 0.05, (0, under - 0.048, 0), rounding_m=0.004, sides=16)
    return join([*(both_sides(each) for each in legs), ring])


def _pedestal(reach: float, under: float) -> Solid:
    """A turned column on four curved feet."""
    profile = [
        (0.0, 0.13),
        (0.075, 0.13),
        (0.085, 0.2),
        (0.05, 0.28),
        (0.075, 0.42),
        (0.05, 0.52),
        (0.09, under - 0.03),
    ]
    column = lathe([*profile, (0.2, under + 0.002), (0.0, under + 0.002)], sides=12)
    feet = []
    for c, s in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        path: list[Point] = [
            (0.03 * c, 0.22, 0.03 * s),
            (0.4 * reach * c, 0.18, 0.4 * reach * s),
            (0.8 * reach * c, 0.07, 0.8 * reach * s),
            (reach * c, 0.025, reach * s),
        ]
        feet.append(board(path, 0.055, 0.05, (-s, 0, c)))
    return join([column, *feet])


def _oval(half_x: float, half_z: float, *, count: int = 24) -> list[tuple[float, float]]:
    around = (np.arange(count) + 0.5) * 2 * np.pi / count
    return [
        (half_x * float(np.sign(c) * abs(c) ** 0.85), -half_z * float(np.sign(s) * abs(s) ** 0.85))
        for c, s in zip(np.cos(around), np.sin(around), strict=True)
    ]
