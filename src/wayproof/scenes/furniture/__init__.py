"""Parametric furniture: a category is a function that builds one model from a shape name and a Variation.

Local frame of a model: origin on the floor at the centre of the footprint, +Y up, front along +Z (the side
one sits on, opens or looks at), back along -Z (the side that goes to the wall).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wayproof.catalogue import Catalogue
from wayproof.geometry.solids import Point, Solid
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture.variation import Variation
from wayproof.scenes.scene import Attributes

__all__ = ["CATEGORIES", "Category", "Glow", "Model", "Part", "Surface", "Variation", "furniture"]


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
class Category:
    """A kind of thing: how it is called, in which shapes it comes and where it belongs."""

    name: str
    group: str  # "seating", "tables", ...
    summary: str
    build: Builder
    shapes: tuple[str, ...]
    held_out_shapes: tuple[str, ...]  # test split only
    stands: str  # "floor", "surface", "wall" or "ceiling"
    synonyms: tuple[str, ...]


CATEGORIES: Catalogue[Category] = Catalogue("object category", "wayproof.scenes.furniture")


def furniture(
    name: str,
    *,
    group: str,
    shapes: tuple[str, ...],
    held_out: tuple[str, ...] = (),
    stands: str = "floor",
    synonyms: tuple[str, ...] = (),
) -> Callable[[Builder], Builder]:
    """Register a builder under a category name; its docstring's first line is the summary."""

    def register(build: Builder) -> Builder:
        summary = (build.__doc__ or "").strip().split("\n")[0]
        CATEGORIES.add(name, Category(name, group, summary, build, shapes, held_out, stands, synonyms))
        return build

    return register
