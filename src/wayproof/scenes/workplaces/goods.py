"""What shops sell, as rows on a board: packets, cans, bottles, books, cartons and folded cloth.

A row is scenery: it belongs to the shelf that it stands on, as the books of a bookshelf do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from wayproof.geometry.solid import Solid, in_one_box, join, without_boxes
from wayproof.geometry.solids import box, lathe, panel
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Part, Variation

PRINTS: dict[str, tuple[str, ...]] = {
    "packets": ("red", "yellow", "blue", "green", "orange", "white"),
    "cans": ("red", "green", "blue", "white"),
    "bottles": ("green", "red", "blue", "yellow"),
    "books": ("red", "blue", "green", "white", "black", "yellow"),
    "spines": ("red", "blue", "green", "beige", "black", "yellow", "purple"),
    "cartons": ("white", "blue", "black", "orange"),
    "folded": ("blue", "red", "white", "grey", "green", "black", "pink", "yellow"),
}
# What each trade has on its shelves.
TRADES: dict[str, tuple[str, ...]] = {
    "grocery": ("packets", "cans", "bottles", "packets"),
    "books": ("spines", "books", "spines"),
    "household": ("cartons", "bottles", "packets", "cartons"),
    "clothes": ("folded",),
}


@dataclass(frozen=True)
class Board:
    """A board to fill: from x to x along its front edge, its height, and the room over it."""

    low_x_m: float
    high_x_m: float
    y_m: float
    front_m: float  # z of the front edge; goods stand behind it
    depth_m: float
    clear_m: float


def prints_for(kind: str, vary: Variation) -> list[Finish]:
    """Finishes that a kind of goods comes in; drawn once per shelf, so that textures stay few."""
    if kind == "folded":
        return [vary.finish("fabric", colours=(colour,), pattern="woven") for colour in PRINTS[kind]]
    if kind == "spines":
        return [vary.finish("paper", colours=(colour,), pattern="plain") for colour in PRINTS[kind]]
    pattern = "book_cover" if kind == "books" else "label"
    return [vary.finish("paper", colours=(colour,), pattern=pattern, tile_m=1.0) for colour in PRINTS[kind]]


def row_of(kind: str, room: Board, prints: list[Finish], vary: Variation) -> list[Part]:
    """One row of goods from end to end: a few of each, then the next."""
    x, gap = room.low_x_m, 0.025 if kind == "folded" else 0.006
    found: list[Part] = []
    while True:
        finish, (wide, tall) = vary.choose(prints), _size(kind, room, vary)
        for _ in range(_alike(kind, vary)):
            if x + wide > room.high_x_m:
                return _in_one_box(found)
            at = (x + wide / 2, room.y_m, room.front_m)
            found += _one(kind, (wide, tall), at, room.depth_m, finish)
            x += wide + gap
        x += vary.between(0.0, 0.03)


def _in_one_box(parts: list[Part]) -> list[Part]:
    """The same parts, with one box round all of them: tests for overlaps need not know each packet."""
    if not parts:
        return []
    whole = in_one_box(join([part.solid for part in parts])).boxes_m
    bare = [replace(part, solid=without_boxes(part.solid)) for part in parts]
    return [replace(bare[0], solid=replace(bare[0].solid, boxes_m=whole)), *bare[1:]]


def _alike(kind: str, vary: Variation) -> int:
    """How many of one sort stand side by side."""
    return 1 if kind in ("spines", "books") else int(vary.rng.integers(2, 5))


def _size(kind: str, room: Board, vary: Variation) -> tuple[float, float]:
    """Width and height of one piece."""
    least, most, low, high = {
        "packets": (0.09, 0.19, 0.16, 0.27),
        "cans": (0.075, 0.09, 0.1, 0.13),
        "bottles": (0.075, 0.095, 0.22, 0.29),
        "books": (0.14, 0.19, 0.2, 0.26),
        "spines": (0.025, 0.055, 0.18, 0.26),
        "cartons": (0.18, 0.34, 0.18, 0.3),
        "folded": (0.26, 0.32, 0.1, 0.24),
    }[kind]
    return vary.between(least, most), min(vary.between(low, high), room.clear_m - 0.02)


def _one(
    kind: str, size: tuple[float, float], at: tuple[float, float, float], depth_m: float, finish: Finish
) -> list[Part]:
    (wide, tall), (x, y, front) = size, at
    if kind == "cans":
        radius, count = wide / 2, 2 if tall < 0.115 else 1
        profile = [(radius, 0.0), (radius, tall), (0.0, tall)]
        cans = [
            lathe(profile, (x, y + k * tall, front - radius - 0.02), sides=6, smooth=False)
            for k in range(count)
        ]
        return [Part(join(cans), stretched_over(finish, 0.1))]
    if kind == "bottles":
        radius = wide / 2
        profile = [(radius, 0.0), (radius, 0.6 * tall), (0.35 * radius, 0.82 * tall), (0.3 * radius, tall)]
        body = lathe([*profile, (0.0, tall)], (x, y, front - radius - 0.02), sides=5)
        return [Part(body, stretched_over(finish, 0.1))]
    if kind == "folded":
        count = max(2, round(tall / 0.045))
        layers = [
            box(
                (wide - 0.012 * (k % 2), 0.04, min(0.3, depth_m - 0.06)),
                (x, y + 0.042 * k, front - depth_m / 2),
            )
            for k in range(count)
        ]
        return [Part(join(layers), finish)]
    deep = {"spines": 0.17, "books": 0.05}.get(kind, depth_m - 0.06)
    shell, face = packet(wide, tall, deep, (x, y, front - 0.02 - deep / 2))
    if kind == "spines":
        return [Part(join([shell, face]), finish)]
    return [Part(shell, stretched_over(finish, 10.0)), Part(face, finish)]


def stretched_over(finish: Finish, tile_m: float) -> Finish:
    """A print wound round or stretched over a piece instead of shown once on its front."""
    return msgspec.structs.replace(finish, tile_m=tile_m)


def packet(
    width_m: float, height_m: float, depth_m: float, at: tuple[float, float, float]
) -> tuple[Solid, Solid]:
    """The sides and top of a box, and its front as a picture; nobody sees the back and the underside."""
    whole = box((width_m, height_m, depth_m), at)
    shell = Solid(whole.vertices_m[:12], whole.normals[:12], whole.uv_m[:12], whole.faces[:6], whole.boxes_m)
    return shell, panel(width_m, height_m, (at[0], at[1], at[2] + depth_m / 2))
