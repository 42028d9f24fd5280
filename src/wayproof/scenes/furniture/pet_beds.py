"""Beds for cats and dogs."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Solid, join
from wayproof.geometry.solids import lathe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.upholstery import padded, padded_outline, round_pad, wall
from wayproof.scenes.furniture_parts.vessels import hollow


@furniture(
    "pet_bed",
    group="textiles",
    shapes=("donut", "bolster"),
    held_out=("basket",),
    synonyms=("dog bed", "cat bed"),
)
def pet_bed(shape: str, vary: Variation) -> Model:
    """A soft place on the floor for a cat or a dog, with a raised rim."""
    inner = vary.finish("fabric", colours=("white", "beige", "grey"), pattern="terry", tile_m=0.2)
    if shape == "bolster":
        return _bolster_bed(0.78 * vary.scale, 0.56 * vary.scale, inner, vary)
    if shape == "basket":
        return _basket_bed(0.34 * vary.scale, 0.27 * vary.scale, inner, vary)
    radius, floor = 0.34 * vary.scale, 0.095
    inner_width = 1.24 * radius
    ring = Part(hollow(_donut(radius), inner_width, inner_width, 0.05), vary.main("fabric"))
    pad = Part(round_pad(0.68 * radius, floor - 0.03, (0, 0.03, 0), rounding_m=0.03, sides=16), inner)
    lap = Surface((0, floor, 0), 0.75 * radius, 0.75 * radius, relation="in")
    return settled([ring, pad], vary, surfaces=(lap,))


def _donut(radius: float) -> Solid:
    """A thick stuffed ring with a floor."""
    thick = 0.2 * radius
    middle = radius - thick
    around = [-0.6, -0.1, 0.4, 1.0, 1.5, 1.9]
    ring = [
        (middle + thick * float(np.cos(a * np.pi / 2)), 0.07 + 0.065 * float(np.sin(a * np.pi / 2)))
        for a in around
    ]
    profile = [(0.0, 0.0), (middle + 0.2 * thick, 0.0), *ring, (middle - thick, 0.05), (0.0, 0.045)]
    return lathe(profile, sides=16)


def _basket_bed(half_x: float, half_z: float, inner: Finish, vary: Variation) -> Model:
    """An oval basket, high at the back and low at the front, with a cushion in it."""
    wicker = vary.main("wicker")
    turns = np.linspace(-0.5, 1.5, 17) * np.pi
    path = [((half_x - 0.015) * float(np.cos(a)), (0.015 - half_z) * float(np.sin(a))) for a in turns]
    tops = [0.15 + 0.07 * float(np.sin(a)) for a in turns]
    outline = [(0.98 * x, 0.98 * z) for x, z in path[:-1]]
    body = join([wall(path, tops, 0.0, 0.03), padded_outline(outline, 0.03, (0, 0.004, 0), rounding_m=0.004)])
    pad = padded_outline([(0.9 * x, 0.9 * z) for x, z in path[:-1]], 0.055, (0, 0.03, 0), rounding_m=0.025)
    lap = Surface((0, 0.085, 0), half_x, half_z, relation="in")
    return settled([Part(body, wicker), Part(pad, inner)], vary, surfaces=(lap,))


def _bolster_bed(width: float, depth: float, soft: Finish, vary: Variation) -> Model:
    """A mattress with a bolster around three sides, low where the pet steps in."""
    cover = vary.main("fabric", "leather")
    x, z, bend = width / 2 - 0.06, depth / 2 - 0.06, 0.09
    path = [(x * 0.62, z), (x - bend * 0.3, z - bend * 0.3), (x, z - bend * 1.2), (x, bend - z)]
    path += [(x - bend * 0.3, bend * 0.3 - z), (x - bend, -z)]
    path += [(-a, b) for a, b in reversed(path)]
    tops = [0.12, 0.17, 0.19, 0.2, 0.21, 0.22]
    rim = wall(path, tops + tops[::-1], 0.002, 0.12)
    base = padded((width - 0.1, 0.05, depth - 0.05), rounding_m=0.015)
    top = padded((width - 0.2, 0.06, depth - 0.16), (0, 0.046, 0.01), rounding_m=0.025)
    lap = Surface((0, 0.106, 0), width - 0.36, depth - 0.36, relation="in")
    return settled([Part(join([base, rim]), cover), Part(top, soft)], vary, surfaces=(lap,))
