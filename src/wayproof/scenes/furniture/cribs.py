"""Cribs: high-sided beds for babies; the long side goes to the wall."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import traced
from wayproof.geometry.solid import Point, Solid, both_sides, join, move, turn
from wayproof.geometry.solids import box, slat
from wayproof.geometry.sweeps import board, four_legs, leg
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import TIMBER
from wayproof.scenes.furniture_parts.upholstery import padded, pillow_shape, side_panel

WALL_M = 0.02


@furniture(
    "crib", group="beds", shapes=("slatted", "panel_ends"), held_out=("cradle",), synonyms=("cot", "baby bed")
)
def crib(shape: str, vary: Variation) -> Model:
    """A small bed with high sides for a baby."""
    length, width = 1.26 * vary.scale**0.5, 0.66 * vary.scale**0.5
    wood = vary.main("wood", pattern=TIMBER)
    cloth = vary.finish("fabric")
    sheet = vary.finish("fabric", colours=("white", "beige", "pink", "yellow", "blue"), pattern="woven")
    if shape == "cradle":
        length, width, deck, frame = 0.92 * vary.scale**0.5, 0.46, 0.25, _cradle(0.92 * vary.scale**0.5, 0.46)
    else:
        deck, frame = 0.36, _cot(length, width, slatted_ends=shape == "slatted")
    mattress = padded((length - 0.07, 0.11, width - 0.07), (0, deck, 0), rounding_m=0.03)
    top = deck + 0.11
    cover = padded((0.52 * length, 0.03, width - 0.1), (0.2 * length, top - 0.006, 0), rounding_m=0.014)
    pillow = turn(pillow_shape(0.34, 0.24, 0.07, cells=4), np.pi / 2)
    pillow = move(pillow, (-length / 2 + 0.19, top - 0.008, 0))
    lap = Surface((0.2 * length, top + 0.024, 0), 0.44 * length, width - 0.2, clearance_m=0.6, relation="in")
    parts = [Part(frame, wood), Part(join([mattress, pillow]), sheet), Part(cover, cloth)]
    return settled(parts, vary, surfaces=(lap,))


def _cot(length: float, width: float, *, slatted_ends: bool) -> Solid:
    """Long sides of upright slats between posts; the ends are slatted too or made of one curved panel."""
    x, z, low, high = length / 2, width / 2, 0.24, 0.92
    pieces: list[Solid] = []
    count = max(9, round(length / 0.12))
    for side in (-z, z):
        pieces.append(box((length - 0.03, 0.05, 0.028), (0, high - 0.06, side)))
        pieces.append(box((length - 0.03, 0.05, 0.028), (0, low, side)))
        pieces += [
            slat((0.022, high - low - 0.1, 0.012), (float(at), low + 0.045, side))
            for at in np.linspace(-x + 0.1, x - 0.1, count)
        ]
    pieces.append(box((length - 0.03, 0.02, width - 0.02), (0, 0.345, 0)))
    legs = four_legs((x, 0, z), (x, high + 0.03, z), 0.034, 0.05)
    if slatted_ends:
        ends = [box((0.028, 0.05, width - 0.03), (x, y, 0)) for y in (high - 0.06, low)]
        ends += [
            slat((0.012, high - low - 0.1, 0.022), (x, low + 0.045, float(at)))
            for at in np.linspace(0.12 - z, z - 0.12, 4)
        ]
    else:
        bow = [(z * float(np.cos(a)), high + 0.14 * float(np.sin(a))) for a in np.linspace(0.0, np.pi, 9)]
        ends = [side_panel([(z, low), *bow, (-z, low)], 0.03, x, rounding_m=0.01)]
    return join([*pieces, legs, both_sides(join(ends))])


def _cradle(length: float, width: float) -> Solid:
    """A trough with slanting walls that swings on two curved runners."""
    x, low, high, spread = length / 2, 0.2, 0.56, 0.09
    wide, narrow = width / 2 + spread, width / 2 - 0.02
    walls = [
        board([(0, low, s * narrow), (0, high, s * wide)], length, WALL_M, across=(1, 0, 0)) for s in (-1, 1)
    ]
    floor = box((length - 0.01, 0.02, 2 * narrow), (0, low + 0.02, 0))
    ends = []
    for s, tall in ((-1, high + 0.16), (1, high + 0.06)):
        bow = [
            (0.96 * wide * float(np.cos(a)), high + (tall - high) * float(np.sin(a)))
            for a in np.linspace(0.0, np.pi, 9)
        ]
        ends.append(side_panel([(narrow, low), *bow, (-narrow, low)], 0.026, s * x, rounding_m=0.008))
    radius = 0.75

    def runner(angle: float) -> Point:
        return 0.0, radius * (1.0 - float(np.cos(angle))) + 0.025, radius * float(np.sin(angle))

    feet = []
    for at in (-x + 0.1, x - 0.1):
        feet.append(
            move(board(traced(runner, -0.45, 0.45, steps=8), 0.03, 0.04, across=(1, 0, 0)), (at, 0, 0))
        )
        feet += [leg((at, 0.03, s * 0.16), (at, low + 0.03, s * 0.13), 0.035, 0.04) for s in (-1, 1)]
    return join([*walls, floor, *ends, *feet])
