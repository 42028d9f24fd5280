"""What each trade makes of its sales floor: food, books, clothes, things for the household."""

from __future__ import annotations

import numpy as np

from wayproof.scenes.houses.draft import Thing
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.things_on_surfaces import stand_on
from wayproof.scenes.workplaces.arrangements import lamps_over, line_wall, set_on
from wayproof.scenes.workplaces.rooms import workplace_recipe
from wayproof.scenes.workplaces.rooms.sales_floors import (
    Floor,
    Look,
    floor_of,
    islands,
    light_up,
    line_walls,
    platforms,
    rows,
    stock,
    till,
)

FOOD = ("bottle", "jar", "bread", "cake", "apple", "banana", "orange", "bowl")
HOUSEHOLD = (
    "toaster",
    "kettle",
    "teapot",
    "radio",
    "pot",
    "table_lamp",
    "alarm_clock",
    "microwave",
    "speaker",
)
SHOWN = ("television", "laptop", "coffee_machine", "mixer", "table_lamp", "speaker", "radio", "game_console")


@workplace_recipe("sales_floor/grocery")
def grocery(room: Furnisher) -> None:
    floor, look = floor_of(room), Look()
    light_up(floor)
    till(floor)
    shelves = rows(floor, [room.draft("grocery_gondola", matching=look) for _ in range(6)], back_m=1.9)
    back = [run for run in floor.others if np.cos(run.heading_rad - floor.street.heading_rad) < -0.5]
    for run in back:
        line_wall(room, run, [room.draft("cold_shelf", matching=look) for _ in range(2)])
    racks = [room.draft("grocery_wall_rack", matching=look) for _ in range(4)]
    shelves += line_walls(floor, racks, share=0.9)
    stock(floor, shelves, FOOD)
    for name, chance in (
        ("fruit_stand", 1.0),
        ("fruit_stand", 0.6),
        ("basket_stack", 1.0),
        ("floor_sign", 0.6),
    ):
        if room.chance(chance):
            _ = _up_front(floor, name) if name == "fruit_stand" else room.against_wall(name)
    _usual(floor)


@workplace_recipe("sales_floor/household")
def household(room: Furnisher) -> None:
    floor, look = floor_of(room), Look()
    light_up(floor)
    till(floor)
    for stage in platforms(floor):
        stand_on(room, stage, SHOWN[int(room.rng.integers(len(SHOWN)))])
        stand_on(room, stage, "floor_sign" if room.chance(0.3) else "house_plant")
    shelves = rows(floor, [room.draft("household_gondola", matching=look) for _ in range(5)], back_m=1.7)
    shelves += line_walls(
        floor, [room.draft("household_wall_rack", matching=look) for _ in range(4)], share=0.85
    )
    stock(floor, shelves, HOUSEHOLD)
    for _ in range(2):
        table = _up_front(floor, "display_table")
        if table:
            stand_on(room, table, SHOWN[int(room.rng.integers(len(SHOWN)))])
    room.against_wall("basket_stack")
    _usual(floor)


@workplace_recipe("sales_floor/books")
def books(room: Furnisher) -> None:
    floor, look = floor_of(room), Look()
    light_up(floor)
    till(floor)
    for stage in platforms(floor):
        for _ in range(3):
            stand_on(
                room, stage, ("book", "globe", "vase", "statue", "house_plant")[int(room.rng.integers(5))]
            )
    racks = [room.draft("books_wall_rack", matching=look) for _ in range(5)]
    shelves = line_walls(floor, racks, share=0.95)
    if room.chance(0.6):
        shelves += rows(floor, [room.draft("books_gondola", matching=look) for _ in range(5)], back_m=1.5)
    else:
        islands(floor, [room.draft("book_table", matching=look) for _ in range(3)])
    stock(floor, shelves, ("book", "notebook", "globe", "book"))
    for name, chance in (("easy_chair", 0.8), ("easy_chair", 0.4), ("side_table", 0.4), ("ladder", 0.4)):
        if room.chance(chance):
            room.against_wall(name)
    if room.chance(0.4):
        room.lay("rug")
    _usual(floor)


@workplace_recipe("sales_floor/clothes")
def clothes(room: Furnisher) -> None:
    floor, look = floor_of(room), Look()
    light_up(floor)
    till(floor)
    for stage in platforms(floor):
        for right in (-0.4, 0.4):
            set_on(room, stage, room.draft("mannequin"), right, 0.0, turn_rad=np.pi)
    rails = [room.draft("clothes_wall_rail", matching={}) for _ in range(3)]
    rails.append(room.draft("clothes_wall_rack", matching=look))
    shelves = line_walls(floor, rails, share=0.9)
    middle = [room.draft("clothes_rack") for _ in range(3)] + [room.draft("clothes_table") for _ in range(2)]
    islands(floor, middle)
    stock(floor, shelves, ("handbag", "hat", "shoes", "backpack"))
    for name, chance in (("mannequin", 0.8), ("bench", 0.5), ("shoe_rack", 0.5)):
        if room.chance(chance):
            room.against_wall(name)
    if room.chance(0.7):
        room.on_wall("mirror", height_m=0.5)
    _usual(floor)


@workplace_recipe("fitting_room")
def fitting_room(room: Furnisher) -> None:
    lamps_over(room, "shop_lamp", 1.6)
    look = Look()
    longest = max(room.runs, key=lambda run: run.length_m - 2.0 * len(run.openings_m))
    line_wall(room, longest, [room.draft("changing_cubicle", matching=look) for _ in range(2)])
    room.on_wall("mirror", height_m=0.4)
    for name, chance in (("stool", 0.7), ("bench", 0.4), ("coat_rack", 0.5), ("clothes_rack", 0.3)):
        if room.chance(chance):
            room.against_wall(name, prefer="corner")


def _up_front(floor: Floor, name: str) -> Thing | None:
    """Somewhere between the entrance and the rows."""
    room = floor.room
    draft = room.draft(name)
    for share in room.rng.permutation(8):
        along = 1.2 + (floor.width_m - 2.4) * (int(share) + 0.5) / 8
        thing = room.place(
            draft, floor.stand(along, draft.depth_m / 2 + float(room.rng.choice([0.1, 1.0, 1.3])))
        )
        if thing:
            return thing
    return None


def _usual(floor: Floor) -> None:
    room = floor.room
    for name, chance in (
        ("house_plant", 0.7),
        ("floor_sign", 0.5),
        ("garbage_can", 0.5),
        ("umbrella_stand", 0.4),
    ):
        if room.chance(chance):
            room.against_wall(name, prefer="corner")
    for name, height, chance in (("clock", 1.85, 0.4), ("wall_sign", 1.65, 0.7), ("wall_screen", 1.4, 0.2)):
        if room.chance(chance):
            room.on_wall(name, height_m=height)
