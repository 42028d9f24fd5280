"""Rooms that everybody at work uses: break room, toilets, copy room, storage, corridor."""

from __future__ import annotations

from wayproof.scenes.houses.candidate_places import relative_to
from wayproof.scenes.houses.draft import Draft, Thing
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.kitchen_row import kitchen_row
from wayproof.scenes.houses.rooms.living_room import hang_things
from wayproof.scenes.houses.things_on_surfaces import stand_on
from wayproof.scenes.workplaces.arrangements import lamps_over, line_wall
from wayproof.scenes.workplaces.rooms import workplace_recipe

CUBICLE_M = 1.0  # between two partitions


@workplace_recipe("kitchen")
def break_room(room: Furnisher) -> None:
    lamps_over(room, "work_lamp", 2.6)
    counters = ["kitchen_counter"] * int(room.rng.integers(1, 4))
    kitchen_row(room, ["refrigerator", "kitchen_sink", *counters[:1], "dishwasher", *counters[1:]])
    worktops = [thing for thing in room.things if thing.name == "kitchen_counter"]
    for worktop, name in zip(worktops, ("coffee_machine", "microwave", "kettle"), strict=False):
        stand_on(room, worktop, name)
    table = room.in_middle("dining_table", around_m=0.7) or room.against_wall("dining_table")
    if table:
        room.around(table, "chair", int(room.rng.integers(2, 6)))
    for name, chance in (
        ("vending_machine", 0.6),
        ("garbage_can", 1.0),
        ("water_cooler", 0.6),
        ("house_plant", 0.5),
    ):
        if room.chance(chance):
            room.against_wall(name, prefer="corner")
    if room.chance(0.6):
        room.on_wall("notice_board", height_m=1.3)
    hang_things(room, ("clock", "picture"), 2)


@workplace_recipe("bathroom")
def toilets(room: Furnisher) -> None:
    lamps_over(room, "work_lamp", 2.2)
    first = room.against_wall("toilet", prefer="corner", front_m=0.5)
    if first:
        _cubicles(room, first, 2 if room.chance(0.75) else 1)
        room.on_wall("toilet_paper_holder", height_m=0.65, near=first)
    basin = room.against_wall("washbasin", front_m=0.5)
    if basin:
        room.above(basin, "mirror", height_m=1.2)
        if room.chance(0.5):
            _ = room.beside(basin, "washbasin", side=1, gap_m=0.15) or room.beside(
                basin, "washbasin", side=-1, gap_m=0.15
            )
    room.on_wall("towel_rack", height_m=1.1)
    for name, chance in (("garbage_can", 0.9), ("plunger", 0.2)):
        if room.chance(chance):
            room.against_wall(name, prefer="corner")


def _cubicles(room: Furnisher, toilet: Thing, count: int) -> None:
    """Partitions beside a toilet, and further toilets like it between partitions."""
    wall = room.draft("cubicle_wall")
    gap = (CUBICLE_M - toilet.draft.width_m) / 2
    for side in (1, -1):
        partition = _beside(room, toilet, wall, side, gap)
        if partition is None:
            continue
        last = partition
        for _ in range(count - 1):
            further = _beside(room, last, toilet.draft, side, gap)
            if further is None:
                return
            last = _beside(room, further, wall, side, gap) or further
        return


def _beside(room: Furnisher, thing: Thing, draft: Draft, side: int, gap_m: float) -> Thing | None:
    """Next to a thing with aligned backs, as `Furnisher.beside` but for a model that is there already."""
    edge = thing.draft.low_m[0] if side < 0 else thing.draft.high_m[0]
    own = draft.high_m[0] if side < 0 else -draft.low_m[0]
    stand = relative_to(thing, edge + side * (gap_m + own), thing.draft.low_m[2] - draft.low_m[2])
    return room.place(draft, stand)


@workplace_recipe("copy_room")
def copy_room(room: Furnisher) -> None:
    lamps_over(room, "work_lamp", 2.4)
    room.against_wall("copier", prefer="middle", front_m=0.6)
    table = room.against_wall("bench_desk", prefer="corner") if room.chance(0.6) else None
    if table:
        stand_on(room, table, "printer")
    for name, chance in (
        ("folder_shelf", 0.8),
        ("cabinet", 0.4),
        ("shredder", 0.8),
        ("box", 0.8),
        ("box", 0.5),
    ):
        if room.chance(chance):
            room.against_wall(name)
    room.against_wall("garbage_can", prefer="corner")
    room.on_wall("notice_board", height_m=1.2)
    hang_things(room, ("clock", "wall_shelf"), 1)


@workplace_recipe("storage")
def stockroom(room: Furnisher) -> None:
    lamps_over(room, "work_lamp", 1.7)
    racks = [room.draft("storage_rack") for _ in range(3)]
    blind = [run for run in room.runs if not run.openings_m]
    for run in sorted(blind or room.runs, key=lambda run: -run.length_m)[: 1 + room.chance(0.4)]:
        line_wall(room, run, racks)
    for name, chance in (
        ("storage_rack", 0.5),
        ("box", 0.9),
        ("box", 0.7),
        ("ladder", 0.5),
        ("vacuum_cleaner", 0.5),
        ("broom", 0.5),
        ("bucket", 0.6),
        ("fan", 0.2),
        ("safe", 0.2),
    ):
        if room.chance(chance):
            room.against_wall(name)


@workplace_recipe("hallway")
def corridor(room: Furnisher) -> None:
    lamps_over(room, "work_lamp", 2.8)
    for name, chance in (
        ("house_plant", 0.7),
        ("water_cooler", 0.4),
        ("bench", 0.3),
        ("locker", 0.4),
        ("filing_cabinet", 0.4),
        ("coat_rack", 0.3),
        ("garbage_can", 0.3),
    ):
        if room.chance(chance):
            room.against_wall(name)
    if room.chance(0.6):
        room.on_wall("notice_board", height_m=1.2)
    hang_things(room, ("picture", "picture", "clock", "radiator"), 4)
