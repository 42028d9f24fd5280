"""The kitchen: a row of modules along the best wall with cupboards above, and a place to eat."""

from __future__ import annotations

from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.kitchen_row import kitchen_row
from wayproof.scenes.houses.rooms import room_recipe
from wayproof.scenes.houses.rooms.living_room import hang_things


@room_recipe("kitchen")
def kitchen(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    kitchen_row(room)
    _place_to_eat(room)
    room.against_wall("garbage_can", prefer="corner")
    for name, probability in (
        ("cabinet", 0.3),
        ("broom", 0.3),
        ("washing_machine", 0.2),
        ("high_chair", 0.12),
        ("house_plant", 0.25),
        ("basket", 0.15),
        ("pet_bed", 0.06),
    ):
        if room.chance(probability):
            room.against_wall(name, prefer="corner")
    hang_things(room, ("clock", "picture", "wall_shelf", "radiator"), 2)


def _place_to_eat(room: Furnisher) -> None:
    if room.chance(0.35):
        island = room.in_middle("kitchen_island", around_m=0.7)
        if island:
            room.around(island, "bar_stool", int(room.rng.integers(2, 4)), tuck_m=-0.02)
            return
    if room.chance(0.7):
        table = room.in_middle("dining_table", around_m=0.7) or room.against_wall("dining_table")
        if table:
            room.around(table, "chair", int(room.rng.integers(2, 5)))
