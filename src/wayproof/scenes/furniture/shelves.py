"""Open shelves: bookshelves with their books, and stands for a television."""

from __future__ import annotations

from wayproof.geometry.solid import Solid, at_corners, both_sides, join, move, turn
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import (
    BOARD_M,
    Frame,
    columns,
    door,
    drawer,
    four_feet,
    hollow_box,
    joinery,
    shadow_slab,
)
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import described_by
from wayproof.scenes.furniture_parts.tabletops import hairpin_legs

BOOK_COLOURS = ("red", "blue", "green", "white", "black", "yellow", "beige")


@furniture(
    "bookshelf",
    group="storage",
    shapes=("tall", "low", "open_frame"),
    held_out=("stepped",),
    synonyms=("bookcase", "shelf", "shelving unit"),
)
def bookshelf(shape: str, vary: Variation) -> Model:
    """Boards one above the other, half filled with books."""
    wood = described_by(vary, ("wood", ()))
    covers = [vary.finish("paper", colours=(colour,)) for colour in BOOK_COLOURS]
    if shape == "stepped":
        return _stepped_bookshelf(wood, covers, vary)
    levels = vary.count("shelf", *{"tall": (5, 6), "low": (3, 3), "open_frame": (4, 5)}[shape])
    width = {"tall": 0.8, "low": 1.1, "open_frame": 0.95}[shape] * vary.scale
    step, depth = vary.between(0.31, 0.34), 0.3
    height = levels * step + BOARD_M
    boards = [Frame(0.0, k * step, width - 2 * BOARD_M, step) for k in range(levels)]
    if shape == "open_frame":
        parts = _open_frame(width, height, depth, boards, wood, vary)
    else:
        case = [hollow_box((width, height, depth))]
        case += [_board(frame, depth) for frame in boards[1:]]
        parts = [Part(join(case), wood)]
    filled = _rows_to_fill(levels, vary)
    surfaces = []
    for k, frame in enumerate(boards):
        top = frame.y_m + BOARD_M
        if k in filled:
            parts += _books(Frame(frame.x_m, top, frame.width_m - 0.02, step - BOARD_M), depth, covers, vary)
        else:
            clearance = step - BOARD_M - 0.01 if k < levels - 1 or shape != "open_frame" else 0.5
            surfaces.append(
                Surface((frame.x_m, top, 0.0), frame.width_m - 0.06, depth - 0.06, clearance, "in")
            )
    if shape == "low":
        surfaces.append(Surface((0, height, 0), width - 0.06, depth - 0.06))
    return settled(parts, vary, surfaces=surfaces)


def _rows_to_fill(levels: int, vary: Variation) -> list[int]:
    """Which boards carry books: about half of them, and never all but one."""
    order = [int(k) for k in vary.rng.permutation(levels)]
    return sorted(order[: min(levels // 2, levels - 2)])


def _board(frame: Frame, depth_m: float) -> Solid:
    """A board along the lower edge of a frame, let into the sides and the back."""
    return box(
        (frame.width_m + 0.004, BOARD_M, depth_m - BOARD_M - 0.002),
        (frame.x_m, frame.y_m, BOARD_M / 2 - 0.003),
    )


def _books(room: Frame, depth_m: float, covers: list[Finish], vary: Variation) -> list[Part]:
    """A row of books that stand on the lower edge of a frame, the last one leaning, some space left over."""
    x, end = room.x_m - room.width_m / 2 + 0.004, room.x_m + room.width_m / 2
    until = x + room.width_m * vary.between(0.6, 0.9)
    parts: list[Part] = []
    while x < until:
        thick = vary.between(0.03, 0.065)
        tall = min(vary.between(0.19, 0.28), room.height_m - 0.02)
        deep = vary.between(0.15, 0.21)
        place = (x + thick / 2, room.y_m, depth_m / 2 - 0.03 - deep / 2)
        parts.append(Part(box((thick, tall, deep), place), vary.choose(covers)))
        x += thick + 0.003
    if end - x > 0.12:
        leaning = turn(box((0.03, 0.2, 0.16), (0.015, 0, 0)), 0.2, axis="z")
        parts.append(Part(move(leaning, (x + 0.05, room.y_m + 0.0, depth_m / 2 - 0.12)), vary.choose(covers)))
    return parts


def _open_frame(
    width_m: float, height_m: float, depth_m: float, boards: list[Frame], wood: Finish, vary: Variation
) -> list[Part]:
    """Thick boards between two ladders of square metal bar, a cross at the back."""
    metal = vary.finish("metal", colours=("black", "black", "silver"))
    bar, x, z = 0.025, width_m / 2, depth_m / 2
    posts = at_corners(box((bar, height_m, bar)), x - bar / 2, z - bar / 2)
    size = (bar - 0.004, bar, depth_m - 2 * bar + 0.004)
    rungs = both_sides(join([box(size, (x - bar / 2, frame.y_m - 0.02, 0)) for frame in boards[1:]]))
    low, high = boards[1].y_m, boards[-1].y_m
    back = -z + 0.01
    cross = [
        pipe(
            [(side * (x - 0.02), low, back), (-side * (x - 0.02), high, back + 0.001 * side)], 0.005, sides=4
        )
        for side in (-1, 1)
    ]
    shelves = [
        box((width_m - 2 * bar + 0.004, BOARD_M, depth_m - 0.01), (0, frame.y_m, 0)) for frame in boards
    ]
    return [Part(join(shelves), wood), Part(join([posts, rungs, *cross]), metal)]


def _stepped_bookshelf(wood: Finish, covers: list[Finish], vary: Variation) -> Model:
    """Columns of pigeon-holes that go down like stairs; each step is a surface of its own."""
    pitch, depth = 0.35 * vary.scale**0.5, 0.32
    heights = (4, 3, 2, 1)
    vary.count("shelf", sum(heights), sum(heights))
    parts = [Part(_stairs(heights, pitch, depth), wood)]
    surfaces: list[Surface] = []
    room_width, room_height = pitch - BOARD_M, pitch - BOARD_M
    for column, levels in enumerate(heights):
        x = (column - 1.5) * pitch
        for level in range(levels):
            top = level * pitch + BOARD_M
            if (column * 2 + level) % 3 == 0:
                parts += _books(Frame(x, top, room_width - 0.02, room_height), depth, covers, vary)
            else:
                surfaces.append(
                    Surface((x, top, 0), room_width - 0.05, depth - 0.07, room_height - 0.01, "in")
                )
        surfaces.append(Surface((x, levels * pitch + BOARD_M, 0), pitch - 0.1, depth - 0.07))
    return settled(parts, vary, surfaces=surfaces)


def _stairs(heights: tuple[int, ...], pitch_m: float, depth_m: float) -> Solid:
    """Uprights as high as the taller neighbour, boards let in between them, and a back to each column."""
    pieces = []
    for k in range(len(heights) + 1):
        tall = max(heights[max(k - 1, 0)], heights[min(k, len(heights) - 1)])
        x = (k - len(heights) / 2) * pitch_m
        pieces.append(box((BOARD_M, tall * pitch_m + BOARD_M + 0.002, depth_m), (x, 0, 0)))
    for k, levels in enumerate(heights):
        x = (k + 0.5 - len(heights) / 2) * pitch_m
        width = pitch_m - BOARD_M + 0.004
        boards = [
            box((width, BOARD_M, depth_m - 0.006), (x, level * pitch_m, 0)) for level in range(levels + 1)
        ]
        pieces += [*boards, box((width, levels * pitch_m, 0.01), (x, 0.009, -depth_m / 2 + 0.007))]
    return join(pieces)


@furniture(
    "tv_stand",
    group="storage",
    shapes=("open_middle", "drawers"),
    held_out=("hairpin",),
    synonyms=("television stand", "media console", "tv unit"),
)
def tv_stand(shape: str, vary: Variation) -> Model:
    """A long low case that a television stands on."""
    work = joinery(vary, ("wood", ()))
    width, depth = 1.45 * vary.scale, 0.4
    foot, height = (0.18, 0.3) if shape == "hairpin" else (0.1, 0.4)
    top = foot + height
    whole = Frame(0.0, foot + 0.002, width - 0.004, height - 0.024)
    parts = [Part(box((width + 0.02, 0.025, depth + 0.02), (0, top, 0.0)), work.body)]
    surfaces = [Surface((0, top + 0.025, 0), width - 0.06, depth - 0.06, 1.0)]
    side, middle, right = columns(whole, 3)
    if shape == "open_middle":
        doors = vary.count("door", 2, 2)
        parts.append(Part(hollow_box((width, height, depth), (0, foot, 0)), work.body))
        walls = [
            box((BOARD_M, height - 0.03, depth - 0.03), (s * middle.width_m / 2, foot + 0.015, 0))
            for s in (-1, 1)
        ]
        shelf = box((middle.width_m, BOARD_M, depth - 0.04), (0, foot + height / 2, -0.005))
        parts.append(Part(join([*walls, shelf]), work.body))
        for opening, hinge in ((side, "left"), (right, "right"))[:doors]:
            parts += door(opening, depth / 2, work, hinge=hinge, pull_at=0.6)
        for y, room in (
            (foot + BOARD_M, height / 2 - BOARD_M),
            (foot + height / 2 + BOARD_M, height / 2 - 2 * BOARD_M),
        ):
            surfaces.append(Surface((0, y, 0), middle.width_m - 0.08, depth - 0.1, room - 0.01, "in"))
        parts.append(Part(box((width - 0.06, foot, depth - 0.08), (0, 0, -0.02)), work.shadow))
        return settled(parts, vary, surfaces=surfaces)
    drawers = vary.count("drawer", 2, 3)
    parts.append(Part(box((width, height, depth), (0, foot, 0)), work.body))
    parts.append(Part(shadow_slab(whole, depth / 2), work.shadow))
    for opening in columns(whole, drawers):
        parts += drawer(opening, depth / 2, work)
    if shape == "hairpin":
        parts.append(Part(hairpin_legs(width, depth, foot + 0.01), work.pull))
    else:
        parts.append(Part(four_feet(width, depth, foot, style="round"), work.body))
    return settled(parts, vary, surfaces=surfaces)
