"""A place to work: a desk with its chair, a screen and a keyboard."""

from __future__ import annotations

from wayproof.scenes.finishes import Finish
from wayproof.scenes.houses.draft import Draft, Thing
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.workplaces.arrangements import seat_at, set_on


def equip(room: Furnisher, desk: Thing, *, monitor: Draft, keyboard: Draft) -> None:
    """A monitor at the back of the desk with a keyboard before it, or a laptop; sometimes two screens."""
    if room.chance(0.2):
        set_on(room, desk, room.draft("laptop"), 0.0, 0.05)
    elif room.chance(0.35):
        for side in (-1, 1):
            set_on(room, desk, monitor, side * (monitor.width_m / 2 + 0.02), -0.16)
        set_on(room, desk, keyboard, 0.0, 0.2)
    else:
        set_on(room, desk, monitor, float(room.rng.normal(0.0, 0.04)), -0.16)
        set_on(room, desk, keyboard, 0.0, 0.2)
    if room.chance(0.3):
        set_on(room, desk, room.draft("desk_lamp"), 0.6, -0.2)
    if room.chance(0.35):
        set_on(room, desk, room.draft("pen_holder"), -0.6, -0.1)


def work_place(room: Furnisher, desk: Thing, look: dict[object, Finish]) -> None:
    """Everything that a single desk needs."""
    if not seat_at(room, desk, room.draft("office_chair", matching=look)):
        room.in_front_of(desk, "chair", gap_m=-0.2)  # slimmer, for small rooms
    equip(room, desk, monitor=room.draft("monitor", matching=look), keyboard=room.draft("keyboard"))
