"""Parametric furniture: a function builds one model of a kind of thing from a shape name and a Variation.

Local frame of a model: origin on the floor at the centre of the footprint, +Y up, front along +Z (the side
one sits on, opens or looks at), back along -Z (the side that goes to the wall).

What only offices and shops have is in the folder of workplaces, and in the same catalogue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from wayproof.catalogue import Catalogue
from wayproof.geometry.solids import Point, Solid
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture.variation import Variation
from wayproof.scenes.scene import Attributes

__all__ = [
    "FURNITURE",
    "HOME",
    "WORKPLACE",
    "Furniture",
    "Glow",
    "Model",
    "Part",
    "Surface",
    "Variation",
    "furniture",
    "home_categories",
]

HOME, WORKPLACE = "home", "workplace"


@dataclass(frozen=True)
class Part:
    """A solid and its finish; a part that `glows` is bright while the thing's own lamp is on."""

    solid: Solid
    finish: Finish
    glows: bool = False


@dataclass(frozen=True)
class Surface:
    """A level rectangle that can carry things: its centre, its size and the free height above it."""

    centre_m: Point
    width_m: float  # along x
    depth_m: float  # along z
    clearance_m: float = 0.6
    relation: str = "on"  # "in" for shelves, drawers and baskets


@dataclass(frozen=True)
class Glow:
    """The light that a thing gives: where, how warm, how strong (irradiance at 1 m; a ceiling lamp: 1)."""

    positions_m: tuple[Point, ...]
    colour: tuple[float, float, float] = (1.0, 0.86, 0.68)
    power: float = 0.35


@dataclass(frozen=True)
class Model:
    """One built thing, before it is placed."""

    parts: tuple[Part, ...]
    attributes: Attributes
    surfaces: tuple[Surface, ...] = ()
    glow: Glow | None = None


Builder = Callable[[str, Variation], Model]


@dataclass(frozen=True)
class Furniture:
    """A kind of thing: what it is called, in which shapes it comes and where it belongs.

    Several kinds may be of one category: a bench desk is a desk.
    """

    name: str
    category: str
    group: str  # "seating", "tables", ...
    summary: str
    build: Builder
    shapes: tuple[str, ...]
    held_out_shapes: tuple[str, ...]  # test split only
    stands: str  # "floor", "surface", "wall" or "ceiling"
    synonyms: tuple[str, ...]
    place: str  # HOME, or WORKPLACE for what no home has


FURNITURE: Catalogue[Furniture] = Catalogue(
    "object", "wayproof.scenes.furniture", "wayproof.scenes.workplaces.fittings"
)


def furniture(
    name: str,
    *,
    group: str,
    shapes: tuple[str, ...],
    held_out: tuple[str, ...] = (),
    stands: str = "floor",
    synonyms: tuple[str, ...] = (),
    category: str | None = None,
    place: str = HOME,
) -> Callable[[Builder], Builder]:
    """Register a builder under a name, which is its category too unless another is given.

    The first line of the builder's docstring is the summary.
    """

    def register(build: Builder) -> Builder:
        summary = (build.__doc__ or "").strip().split("\n")[0]
        kind = Furniture(
            name, category or name, group, summary, build, shapes, held_out, stands, synonyms, place
        )
        FURNITURE.add(name, kind)
        return build

    return register


@cache
def home_categories() -> tuple[str, ...]:
    """The categories of things in homes, in alphabetical order: those that every world knows."""
    return tuple(sorted({kind.category for kind in FURNITURE if kind.place == HOME}))
