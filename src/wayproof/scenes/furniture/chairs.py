"""Chairs to sit at a table on."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import bowed, traced
from wayproof.geometry.solid import Point, Solid, both_sides, join, move
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import board, horn, leg, pipe, post
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import TIMBER, timber
from wayproof.scenes.furniture_parts.upholstery import leaning, padded, padded_outline


@furniture(
    "chair",
    group="seating",
    shapes=("ladder_back", "spindle_back", "upholstered"),
    held_out=("cantilever",),
    synonyms=("dining chair",),
)
def chair(shape: str, vary: Variation) -> Model:
    """A seat for one with a back and no arms, as stands around a table."""
    width, depth = 0.45 * vary.scale**0.8, 0.44 * vary.scale**0.8
    seat, top = 0.455 * vary.scale**0.2, 0.92 * vary.scale**0.6
    build = {
        "ladder_back": _ladder_back,
        "spindle_back": _spindle_back,
        "upholstered": _upholstered,
        "cantilever": _cantilever,
    }[shape]
    return settled(build(width, depth, seat, top, vary), vary)


def _ladder_back(width: float, depth: float, seat: float, top: float, vary: Variation) -> list[Part]:
    wood = vary.main("wood", pattern=TIMBER)
    x, front, back = width / 2 - 0.02, depth / 2 - 0.025, -depth / 2 + 0.02
    rake = 0.07
    rear = post([(x, 0, back - 0.02), (x, seat, back), (x - 0.01, top, back - rake)], [0.03, 0.038, 0.028])
    frame = [both_sides(rear), both_sides(leg((x, 0, front), (x, seat - 0.02, front), 0.028, 0.04))]
    frame += [box((2 * x - 0.036, 0.055, 0.02), (0, seat - 0.075, z)) for z in (front, back)]
    frame.append(both_sides(box((0.02, 0.055, front - back - 0.036), (x, seat - 0.075, (front + back) / 2))))
    frame.append(both_sides(box((0.016, 0.022, front - back - 0.03), (x, 0.17, (front + back) / 2 - 0.004))))
    for share in np.linspace(0.32, 0.93, vary.choose((3, 4))):
        height = seat + share * (top - seat) - 0.03
        path = bowed(x - 0.012, height, back - share * rake, 0.02)
        frame.append(board(path, 0.055 if share < 0.9 else 0.075, 0.016, across=(0, 1, 0)))
    plate = padded((width, 0.025, depth - 0.03), (0, seat - 0.025, 0.015), rounding_m=0.012)
    parts = [Part(join([plate, *frame]), wood)]
    if vary.chance(0.5):
        pad = padded((width - 0.05, 0.032, depth - 0.09), (0, seat - 0.002, 0.025), rounding_m=0.016)
        parts.append(Part(pad, vary.finish("fabric", "leather")))
    return parts


def _spindle_back(width: float, depth: float, seat: float, top: float, vary: Variation) -> list[Part]:
    """A Windsor chair: legs and spindles plugged into a shaped seat, a bow around the back."""
    wood = vary.main("wood", pattern=TIMBER)
    half = width / 2
    around = np.arange(12) * np.pi / 6
    # Squarer than an ellipse, and narrower at the back.
    outline = [
        (
            half * float(np.sign(c) * abs(c) ** 0.7) * (1.0 - 0.12 * max(0.0, s)),
            -depth / 2 * float(np.sign(s) * abs(s) ** 0.7),
        )
        for c, s in ((round(float(np.cos(a)), 9), round(float(np.sin(a)), 9)) for a in around)
    ]
    pieces = [padded_outline(outline, 0.035, (0, seat - 0.035, 0), rounding_m=0.014)]
    foot_x, foot_z = half - 0.015, depth / 2 - 0.01
    for z in (-1, 1):
        foot, knee = (foot_x, 0.0, z * foot_z), (half * 0.66, seat - 0.03, z * depth * 0.33)
        pieces.append(both_sides(leg(foot, knee, 0.024, 0.036, sides=6)))
    low = 0.35
    side_x = foot_x + (half * 0.66 - foot_x) * low
    reach = foot_z + (depth * 0.33 - foot_z) * low
    pieces.append(
        both_sides(pipe([(side_x, low * seat, reach), (side_x, low * seat, -reach)], 0.009, sides=5))
    )
    pieces.append(pipe([(-side_x, low * seat, 0), (side_x, low * seat, 0)], 0.009, sides=5))
    pieces += _bow_and_spindles(0.8 * half, -0.3 * depth, seat - 0.01, top - seat, vary.choose((5, 6, 7)))
    return [Part(join(pieces), wood)]


def _bow_and_spindles(half: float, back: float, seat: float, rise: float, count: int) -> list[Solid]:
    """A bow that springs from both sides of the seat, and spindles from the seat up to it."""

    def on_bow(angle: float) -> Point:
        across, height = float(np.cos(angle)), rise * max(0.0, float(np.sin(angle))) ** 0.7
        return half * across, seat + height, back - 0.05 * (1.0 - across**2) - 0.09 * height / rise

    pieces = [pipe(traced(on_bow, 0.0, np.pi, steps=10), 0.012, sides=5)]
    for share in np.linspace(-0.68, 0.68, count):
        foot = (0.85 * half * float(share), seat, back - 0.05 * (1.0 - float(share) ** 2))
        pieces.append(horn([foot, on_bow(float(np.arccos(share)))], [0.008, 0.006], sides=4))
    return pieces


def _upholstered(width: float, depth: float, seat: float, top: float, vary: Variation) -> list[Part]:
    cover, wood = vary.main("fabric", "fabric", "leather"), timber(vary)
    x, front, back = width / 2 - 0.03, depth / 2 - 0.03, -depth / 2 + 0.03
    cushion = padded((width, 0.1, depth), (0, seat - 0.09, 0), rounding_m=0.03)
    upper = padded(
        (width - 0.006, top - seat + 0.03, 0.075), (0, seat - 0.06, back + 0.012), rounding_m=0.026
    )
    upper = leaning(upper, 0.14, about=(0, seat - 0.06, back))
    legs = both_sides(leg((x, 0, front), (x, seat - 0.075, front), 0.024, 0.045))
    rear = both_sides(leg((x, 0, back - 0.05), (x, seat - 0.075, back), 0.024, 0.045))
    return [Part(join([cushion, upper]), cover), Part(join([legs, rear]), wood)]


def _cantilever(width: float, depth: float, seat: float, top: float, vary: Variation) -> list[Part]:
    """One bent steel pipe: runners on the floor, up at the front, along the seat, up behind the back."""
    cover = vary.main("leather", "fabric", "wicker")
    steel = vary.finish("metal", colours=("silver", "black", "gold"))
    x, r, front, back = width / 2 - 0.012, 0.0125, depth / 2, -depth / 2 + 0.02
    path: list[Point] = [
        (0, r, back + 0.02),
        (x - 0.05, r, back + 0.02),
        (x, r, back + 0.07),
        (x, r, front - 0.08),
        (x, 0.05, front - 0.015),
        (x, seat - 0.09, front),
        (x, seat - 0.04, front - 0.02),
        (x, seat - 0.022, front - 0.08),
        (x, seat - 0.034, back + 0.06),
        (x, seat + 0.03, back),
        (x, top, back - 0.09),
    ]
    pad = padded((2 * x - 0.01, 0.04, depth - 0.05), (0, seat - 0.036, 0.015), rounding_m=0.018)
    rest_height = 0.56 * (top - seat)
    rest = move(padded((2 * x - 0.01, rest_height, 0.035), rounding_m=0.016), (0, 0, 0.006))
    lean = float(np.arctan2(0.09, top - seat - 0.03))
    rest = move(
        leaning(rest, lean), (0, top - rest_height * 0.985, back - 0.09 * (1 - rest_height / (top - seat)))
    )
    return [Part(join([pad, rest]), cover), Part(both_sides(pipe(path, r, sides=5)), steel)]
