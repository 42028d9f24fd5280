"""Tables to eat at."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.outlines import oval
from wayproof.geometry.solid import Solid, both_sides, join, turn
from wayproof.geometry.solids import box, lathe
from wayproof.geometry.sweeps import board, four_legs, leg
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import frame_finish
from wayproof.scenes.furniture_parts.tabletops import legged_frame, table_top
from wayproof.scenes.furniture_parts.upholstery import padded_outline, round_pad


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
        outline = oval(width, depth + 0.12, sides=24, squareness=2.35)
        top = padded_outline(outline, thickness, (0, under, 0), rounding_m=0.012)
        frame = _pedestal(0.34 * depth, under)
        room = (0.72 * width, 0.72 * depth)
    else:
        top = table_top(width, depth, thickness, height)
        frame = legged_frame(width, depth, under) if shape == "four_legs" else _trestles(width, depth, under)
        room = (width - 0.1, depth - 0.1)
    surface = Surface((0, height, 0), *room)
    return settled([Part(top, finish), Part(frame, legs)], vary, surfaces=(surface,))


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
    legs = four_legs((far, 0, far), (near, under - 0.01, near), 0.035, 0.06, sides=8)
    ring = round_pad(0.72 * radius, 0.05, (0, under - 0.048, 0), rounding_m=0.004, sides=16)
    return join([legs, ring])


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
    out = 2**0.5 * reach
    path = [(0.042, 0.22, 0.0), (0.4 * out, 0.18, 0.0), (0.8 * out, 0.07, 0.0), (out, 0.025, 0.0)]
    foot = board(path, 0.055, 0.05, across=(0, 0, 1))
    feet = [turn(foot, (k + 0.5) * np.pi / 2) for k in range(4)]
    return join([column, *feet])
