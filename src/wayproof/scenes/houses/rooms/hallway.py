"""The hallway: narrow, so only what serves coming and going."""

from __future__ import annotations

from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms import room_recipe
from wayproof.scenes.houses.rooms.living_room import hang_things


@room_recipe("hallway")
def hallway(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    for name, probability in (
        ("shoe_rack", 0.65),
        ("coat_rack", 0.5),
        ("console_table", 0.5),
        ("umbrella_stand", 0.4),
        ("bench", 0.2),
        ("cabinet", 0.2),
        ("shoes", 0.4),
        ("suitcase", 0.12),
        ("house_plant", 0.3),
        ("baseball_bat", 0.12),
        ("backpack", 0.15),
    ):
        if room.chance(probability):
            room.against_wall(name)
    if room.chance(0.4):
        room.lay("rug")
    hang_things(room, ("picture", "mirror", "wall_lamp", "clock", "picture", "radiator"), 4)
