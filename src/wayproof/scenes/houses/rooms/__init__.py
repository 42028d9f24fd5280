"""How rooms are furnished: one file per room type, each a short list of furnishing verbs."""

from __future__ import annotations

from collections.abc import Callable

from wayproof.catalogue import Catalogue
from wayproof.scenes.houses.furnisher import Furnisher

Recipe = Callable[[Furnisher], None]

ROOM_RECIPES: Catalogue[Recipe] = Catalogue("room type", "wayproof.scenes.houses.rooms")


def room_recipe(room_type: str) -> Callable[[Recipe], Recipe]:
    """Register a recipe under the room type that it furnishes."""

    def register(recipe: Recipe) -> Recipe:
        ROOM_RECIPES.add(room_type, recipe)
        return recipe

    return register
