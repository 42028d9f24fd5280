"""Which rooms a house of a given size has, and how large each kind of room may be.

The ranges are ours: net areas and widths as they are usual in European flats and small houses.
"""

from __future__ import annotations

import msgspec
import numpy as np


class RoomKind(msgspec.Struct, frozen=True):
    """What makes a room of this kind plausible; all measures between the faces of the walls."""

    least_m2: float
    most_m2: float
    least_side_m: float
    longest: float  # greatest ratio of length to width


KINDS: dict[str, RoomKind] = {
    "living_room": RoomKind(16.0, 32.0, 3.0, 1.9),
    "kitchen": RoomKind(8.0, 16.0, 2.3, 1.9),
    "bedroom": RoomKind(10.0, 18.0, 2.7, 1.7),
    "bathroom": RoomKind(4.0, 9.0, 1.8, 2.0),
    "dining_room": RoomKind(10.0, 16.0, 2.7, 1.7),
    "office": RoomKind(7.0, 12.0, 2.2, 1.8),
    "hallway": RoomKind(2.0, 30.0, 1.25, 99.0),
    "laundry": RoomKind(4.0, 7.0, 1.6, 2.2),
    "children_room": RoomKind(9.0, 14.0, 2.5, 1.7),
    "storage": RoomKind(3.0, 6.0, 1.5, 2.2),
}
LEAST_SIDE_M = 1.5  # of any room, and of the narrower arm of an L-shaped one
HABITABLE = ("living_room", "kitchen", "bedroom", "dining_room", "office", "children_room")
PUBLIC = ("living_room", "kitchen", "dining_room")
FEWEST_ROOMS, MOST_ROOMS = 2, 10

# Weighted sets for homes that are too small for a free choice.
_SMALL: dict[int, tuple[tuple[float, tuple[str, ...]], ...]] = {
    2: (
        (0.30, ("living_room", "bedroom")),
        (0.20, ("living_room", "kitchen")),
        (0.20, ("kitchen", "bedroom")),
        (0.15, ("living_room", "bathroom")),
        (0.15, ("bedroom", "bathroom")),
    ),
    3: (
        (0.50, ("living_room", "kitchen", "bathroom")),
        (0.50, ("kitchen", "bedroom", "bathroom")),
    ),
    4: (
        (0.50, ("living_room", "kitchen", "bedroom", "bathroom")),
        (0.15, ("living_room", "kitchen", "office", "bathroom")),
        (0.20, ("kitchen", "bedroom", "bathroom", "hallway")),
        (0.15, ("living_room", "kitchen", "bathroom", "hallway")),
    ),
}
_BASE = ("living_room", "kitchen", "bedroom", "bathroom")
_HALLWAY_CHANCE = {5: 0.75, 6: 0.9}

# What a larger home adds: (weight, room, how many in all, fewest rooms of the house before it appears).
_EXTRAS: tuple[tuple[float, str, int, int], ...] = (
    (1.2, "dining_room", 1, 5),
    (1.0, "office", 1, 5),
    (1.1, "children_room", 1, 5),
    (1.0, "storage", 1, 5),
    (0.9, "laundry", 1, 5),
    (0.6, "bathroom", 2, 7),
    (0.6, "bedroom", 2, 6),
    (0.5, "children_room", 2, 8),
)


def draw_programme(rng: np.random.Generator, room_count: int) -> tuple[str, ...]:
    """The types of the rooms of one house, the most public first."""
    if room_count in _SMALL:
        weights = np.array([weight for weight, _ in _SMALL[room_count]])
        return _SMALL[room_count][int(rng.choice(len(weights), p=weights / weights.sum()))][1]
    rooms = list(_BASE)
    if rng.random() < _HALLWAY_CHANCE.get(room_count, 1.0):
        rooms.append("hallway")
    while len(rooms) < room_count:
        options = [
            (weight, name)
            for weight, name, most, from_count in _EXTRAS
            if rooms.count(name) == most - 1 and room_count >= from_count
        ]
        weights = np.array([weight for weight, _ in options])
        rooms.append(options[int(rng.choice(len(options), p=weights / weights.sum()))][1])
    order = list(KINDS)
    return tuple(sorted(rooms, key=order.index))


def draw_areas(rng: np.random.Generator, types: tuple[str, ...]) -> list[float]:
    """A wanted net area for each room, in square metres; roomy houses have roomy rooms."""
    generosity = rng.uniform(0.2, 0.65)
    areas = []
    for name in types:
        kind = KINDS[name]
        share = float(np.clip(generosity + rng.uniform(-0.15, 0.2), 0.08, 0.85))
        areas.append(kind.least_m2 + share * (kind.most_m2 - kind.least_m2))
    return areas
