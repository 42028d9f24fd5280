"""Desks for offices: wide plain tops on steel frames that stand in rows, some with a screen behind."""

from __future__ import annotations

from wayproof.geometry.solid import Solid, both_sides, join
from wayproof.geometry.solids import box, cylinder
from wayproof.geometry.sweeps import board
from wayproof.scenes.furniture import Model, Part, Surface, Variation
from wayproof.scenes.furniture_parts.cabinetry import joinery
from wayproof.scenes.furniture_parts.drawers import drawer_block
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import described_by
from wayproof.scenes.furniture_parts.tabletops import table_top
from wayproof.scenes.furniture_parts.upholstery import padded
from wayproof.scenes.workplaces.fittings import fitting

HEIGHT_M, TOP_M = 0.73, 0.026
SCREEN_COLOURS = ("grey", "blue", "green", "red", "orange")
TOPS = ("wood", ("white", "beige", "grey", "brown"))


@fitting(
    "bench_desk",
    group="tables",
    category="desk",
    shapes=("t_legs", "loop_legs"),
    held_out=("column_legs",),
)
def bench_desk(shape: str, vary: Variation) -> Model:
    """A plain wide top on a steel frame, with a tray for cables below."""
    return _work_desk(shape, vary, screened=False, drawers=False)


@fitting(
    "screen_desk",
    group="tables",
    category="desk",
    shapes=("t_legs", "loop_legs"),
    held_out=("column_legs",),
)
def screen_desk(shape: str, vary: Variation) -> Model:
    """A plain wide top on a steel frame, with a cloth screen along its back."""
    return _work_desk(shape, vary, screened=True, drawers=False)


@fitting(
    "cell_desk",
    group="tables",
    category="desk",
    shapes=("t_legs", "loop_legs"),
    held_out=("column_legs",),
)
def cell_desk(shape: str, vary: Variation) -> Model:
    """A plain wide top on a steel frame, with a block of drawers under one end."""
    return _work_desk(shape, vary, screened=False, drawers=True)


def _work_desk(shape: str, vary: Variation, *, screened: bool, drawers: bool) -> Model:
    width, depth = 1.45 * vary.scale**0.6, 0.76 * vary.scale**0.3
    work = joinery(vary, ("metal", ("white", "grey", "black")), TOPS) if drawers else None
    top = described_by(vary, TOPS)  # last, as it is what a desk is described by
    metal = vary.finish("metal", colours=("silver", "white", "black", "grey"), pattern="plain")
    under = HEIGHT_M - TOP_M + 0.002
    legs = {"t_legs": _t_legs, "loop_legs": _loop_legs, "column_legs": _column_legs}[shape](
        width, depth, under
    )
    tray = box((0.7 * width, 0.05, 0.16), (0, under - 0.12, 0.13 - depth / 2))
    rail = box((width - 0.24, 0.04, 0.04), (0, under - 0.042, 0.0))
    parts = [Part(table_top(width, depth, TOP_M, HEIGHT_M), top), Part(join([legs, tray, rail]), metal)]
    if work:
        count = vary.count("drawer", 2, 3)
        side = vary.choose((-1.0, 1.0))
        x = side * (width / 2 - 0.33)
        parts += drawer_block(x, (0.4, under - 0.1, depth - 0.14), 0.04, count, work)
        parts.append(Part(box((0.36, 0.042, depth - 0.2), (x, 0, 0)), work.shadow))
    back = 0.0
    if screened:
        cloth = vary.finish("fabric", colours=SCREEN_COLOURS, pattern="woven")
        tall, back = vary.between(0.36, 0.46), 0.035
        panel = padded((width - 0.02, tall, 0.03), (0, HEIGHT_M - 0.06, 0.016 - depth / 2), rounding_m=0.008)
        parts.append(Part(panel, cloth))
    surface = Surface((0, HEIGHT_M, back / 2), width - 0.08, depth - 0.08 - back)
    return settled(parts, vary, surfaces=[surface])


def _t_legs(width_m: float, depth_m: float, under_m: float) -> Solid:
    """A column at both ends on a long foot."""
    x = width_m / 2 - 0.14
    foot = box((0.06, 0.03, depth_m - 0.08), (x, 0, 0))
    column = box((0.08, under_m - 0.03, 0.05), (x, 0.029, -0.05))
    arm = box((0.05, 0.03, depth_m - 0.2), (x, under_m - 0.03, 0))
    return both_sides(join([foot, column, arm]))


def _loop_legs(width_m: float, depth_m: float, under_m: float) -> Solid:
    """A closed frame of square bar at both ends."""
    x, z, bar = width_m / 2 - 0.05, depth_m / 2 - 0.06, 0.045
    uprights = [box((bar, under_m, bar), (x, 0, s * z)) for s in (-1, 1)]
    levels = [box((bar - 0.004, bar, 2 * z), (x, y, 0)) for y in (0.0, under_m - bar)]
    return both_sides(join([*uprights, *levels]))


def _column_legs(width_m: float, depth_m: float, under_m: float) -> Solid:
    """Round telescopes on crossed feet."""
    x, z = width_m / 2 - 0.2, depth_m / 2 - 0.08
    foot = board([(x, 0.015, -z), (x, 0.03, 0.0), (x, 0.015, z)], 0.07, 0.028, across=(1, 0, 0))
    lower = cylinder(0.045, 0.42, (x, 0.02, 0), sides=10)
    upper = cylinder(0.034, under_m - 0.41, (x, 0.41, 0), sides=10)
    return both_sides(join([foot, lower, upper]))
