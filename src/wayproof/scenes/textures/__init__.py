"""Textures made by recipe: each finish names one, and gets a square picture of the surface.

Convention: u grows to the right and v upwards; row 0 of a texture is its top (v = 1), so the row of a texel
is (1 - v) * size. All recipes repeat without a seam, except pictures that are shown once on a panel (a
painting, a screen). A recipe is a function of the two colours of the finish and a generator; the first colour
rules, so that people name it when asked for the colour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wayproof.catalogue import Catalogue
from wayproof.scenes.finishes import Finish
from wayproof.seeding import generator_for

__all__ = ["TEXTURES", "Recipe", "Rgb", "Texture", "texture", "texture_for"]

Rgb = tuple[int, int, int]
Recipe = Callable[[Rgb, Rgb, np.random.Generator], NDArray[np.uint8]]


@dataclass(frozen=True)
class Texture:
    """A recipe by name; `size_px` is the edge of the square that it paints, `tiles` whether it repeats."""

    name: str
    summary: str
    recipe: Recipe
    size_px: int
    tiles: bool


TEXTURES: Catalogue[Texture] = Catalogue("texture", "wayproof.scenes.textures")


def texture(name: str, *, size_px: int = 128, tiles: bool = True) -> Callable[[Recipe], Recipe]:
    """Register a recipe; its docstring's first line is the summary."""

    def register(recipe: Recipe) -> Recipe:
        summary = (recipe.__doc__ or "").strip().split("\n")[0]
        TEXTURES.add(name, Texture(name, summary, recipe, size_px, tiles))
        return recipe

    return register


def texture_for(finish: Finish) -> NDArray[np.uint8]:
    """The picture (s, s, 3) of a finish, read-only; equal patterns, colours and variants share one array."""
    return _painted(finish.pattern, finish.rgb, finish.second_rgb, finish.variant)


@lru_cache(maxsize=1024)
def _painted(pattern: str, rgb: Rgb, second_rgb: Rgb, variant: int) -> NDArray[np.uint8]:
    entry = TEXTURES[pattern]
    painted = entry.recipe(rgb, second_rgb, generator_for(0, "texture", pattern, variant))
    painted = np.ascontiguousarray(painted)
    painted.setflags(write=False)
    return painted
