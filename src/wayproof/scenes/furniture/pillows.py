"""Loose textiles that lie on beds and couches: pillows and blankets."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.solid import Point, Solid, both_sides, join, without_boxes
from wayproof.geometry.solids import sheet
from wayproof.geometry.sweeps import board, roller
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.upholstery import padded, pillow_shape, roll


@furniture(
    "pillow",
    group="textiles",
    shapes=("square", "oblong"),
    held_out=("bolster",),
    stands="surface",
    synonyms=("cushion", "throw pillow"),
)
def pillow(shape: str, vary: Variation) -> Model:
    """A stuffed pillow to lean on."""
    cover = vary.main("fabric")
    if shape == "bolster":
        radius, length = 0.085 * vary.scale, 0.48 * vary.scale
        body = roll(radius, length, (0, radius, 0), along="x", sides=12)
        trim = both_sides(roller(radius + 0.004, 0.012, (0.36 * length, radius, 0), sides=12))
        return settled([Part(body, cover), Part(trim, vary.finish("fabric", pattern="woven"))], vary)
    if shape == "square":
        body = pillow_shape(0.44 * vary.scale, 0.44 * vary.scale, 0.15 * vary.scale, cells=6)
    else:
        body = pillow_shape(0.6 * vary.scale, 0.38 * vary.scale, 0.14 * vary.scale, cells=6)
    return settled([Part(body, cover)], vary)


@furniture(
    "blanket",
    group="textiles",
    shapes=("folded", "rolled"),
    held_out=("fringed",),
    stands="surface",
    synonyms=("throw", "plaid"),
)
def blanket(shape: str, vary: Variation) -> Model:
    """A woollen blanket, put away neatly."""
    cover = vary.main("fabric")
    width, depth = 0.46 * vary.scale, 0.34 * vary.scale
    if shape == "rolled":
        straps = vary.finish("leather")
        body, bands = _rolled(0.075 * vary.scale, width)
        return settled([Part(body, cover), Part(bands, straps)], vary)
    if shape == "folded":
        return settled([Part(_folds(width, depth, 3, 0.042, vary), cover)], vary)
    layers = _folds(width, depth, 2, 0.03, vary)
    return settled([Part(join([layers, _fringe(width, depth)]), cover)], vary)


def _folds(width: float, depth: float, count: int, thick: float, vary: Variation) -> Solid:
    """A cloth folded back and forth: layers joined by a round fold, now at the front, now at the back."""
    layers = []
    for k in range(count):
        slip = vary.between(-0.006, 0.006)
        size = (width - 0.01 * (k % 2), thick, depth - 0.012 * k)
        layers.append(padded(size, (slip, k * (thick - 0.003), 0.006 * (-1) ** k), rounding_m=0.45 * thick))
    return join(layers)


def _rolled(radius: float, length: float) -> tuple[Solid, Solid]:
    """A roll with the end of the cloth lying on it, held by two straps."""
    body = roll(radius, length, (0, radius, 0), along="x", sides=12)
    over = arc((0, radius, 0), radius + 0.005, 0.1, 1.9, steps=4, plane="zy")
    flap = board(over, length - 0.03, 0.014, across=(1, 0, 0))
    band = roller(radius + 0.016, 0.025, (0.27 * length, radius + 0.003, 0), sides=12)
    return join([body, flap]), both_sides(band)


def _fringe(width: float, depth: float) -> Solid:
    """Threads along the front edge."""
    threads = []
    for x in np.linspace(-width / 2 + 0.015, width / 2 - 0.015, 18):
        near, far = depth / 2 - 0.012, depth / 2 + 0.035
        corners: list[Point] = [(float(x) - 0.005, 0.002, far), (float(x) + 0.005, 0.002, far)]
        corners += [(float(x) + 0.004, 0.014, near), (float(x) - 0.004, 0.014, near)]
        threads.append(without_boxes(sheet(corners)))
    return join(threads)
