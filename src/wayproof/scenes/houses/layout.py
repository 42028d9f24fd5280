"""The layout of a house: bands of rooms on both sides of a spine, and a block of rooms at its end.

The spine is the hallway; in a home without one it is the largest common room, from which all others open.
North is -z. Layouts are drawn with the spine along x and the block in the east, then turned and mirrored.

    north band   | bedroom | bath | office |         |
    spine        | hallway                 | living  |   the block: living room, kitchen, dining room
    south band       | bedroom | children  | kitchen |
"""

from __future__ import annotations

import numpy as np

from wayproof.scenes.houses.grid_rectangles import Rect, bounds, carve, split, steps
from wayproof.scenes.houses.layout_checks import room_fits
from wayproof.scenes.houses.layout_frame import (
    Column,
    Frame,
    Wanted,
    band_lengths,
    draw_frame,
    guest_widths,
    with_guests,
)
from wayproof.scenes.houses.room_programme import PUBLIC

Cells = list[list[Rect]]  # the rectangles of each room, in the order of the programme
SMALL = ("bathroom", "storage", "laundry")
HOSTS = ("bedroom", "children_room", "living_room", "office", "dining_room")
DEALS = 12  # tries at sharing out the rooms to two bands that they fit
GUEST_CHANCE = 0.35  # of a small room to be tucked into a corner of a larger one
BLOCKS = 6  # tries at slicing the block


def draw_layout(rng: np.random.Generator, want: Wanted) -> Cells | None:
    """One try at a layout; None when it cannot be drawn. Whether it is any good, `layout_checks` says."""
    spine = _spine(want)
    block = _draw_block(rng, want, spine)
    core = Column(spine, _draw_guest_of_spine(rng, want, spine, block))
    rooms = [k for k in range(len(want.types)) if k not in (core.host, core.guest, *block)]
    want = with_guests(rng, want, [core])
    cells: Cells = [[] for _ in want.types]
    frame = _lone_spine(rng, want, core)
    if rooms:
        dealt = _deal(rng, want, rooms)
        drawn = dealt and draw_frame(rng, dealt[0], core, dealt[1], dealt[2])
        if not dealt or not drawn:
            return None
        want, north, south = dealt
        frame = drawn
        _fill_band(rng, want, north, frame.north, cells, spine_is_south=True)
        _fill_band(rng, want, south, frame.south, cells, spine_is_south=False)
    cells[spine] = list(frame.spine)
    if core.guest is not None:
        _carve_corner(rng, want, core, cells, south=bool(rng.random() < 0.5))
    for _ in range(BLOCKS if block else 0):
        _fill_block(rng, want, block, _block_rect(rng, want, block, frame), cells)
        if all(room_fits(want.types[k], cells[k], want.wall_m) for k in block):
            break
    return turned(rng, cells) if all(cells) else None


def _spine(want: Wanted) -> int:
    for name in ("hallway", "living_room", "kitchen"):
        if name in want.types:
            return want.types.index(name)
    return 0


def _lone_spine(rng: np.random.Generator, want: Wanted, core: Column) -> Frame:
    """A common room without bands."""
    area = want.area(core)
    length = round(np.sqrt(area * rng.uniform(0.6, 1.6)))
    rect = (0, 0, length, round(area / length))
    return Frame(north=rect, south=rect, spine=(rect,), is_notched=False)


def _draw_block(rng: np.random.Generator, want: Wanted, spine: int) -> list[int]:
    """Common rooms that lie together at the end of the spine; none, as often as the home is small."""
    common = [k for k, name in enumerate(want.types) if name in PUBLIC and k != spine]
    is_hall = want.types[spine] == "hallway"
    if not common or rng.random() < (0.2 if is_hall else 0.6):
        return []
    if not is_hall:
        return common[: int(rng.integers(1, len(common) + 1))]
    return [common[0], *(k for k in common[1:] if rng.random() < 0.75)]


def _draw_guest_of_spine(rng: np.random.Generator, want: Wanted, spine: int, block: list[int]) -> int | None:
    """A room in a corner of the common room that serves as spine."""
    if want.types[spine] == "hallway":
        return None
    guests = [
        k for k, name in enumerate(want.types) if name in (*SMALL, "kitchen") and k not in (spine, *block)
    ]
    if not guests or rng.random() < 0.4:
        return None
    return guests[int(rng.integers(len(guests)))]


def _deal(
    rng: np.random.Generator, want: Wanted, rooms: list[int]
) -> tuple[Wanted, list[Column], list[Column]] | None:
    """Share rooms out to both sides of the spine so that each side can be one band."""
    for _ in range(DEALS):
        columns = _draw_columns(rng, want, rooms)
        resized = with_guests(rng, want, columns)
        single = len(columns) == 1 or (len(columns) <= 3 and rng.random() < 0.3)
        is_north = np.ones(len(columns), bool) if single else rng.random(len(columns)) < 0.5
        north = [column for column, here in zip(columns, is_north, strict=True) if here]
        south = [column for column, here in zip(columns, is_north, strict=True) if not here]
        if not north:
            north, south = south, north
        ranges = [band_lengths(resized, side) for side in (north, south) if side]
        if all(low <= high for low, high in ranges):
            return resized, north, south
    return None


def _draw_columns(rng: np.random.Generator, want: Wanted, rooms: list[int]) -> list[Column]:
    """Rooms side by side, some small ones tucked into a larger one; common rooms come to the block's end."""
    hosts = [k for k in rooms if want.types[k] in HOSTS]
    guests = [k for k in rooms if want.types[k] in SMALL and rng.random() < GUEST_CHANCE]
    pairs: dict[int, int] = {}
    for guest in guests:
        free = [k for k in hosts if k not in pairs]
        if free:
            pairs[free[int(rng.integers(len(free)))]] = guest
    tucked = list(pairs.values())
    columns = [Column(k, pairs.get(k)) for k in rooms if k not in tucked]
    shuffled = [columns[k] for k in rng.permutation(len(columns))]
    return sorted(shuffled, key=lambda column: want.types[column.host] in PUBLIC)


def _fill_band(
    rng: np.random.Generator,
    want: Wanted,
    columns: list[Column],
    band: Rect,
    cells: Cells,
    *,
    spine_is_south: bool,
) -> None:
    if not columns:
        return
    for column, rect in zip(columns, split(band, [want.area(c) for c in columns], along_x=True), strict=True):
        cells[column.host] = [rect]
        if column.guest is not None:
            _carve_corner(rng, want, column, cells, south=spine_is_south)


def _carve_corner(
    rng: np.random.Generator, want: Wanted, column: Column, cells: Cells, *, south: bool
) -> None:
    """Cut the guest out of the host's rectangle, so that the host keeps one arm wide enough to live in."""
    assert column.guest is not None
    rect = cells[column.host][0]
    ranges = guest_widths(want, column, rect[2] - rect[0], rect[3] - rect[1])
    if not ranges:
        cells[column.guest] = []
        return
    wide = round(rng.uniform(*ranges[int(rng.integers(len(ranges)))]))
    deep = round(want.areas[column.guest] / wide)
    cells[column.host], small = carve(rect, wide, deep, east=bool(rng.random() < 0.5), south=south)
    cells[column.guest] = [small]


def _block_rect(rng: np.random.Generator, want: Wanted, block: list[int], frame: Frame) -> Rect:
    """As deep as the house, or deeper on one side."""
    _, north, east, south = bounds([*frame.spine, frame.north, frame.south])
    if not frame.is_notched and rng.random() < 0.4:
        more = steps(rng.uniform(1.2, 2.6))
        north, south = (north - more, south) if rng.random() < 0.5 else (north, south + more)
    width = round(sum(want.areas[k] for k in block) / (south - north))
    return (east, north, east + width, south)


def _fill_block(rng: np.random.Generator, want: Wanted, block: list[int], rect: Rect, cells: Cells) -> None:
    """Slice the block; or tuck the kitchen into a corner of the living room."""
    types = [want.types[k] for k in block]
    if types == ["living_room", "kitchen"] and rng.random() < 0.45:
        cells[block[0]] = [rect]
        _carve_corner(rng, want, Column(block[0], block[1]), cells, south=bool(rng.random() < 0.5))
        return
    if len(block) == 1:
        cells[block[0]] = [rect]
        return
    order = [block[k] for k in rng.permutation(len(block))]
    head, tail = order[0], order[1:]
    is_deep = (rect[3] - rect[1]) * rng.uniform(0.8, 1.25) > rect[2] - rect[0]
    shares = [want.areas[head], sum(want.areas[k] for k in tail)]
    if rng.random() < 0.5:
        first, rest = split(rect, shares, along_x=not is_deep)
    else:
        rest, first = split(rect, shares[::-1], along_x=not is_deep)
    cells[head] = [first]
    _fill_block(rng, want, tail, rest, cells)


def turned(rng: np.random.Generator, cells: Cells) -> Cells:
    """Mirror and turn the whole house, and put its north-west corner at the origin."""
    flip_x, flip_z, swap = (bool(rng.random() < 0.5) for _ in range(3))

    def moved(rect: Rect) -> Rect:
        x0, z0, x1, z1 = rect
        x0, x1 = (-x1, -x0) if flip_x else (x0, x1)
        z0, z1 = (-z1, -z0) if flip_z else (z0, z1)
        return (z0, x0, z1, x1) if swap else (x0, z0, x1, z1)

    turned = [[moved(rect) for rect in rects] for rects in cells]
    west, north = bounds([rect for rects in turned for rect in rects])[:2]
    return [[(a - west, b - north, c - west, d - north) for a, b, c, d in rects] for rects in turned]
