"""Rocking chairs: seats on two curved runners."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import bowed, traced
from wayproof.geometry.solid import Point, Solid, both_sides, join
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import board, leg, pipe, post
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import TIMBER, timber
from wayproof.scenes.furniture_parts.upholstery import leaning, padded


@furniture(
    "rocking_chair",
    group="seating",
    shapes=("slat_back", "spindle_back"),
    held_out=("padded",),
    synonyms=("rocker",),
)
def rocking_chair(shape: str, vary: Variation) -> Model:
    """A chair with arms on two curved runners."""
    grow = vary.scale**0.7
    width, depth, seat, top = 0.54 * grow, 0.5 * grow, 0.42, 1.06 * vary.scale**0.5
    wood = vary.main("wood", pattern=TIMBER) if shape != "padded" else timber(vary)
    x, front, back, rake = width / 2 - 0.02, depth / 2 - 0.03, -depth / 2 + 0.03, 0.2
    radius = 1.15 * grow

    def runner(angle: float) -> Point:
        return x, radius * (1.0 - float(np.cos(angle))) + 0.02, radius * float(np.sin(angle)) - 0.06

    legs = [
        leg((x, 0.02, front + 0.01), (x - 0.005, seat + 0.2, front - 0.01), 0.03, 0.034),
        post([(x, 0.03, back - 0.02), (x, seat, back), (x, top, back - rake)], [0.03, 0.036, 0.03]),
        board(traced(runner, -0.4, 0.36, steps=7), 0.034, 0.038, across=(1, 0, 0)),
        padded((0.06, 0.026, depth + 0.12), (x, seat + 0.195, 0.0), rounding_m=0.012),
    ]
    rails = [box((2 * x - 0.02, 0.05, 0.022), (0, seat - 0.07, z)) for z in (front, back)]
    rails.append(box((2 * x - 0.02, 0.03, 0.02), (0, 0.2, front)))
    plate = padded((2 * x - 0.02, 0.028, depth), (0, seat - 0.028, 0.01), rounding_m=0.012)
    frame = join(
        [
            *(both_sides(piece) for piece in legs),
            *rails,
            plate,
            *_rocker_back(shape, x, seat, top, back, rake),
        ]
    )
    if shape != "padded":
        return settled([Part(frame, wood)], vary)
    cover = vary.main("fabric", "leather")
    cushion = padded((2 * x - 0.06, 0.1, depth - 0.02), (0, seat - 0.002, 0.025), rounding_m=0.035)
    rest = padded((2 * x - 0.05, top - seat - 0.06, 0.1), (0, seat + 0.08, back + 0.035), rounding_m=0.04)
    rest = leaning(rest, float(np.arctan2(rake, top - seat)), about=(0, seat, back))
    return settled([Part(frame, wood), Part(join([cushion, rest]), cover)], vary)


def _rocker_back(shape: str, x: float, seat: float, top: float, back: float, rake: float) -> list[Solid]:
    def at(share: float) -> tuple[float, float]:
        return seat + share * (top - seat), back - share * rake

    pieces = []
    for share, high in ((0.95, 0.1), (0.16, 0.05)):
        y, z = at(share)
        pieces.append(board(bowed(x - 0.01, y, z, 0.012), high, 0.02, across=(0, 1, 0)))
    if shape == "padded":
        return pieces
    (low_y, low_z), (high_y, high_z) = at(0.15), at(0.93)
    if shape == "slat_back":
        ends = [float(e) for e in np.linspace(-0.72, 0.72, 5)]
        return pieces + [
            board(
                [(e * x, low_y, low_z - 0.006), (e * x, high_y, high_z - 0.006)],
                0.05,
                0.012,
                across=(1, 0, 0),
            )
            for e in ends
        ]
    ends = [float(e) for e in np.linspace(-0.8, 0.8, 8)]
    return pieces + [
        pipe([(e * x, low_y, low_z - 0.006), (e * x, high_y, high_z - 0.006)], 0.009, sides=4) for e in ends
    ]
