"""Bunk beds: two beds one above the other; the long side goes to the wall, the head is towards -X."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Solid, both_sides, join
from wayproof.geometry.solids import box, upright
from wayproof.geometry.sweeps import board, pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.bedding import bed_linen, made_bed
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import timber

LOWER_M, UPPER_M = 0.3, 1.22  # heights of the decks
POST_M = 0.07


@furniture(
    "bunk_bed",
    group="beds",
    shapes=("ladder", "stairs"),
    held_out=("wide_lower",),
    synonyms=("bunk", "double-decker bed"),
)
def bunk_bed(shape: str, vary: Variation) -> Model:
    """Two beds one above the other with a way to climb up."""
    length, width = 1.96, 0.9 * vary.scale**0.5
    lower_width = width + 0.34 if shape == "wide_lower" else width
    linen, wood = bed_linen(vary), timber(vary)
    room = UPPER_M - LOWER_M - 0.32
    lower = made_bed(lower_width, length, linen, pillows=1, mattress_m=0.16, drop_m=0.05, clearance_m=room)
    upper = made_bed(width, length, linen, pillows=1, mattress_m=0.16, drop_m=0.05)
    lower = lower.lying_across().moved(0, LOWER_M, (lower_width - width) / 2)
    upper = upper.lying_across().moved(0, UPPER_M, 0)
    frame = _frame(length, width, lower_width)
    front = width / 2 + 0.02
    if shape == "stairs":
        climb = _stairs(length / 2 + 0.09, front)
    else:
        climb = _ladder(0.3 * length + 0.16, front + 0.03, slant_m=0.06 if shape == "ladder" else 0.64)
    parts = [*lower.parts, *upper.parts, Part(join([*frame, climb]), wood)]
    return settled(parts, vary, surfaces=(lower.lap, upper.lap))


def _frame(length: float, width: float, lower_width: float) -> list[Solid]:
    """Posts, decks, ends and the guard of the upper bed."""
    x, z, top = length / 2 + 0.04, width / 2 + 0.03, UPPER_M + 0.42
    far = lower_width - width / 2 + 0.03
    pieces: list[Solid] = [both_sides(upright((POST_M, top, POST_M), (x, 0, s * z))) for s in (-1, 1)]
    if far > z + 0.1:
        pieces.append(both_sides(upright((POST_M, 0.62, POST_M), (x, 0, far))))
    for deck, reach in ((LOWER_M, far), (UPPER_M, z)):
        pieces.append(box((2 * x, 0.12, 0.028), (0, deck - 0.07, reach)))
        pieces.append(box((2 * x, 0.12, 0.028), (0, deck - 0.07, -z)))
        pieces.append(box((2 * x - 0.02, 0.02, reach + z - 0.02), (0, deck - 0.019, (reach - z) / 2)))
        pieces.append(both_sides(box((0.028, 0.12, reach + z), (x, deck - 0.07, (reach - z) / 2))))
    heights = [LOWER_M + 0.16, LOWER_M + 0.34, UPPER_M + 0.14, UPPER_M + 0.31]
    pieces += [both_sides(box((0.024, 0.09, 2 * z - 0.03), (x, y, 0))) for y in heights]
    gap = 0.42  # where one climbs in
    for y in (UPPER_M + 0.16, UPPER_M + 0.31):
        pieces.append(box((2 * x - 0.03, 0.07, 0.024), (0, y, -z)))
        pieces.append(box((2 * x - gap, 0.07, 0.024), (-gap / 2, y, z)))
    pieces.append(upright((0.04, 0.5, 0.04), (x - gap, UPPER_M - 0.06, z)))
    return pieces


def _ladder(x: float, z: float, *, slant_m: float) -> Solid:
    """Two rails and five rungs that lean on the upper bed."""
    top, half = UPPER_M + 0.36, 0.17
    # In four pieces, so that the boxes of a slanting rail stay close to it.
    heights = [top * k / 4 for k in range(5)]
    rails = [
        board(
            [(x + s * half, y, z + slant_m * (1 - y / top)) for y in heights], 0.028, 0.055, across=(1, 0, 0)
        )
        for s in (-1, 1)
    ]
    rungs = []
    for y in np.linspace(0.24, UPPER_M - 0.02, 5):
        at = z + slant_m * (1.0 - float(y) / top)
        rungs.append(pipe([(x - half, float(y), at), (x + half, float(y), at)], 0.018, sides=4))
    return join([*rails, *rungs])


def _stairs(x: float, front: float) -> Solid:
    """A flight of four steps at the foot end with overhanging treads."""
    wide, depth, count = 0.42, 2 * front - 0.08, 4
    going, rise = depth / count, (UPPER_M - 0.05) / count
    pieces = []
    for k in range(count):
        height, z = rise * (k + 1), front - 0.05 - (k + 0.5) * going
        pieces.append(box((wide - 0.03, height - 0.02, going - 0.002), (x + wide / 2, 0.0, z)))
        pieces.append(box((wide, 0.025, going + 0.012), (x + wide / 2, height - 0.025, z + 0.009)))
    return join(pieces)
