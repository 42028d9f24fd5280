"""Folding racks to dry clothes on, with washing hung over their rods."""

from __future__ import annotations

from wayproof.geometry.solids import Solid, box, join, move, tube, turn, without_boxes
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture.painting import described_by
from wayproof.scenes.furniture.settling import settled


@furniture(
    "drying_rack",
    group="household",
    shapes=("wings", "tower"),
    held_out=("a_frame",),
    synonyms=("clothes horse", "clothes airer", "laundry rack"),
)
def drying_rack(shape: str, vary: Variation) -> Model:
    """A folding frame of rods with washing hung over it."""
    metal = described_by(vary, ("metal", ("white", "silver", "grey")), ("plastic", ("white", "grey")))
    width = 0.58 * vary.scale**0.5
    if shape == "wings":
        frame, rods = _winged_frame(width, vary.scale**0.5)
    elif shape == "tower":
        frame, rods = _tower_frame(width)
    else:
        frame, rods = _leaning_frame(width)
    bars = [tube([(-width / 2, y, z), (width / 2, y, z)], 0.005, sides=4) for y, z in rods]
    parts = [Part(join([frame, *bars]), metal)]
    order = [int(k) for k in vary.rng.permutation(len(rods))]
    for k in sorted(order[: min(5, len(rods) // 2 + 1)]):
        y, z = rods[k]
        wide = vary.between(0.25, 0.8) * width
        drop = min(vary.between(0.2, 0.5), y - 0.1)
        x = vary.between(-0.5, 0.5) * (width - wide - 0.04)
        cloth = _draped(wide, drop)
        parts.append(Part(without_boxes(move(cloth, (x, y + 0.006, z))), vary.finish("fabric")))
    return settled(parts, vary)


def _draped(width_m: float, drop_m: float) -> Solid:
    """A towel over a rod whose top is the origin: two leaves that meet in a fold."""
    leaves = []
    for side in (-1, 1):
        flap = box((width_m, drop_m, 0.006), (0, -drop_m, 0))
        leaves.append(move(turn(flap, -side * 0.05, axis="x"), (0, 0, side * 0.007)))
    return join([*leaves, box((width_m, 0.007, 0.02), (0, -0.002, 0))])


def _winged_frame(width_m: float, size: float) -> tuple[Solid, list[tuple[float, float]]]:
    """Crossed legs that carry a level field of rods with a wing on either side; rods as (height, z)."""
    height, half, reach = 0.92, 0.28 * size, 0.6 * size
    x = width_m / 2
    pieces = []
    for s in (-1, 1):
        pieces += [
            tube([(s * x, 0.012, -half - 0.04), (s * x, height, half)], 0.01, sides=5),
            tube([(s * (x - 0.024), 0.012, half + 0.04), (s * (x - 0.024), height, -half)], 0.01, sides=5),
            tube([(s * x, height, -half), (s * x, height, half)], 0.01, sides=5),
            tube([(s * x, height, half), (s * x, height + 0.16, reach)], 0.008, sides=5),
            tube([(s * x, height, -half), (s * x, height + 0.16, -reach)], 0.008, sides=5),
        ]
    pieces += [
        tube([(-x, 0.014, s * (half + 0.04)), (x, 0.014, s * (half + 0.04))], 0.01, sides=5) for s in (-1, 1)
    ]
    level = [(height, half * k) for k in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    rise = [(height + 0.16 * t, s * (half + t * (reach - half))) for s in (-1, 1) for t in (0.5, 1.0)]
    return join(pieces), level + rise


def _tower_frame(width_m: float) -> tuple[Solid, list[tuple[float, float]]]:
    """Two upright frames with three shelves of rods between them."""
    height, half = 1.35, 0.24
    x = width_m / 2
    pieces = [box((0.022, height, 0.022), (sx * x, 0, sz * half)) for sx in (-1, 1) for sz in (-1, 1)]
    levels = (0.42, 0.85, 1.3)
    pieces += [box((0.02, 0.02, 2 * half + 0.018), (s * x, y - 0.01, 0)) for s in (-1, 1) for y in levels]
    return join(pieces), [(y, half * k) for y in levels for k in (-0.8, -0.27, 0.27, 0.8)]


def _leaning_frame(width_m: float) -> tuple[Solid, list[tuple[float, float]]]:
    """Two ladders that lean against each other."""
    height, foot = 1.25, 0.32
    x = width_m / 2
    pieces = [
        tube([(sx * x, 0.014, sz * foot), (sx * x, height, sz * 0.015)], 0.014, sides=5)
        for sx in (-1, 1)
        for sz in (-1, 1)
    ]
    ratios = (0.3, 0.5, 0.7, 0.92)
    return join(pieces), [(height * t, s * foot * (1 - t)) for s in (-1, 1) for t in ratios]
