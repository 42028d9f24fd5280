"""The meeting room: a long table with chairs all round, a screen and a board."""

from __future__ import annotations

from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms.living_room import hang_things
from wayproof.scenes.houses.things_on_surfaces import stand_on
from wayproof.scenes.workplaces.arrangements import lamps_over
from wayproof.scenes.workplaces.rooms import workplace_recipe


@workplace_recipe("meeting_room")
def meeting_room(room: Furnisher) -> None:
    lamps_over(room, "work_lamp", 2.6)
    table = room.in_middle("meeting_table", around_m=0.75) or room.in_middle("meeting_table")
    if table:
        seats = "office_chair" if room.chance(0.3) else "chair"
        room.around(table, seats, int(room.rng.integers(6, 11)), tuck_m=0.22)
        for _ in range(int(room.rng.integers(1, 4))):
            stand_on(room, table, ("laptop", "notebook", "mug", "bottle", "tray")[int(room.rng.integers(5))])
    room.on_wall("wall_screen", height_m=1.0)
    room.on_wall("whiteboard", height_m=0.95)
    for name, chance in (("flip_chart", 0.5), ("house_plant", 0.7), ("cabinet", 0.4), ("garbage_can", 0.4)):
        if room.chance(chance):
            room.against_wall(name, prefer="corner")
    hang_things(room, ("picture", "clock", "radiator"), 2)
