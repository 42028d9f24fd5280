"""Low and narrow tables: coffee tables, console tables and side tables."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Point, Solid, both_sides, join, turn
from wayproof.geometry.solids import box, cylinder, upright
from wayproof.geometry.sweeps import board, four_legs, leg, pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import joinery
from wayproof.scenes.furniture_parts.drawers import apron_drawers
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import frame_finish
from wayproof.scenes.furniture_parts.tabletops import hairpin_legs, legged_frame, table_top
from wayproof.scenes.furniture_parts.upholstery import padded_outline, round_pad


@furniture(
    "coffee_table",
    group="tables",
    shapes=("shelf", "round", "waterfall"),
    held_out=("hairpin",),
    synonyms=("cocktail table",),
)
def coffee_table(shape: str, vary: Variation) -> Model:
    """A low table that stands before a couch."""
    width, depth, height = 1.05 * vary.scale, 0.56 * vary.scale**0.6, 0.43
    finish = vary.main("wood", "wood", "stone", "glass")
    if shape == "waterfall":
        return _waterfall(width, depth, height, finish, vary)
    stand = frame_finish(vary)
    lower: list[Surface] = []
    if shape == "round":
        radius = 0.42 * vary.scale
        top = round_pad(radius, 0.032, (0, height - 0.032, 0), rounding_m=0.01, sides=22)
        frame = _splayed(0.66 * radius, 0.5 * radius, height - 0.03)
        room = (1.3 * radius, 1.3 * radius)
    else:
        top = table_top(width, depth, 0.03, height)
        room = (width - 0.08, depth - 0.08)
        if shape == "shelf":
            frame = legged_frame(width, depth, height - 0.03, leg_m=0.05, apron_m=0.05)
            low, shelf = 0.13, (width - 0.09, depth - 0.09)
            frame = join([frame, box((shelf[0], 0.02, shelf[1]), (0, low, 0))])
            lower = [Surface((0, low + 0.02, 0), shelf[0] - 0.1, shelf[1] - 0.06, clearance_m=height - 0.24)]
        else:
            frame = hairpin_legs(width, depth, height - 0.03)
    surfaces = (Surface((0, height, 0), *room), *lower)
    return settled([Part(top, finish), Part(frame, stand)], vary, surfaces=surfaces)


def _splayed(foot: float, head: float, under: float) -> Solid:
    """Four round legs that splay outwards, and a plate that holds them together."""
    legs = four_legs((foot, 0, foot), (head, under - 0.004, head), 0.028, 0.045, sides=6)
    plate = box((2 * head + 0.04, 0.022, 2 * head + 0.04), (0, under - 0.02, 0))
    return join([legs, plate])


def _waterfall(width: float, depth: float, height: float, finish: Finish, vary: Variation) -> Model:
    """One slab that bends down to the floor at both ends, with a shelf between."""
    thick, bend = 0.035, 0.05
    x, y = width / 2 - thick / 2, height - thick / 2
    path: list[Point] = [(-x, 0, 0), (-x, y - bend, 0), (bend * 0.3 - x, y - bend * 0.3, 0), (bend - x, y, 0)]
    path += [(-a, b, c) for a, b, c in reversed(path)]
    low, shelf = 0.15, (2 * x - thick + 0.004, depth - 0.06)
    parts = [
        Part(board(path, depth, thick, across=(0, 0, -1)), finish),
        Part(
            box((shelf[0], 0.02, shelf[1]), (0, low, 0)),
            vary.finish("wood", colours=("brown", "black", "white")),
        ),
    ]
    surfaces = (
        Surface((0, height, 0), width - 2 * bend - 0.1, depth - 0.06),
        Surface(
            (0, low + 0.02, 0), shelf[0] - 0.06, shelf[1] - 0.05, clearance_m=height - thick - low - 0.03
        ),
    )
    return settled(parts, vary, surfaces=surfaces)


@furniture(
    "console_table",
    group="tables",
    shapes=("shelf", "drawers"),
    held_out=("half_round",),
    synonyms=("console", "hall table", "sofa table"),
)
def console_table(shape: str, vary: Variation) -> Model:
    """A narrow table that stands against a wall."""
    width, depth, height = 1.1 * vary.scale, 0.34 * vary.scale**0.5, 0.79
    if shape == "drawers":
        return _drawer_console(width, depth, height, vary)
    if shape == "half_round":
        return _half_round(0.48 * vary.scale, height, vary)
    finish, stand = vary.main("wood", "stone", "glass"), frame_finish(vary)
    x, z, bar_m = width / 2 - 0.03, depth / 2 - 0.03, 0.026
    posts = [upright((bar_m, height - 0.024, bar_m), (x, 0, s * z)) for s in (-1, 1)]
    ends = [box((bar_m - 0.004, bar_m, 2 * z), (x, y, 0)) for y in (0.14, height - 0.052)]
    frame = [both_sides(join([*posts, *ends]))]
    frame += [box((2 * x, bar_m, bar_m - 0.004), (0, height - 0.052, s * z)) for s in (-1, 1)]
    shelf = box((2 * x + 0.02, 0.02, 2 * z + 0.02), (0, 0.155, 0))
    top = table_top(width, depth, 0.026, height)
    surfaces = (
        Surface((0, height, 0), width - 0.06, depth - 0.06),
        Surface((0, 0.175, 0), 2 * x - 0.08, 2 * z - 0.05, clearance_m=height - 0.24),
    )
    return settled([Part(join([top, shelf]), finish), Part(join(frame), stand)], vary, surfaces=surfaces)


def _drawer_console(width: float, depth: float, height: float, vary: Variation) -> Model:
    """Slender legs below a row of drawers."""
    work = joinery(vary, ("wood", ()))
    parts = apron_drawers(width, depth, height - 0.024, 0.15, vary.count("drawer", 2, 3), work)
    parts.append(Part(table_top(width, depth, 0.026, height), work.body))
    return settled(parts, vary, surfaces=(Surface((0, height, 0), width - 0.06, depth - 0.06),))


def _half_round(radius: float, height: float, vary: Variation) -> Model:
    """A half circle with its straight side to the wall."""
    finish = vary.main("wood", "stone")
    stand = frame_finish(vary)
    around = np.linspace(0.0, np.pi, 15)
    bow = [(-radius * float(np.cos(a)), 0.8 * radius * float(np.sin(a))) for a in around]
    outline = [bow[0], *bow, bow[-1]]  # the ends twice: there the edge is sharp
    rim = [(0.9 * x, 0.9 * z + 0.012) for x, z in outline]
    top = padded_outline(outline, 0.028, (0, height - 0.028, 0), rounding_m=0.009)
    apron = padded_outline(rim, 0.09, (0, height - 0.116, 0), rounding_m=0.002)
    places = [(0.8 * radius, 0.035), (0.44 * radius, 0.57 * radius)]
    legs = [both_sides(leg((x, 0, z), (x, height - 0.1, z), 0.024, 0.042)) for x, z in places]
    surface = Surface((0, height, 0.27 * radius), 1.3 * radius, 0.42 * radius)
    parts = [Part(join([top, apron]), finish), Part(join(legs), stand)]
    return settled(parts, vary, surfaces=(surface,))


@furniture(
    "side_table",
    group="tables",
    shapes=("tripod", "shelf"),
    held_out=("c_shape",),
    synonyms=("end table", "occasional table"),
)
def side_table(shape: str, vary: Variation) -> Model:
    """A small table beside a couch or a chair."""
    width, height = 0.46 * vary.scale, 0.56 * vary.scale**0.3
    finish = vary.main("wood", "stone", "glass", "metal")
    stand = frame_finish(vary)
    if shape == "tripod":
        parts, room = _tripod(0.24 * vary.scale, height, finish, stand), 0.3 * vary.scale
        return settled(parts, vary, surfaces=(Surface((0, height, 0), room, room),))
    depth = width if shape == "shelf" else 0.8 * width
    surfaces = [Surface((0, height, 0), width - 0.06, depth - 0.06)]
    if shape == "shelf":
        top = table_top(width, width, 0.024, height)
        x, low = width / 2 - 0.03, 0.16
        legs = four_legs((x, 0, x), (x, height - 0.02, x), 0.03, 0.03)
        rails = [box((2 * x - 0.026, 0.04, 0.018), (0, height - 0.062, s * x)) for s in (-1, 1)]
        sides = both_sides(box((0.018, 0.04, 2 * x - 0.026), (x, height - 0.062, 0)))
        plate = box((width - 0.05, 0.018, width - 0.05), (0, low, 0))
        surfaces.append(Surface((0, low + 0.018, 0), width - 0.13, width - 0.13, clearance_m=height - 0.26))
        return settled(
            [Part(join([top, plate]), finish), Part(join([legs, *rails, sides]), stand)],
            vary,
            surfaces=surfaces,
        )
    top = table_top(width, depth, 0.024, height)
    x, z = width / 2 - 0.035, depth / 2 - 0.03
    path: list[Point] = [(x, 0.011, z), (-x, 0.011, z), (-x, height - 0.034, z), (x, height - 0.034, z)]
    frame = [pipe([(a, b, s * c) for a, b, c in path], 0.012, sides=6) for s in (-1, 1)]
    frame += [
        box((0.03, 0.02, 2 * z), (at, y, 0))
        for at, y in ((-x, 0.001), (-x, height - 0.043), (x - 0.02, height - 0.043))
    ]
    return settled([Part(top, finish), Part(join(frame), stand)], vary, surfaces=surfaces)


def _tripod(radius: float, height: float, finish: Finish, dark: Finish) -> list[Part]:
    """A round top on a column with three bent feet."""
    top = round_pad(radius, 0.024, (0, height - 0.024, 0), rounding_m=0.008, sides=18)
    column = cylinder(0.024, height - 0.16, (0, 0.14, 0), top_radius_m=0.018, sides=8)
    plate = cylinder(0.09, 0.014, (0, height - 0.036, 0), sides=10)
    reach = 0.8 * radius
    path = [(0.0, 0.24, -0.005), (0.0, 0.2, -0.3 * reach), (0.0, 0.07, -0.75 * reach), (0.0, 0.014, -reach)]
    foot = board(path, 0.03, 0.024, across=(1, 0, 0))
    feet = [turn(foot, k * 2 * np.pi / 3) for k in range(3)]
    return [Part(top, finish), Part(join([column, plate, *feet]), dark)]
