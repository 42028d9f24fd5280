"""Shelves of shops, full of goods: double ones that stand in rows, single ones along the walls."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from wayproof.geometry.solid import join
from wayproof.geometry.solids import box
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import move_parts, turn_parts
from wayproof.scenes.workplaces.fittings import fitting
from wayproof.scenes.workplaces.goods import TRADES, Board, prints_for, row_of

BOARD_M, BASE_M, BACK_M = 0.025, 0.14, 0.04
SHAPES, HELD_OUT = ("steel", "panelled"), ("crowned",)
SYNONYMS = ("display shelf", "store shelf", "shelf", "shelves")
RAIL_COLOURS = ("red", "blue", "green", "white", "yellow")
WOODEN = ("books", "clothes")  # trades whose shelves are of wood
FREE_BOARD = 0.7  # how often a side keeps one board for single things


@dataclass(frozen=True)
class _Rack:
    """The measures and finishes of one side."""

    width_m: float
    depth_m: float
    levels: int
    step_m: float
    body: Finish
    rail: Finish
    trade: str


def _shelf(trade: str, shape: str, vary: Variation, *, double: bool) -> Model:
    wooden = trade in WOODEN
    body = (
        vary.main("wood", colours=("brown", "beige", "white"), pattern="wood_grain")
        if wooden
        else vary.main("metal", colours=("white", "grey", "silver"), pattern="plain")
    )
    rail = vary.finish("plastic", colours=("white", "black") if wooden else RAIL_COLOURS)
    levels = vary.count("shelf", 4, 4) if double else vary.count("shelf", 5, 5)
    width, depth = 1.12 * vary.scale**0.5, 0.36 if wooden else 0.42
    rack = _Rack(width, depth, levels, 0.34 if double else 0.37, body, rail, trade)
    height = BASE_M + levels * rack.step_m - 0.04
    goods, surfaces = _side(rack, vary)
    parts = [Part(box((width, height, BACK_M)), body), *move_parts(goods, (0, 0, BACK_M / 2))]
    spots = [replace(s, centre_m=_shifted(s, 1.0)) for s in surfaces]
    if double:
        goods, surfaces = _side(rack, vary)
        parts += turn_parts(move_parts(goods, (0, 0, BACK_M / 2)), np.pi)
        spots += [replace(s, centre_m=_shifted(s, -1.0)) for s in surfaces]
    parts += _ends(shape, rack, height, double=double)
    return settled(parts, vary, surfaces=spots)


def _shifted(surface: Surface, side: float) -> tuple[float, float, float]:
    x, y, z = surface.centre_m
    return (side * x, y, side * (z + BACK_M / 2))


def _side(rack: _Rack, vary: Variation) -> tuple[list[Part], list[Surface]]:
    """Boards and goods before a back whose face is z = 0."""
    kinds = TRADES[rack.trade]
    prints = {kind: prints_for(kind, vary) for kind in dict.fromkeys(kinds)}
    free = int(vary.rng.integers(rack.levels)) if vary.chance(FREE_BOARD) else -1
    boards, rails, half = [], [], rack.width_m / 2
    goods: list[Part] = []
    surfaces: list[Surface] = []
    for k in range(rack.levels):
        y, reach = BASE_M + k * rack.step_m, rack.depth_m - (0.06 if k else 0.0)
        boards.append(box((rack.width_m - 0.05, BOARD_M, reach), (0, y - BOARD_M, reach / 2 - 0.002)))
        rails.append(box((rack.width_m - 0.06, 0.036, 0.008), (0, y - 0.033, reach)))
        clear = rack.step_m - BOARD_M - 0.01
        if k == free:
            surfaces.append(Surface((0, y, reach / 2), rack.width_m - 0.14, reach - 0.06, clear, "in"))
            continue
        room = Board(0.04 - half, half - 0.04, y, reach, reach, clear)
        kind = vary.choose(kinds)
        goods += row_of(kind, room, prints[kind], vary)
    deep = rack.depth_m - 0.03
    boards.append(box((rack.width_m - 0.06, BASE_M - BOARD_M + 0.002, deep), (0, 0, deep / 2 - 0.002)))
    return [Part(join(boards), rack.body), Part(join(rails), rack.rail), *goods], surfaces


def _ends(shape: str, rack: _Rack, height_m: float, *, double: bool) -> list[Part]:
    """Uprights or boards at both ends, and a coloured board on top."""
    deep = rack.depth_m * (2 if double else 1) + BACK_M
    z = 0.0 if double else rack.depth_m / 2
    x = rack.width_m / 2 - 0.013
    if shape == "steel":
        ends = [box((0.03, height_m + 0.02, 0.06), (s * x, 0, 0)) for s in (-1, 1)]
    else:
        ends = [box((0.026, height_m, deep - 0.02), (s * x, 0, z)) for s in (-1, 1)]
    parts = [Part(join(ends), rack.body)]
    if shape == "crowned":
        parts.append(Part(box((rack.width_m, 0.16, 0.03), (0, height_m - 0.002, 0)), rack.rail))
    return parts


def _register(trade: str) -> None:
    """A shelf for the middle of the floor and one for the wall, with the goods of a trade."""

    def double_shelf(shape: str, vary: Variation) -> Model:
        return _shelf(trade, shape, vary, double=True)

    def wall_shelf(shape: str, vary: Variation) -> Model:
        return _shelf(trade, shape, vary, double=False)

    double_shelf.__doc__ = f"A shelf with {trade} goods on both sides."
    wall_shelf.__doc__ = f"A shelf with {trade} goods for the wall of a shop."
    for name, build in ((f"{trade}_gondola", double_shelf), (f"{trade}_wall_rack", wall_shelf)):
        fitting(
            name, group="shop", category="shop_shelf", shapes=SHAPES, held_out=HELD_OUT, synonyms=SYNONYMS
        )(build)


for _trade in TRADES:
    _register(_trade)
