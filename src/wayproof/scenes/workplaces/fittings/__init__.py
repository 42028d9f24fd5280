"""What stands in offices and shops and in no home: furniture that only workplaces know.

A fitting is asked for by its own name and may belong to a category of scenes/furniture: a bench desk is a
desk. Categories that only workplaces have get ids after all others (world.category_names), so that adding a
fitting changes nothing in a house.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from wayproof.catalogue import Catalogue
from wayproof.scenes.furniture import CATEGORIES, Builder, Category
from wayproof.scenes.workplaces.slivers import without_slivers

__all__ = ["FITTINGS", "fitting", "kind_of"]

FITTINGS: Catalogue[Category] = Catalogue("fitting", "wayproof.scenes.workplaces.fittings")


def fitting(
    name: str,
    *,
    group: str,
    shapes: tuple[str, ...],
    held_out: tuple[str, ...] = (),
    stands: str = "floor",
    category: str | None = None,
    synonyms: tuple[str, ...] = (),
) -> Callable[[Builder], Builder]:
    """Register a builder under a name; its docstring's first line is the summary."""

    def register(build: Builder) -> Builder:
        summary = (build.__doc__ or "").strip().split("\n")[0]
        kind = Category(category or name, group, summary, build, shapes, held_out, stands, synonyms)
        FITTINGS.add(name, kind)
        return build

    return register


@cache
def kind_of(name: str) -> Category:
    """A kind of thing for a workplace: a fitting, or what homes have too."""
    return without_slivers(FITTINGS[name] if name in FITTINGS else CATEGORIES[name])
