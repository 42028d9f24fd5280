"""Shredders for paper."""

from __future__ import annotations

from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import rectangle
from wayproof.geometry.solid import join, move
from wayproof.geometry.solids import box
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.workplaces.fittings import fitting


@fitting(
    "shredder",
    group="electronics",
    shapes=("tall", "low"),
    held_out=("wheeled",),
    synonyms=("paper shredder",),
)
def shredder(shape: str, vary: Variation) -> Model:
    """A bin with a cutter on top that takes paper."""
    width, depth = 0.36 * vary.scale**0.5, 0.27 * vary.scale**0.5
    high = {"tall": 0.62, "low": 0.46, "wheeled": 0.6}[shape] * vary.scale**0.5
    case = vary.main("plastic", colours=("black", "grey", "white"))
    dark = vary.finish("plastic", colours=("black",) if case.colour != "black" else ("grey",))
    paper = vary.finish("paper", colours=("white",))
    low = 0.05 if shape == "wheeled" else 0.0
    bin_below = stack(
        [(0.0, rectangle(0.88 * width, 0.86 * depth)), (0.72 * high, rectangle(0.94 * width, 0.92 * depth))]
    )
    head = stack(
        [
            (0.72 * high, rectangle(width, depth)),
            (0.95 * high, rectangle(width, depth)),
            (high, rectangle(0.9 * width, 0.84 * depth)),
        ]
    )
    slot = box((0.62 * width, 0.004, 0.025), (0, high - 0.002, 0))
    window = box((0.3 * width, 0.16, 0.01), (0, 0.2 * high, 0.45 * depth))
    page = box((0.5 * width, 0.14, 0.004), (0, high - 0.005, 0))
    wheels = [
        box((0.05, low + 0.01, 0.05), (sx * 0.36 * width, 0, sz * 0.34 * depth))
        for sx in (-1, 1)
        for sz in (-1, 1)
    ]
    solids = [(join([bin_below, head]), case), (join([slot, window]), dark), (page, paper)]
    parts = [Part(move(solid, (0, low, 0)), finish) for solid, finish in solids]
    return settled([*parts, *([Part(join(wheels), dark)] if low else [])], vary)
