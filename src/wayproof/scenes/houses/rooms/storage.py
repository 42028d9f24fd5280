"""The storage room: shelves, boxes, and whatever has no other place."""

from __future__ import annotations

from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms import room_recipe


@room_recipe("storage")
def storage(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    room.against_wall("bookshelf", prefer="corner", front_m=0.3)
    for name, probability in (
        ("cabinet", 0.5),
        ("box", 0.8),
        ("box", 0.6),
        ("ladder", 0.5),
        ("vacuum_cleaner", 0.5),
        ("broom", 0.5),
        ("bucket", 0.4),
        ("suitcase", 0.4),
        ("baseball_bat", 0.25),
        ("basketball", 0.2),
        ("tennis_racket", 0.25),
        ("dumbbell", 0.2),
        ("basket", 0.3),
        ("shoe_rack", 0.2),
        ("yoga_mat", 0.2),
        ("safe", 0.15),
    ):
        if room.chance(probability):
            room.against_wall(name)
