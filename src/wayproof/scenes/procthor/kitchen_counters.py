"""Kitchen counters of ProcTHOR: straight, L- and C-shaped rows and islands, from our kitchen modules.

An assetId says the shape and the size in feet: Countertop_L_10x8. The back row runs along the whole width; an
L has its second row at the side of Unity's +x (that is where ProcTHOR puts things on it), a C on both sides.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayproof.geometry.solid import Point, move, stretched, turn
from wayproof.geometry.solids import box
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import FURNITURE, Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import gathered
from wayproof.scenes.furniture_parts.kitchen_modules import BODY_TOP_M, DEPTH_M, HEIGHT_M, MODULE_M, WORKTOP_M
from wayproof.scenes.procthor.asset_sizes import Asset
from wayproof.scenes.procthor.unity_frame import own_x
from wayproof.scenes.scene import Attributes
from wayproof.seeding import generator_for

ROW_M = 0.61  # two feet
SHAPES = ("one_door", "drawers", "one_door", "two_doors")


def counter_model(asset: Asset) -> tuple[Model, str]:
    """Rows of modules that share one look, about as large as the asset's box."""
    width, _, depth = asset.size_m
    letter = asset.id.split("_")[1] if asset.id.count("_") > 1 else "I"
    if letter == "Island":
        island = FURNITURE["kitchen_island"]
        return island.build("block", Variation(generator_for(0, "procthor", asset.id))), "island"
    look: dict[object, Finish] = {}
    sides = {"L": (own_x(1.0),), "C": (-1.0, 1.0)}.get(letter, ())
    if not sides or depth < 1.5 * ROW_M:
        parts, words = _row(asset.id, width, look)
        return Model(gathered(parts), words), "row"
    left, right = -width / 2 + ROW_M * (-1.0 in sides), width / 2 - ROW_M * (1.0 in sides)
    back = -depth / 2 + ROW_M / 2
    parts, words = _row(asset.id, right - left, look)
    placed = _put(parts, ((left + right) / 2, 0.0, back), 0.0)
    for side in sides:
        x = side * (width / 2 - ROW_M / 2)
        arm, _ = _row(f"{asset.id} {side}", depth - ROW_M, look)
        placed += _put(arm, (x, 0.0, ROW_M / 2), -side * np.pi / 2)
        placed += _put(_corner(parts), (x, 0.0, back), 0.0)
    return Model(gathered(placed), words), {"L": "corner", "C": "u_shaped"}[letter]


def _row(name: str, length_m: float, look: dict[object, Finish]) -> tuple[list[Part], Attributes]:
    """Modules side by side over a length, centred; fronts towards +z."""
    count = max(1, round(length_m / MODULE_M))
    each = length_m / count
    counter = FURNITURE["kitchen_counter"]
    parts: list[Part] = []
    words = Attributes()
    for k in range(count):
        vary = Variation(generator_for(0, "procthor", name, k), matching=look)
        module = counter.build(SHAPES[k % 3], vary)
        words = words if k else module.attributes
        x = (k + 0.5) * each - length_m / 2
        fit = (each / MODULE_M, 1.0, ROW_M / DEPTH_M)
        parts += [
            replace(part, solid=move(stretched(part.solid, fit), (x, 0.0, 0.0))) for part in module.parts
        ]
    # How many doors one module has says nothing of the row.
    return parts, Attributes(words.colour, words.size, words.pattern, words.material)


def _corner(row: list[Part]) -> list[Part]:
    """A closed block in the look of a row: worktop above, body below."""
    worktop, body = row[0].finish, row[1].finish
    return [
        Part(box((ROW_M, WORKTOP_M, ROW_M), (0.0, BODY_TOP_M, 0.0)), worktop),
        Part(box((ROW_M, HEIGHT_M - WORKTOP_M, ROW_M), (0.0, 0.0, 0.0)), body),
    ]


def _put(parts: list[Part], at: Point, heading_rad: float) -> list[Part]:
    return [replace(part, solid=move(turn(part.solid, heading_rad), at)) for part in parts]
