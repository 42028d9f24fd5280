"""Books and paper: books, notebooks, newspapers and pens in a holder."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import extruded
from wayproof.geometry.solid import enlarged, join, lying, move, turn
from wayproof.geometry.solids import box, lathe, panel
from wayproof.geometry.sweeps import board, horn
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import move_parts, turn_parts
from wayproof.scenes.furniture_parts.palettes import pictured
from wayproof.scenes.furniture_parts.vessels import square_pot, vessel

_COVERS = ("red", "blue", "green", "black", "brown", "yellow", "white", "purple", "orange")
_BOARD_M = 0.003

# Half an open book across its fold, as (share of the width, height): the pages rise towards the fold.
_OPEN_PAGES = [(0.0, 0.012), (0.1, 0.022), (0.4, 0.025), (0.8, 0.017), (0.97, 0.009)]


@furniture("book", group="stationery", shapes=("single", "stack"), held_out=("standing",), stands="surface")
def book(shape: str, vary: Variation) -> Model:
    """A bound book, closed or open, or several of them."""
    width, depth = 0.155 * vary.scale, 0.225 * vary.scale
    pages = vary.finish("paper", colours=("white", "beige"))
    if shape == "single" and vary.state("closed", "open") == "open":
        return settled(_open_book(width, depth, vary), vary)
    cover = vary.main("paper", colours=_COVERS)
    if shape == "single":
        thickness = vary.between(0.022, 0.045)
        top = Surface((0, thickness, 0), width - 0.03, depth - 0.03, 0.3)
        return settled(_closed_book(width, thickness, depth, cover, pages), vary, surfaces=[top])
    count = vary.count("book", 2, 5)
    # Every other book, and the one on top, has the colour by which the pile is described.
    others = [vary.finish("paper", colours=_COVERS) for _ in range(count)]
    covers = [cover if (count - 1 - k) % 2 == 0 else others[k] for k in range(count)]
    if shape == "stack":
        return _stack_of_books(vary, width, depth, covers, pages)
    return settled(_standing_books(vary, depth, covers, pages), vary)


def _stack_of_books(
    vary: Variation, width: float, depth: float, covers: list[Finish], pages: Finish
) -> Model:
    parts: list[Part] = []
    height, size = 0.0, 1.0
    for cover in covers:
        thickness, angle = vary.between(0.02, 0.045), vary.between(-0.25, 0.25)
        one = _closed_book(size * width, thickness, size * depth, cover, pages)
        parts += move_parts(turn_parts(one, angle), (0, height, 0))
        height += thickness
        size *= vary.between(0.88, 1.0)
    top = Surface((0, height, 0), 0.5 * size * width, 0.5 * size * depth, 0.3)
    return settled(parts, vary, surfaces=[top])


def _standing_books(vary: Variation, depth: float, covers: list[Finish], pages: Finish) -> list[Part]:
    """Books side by side with their spines to the front, kept upright by a bent metal end."""
    parts: list[Part] = []
    x = 0.0
    for cover in covers:
        thickness, height = vary.between(0.022, 0.045), vary.between(0.85, 1.1) * depth
        # Spine to +z; the thickness, which was the height, now runs along x.
        lying_book = _closed_book(0.7 * depth, thickness, height, cover, pages)
        upright = turn_parts(turn_parts(lying_book, np.pi / 2, axis="x"), np.pi / 2)
        parts += move_parts(upright, (x, height / 2, 0))
        x += thickness + 0.001
    steel = vary.finish("metal", colours=("black", "silver", "white"), pattern="plain")
    foot, back = box((0.08, 0.002, 0.1), (x + 0.04, 0, 0)), box((0.003, 0.15, 0.1), (x + 0.0025, 0, 0))
    return [*parts, Part(join([foot, back]), steel)]


def _closed_book(width: float, thickness: float, depth: float, cover: Finish, pages: Finish) -> list[Part]:
    """A book on its back: spine at -x, two boards that overhang the pages, a picture on the front cover."""
    boards = [box((width, _BOARD_M, depth), (0, y, 0)) for y in (0.0, thickness - _BOARD_M)]
    spine = box((0.004, thickness - 0.002, depth - 0.002), (-width / 2 + 0.0035, 0.001, 0))
    block = box((width - 0.008, thickness - _BOARD_M, depth - 0.01), (-0.001, _BOARD_M / 2, 0))
    picture = lying(panel(width - 0.016, depth - 0.016), (0, thickness + 0.0006, depth / 2 - 0.008))
    return [
        Part(join([*boards, spine]), cover),
        Part(block, pages),
        Part(picture, pictured(cover, "book_cover")),
    ]


def _open_book(width: float, depth: float, vary: Variation) -> list[Part]:
    """Both halves lie flat on their covers, so one sees pages most of all; a ribbon marks the place."""
    cover = vary.finish("paper", colours=_COVERS)
    print_on = vary.main("paper", colours=("white", "beige"), pattern="newsprint", tile_m=0.3)
    halves = []
    for side in (-1, 1):
        outline = [(side * share * width, y) for share, y in [*_OPEN_PAGES, (0.97, 0.002), (0.0, 0.002)]]
        halves.append(extruded(outline[::-side], depth - 0.01))
    cloth_board = box((2 * width + 0.006, _BOARD_M, depth))
    ribbon = [(0.006, 0.0235, -0.3 * depth), (0.02, 0.026, 0.46 * depth), (0.022, 0.006, 0.52 * depth)]
    mark = board([(x * 2, y, z) for x, y, z in ribbon], 0.008, 0.002, across=(1, 0, 0))
    red = vary.finish("fabric", colours=("red", "blue"), pattern="plain")
    return [Part(cloth_board, cover), Part(join(halves), print_on), Part(mark, red)]


@furniture(
    "notebook",
    group="stationery",
    shapes=("spiral_side", "spiral_top"),
    held_out=("banded",),
    stands="surface",
)
def notebook(shape: str, vary: Variation) -> Model:
    """A pad of paper held by a wire spiral or by an elastic band, closed or open."""
    width, depth = 0.15 * vary.scale, 0.21 * vary.scale
    if shape == "spiral_top":
        width, depth = depth, width
    is_open = vary.state("open", "closed") == "open"
    colours = ("red", "blue", "green", "black", "yellow", "orange", "pink")
    if is_open:
        cover = vary.finish("paper", colours=colours)
        lines = vary.main("paper", colours=("white", "beige"))
    else:
        cover = vary.main("paper", colours=colours)
        lines = vary.finish("paper", colours=("white",))
    parts = _pad(width, depth, cover, lines, is_open)
    if not is_open:
        # Printed the right way up for a reader who has the spiral on the left, or on top.
        label = panel(0.08 * vary.scale, 0.05 * vary.scale, (0, -0.025 * vary.scale, 0))
        label = turn(label, -np.pi / 2, axis="x")
        label = turn(label, np.pi / 2 if shape == "spiral_top" else 0.0)
        parts.append(Part(move(label, (0.03 * width, 0.0228, 0)), pictured(lines, "label")))
    if shape == "banded":
        band = vary.finish("rubber", colours=("black", "red"))
        x = 0.75 * width if is_open else 0.3 * width
        parts.append(Part(box((0.006, 0.0225, depth + 0.003), (x, 0.001, 0)), band))
    else:
        wire = vary.finish("metal", colours=("silver", "black"), pattern="plain")
        edge = 0.0 if is_open else -width / 2 - 0.001
        coils = [box((0.02, 0.0245, 0.004), (edge, 0.0005, z)) for z in np.linspace(-0.44, 0.44, 9) * depth]
        parts.append(Part(join(coils), wire))
    if shape == "spiral_top":
        parts = turn_parts(parts, -np.pi / 2)
    return settled(parts, vary)


def _pad(width: float, depth: float, cover: Finish, lines: Finish, is_open: bool) -> list[Part]:
    """Pages between two covers, bound along -x; open, half of them lie on the left."""
    if is_open:
        covers = [box((width, _BOARD_M, depth), (side * (width / 2 + 0.004), 0, 0)) for side in (-1, 1)]
        heights = (0.009, 0.016)
        blocks = [
            box((width - 0.008, height, depth - 0.01), (side * (width / 2 + 0.003), 0.001, 0))
            for side, height in zip((-1, 1), heights, strict=True)
        ]
        return [Part(join(covers), cover), Part(join(blocks), lines)]
    boards = [box((width, _BOARD_M, depth), (0, y, 0)) for y in (0.001, 0.019)]
    block = box((width - 0.006, 0.018, depth - 0.008), (-0.001, 0.002, 0))
    return [Part(join(boards), cover), Part(block, lines)]


@furniture(
    "pen_holder", group="stationery", shapes=("round", "square"), held_out=("hexagonal",), stands="surface"
)
def pen_holder(shape: str, vary: Variation) -> Model:
    """A cup from which pens and pencils stick out."""
    radius, height = 0.04 * vary.scale, 0.1 * vary.scale
    finish = vary.main("metal", "plastic", "wood", "leather")
    if shape == "square":
        cup = square_pot(2 * radius, height, wall_m=0.06 * radius, floor_m=0.006)
    else:
        sides = 6 if shape == "hexagonal" else 12
        cup = vessel([(radius, 0), (radius, height)], wall_m=0.003, floor_m=0.005, sides=sides)
    pens = vary.count("pen", 3, 6)
    parts = [Part(cup, finish)]
    for k in range(pens):
        parts += _pen(vary, k, radius, height)
    return settled(parts, vary)


def _pen(vary: Variation, number: int, radius: float, height: float) -> list[Part]:
    """A pencil with its point up, or a pen with its cap up, leaning against the rim."""
    angle = number * 2.4 + vary.between(-0.3, 0.3)
    length = height + vary.between(0.05, 0.085)
    foot, lean = 0.35 * radius, vary.between(0.62, 0.8) * radius
    cos, sin = float(np.cos(angle)), float(np.sin(angle))

    def along(share: float) -> tuple[float, float, float]:
        reach = -foot + share * (foot + lean * length / height)
        return (reach * cos, 0.008 + share * (length - 0.008), reach * sin)

    body = vary.finish("plastic", colours=("red", "blue", "green", "yellow", "black", "orange"))
    if vary.chance(0.5):
        wood = vary.finish("wood", colours=("beige",), pattern="plain")
        tip = horn([along(0.93), along(1.03), along(1.08)], [0.0036, 0.0012, 0.0004], sides=5)
        return [Part(horn([along(0), along(0.94)], [0.0038, 0.0038], sides=6), body), Part(tip, wood)]
    cap = vary.finish("plastic", colours=("black", "white", "blue"))
    shaft = horn([along(0), along(0.72)], [0.004, 0.0045], sides=6)
    return [Part(shaft, body), Part(horn([along(0.7), along(1.0)], [0.0052, 0.0048], sides=6), cap)]


@furniture(
    "newspaper", group="stationery", shapes=("folded", "rolled"), held_out=("spread",), stands="surface"
)
def newspaper(shape: str, vary: Variation) -> Model:
    """A daily paper: folded with the title up, rolled with a band, or spread out."""
    width, depth = 0.3 * vary.scale, 0.22 * vary.scale
    paper = vary.main("paper", colours=("white", "grey", "beige"), pattern="newsprint", tile_m=0.25)
    ink = vary.finish("paper", colours=("black",))
    if shape == "rolled":
        rings = [(0.012, 0), (0.03, 0), (0.03, 0), (0.03, 0.32), (0.03, 0.32), (0.012, 0.316)]
        roll = lathe([(0, 0.004), *rings, (0, 0.316)])
        band = lathe([(0.03, 0.15), (0.0315, 0.15), (0.0315, 0.17), (0.03, 0.17)], smooth=False)
        red = vary.finish("rubber", colours=("red", "blue"))
        laid = [enlarged(turn(solid, np.pi / 2, axis="z"), vary.scale) for solid in (roll, band)]
        return settled([Part(laid[0], paper), Part(laid[1], red)], vary)
    if shape == "spread":
        path = [(-width, 0.004, 0), (-width * 0.5, 0.022, 0), (-0.01, 0.005, 0), (0.01, 0.005, 0)]
        path += [(width * 0.5, 0.026, 0), (width, 0.004, 0)]
        sheets = board([(float(x), float(y), 0.0) for x, y, _ in path], 1.9 * depth, 0.006, across=(0, 0, 1))
        bar = board(
            [(0.14 * width, 0.013, 0), (0.5 * width, 0.0295, 0), (0.85 * width, 0.012, 0)],
            0.03,
            0.002,
            across=(0, 0, 1),
        )
        return settled([Part(sheets, paper), Part(move(bar, (0, 0, -0.75 * depth)), ink)], vary)
    half = depth / 2
    fold = [
        (half, 0.0),
        (half + 0.006, 0.007),
        (half, 0.014),
        (-half, 0.013),
        (-half, 0.0075),
        (-half, 0.001),
    ]
    body = turn(extruded([(-x, y) for x, y in reversed(fold)], width), -np.pi / 2)
    title = box((0.8 * width, 0.001, 0.026), (0, 0.0142, -0.32 * depth))
    photo = lying(panel(0.4 * width, 0.36 * depth), (0.22 * width, 0.0155, 0.28 * depth))
    picture = pictured(vary.finish("paper", colours=("white",)), "photo")
    return settled([Part(body, paper), Part(title, ink), Part(photo, picture)], vary)
