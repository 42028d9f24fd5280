"""The measures of a layout: how long its spine is and how deep the bands of rooms beside it.

All lengths are whole steps. A room of given area fits a band only within a range of depths, so each band has
a range of lengths; the spine gets a length that suits both bands, or one band ends earlier and the house is
an L.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from wayproof.scenes.houses.grid_rectangles import STEP_M, Rect, steps
from wayproof.scenes.houses.room_programme import KINDS, LEAST_SIDE_M

Range = tuple[float, float]
LEAST_NOTCH = steps(1.2)  # of an L-shaped footprint
LEG_CHANCE, STAGGER_CHANCE = 0.5, 0.35


@dataclass(frozen=True)
class Column:
    """A room in a band, as deep as the band; with a second room carved out of one of its corners."""

    host: int
    guest: int | None = None


@dataclass(frozen=True)
class Wanted:
    """The rooms of a house to be laid out: their types, and areas with half their walls, in square steps."""

    types: tuple[str, ...]
    areas: tuple[float, ...]
    hall_width: int  # of the hallway's cell
    wall_m: float

    def side(self, room: int) -> float:
        """The least side of a room with half a wall on both sides."""
        return (KINDS[self.types[room]].least_side_m + self.wall_m) / STEP_M

    def area(self, column: Column) -> float:
        return self.areas[column.host] + (0.0 if column.guest is None else self.areas[column.guest])

    def load(self, columns: Sequence[Column]) -> float:
        return sum(self.area(column) for column in columns)


@dataclass(frozen=True)
class Frame:
    """Where bands, spine and block go; an empty band has no depth."""

    north: Rect
    south: Rect
    spine: tuple[Rect, ...]
    is_notched: bool  # whether the footprint is an L already


def wanted(
    rng: np.random.Generator, types: tuple[str, ...], areas_m2: Sequence[float], wall_m: float
) -> Wanted:
    gross = tuple(_gross(area, wall_m) for area in areas_m2)
    hall_width = int(np.ceil((rng.uniform(1.3, 1.65) + wall_m) / STEP_M))
    return Wanted(types, gross, hall_width, wall_m)


def _gross(area_m2: float, wall_m: float) -> float:
    return float((np.sqrt(area_m2) + wall_m) ** 2 / STEP_M**2)


def with_guests(rng: np.random.Generator, want: Wanted, columns: Sequence[Column]) -> Wanted:
    """The same rooms with small guests and large hosts, so that a corner can be spared."""
    areas_m2 = {}
    for column in columns:
        if column.guest is not None:
            host, guest = (KINDS[want.types[k]] for k in (column.host, column.guest))
            areas_m2[column.host] = host.least_m2 + rng.uniform(0.6, 0.9) * (host.most_m2 - host.least_m2)
            areas_m2[column.guest] = guest.least_m2 + rng.uniform(0.05, 0.3) * (
                guest.most_m2 - guest.least_m2
            )
    gross = {room: _gross(area, want.wall_m) for room, area in areas_m2.items()}
    return replace(want, areas=tuple(gross.get(k, area) for k, area in enumerate(want.areas)))


def band_lengths(want: Wanted, columns: Sequence[Column]) -> Range:
    """The lengths that a band may have; an empty range (low above high) when its rooms do not go together."""
    depths = [_depths(want, column) for column in columns]
    load = want.load(columns)
    return load / min(high for _, high in depths), load / max(low for low, _ in depths)


def _depths(want: Wanted, column: Column) -> Range:
    """Depths at which a column is neither too narrow nor too long, and its guest finds a corner."""
    kind = KINDS[want.types[column.host]]
    area = want.area(column)
    side = want.side(column.host)
    low = max(side, np.sqrt(area / kind.longest))
    high = min(area / side, np.sqrt(area * kind.longest))
    if column.guest is None or low >= high:
        return low, high
    fitting = [
        depth
        for depth in np.linspace(low, high, 16).tolist()
        if guest_widths(want, column, area / depth, depth)
    ]
    return (min(fitting), max(fitting)) if fitting else (high, low)


def guest_widths(want: Wanted, column: Column, length: float, depth: float) -> list[Range]:
    """Widths for a guest in a corner of its host that leave one arm to live in and one to walk through."""
    assert column.guest is not None
    kind = KINDS[want.types[column.guest]]
    area, least = want.areas[column.guest], want.side(column.guest)
    walk, live = (LEAST_SIDE_M + want.wall_m) / STEP_M, want.side(column.host)
    found = []
    for beside, behind in ((live, walk), (walk, live)):
        low = max(least, np.sqrt(area / kind.longest), area / max(depth - behind, 1.0))
        high = min(area / least, np.sqrt(area * kind.longest), length - beside)
        if low <= high:
            found.append((low, high))
    return found


def draw_frame(
    rng: np.random.Generator, want: Wanted, core: Column, north: list[Column], south: list[Column]
) -> Frame | None:
    """Lengths and depths that suit all; None when there are none. `core` is the spine and its guest."""
    is_hall = want.types[core.host] == "hallway"
    leg = want.hall_width if is_hall and north and rng.random() < LEG_CHANCE else 0
    ranges = [band_lengths(want, north), band_lengths(want, south) if south else None]
    if not is_hall:
        ranges.append(band_lengths(want, [core]))
    lengths = _draw_lengths(rng, ranges, leg)
    if lengths is None:
        return None
    length, south_length = lengths
    top = round(want.load(north) / (length - leg))
    low = top + (want.hall_width if is_hall else round(want.area(core) / length))
    bottom = low + (round(want.load(south) / south_length) if south else 0)
    leg_east = bool(rng.random() < 0.5)
    arms: list[Rect] = [(0, top, length, low)]
    if leg:
        arms.append((length - leg, 0, length, top) if leg_east else (0, 0, leg, top))
    return Frame(
        north=(0, 0, length - leg, top) if leg_east else (leg, 0, length, top),
        south=(length - south_length, low, length, bottom),
        spine=tuple(arms),
        is_notched=bool(south) and south_length < length,
    )


def _draw_lengths(rng: np.random.Generator, ranges: list[Range | None], leg: int) -> tuple[int, int] | None:
    """Lengths of the spine and the south band, given what suits north band, south band and hub."""
    north, south, *hub = ranges
    assert north is not None
    fixed = [(north[0] + leg, north[1] + leg), *(span for span in hub if span)]
    along = _common(fixed)
    if along is None:
        return None
    if south is None:
        length = round(rng.uniform(*along))
        return length, length
    if south[0] > south[1]:
        return None
    both = _common([along, south])
    if both and rng.random() > STAGGER_CHANCE:
        length = round(rng.uniform(*both))
        return length, length
    longer = (max(along[0], south[0] + LEAST_NOTCH), along[1])
    if longer[0] > longer[1]:
        return None
    length = int(np.ceil(rng.uniform(*longer)))
    return length, round(rng.uniform(south[0], min(south[1], length - LEAST_NOTCH)))


def _common(ranges: Sequence[Range]) -> Range | None:
    low, high = max(low for low, _ in ranges), min(high for _, high in ranges)
    return (low, high) if low <= high else None
