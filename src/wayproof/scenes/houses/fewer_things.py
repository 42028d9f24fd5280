"""A room with less furniture: the last resort where no draw leaves its floor in one piece."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from wayproof.scenes.houses.draft import Thing, obstacles_at
from wayproof.scenes.houses.occupancy import in_the_way


def thinned(things: Sequence[Thing], share: float) -> list[Thing]:
    """A room's things without that share of those in a walker's way, the last placed first.

    Recipes begin with what makes a room (the bed, the table), so that stays longest. What stood on a thing
    goes with it; the rest is numbered anew from the first thing's number on.
    """
    standing = [thing for thing in things if thing.support is None and _bars(thing)]
    stay = len(standing) - math.ceil(share * len(standing))
    gone = {thing.number for thing in standing[stay:]}
    for thing in things:  # a thing comes after what bears it
        if thing.support in gone:
            gone.add(thing.number)
    kept = [thing for thing in things if thing.number not in gone]
    number = {thing.number: things[0].number + k for k, thing in enumerate(kept)}
    return [
        replace(
            thing,
            number=number[thing.number],
            support=None if thing.support is None else number[thing.support],
        )
        for thing in kept
    ]


def _bars(thing: Thing) -> bool:
    return bool(in_the_way(obstacles_at(thing.draft, thing.stand)).any())
