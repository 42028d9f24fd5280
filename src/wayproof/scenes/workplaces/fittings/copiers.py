"""Copiers that stand on the floor."""

from __future__ import annotations

from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import rectangle
from wayproof.geometry.solid import join, lying, move, turn
from wayproof.geometry.solids import box, panel
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.lamp_parts import screen_finish
from wayproof.scenes.workplaces.fittings import fitting


@fitting(
    "copier",
    group="electronics",
    shapes=("office", "finisher"),
    held_out=("plotter",),
    synonyms=("photocopier", "copy machine", "office printer"),
)
def copier(shape: str, vary: Variation) -> Model:
    """A copier on the floor: paper drawers below, a lid to put pages under, a tray they come out at."""
    case = vary.main("plastic", colours=("white", "white", "grey"))
    dark = vary.finish("plastic", colours=("black", "grey"))
    paper = vary.finish("paper", colours=("white",))
    glass = screen_finish(vary, lit=True)
    if shape == "plotter":
        return _plotter(vary, case, dark, paper)
    width, depth, high = 0.62 * vary.scale**0.5, 0.64, 0.98 * vary.scale**0.5
    body = box((width, 0.6 * high, depth), (0, 0.02, 0))
    bridge = box((width, 0.2 * high, depth - 0.06), (0, 0.8 * high, -0.03))
    posts = [
        box((0.1, 0.2 * high, depth - 0.06), (0.05 - width / 2, 0.61 * high, -0.03)),
        box((width, 0.2 * high, 0.1), (0, 0.61 * high, 0.05 - depth / 2)),
    ]
    lid = stack([(0.0, rectangle(width, depth - 0.1)), (0.09, rectangle(width - 0.05, depth - 0.2))])
    feeder = turn(box((0.3, 0.02, 0.32), (0.02, 0, 0)), 0.18, axis="z")
    drawers = [box((width - 0.03, 0.004, 0.008), (0, 0.04 + k * 0.15, depth / 2)) for k in range(1, 4)]
    grips = [box((0.16, 0.022, 0.01), (0, 0.13 + k * 0.15, depth / 2)) for k in range(3)]
    pages = box((0.3, 0.02, 0.21), (0.04, 0.62 * high + 0.018, -0.02))
    board = turn(
        box((0.24, 0.02, 0.14), (width / 2 - 0.16, high, depth / 2 - 0.04)),
        0.5,
        axis="x",
        about=(0, high, depth / 2 - 0.04),
    )
    view = lying(panel(0.18, 0.1), (width / 2 - 0.16, high + 0.023, depth / 2 + 0.01))
    view = turn(view, 0.5, axis="x", about=(0, high, depth / 2 - 0.04))
    lid, feeder = move(lid, (0, high + 0.002, -0.05)), move(feeder, (-0.05, high + 0.09, -0.08))
    hard = [*drawers, *grips, board, feeder, box((width - 0.06, 0.022, depth - 0.08))]
    parts = [
        Part(join([body, bridge, *posts, lid]), case),
        Part(join(hard), dark),
        Part(pages, paper),
        Part(view, glass),
    ]
    if shape == "finisher":
        side = box((0.3, 0.75 * high, depth - 0.1), (width / 2 + 0.151, 0.0, -0.02))
        trays = [box((0.3, 0.012, 0.32), (width / 2 + 0.45, 0.45 * high + 0.22 * k, -0.02)) for k in range(2)]
        parts += [Part(side, case), Part(join(trays), dark)]
    return settled(parts, vary)


def _plotter(vary: Variation, case: Finish, dark: Finish, paper: Finish) -> Model:
    """A wide printer on two legs with a roll of paper that hangs out."""
    width, high = 1.25 * vary.scale**0.5, 0.95
    body = box((width, 0.26, 0.36), (0, high - 0.26, 0))
    ends = [box((0.16, 0.3, 0.4), (s * (width / 2 - 0.08), high - 0.28, 0)) for s in (-1, 1)]
    legs = [box((0.06, high - 0.26, 0.08), (s * (width / 2 - 0.2), 0.03, 0)) for s in (-1, 1)]
    feet = [box((0.07, 0.03, 0.6), (s * (width / 2 - 0.2), 0, 0)) for s in (-1, 1)]
    sheet = box((0.7 * width, 0.42, 0.006), (0, high - 0.55, 0.19))
    return settled(
        [
            Part(join([body, *ends]), case),
            Part(join([*legs, *feet]), dark),
            Part(sheet, paper),
        ],
        vary,
    )
