"""Furnish a whole house: each room by its recipe, then curtains and the small things on every surface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from wayproof.geometry.solids import Floats
from wayproof.scenes.assembly import to_world
from wayproof.scenes.furniture import FURNITURE, HOME, Furniture
from wayproof.scenes.houses.candidate_places import wall_stand
from wayproof.scenes.houses.draft import Thing
from wayproof.scenes.houses.fewer_things import thinned
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.house_style import Style
from wayproof.scenes.houses.plan_data import FloorPlan
from wayproof.scenes.houses.room_space import Walls, door_zones, leaf_zones, wall_runs
from wayproof.scenes.houses.rooms import Recipe, recipe_for
from wayproof.scenes.houses.shell import Shell
from wayproof.scenes.houses.small_things import small_things_for
from wayproof.scenes.houses.things_on_surfaces import Keeping, scatter
from wayproof.seeding import key_for

REDRAWS = 4  # attempts with all of a room's furniture, after the first
THINNINGS = 4  # attempts with less of it: a quarter gone, a half, three quarters, all that stands in the way
CURTAINED = ("living_room", "bedroom", "children_room", "dining_room", "office")
CURTAINS_SHARE = 0.7
CURTAIN_FOOT_M = 0.05
LEAF_FROM_M = 1.0  # parts of a door that are higher: leaf and frame, not threshold and handle


_home_recipe = partial(recipe_for, HOME)


@dataclass(frozen=True)
class Custom:
    """How people furnish a kind of building; the defaults are those of homes."""

    recipe_of: Callable[[str], Recipe] = _home_recipe  # by type of room
    furniture_of: Callable[[str], Furniture] = FURNITURE.__getitem__  # a kind of thing by its name
    keeping: Keeping = small_things_for
    curtained: tuple[str, ...] = CURTAINED


AT_HOME = Custom()


def furnish(
    plan: FloorPlan,
    shell: Shell,
    style: Style,
    *,
    seed: int,
    attempts: Mapping[int, int],
    custom: Custom = AT_HOME,
) -> list[Thing]:
    """All things of a house in order of their instance ids, which follow those of the shell.

    `attempts` says for each room (by id) how often its furniture has turned out to be in the way: 0 gives the
    room's first draw, each further attempt another one, and those after `REDRAWS` ever less furniture.
    """
    first = len(shell.placed) + 1
    fixed = _door_boxes(shell)
    things: list[Thing] = []
    for room in shell.rooms:
        attempt = attempts[room.id]
        draw_seed = key_for(seed, "furnish again", attempt) if attempt else seed
        walls = Walls(wall_runs(plan, room), door_zones(plan, room), leaf_zones(plan, room), fixed)
        furnisher = Furnisher(
            room, walls, style, seed=draw_seed, first=first + len(things), furniture_of=custom.furniture_of
        )
        if room.type in custom.curtained:
            _hang_curtains(furnisher)
        custom.recipe_of(room.type)(furnisher)
        scatter(furnisher, custom.keeping)
        thinning = max(attempt - REDRAWS, 0)
        things += thinned(furnisher.things, thinning / THINNINGS) if thinning else furnisher.things
    return things


def _door_boxes(shell: Shell) -> Floats:
    """Frames and leaves of all doors as boxes: an open leaf stands in the room."""
    doors = [shell.placed[door.instance - 1] for door in shell.doors]
    boxes = []
    for door in doors:
        for part in door.parts:
            world = to_world(part.solid.vertices_m, door.position_m, door.heading_rad)
            if np.ptp(world[:, 1]) > LEAF_FROM_M:
                boxes.append([world.min(axis=0), world.max(axis=0)])
    return np.array(boxes).reshape(-1, 2, 3)


def _hang_curtains(room: Furnisher) -> None:
    if not room.chance(CURTAINS_SHARE):
        return
    for run in room.runs:
        for begin, end, sill in run.openings_m:
            if sill > 0:
                draft = room.draft("curtain")
                room.place(draft, wall_stand(run, (begin + end) / 2, draft, CURTAIN_FOOT_M), on_floor=False)
