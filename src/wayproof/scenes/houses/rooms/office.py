"""The office: a desk with a computer and a chair, shelves and files."""

from __future__ import annotations

from wayproof.scenes.houses.draft import Thing
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms import room_recipe
from wayproof.scenes.houses.rooms.living_room import hang_things
from wayproof.scenes.houses.things_on_surfaces import stand_on


@room_recipe("office")
def office(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    desk = desk_with_seat(room)
    if desk:
        stand_on(room, desk, "monitor" if room.chance(0.6) else "laptop")
        if room.chance(0.6):
            room.against_wall("desktop_computer", near=desk)
    for name, probability in (
        ("bookshelf", 0.85),
        ("filing_cabinet", 0.6),
        ("cabinet", 0.3),
        ("easy_chair", 0.25),
        ("side_table", 0.25),
        ("safe", 0.2),
    ):
        if room.chance(probability):
            room.against_wall(name, front_m=0.4)
    for name, probability in (
        ("house_plant", 0.6),
        ("floor_lamp", 0.3),
        ("garbage_can", 0.5),
        ("box", 0.25),
        ("backpack", 0.2),
        ("fan", 0.2),
        ("coat_rack", 0.1),
        ("guitar", 0.08),
    ):
        if room.chance(probability):
            room.against_wall(name, prefer="corner")
    if room.chance(0.4):
        room.lay("rug")
    hang_things(room, ("picture", "clock", "wall_shelf", "picture", "radiator"), 3)


def desk_with_seat(room: Furnisher) -> Thing | None:
    """A desk against the wall, its chair pushed in, a lamp on it."""
    desk = room.against_wall("desk", prefer="middle", front_m=0.7)
    if desk:
        room.in_front_of(desk, "office_chair" if room.chance(0.6) else "chair", gap_m=-0.12)
        if room.chance(0.6):
            stand_on(room, desk, "desk_lamp")
    return desk
