"""The dining room: a table with chairs in the middle, things to eat from along the walls."""

from __future__ import annotations

from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms import room_recipe
from wayproof.scenes.houses.rooms.living_room import hang_things


@room_recipe("dining_room")
def dining_room(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    table = room.in_middle("dining_table", around_m=0.7)
    if table:
        room.around(table, "chair", int(room.rng.integers(4, 7)))
        if room.chance(0.6):
            room.lay("rug", under=table)
    for name, probability in (
        ("cabinet", 0.8),
        ("console_table", 0.4),
        ("high_chair", 0.15),
        ("floor_lamp", 0.3),
        ("bench", 0.2),
        ("fireplace", 0.15),
        ("bookshelf", 0.2),
    ):
        if room.chance(probability):
            room.against_wall(name, prefer="middle", front_m=0.4)
    for _ in range(int(room.rng.integers(0, 3))):
        room.against_wall("house_plant", prefer="corner")
    hang_things(room, ("picture", "picture", "mirror", "clock", "wall_shelf", "wall_lamp", "radiator"), 4)
