"""How rooms are furnished: one file per room type, each a short list of furnishing verbs.

Rooms of offices and shops have theirs in the folder of workplaces, and in the same catalogue: an office at
home is furnished differently from one at work, so a recipe is found by place and room type.
"""

from __future__ import annotations

from collections.abc import Callable

from wayproof.catalogue import Catalogue
from wayproof.scenes.furniture import HOME
from wayproof.scenes.houses.furnisher import Furnisher

Recipe = Callable[[Furnisher], None]

ROOM_RECIPES: Catalogue[Recipe] = Catalogue(
    "room recipe", "wayproof.scenes.houses.rooms", "wayproof.scenes.workplaces.rooms"
)


def room_recipe(room_type: str, *, place: str = HOME) -> Callable[[Recipe], Recipe]:
    """Register a recipe under the type of room that it furnishes and the place where such rooms are."""

    def register(recipe: Recipe) -> Recipe:
        ROOM_RECIPES.add(f"{place}/{room_type}", recipe)
        return recipe

    return register


def recipe_for(place: str, room_type: str) -> Recipe:
    """How a room of this type is furnished at home or in a workplace."""
    return ROOM_RECIPES[f"{place}/{room_type}"]
