"""How rooms of workplaces are furnished: one recipe for each type of room; sales floors by trade."""

from __future__ import annotations

from functools import partial

from wayproof.scenes.furniture import WORKPLACE
from wayproof.scenes.houses.rooms import room_recipe

workplace_recipe = partial(room_recipe, place=WORKPLACE)
