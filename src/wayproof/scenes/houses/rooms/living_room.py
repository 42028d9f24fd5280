"""The living room: couch and television face each other over a coffee table; shelves, plants, pictures."""

from __future__ import annotations

from wayproof.scenes.houses.draft import Thing
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms import room_recipe
from wayproof.scenes.houses.things_on_surfaces import stand_on


@room_recipe("living_room")
def living_room(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    couch = room.against_wall("couch", prefer="middle", front_m=0.9, view_m=2.2, side_m=0.5)
    if couch:
        _around_the_couch(room, couch)
    if room.chance(0.25):
        room.against_wall("fireplace", prefer="middle", front_m=0.5)
    for name, probability in (
        ("bookshelf", 0.7),
        ("cabinet", 0.45),
        ("console_table", 0.35),
        ("easy_chair", 0.35),
        ("rocking_chair", 0.12),
        ("pet_bed", 0.12),
        ("ottoman", 0.2),
        ("guitar", 0.12),
        ("fan", 0.15),
        ("bench", 0.08),
    ):
        if room.chance(probability):
            room.against_wall(name, front_m=0.3)
    for _ in range(int(room.rng.integers(1, 4))):
        room.against_wall("house_plant", prefer="corner")
    hang_things(room, ("picture", "picture", "clock", "wall_shelf", "mirror", "wall_lamp", "radiator"), 4)


def _around_the_couch(room: Furnisher, couch: Thing) -> None:
    stand = room.opposite(couch, "tv_stand")
    if stand:
        stand_on(room, stand, "television")
        if room.chance(0.5):
            stand_on(room, stand, "speaker")
        if room.chance(0.3):
            stand_on(room, stand, "game_console")
    if room.chance(0.85):
        room.in_front_of(couch, "coffee_table", gap_m=0.38, turned=False)
    if room.chance(0.75):
        room.lay("rug", under=couch, front_m=0.9)
    for side in (-1, 1):
        if room.chance(0.5):
            table = room.beside(couch, "side_table", side=side)
            if table and room.chance(0.7):
                stand_on(room, table, "table_lamp")
        elif room.chance(0.5):
            room.beside(couch, "floor_lamp", side=side, gap_m=0.1)
    for _ in range(int(room.rng.integers(0, 3))):
        stand_on(room, couch, "pillow")
    if room.chance(0.6):
        room.against_wall("easy_chair", near=couch, front_m=0.4)
    room.above(couch, "picture", height_m=1.35)


def hang_things(room: Furnisher, names: tuple[str, ...], most: int) -> None:
    """A few things on the walls, each at the height at which it is usually seen."""
    heights = {
        "picture": 1.35,
        "clock": 1.75,
        "wall_shelf": 1.45,
        "mirror": 1.0,
        "wall_lamp": 1.6,
        "radiator": 0.1,
    }
    for _ in range(int(room.rng.integers(1, most + 1))):
        name = names[int(room.rng.integers(len(names)))]
        room.on_wall(name, height_m=heights[name])
