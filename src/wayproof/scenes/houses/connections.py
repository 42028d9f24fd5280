"""Which rooms have a door between them: every room is reached as in a home people would build.

From the hallway (or the common room) the doors grow as a tree: each room is joined by the kind of neighbour
that it likes best. Common rooms that touch may get a second way, so that paths have loops.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.scenes.houses.plan_data import DOORWAY, WIDE, PlannedRoom
from wayproof.scenes.houses.room_programme import PUBLIC
from wayproof.scenes.houses.room_walls import SharedWall

# From which rooms a room may be entered, the best first.
_ENTERED_FROM: dict[str, tuple[str, ...]] = {
    "hallway": (),
    "living_room": ("hallway", "dining_room", "kitchen"),
    "kitchen": ("living_room", "dining_room", "hallway"),
    "dining_room": ("living_room", "kitchen", "hallway"),
    "bedroom": ("hallway", "living_room"),
    "children_room": ("hallway", "living_room"),
    "office": ("hallway", "living_room", "dining_room"),
    "bathroom": ("hallway", "living_room", "bedroom"),
    "laundry": ("hallway", "kitchen", "living_room", "bathroom", "dining_room"),
    "storage": ("hallway", "kitchen", "laundry", "living_room", "dining_room", "office", "bedroom"),
}
_LEAST_WALL_M = 1.2  # a door of 0.9 m with 0.15 m on both sides
_LEAST_WIDE_M = 1.6
_LOOP_CHANCE = {
    ("living_room", "kitchen"): 0.5,
    ("living_room", "dining_room"): 0.7,
    ("kitchen", "dining_room"): 0.7,
    ("living_room", "hallway"): 0.8,
    ("kitchen", "hallway"): 0.35,
}
Connection = tuple[int, int, str]  # the ids of two rooms and the kind of door


def root_of(rooms: Sequence[PlannedRoom]) -> PlannedRoom:
    """The room that one comes into first."""
    for name in ("hallway", "living_room", "kitchen"):
        for room in rooms:
            if room.type == name:
                return room
    return rooms[0]


def draw_connections(
    rng: np.random.Generator, rooms: Sequence[PlannedRoom], walls: Sequence[SharedWall]
) -> list[Connection] | None:
    """All doors between rooms; None when some room cannot be reached in a sensible way."""
    longest: dict[tuple[int, int], float] = {}
    for wall in walls:
        pair = (min(wall.rooms), max(wall.rooms))
        longest[pair] = max(longest.get(pair, 0.0), wall.span_m[1] - wall.span_m[0])
    tree = _grow_tree(rooms, longest, _preferences(rng, rooms))
    if tree is None or not _suits_people(rooms, tree, longest):
        return None
    pairs = [*tree, *_loops(rng, rooms, tree, longest)]
    return [(a, b, _kind(rng, rooms[a - 1], rooms[b - 1], _length(longest, a, b))) for a, b in pairs]


def _preferences(rng: np.random.Generator, rooms: Sequence[PlannedRoom]) -> list[tuple[str, ...]]:
    """For each room, from where it may be entered; a second bathroom may belong to a bedroom."""
    types = [room.type for room in rooms]
    chosen = [_ENTERED_FROM[name] for name in types]
    baths = [k for k, name in enumerate(types) if name == "bathroom"]
    if len(baths) > 1 and rng.random() < 0.6:
        chosen[baths[-1]] = ("bedroom", "hallway", "living_room")
    if "hallway" not in types and "living_room" not in types:
        chosen = [(*liked, "kitchen") if "kitchen" not in liked else liked for liked in chosen]
    return chosen


def _grow_tree(
    rooms: Sequence[PlannedRoom], longest: dict[tuple[int, int], float], liked: list[tuple[str, ...]]
) -> list[tuple[int, int]] | None:
    """Join one room after another, (room, from where); always the best liked way that is open."""
    reached = [root_of(rooms).id]
    tree: list[tuple[int, int]] = []
    while len(reached) < len(rooms):
        options = [
            (liked[room.id - 1].index(rooms[parent - 1].type), room.id, parent)
            for room in rooms
            for parent in reached
            if room.id not in reached
            and rooms[parent - 1].type in liked[room.id - 1]
            and _length(longest, room.id, parent) >= _LEAST_WALL_M
        ]
        if not options:
            return None
        _, room_id, parent = min(options)
        reached.append(room_id)
        tree.append((room_id, parent))
    return tree


def _suits_people(
    rooms: Sequence[PlannedRoom], tree: list[tuple[int, int]], longest: dict[tuple[int, int], float]
) -> bool:
    """Nobody crosses a bedroom to the only bathroom, and the kitchen is beside where one eats."""
    types = [room.type for room in rooms]
    doors_of_baths = [types[parent - 1] for room, parent in tree if types[room - 1] == "bathroom"]
    if len(rooms) >= 4 and doors_of_baths and all(name == "bedroom" for name in doors_of_baths):
        return False
    if "kitchen" not in types or not {"living_room", "dining_room"} & set(types):
        return True
    kitchen = types.index("kitchen") + 1
    near = [k + 1 for k, name in enumerate(types) if name in ("living_room", "dining_room")]
    return any(_length(longest, kitchen, other) >= _LEAST_WALL_M for other in near)


def _loops(
    rng: np.random.Generator,
    rooms: Sequence[PlannedRoom],
    tree: list[tuple[int, int]],
    longest: dict[tuple[int, int], float],
) -> list[tuple[int, int]]:
    """Second ways between common rooms that are neighbours."""
    joined = {(min(pair), max(pair)) for pair in tree}
    found = []
    for one in rooms:
        for other in rooms:
            chance = _LOOP_CHANCE.get((one.type, other.type), 0.0)
            pair = (min(one.id, other.id), max(one.id, other.id))
            is_possible = chance > 0 and pair not in joined and longest.get(pair, 0.0) >= _LEAST_WALL_M
            if is_possible and rng.random() < chance:
                found.append(pair)
    return found


def _kind(rng: np.random.Generator, one: PlannedRoom, other: PlannedRoom, wall_m: float) -> str:
    """Common rooms are often joined by a wide opening."""
    is_open = rng.random() < 0.5
    both_public = one.type in PUBLIC and other.type in PUBLIC
    return WIDE if both_public and is_open and wall_m >= _LEAST_WIDE_M else DOORWAY


def _length(longest: dict[tuple[int, int], float], one: int, other: int) -> float:
    return longest.get((min(one, other), max(one, other)), 0.0)
