"""The reception: a counter before a wall with the firm's name, seats to wait on."""

from __future__ import annotations

import numpy as np

from wayproof.scenes.finishes import Finish
from wayproof.scenes.houses.candidate_places import relative_to
from wayproof.scenes.houses.draft import Stand
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms.living_room import hang_things
from wayproof.scenes.houses.things_on_surfaces import stand_on
from wayproof.scenes.workplaces.arrangements import before_wall, behind_zone, lamps_over, set_on
from wayproof.scenes.workplaces.rooms import workplace_recipe

BEHIND_M = 1.15  # for the receptionist


@workplace_recipe("reception")
def reception(room: Furnisher) -> None:
    lamps_over(room, "work_lamp", 2.6)
    _counter(room)
    _waiting(room)
    for name, chance in (
        ("house_plant", 1.0),
        ("house_plant", 0.6),
        ("coat_rack", 0.5),
        ("umbrella_stand", 0.5),
        ("water_cooler", 0.3),
        ("garbage_can", 0.4),
        ("cabinet", 0.3),
    ):
        if room.chance(chance):
            room.against_wall(name, prefer="corner")
    if room.chance(0.4):
        room.on_wall("wall_screen", height_m=1.2)
    hang_things(room, ("picture", "picture", "clock", "radiator"), 3)


def _counter(room: Furnisher) -> None:
    bare = [run for run in room.runs if not run.openings_m]
    blind = [run for run in room.runs if all(sill > 0 for _, _, sill in run.openings_m)]
    draft = room.draft("reception_desk")
    desk = before_wall(room, draft, bare, BEHIND_M) or before_wall(room, draft, blind, BEHIND_M)
    if desk is None:
        return
    look: dict[object, Finish] = {}
    chair = room.draft("office_chair", matching=look)
    behind = relative_to(desk, 0.2, desk.draft.low_m[2] - chair.high_m[2] + 0.12)
    room.place(chair, Stand(behind.x_m, 0.0, behind.z_m, behind.heading_rad))
    set_on(room, desk, room.draft("monitor"), 0.25, 0.1, turn_rad=np.pi)
    set_on(room, desk, room.draft("keyboard"), 0.25, -0.12, turn_rad=np.pi)
    set_on(room, desk, room.draft("vase" if room.chance(0.5) else "pen_holder"), -0.6, 0.0, surface=1)
    room.keep_free(behind_zone(desk, BEHIND_M))
    room.on_wall("office_sign", height_m=1.65, near=desk)


def _waiting(room: Furnisher) -> None:
    seat = room.against_wall("couch", prefer="middle", front_m=0.8) if room.chance(0.6) else None
    if seat is None:
        seat = room.against_wall("easy_chair", front_m=0.5)
        if seat:
            _ = room.beside(seat, "easy_chair", side=1, gap_m=0.2) or room.against_wall("easy_chair")
    if seat is None:
        return
    table = room.in_front_of(seat, "coffee_table", gap_m=0.4, turned=False) if room.chance(0.7) else None
    table = table or room.beside(seat, "side_table", side=-1)
    if table:
        stand_on(room, table, "newspaper")
