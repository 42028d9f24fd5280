"""The office of one or two people: desks, folders, a board to think on."""

from __future__ import annotations

from wayproof.scenes.finishes import Finish
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms.living_room import hang_things
from wayproof.scenes.workplaces.arrangements import lamps_over
from wayproof.scenes.workplaces.rooms import workplace_recipe
from wayproof.scenes.workplaces.rooms.desk_places import work_place


@workplace_recipe("office")
def cell_office(room: Furnisher) -> None:
    lamps_over(room, "work_lamp", 2.6)
    look: dict[object, Finish] = {}
    desk = room.against_wall("cell_desk", prefer="middle", front_m=0.75)
    if desk:
        work_place(room, desk, look)
    if room.chance(0.35):
        second = room.against_wall("cell_desk", front_m=0.75)
        if second:
            work_place(room, second, look)
    for name, chance in (("folder_shelf", 0.95), ("filing_cabinet", 0.6), ("cabinet", 0.25), ("safe", 0.15)):
        if room.chance(chance):
            room.against_wall(name, front_m=0.4)
    if room.chance(0.5):
        room.against_wall("chair", prefer="corner")
    for name, chance in (
        ("house_plant", 0.7),
        ("garbage_can", 0.8),
        ("coat_rack", 0.5),
        ("box", 0.25),
        ("backpack", 0.25),
        ("shredder", 0.2),
    ):
        if room.chance(chance):
            room.against_wall(name, prefer="corner")
    if room.chance(0.6):
        room.on_wall("whiteboard" if room.chance(0.6) else "notice_board", height_m=1.0)
    hang_things(room, ("picture", "clock", "radiator"), 2)
