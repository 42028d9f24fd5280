"""Fittings: the furniture that only offices and shops have.

A fitting is asked for by its own name and may belong to a category of homes: a bench desk is a desk.
Categories that only workplaces have get ids after all others (simulator.world.category_names), so that adding
a fitting changes nothing in a house.
"""

from __future__ import annotations

from functools import cache, partial

from wayproof.scenes.furniture import FURNITURE, WORKPLACE, Furniture, furniture
from wayproof.scenes.workplaces.slivers import without_slivers

__all__ = ["fitting", "workplace_furniture"]

fitting = partial(furniture, place=WORKPLACE)


@cache
def workplace_furniture(name: str) -> Furniture:
    """A kind of thing as workplaces have it: its models without slivers."""
    return without_slivers(FURNITURE[name])
