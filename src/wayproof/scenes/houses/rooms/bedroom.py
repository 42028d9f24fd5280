"""The bedroom: a bed with its head to the wall, night stands with lamps, a wardrobe, a place to dress."""

from __future__ import annotations

from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms import room_recipe
from wayproof.scenes.houses.rooms.living_room import hang_things
from wayproof.scenes.houses.things_on_surfaces import stand_on


@room_recipe("bedroom")
def bedroom(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    bed = room.against_wall("bed", prefer="middle", side_m=0.6, view_m=0.8)
    if bed:
        for side in (-1, 1):
            stand = room.beside(bed, "night_stand", side=side) if room.chance(0.85) else None
            if stand and room.chance(0.75):
                stand_on(room, stand, "table_lamp")
            if stand and room.chance(0.4):
                stand_on(room, stand, "alarm_clock")
        if room.chance(0.4):
            room.lay("rug", under=bed, front_m=0.6)
        if room.chance(0.6):
            stand_on(room, bed, "pillow")
        room.above(bed, "picture", height_m=1.4)
    room.against_wall("wardrobe", prefer="corner", front_m=0.6)
    for name, probability in (("dresser", 0.6), ("easy_chair", 0.25), ("bench", 0.2), ("fan", 0.15)):
        if room.chance(probability):
            room.against_wall(name, front_m=0.5)
    _dressing_corner(room)
    for name, probability in (
        ("floor_lamp", 0.3),
        ("house_plant", 0.5),
        ("laundry_basket", 0.3),
        ("shoes", 0.35),
        ("suitcase", 0.15),
        ("backpack", 0.15),
        ("dumbbell", 0.12),
        ("yoga_mat", 0.12),
        ("crib", 0.07),
        ("coat_rack", 0.1),
    ):
        if room.chance(probability):
            room.against_wall(name, prefer="corner")
    hang_things(room, ("picture", "mirror", "clock", "wall_shelf", "radiator", "wall_lamp"), 3)


def _dressing_corner(room: Furnisher) -> None:
    if not room.chance(0.4):
        return
    table = room.against_wall("dressing_table" if room.chance(0.6) else "desk", front_m=0.6)
    if not table:
        return
    room.in_front_of(table, "stool" if room.chance(0.5) else "chair", gap_m=-0.1)
    if table.name == "dressing_table" and room.chance(0.6):
        stand_on(room, table, "makeup_mirror")
