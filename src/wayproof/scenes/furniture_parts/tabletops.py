"""What tables are made of: tops with softened edges, and frames of four legs."""

from __future__ import annotations

from wayproof.geometry.outlines import rounded_rectangle
from wayproof.geometry.solid import Solid, both_sides, join
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import four_legs, pipe
from wayproof.scenes.furniture_parts.upholstery import padded_outline


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
    legs = four_legs((x, 0, z), (x, under_m + 0.002, z), 0.6 * leg_m, leg_m)
    long_side = [box((2 * x - leg_m + 0.004, apron_m, 0.022), (0, under_m - apron_m, s * z)) for s in (-1, 1)]
    short_side = box((0.022, apron_m, 2 * z - leg_m + 0.004), (x, under_m - apron_m, 0))
    return join([legs, both_sides(short_side), *long_side])


def hairpin_legs(width_m: float, depth_m: float, under_m: float) -> Solid:
    """Four legs of thin rod, two strands each, under plates at the corners."""
    x, z = width_m / 2 - 0.1, depth_m / 2 - 0.09
    pins = []
    for s in (-1, 1):
        foot = (x + 0.03, 0.007, s * (z + 0.03))
        heads = (x - 0.07, under_m, s * z), (x, under_m, s * (z - 0.07))
        pins += [pipe([head, foot], 0.007, sides=5) for head in heads]
        pins.append(box((0.13, 0.006, 0.13), (x - 0.03, under_m - 0.004, s * (z - 0.03))))
    return both_sides(join(pins))
