"""From a drawn plan to a furnished workplace, by the means of the houses."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.scenes.houses.furnish import Custom
from wayproof.scenes.houses.house import House, open_to_walkers
from wayproof.scenes.houses.house_style import Style
from wayproof.scenes.houses.plan_data import FloorPlan
from wayproof.scenes.houses.shell import build_shell
from wayproof.scenes.houses.shell_finishes import RoomFinishes, dress
from wayproof.scenes.workplaces.layouts import Building, Layout, moved_about, plan_of
from wayproof.seeding import generator_for

TRIES = 400
DOOR_RGB = (112, 114, 118)
FinishesOf = Callable[[Style, str, np.random.Generator], RoomFinishes]


def draw_plan(
    rng: np.random.Generator, draw: Callable[[np.random.Generator], Layout | None], building: Building
) -> FloorPlan:
    """The first of many drawn layouts into which doors fit."""
    for _ in range(TRIES):
        layout = draw(rng)
        plan = plan_of(rng, moved_about(rng, layout), building) if layout else None
        if plan:
            return plan
    raise InvalidInput(f"no floor plan in {TRIES} tries; ask for another seed")


def furnished(
    name: str, plan: FloorPlan, style: Style, finishes_of: FinishesOf, custom: Custom, *, seed: int
) -> House:
    """The shell of a plan, dressed and furnished until every room is reached."""
    rng = generator_for(seed, "shell")
    looks = [finishes_of(style, room.type, rng) for room in plan.rooms]
    finishes = dress(looks, facade=style.facade, door=style.door, trim=style.trim, rng=rng)
    # Doors of workplaces are of metal and glass: one sees the street through them.
    entry = msgspec.structs.replace(style.trim, material="metal", colour="grey", rgb=DOOR_RGB)
    finishes = msgspec.structs.replace(finishes, entry_door=entry, entry_pane=finishes.views[0])
    shell = build_shell(plan, finishes, rng)
    return open_to_walkers(name, plan, shell, style, seed, custom)
