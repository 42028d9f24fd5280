"""The children's room: a small bed, a desk, toys on the floor."""

from __future__ import annotations

from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms import room_recipe
from wayproof.scenes.houses.rooms.living_room import hang_things
from wayproof.scenes.houses.rooms.office import desk_with_seat
from wayproof.scenes.houses.things_on_surfaces import stand_on


@room_recipe("children_room")
def children_room(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    kind = ("child_bed", "bunk_bed", "crib", "child_bed")[int(room.rng.integers(4))]
    bed = room.against_wall(kind, prefer="corner")
    if bed:
        if room.chance(0.5):
            stand_on(room, bed, "teddy_bear")
        stand = room.beside(bed, "night_stand", side=1) or room.beside(bed, "night_stand", side=-1)
        if stand:
            stand_on(room, stand, "table_lamp")
    if room.chance(0.6):
        room.lay("rug")
    desk_with_seat(room)
    for name, probability in (("toy_chest", 0.6), ("bookshelf", 0.5), ("wardrobe", 0.5), ("dresser", 0.35)):
        if room.chance(probability):
            room.against_wall(name, front_m=0.4)
    for name, probability in (
        ("basketball", 0.4),
        ("soccer_ball", 0.35),
        ("baseball_bat", 0.3),
        ("tennis_racket", 0.2),
        ("doll_house", 0.3),
        ("backpack", 0.4),
        ("guitar", 0.15),
        ("box", 0.25),
        ("basket", 0.3),
        ("shoes", 0.3),
    ):
        if room.chance(probability):
            room.against_wall(name)
    hang_things(room, ("picture", "picture", "wall_shelf", "clock", "radiator"), 3)
