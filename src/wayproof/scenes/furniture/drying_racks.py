"""Folding racks to dry clothes on, with washing hung over their rods."""

from __future__ import annotations

from wayproof.geometry.solid import Solid, at_corners, both_sides, join, without_boxes
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.drapes import draped
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import described_by


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
    bars = [pipe([(-width / 2, y, z), (width / 2, y, z)], 0.005, sides=4) for y, z in rods]
    parts = [Part(join([frame, *bars]), metal)]
    order = [int(k) for k in vary.rng.permutation(len(rods))]
    for k in sorted(order[: min(5, len(rods) // 2 + 1)]):
        y, z = rods[k]
        wide = vary.between(0.25, 0.8) * width
        drop = min(vary.between(0.2, 0.5), y - 0.1)
        x = vary.between(-0.5, 0.5) * (width - wide - 0.04)
        cloth = draped(wide, drop, drop, (x, y, z), radius_m=0.008, thickness_m=0.006)
        parts.append(Part(without_boxes(cloth), vary.finish("fabric")))
    return settled(parts, vary)


def _winged_frame(width_m: float, size: float) -> tuple[Solid, list[tuple[float, float]]]:
    """Crossed legs that carry a level field of rods with a wing on either side; rods as (height, z)."""
    height, half, reach = 0.92, 0.28 * size, 0.6 * size
    x = width_m / 2
    side = [
        pipe([(x, 0.012, -half - 0.04), (x, height, half)], 0.01, sides=5),
        pipe([(x - 0.024, 0.012, half + 0.04), (x - 0.024, height, -half)], 0.01, sides=5),
        pipe([(x, height, -half), (x, height, half)], 0.01, sides=5),
        pipe([(x, height, half), (x, height + 0.16, reach)], 0.008, sides=5),
        pipe([(x, height, -half), (x, height + 0.16, -reach)], 0.008, sides=5),
    ]
    pieces = [both_sides(join(side))]
    pieces += [
        pipe([(-x, 0.014, s * (half + 0.04)), (x, 0.014, s * (half + 0.04))], 0.01, sides=5) for s in (-1, 1)
    ]
    level = [(height, half * k) for k in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    rise = [(height + 0.16 * t, s * (half + t * (reach - half))) for s in (-1, 1) for t in (0.5, 1.0)]
    return join(pieces), level + rise


def _tower_frame(width_m: float) -> tuple[Solid, list[tuple[float, float]]]:
    """Two upright frames with three shelves of rods between them."""
    height, half = 1.35, 0.24
    x = width_m / 2
    levels = (0.42, 0.85, 1.3)
    posts = at_corners(box((0.022, height, 0.022)), x, half)
    rails = [box((0.02, 0.02, 2 * half + 0.018), (x, y - 0.01, 0)) for y in levels]
    return join([posts, both_sides(join(rails))]), [
        (y, half * k) for y in levels for k in (-0.8, -0.27, 0.27, 0.8)
    ]


def _leaning_frame(width_m: float) -> tuple[Solid, list[tuple[float, float]]]:
    """Two ladders that lean against each other."""
    height, foot = 1.25, 0.32
    x = width_m / 2
    side = [pipe([(x, 0.014, s * foot), (x, height, s * 0.015)], 0.014, sides=5) for s in (-1, 1)]
    ratios = (0.3, 0.5, 0.7, 0.92)
    return both_sides(join(side)), [(height * t, s * foot * (1 - t)) for s in (-1, 1) for t in ratios]
