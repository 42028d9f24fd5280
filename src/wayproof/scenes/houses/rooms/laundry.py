"""The laundry: machines, baskets, an ironing board."""

from __future__ import annotations

from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms import room_recipe


@room_recipe("laundry")
def laundry(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    washer = room.against_wall("washing_machine", prefer="corner", front_m=0.5)
    if washer:
        _ = room.beside(washer, "clothes_dryer", side=1) or room.beside(washer, "clothes_dryer", side=-1)
    for name, probability in (
        ("laundry_basket", 0.9),
        ("ironing_board", 0.6),
        ("drying_rack", 0.5),
        ("cabinet", 0.5),
        ("broom", 0.4),
        ("bucket", 0.5),
        ("vacuum_cleaner", 0.35),
        ("basket", 0.3),
        ("garbage_can", 0.25),
        ("ladder", 0.15),
    ):
        if room.chance(probability):
            room.against_wall(name)
    if room.chance(0.5):
        room.on_wall("wall_shelf", height_m=1.5)
    if room.chance(0.4):
        room.on_wall("water_heater", height_m=1.35)
