"""Furnish a whole house: each room by its recipe, then curtains and the small things on every surface."""

from __future__ import annotations

from wayproof.scenes.houses.draft import Thing
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.planned import FloorPlan
from wayproof.scenes.houses.room_space import keep_free, wall_runs
from wayproof.scenes.houses.rooms import ROOM_RECIPES
from wayproof.scenes.houses.stands import wall_stand
from wayproof.scenes.houses.style import Style
from wayproof.scenes.houses.surfaces import scatter
from wayproof.scenes.scene import Room

CURTAINED = ("living_room", "bedroom", "children_room", "dining_room", "office")
CURTAINS_SHARE = 0.7
CURTAIN_FOOT_M = 0.05


def furnish(plan: FloorPlan, rooms: tuple[Room, ...], style: Style, *, seed: int, first: int) -> list[Thing]:
    """All things of a house in order of their instance ids, which start at `first`."""
    things: list[Thing] = []
    for room in rooms:
        furnisher = Furnisher(
            room, wall_runs(plan, room), keep_free(plan, room), style, seed, first + len(things)
        )
        _hang_curtains(furnisher)
        ROOM_RECIPES[room.type](furnisher)
        scatter(furnisher)
        things += furnisher.things
    return things


def _hang_curtains(room: Furnisher) -> None:
    if room.room.type not in CURTAINED or not room.chance(CURTAINS_SHARE):
        return
    for run in room.runs:
        for begin, end, sill in run.openings_m:
            if sill > 0:
                draft = room.draft("curtain")
                room.place(draft, wall_stand(run, (begin + end) / 2, draft, CURTAIN_FOOT_M), on_floor=False)
