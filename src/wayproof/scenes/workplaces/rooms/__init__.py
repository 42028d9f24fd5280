"""How rooms of workplaces are furnished: recipes by the type of room; sales floors by "sales_floor/TRADE"."""

from __future__ import annotations

from collections.abc import Callable

from wayproof.catalogue import Catalogue
from wayproof.scenes.houses.rooms import Recipe

WORKPLACE_RECIPES: Catalogue[Recipe] = Catalogue("workplace room", "wayproof.scenes.workplaces.rooms")


def workplace_recipe(*names: str) -> Callable[[Recipe], Recipe]:
    """Register a recipe under the types of room that it furnishes."""

    def register(recipe: Recipe) -> Recipe:
        for name in names:
            WORKPLACE_RECIPES.add(name, recipe)
        return recipe

    return register
