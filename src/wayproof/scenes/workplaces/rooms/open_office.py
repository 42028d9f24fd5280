"""The open office: islands of desks back to back, and what people share along the walls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayproof.scenes.finishes import Finish
from wayproof.scenes.houses.draft import Draft, Stand
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms.living_room import hang_things
from wayproof.scenes.workplaces.arrangements import bounds_of, lamps_over, seat_at
from wayproof.scenes.workplaces.rooms import workplace_recipe
from wayproof.scenes.workplaces.rooms.desk_places import equip

CHAIR_ROOM_M = 0.62  # behind a desk, for a chair and whoever sits on it
MOST_IN_A_ROW = 4
AISLE_M = 1.05  # between the chairs of two islands, and between islands and walls


@dataclass(frozen=True)
class _Island:
    """The drafts that all desks of a room share."""

    desk: Draft
    chairs: tuple[Draft, ...]
    monitor: Draft
    keyboard: Draft


@workplace_recipe("open_office")
def open_office(room: Furnisher) -> None:
    lamps_over(room, "work_lamp", 2.7)
    _islands(room)
    for name, chance in (
        ("folder_shelf", 1.0),
        ("folder_shelf", 0.7),
        ("filing_cabinet", 0.7),
        ("locker", 0.6),
    ):
        if room.chance(chance):
            room.against_wall(name, prefer="corner", front_m=0.4)
    for name, chance in (
        ("house_plant", 1.0),
        ("house_plant", 0.7),
        ("garbage_can", 0.9),
        ("water_cooler", 0.4),
        ("coat_rack", 0.6),
        ("copier", 0.3),
        ("flip_chart", 0.3),
        ("fan", 0.2),
    ):
        if room.chance(chance):
            room.against_wall(name, prefer="corner")
    for name, height, chance in (("whiteboard", 0.95, 0.7), ("notice_board", 1.2, 0.5), ("clock", 1.85, 0.8)):
        if room.chance(chance):
            room.on_wall(name, height_m=height)
    hang_things(room, ("picture", "radiator", "radiator"), 3)


def _islands(room: Furnisher) -> None:
    """Rows of islands over the whole floor, across the length of the room."""
    low, high = bounds_of(room)
    size = high - low
    along = 0 if size[0] >= size[1] else 1  # islands follow each other along this axis
    look: dict[object, Finish] = {}
    kit = _Island(
        room.draft("screen_desk" if room.chance(0.7) else "bench_desk", matching=look),
        tuple(room.draft("office_chair", matching=look) for _ in range(2)),
        room.draft("monitor", matching=look),
        room.draft("keyboard", matching=look),
    )
    wide, deep = kit.desk.width_m, 2 * kit.desk.depth_m
    pitch = deep + 2 * CHAIR_ROOM_M + AISLE_M
    count = max(1, int((float(size[along]) - AISLE_M + 0.2) / pitch))
    room_across = float(size[1 - along]) - 2 * AISLE_M
    groups, per_side = _split(room_across, wide)
    for i in range(count):
        middle_along = float(low[along]) + float(size[along]) * (i + 0.5) / count
        for group in range(groups):
            share = (group + 0.5) / groups
            middle_across = float(low[1 - along]) + AISLE_M + room_across * share
            _island(room, kit, along, (middle_along, middle_across), per_side)


def _split(room_m: float, desk_m: float) -> tuple[int, int]:
    """How many islands side by side, and how many desks on each side of one."""
    options = []
    for groups in (1, 2, 3):
        per_side = min(MOST_IN_A_ROW, int((room_m - (groups - 1) * AISLE_M) / groups / desk_m))
        options.append((groups * per_side, -groups, per_side))
    _, groups, per_side = max(options)
    return -groups, max(per_side, 1)


def _island(room: Furnisher, kit: _Island, along: int, middle: tuple[float, float], per_side: int) -> None:
    """Desks on both sides of a line, back to back."""
    draft = kit.desk
    chair = kit.chairs[int(room.rng.integers(len(kit.chairs)))]
    for k in range(per_side):
        across = middle[1] + (k - (per_side - 1) / 2) * (draft.width_m + 0.01)
        for side in (1.0, -1.0):
            forward = middle[0] + side * (draft.depth_m / 2 + 0.004)
            x, z = (forward, across) if along == 0 else (across, forward)
            # Its front, where one sits, looks away from the line.
            heading = (np.pi / 2 if side > 0 else -np.pi / 2) if along == 0 else (0.0 if side > 0 else np.pi)
            desk = room.place(draft, Stand(x, 0.0, z, heading))
            if desk is None:
                continue
            seat_at(room, desk, chair)
            if room.chance(0.95):
                equip(room, desk, monitor=kit.monitor, keyboard=kit.keyboard)
