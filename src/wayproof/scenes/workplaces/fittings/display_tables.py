"""Low furniture that shows goods: tables with steps, platforms in shop windows, stands of fruit."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Solid, in_one_box, join, turn
from wayproof.geometry.solids import box, sphere
from wayproof.scenes.furniture import Model, Part, Surface, Variation
from wayproof.scenes.furniture_parts.cabinetry import hollow_box
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import described_by
from wayproof.scenes.furniture_parts.tabletops import legged_frame, table_top
from wayproof.scenes.workplaces.fittings import fitting
from wayproof.scenes.workplaces.goods import Board, prints_for, row_of

TOP_M = 0.03


@fitting(
    "display_table",
    group="shop",
    shapes=("plain", "stepped"),
    held_out=("nested",),
    synonyms=("sales table", "display stand"),
)
def display_table(shape: str, vary: Variation) -> Model:
    """A table on which a shop shows single things."""
    return _table(shape, vary, goods=None)


@fitting(
    "clothes_table", group="shop", category="display_table", shapes=("plain", "stepped"), held_out=("nested",)
)
def clothes_table(shape: str, vary: Variation) -> Model:
    """A table with piles of folded clothes."""
    return _table(shape, vary, goods="folded")


@fitting(
    "book_table", group="shop", category="display_table", shapes=("plain", "stepped"), held_out=("nested",)
)
def book_table(shape: str, vary: Variation) -> Model:
    """A table with new books standing on it."""
    return _table(shape, vary, goods="books")


def _table(shape: str, vary: Variation, *, goods: str | None) -> Model:
    width, depth, high = 1.25 * vary.scale, 0.8 * vary.scale**0.5, 0.78
    wood = described_by(vary, ("wood", ("brown", "beige", "white", "black")))
    body = [legged_frame(width, depth, high - TOP_M), table_top(width, depth, TOP_M, high)]
    surfaces = [Surface((0, high, 0), width - 0.08, depth - 0.08)]
    rows = [(high, depth / 2 - 0.02), (high, 0.0)]
    if shape == "stepped":
        body.append(box((0.7 * width, 0.2, 0.4 * depth), (0, high - 0.002, -0.24 * depth)))
        top = high + 0.198
        surfaces = [Surface((0, high, 0.24 * depth), width - 0.1, 0.4 * depth)]
        surfaces.append(Surface((0, top, -0.24 * depth), 0.66 * width, 0.36 * depth))
        rows = [(high, depth / 2 - 0.02), (top, -0.06 * depth)]
    elif shape == "nested":
        shelf = box((width - 0.16, TOP_M, depth - 0.16), (0, 0.28, 0))
        body.append(shelf)
        surfaces.append(Surface((0, 0.28 + TOP_M, 0), width - 0.3, depth - 0.3, 0.3, "in"))
    parts = [Part(join(body), wood)]
    if goods is None:
        return settled(parts, vary, surfaces=surfaces)
    prints = prints_for(goods, vary)
    for y, front in rows:
        half = (0.3 if y > high else 0.44) * width
        parts += row_of(goods, Board(-half, half, y, front, 0.4 * depth, 0.35), prints, vary)
    return settled(parts, vary)


@fitting(
    "display_platform",
    group="shop",
    shapes=("low", "draped"),
    held_out=("tiered",),
    synonyms=("window display", "podium", "plinth"),
)
def display_platform(shape: str, vary: Variation) -> Model:
    """A low stage behind a shop window for what is to be seen from the street."""
    width, depth, high = 1.7 * vary.scale, 0.72, 0.26
    face = (
        vary.main("fabric", colours=("red", "green", "blue", "purple", "grey"), pattern="woven")
        if shape == "draped"
        else described_by(vary, ("wood", ("white", "beige", "black", "brown")))
    )
    trim = vary.finish("wood", colours=("black", "white", "brown"), pattern="plain")
    body = [box((width, high - 0.05, depth), (0, 0.05, 0))]
    surfaces = [Surface((0, high, 0), width - 0.1, depth - 0.1, 2.1)]
    if shape == "tiered":
        body.append(box((0.4 * width, 0.22, 0.6 * depth), (0.22 * width, high - 0.002, -0.1)))
        surfaces = [
            Surface((-0.24 * width, high, 0), 0.46 * width, depth - 0.1, 2.1),
            Surface((0.22 * width, high + 0.218, -0.1), 0.36 * width, 0.54 * depth, 1.8),
        ]
    parts = [Part(join(body), face), Part(box((width - 0.06, 0.052, depth - 0.06)), trim)]
    return settled(parts, vary, surfaces=surfaces)


@fitting(
    "fruit_stand",
    group="shop",
    shapes=("crates", "sloping"),
    held_out=("barrow",),
    synonyms=("vegetable stand", "produce stand", "market stall"),
)
def fruit_stand(shape: str, vary: Variation) -> Model:
    """Crates of fruit and vegetables on a slanting stand."""
    columns = vary.count("crate", 2, 3) if shape != "barrow" else vary.count("crate", 2, 2)
    pitch, deep, low = 0.46 * vary.scale, 0.42, 0.55
    wood = vary.main("wood", colours=("brown", "beige", "green"), pattern="wood_grain")
    fruits = [vary.finish("food", colours=(colour,)) for colour in ("red", "green", "orange", "yellow")]
    width = columns * pitch
    legs = [
        box((0.05, low + 0.1, 0.05), (s * (width / 2 - 0.04), 0, z)) for s in (-1, 1) for z in (-0.35, 0.35)
    ]
    body = [
        *legs,
        box((width, 0.03, 0.8), (0, low - 0.2, 0)),
        box((width, 0.45, 0.03), (0, low - 0.18, -0.4)),
    ]
    if shape == "barrow":
        body += [box((0.04, 0.04, 1.1), (s * (width / 2 - 0.02), low - 0.1, 0.1)) for s in (-1, 1)]
    tilt = 0.3 if shape != "crates" else 0.16
    parts: list[Part] = []
    for row in range(2):
        z, y = 0.2 - 0.4 * row, low + 0.14 * row
        for column in range(columns):
            x = (column - (columns - 1) / 2) * pitch
            crate = turn(
                hollow_box((pitch - 0.02, 0.14, deep - 0.04), (x, y, z), wall_m=0.012, opens="y"),
                tilt,
                axis="x",
                about=(x, y, z),
            )
            heap = turn(_heap(x, y + 0.05, z, pitch - 0.08, deep - 0.1), tilt, axis="x", about=(x, y, z))
            body.append(crate)
            parts.append(Part(heap, fruits[(row * columns + column) % len(fruits)]))
    return settled([Part(in_one_box(join(body)), wood), *parts], vary)


def _heap(x_m: float, y_m: float, z_m: float, width_m: float, depth_m: float) -> Solid:
    """A bed of balls, and a few on top of it."""
    balls = []
    for i in np.linspace(-0.4, 0.4, 4):
        for k in np.linspace(-0.36, 0.36, 3):
            place = (
                x_m + float(i) * width_m,
                y_m - 0.01 + 0.03 * (0.4 - abs(float(k))),
                z_m + float(k) * depth_m,
            )
            balls.append(sphere(0.055, place, sides=6))
    return in_one_box(join(balls))
