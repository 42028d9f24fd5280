"""`offices-v1`: an office on one floor as a function of split and seed."""

from __future__ import annotations

from functools import partial

from wayproof.scenes.furniture import WORKPLACE
from wayproof.scenes.houses.furnish import Custom
from wayproof.scenes.houses.house import House, seed_of
from wayproof.scenes.houses.plan_data import FloorPlan
from wayproof.scenes.houses.rooms import recipe_for
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.scene import Scene
from wayproof.scenes.workplaces.buildings import draw_plan, furnished
from wayproof.scenes.workplaces.entrances_and_windows import office_entry, office_glazing
from wayproof.scenes.workplaces.fittings import workplace_furniture
from wayproof.scenes.workplaces.layouts import Building
from wayproof.scenes.workplaces.office_layouts import draw_office_layout
from wayproof.scenes.workplaces.small_goods import keeping_for
from wayproof.scenes.workplaces.workplace_style import OFFICE_PALETTES, draw_style, office_finishes
from wayproof.seeding import generator_for

OFFICES = "offices-v1"

_CUSTOM = Custom(partial(recipe_for, WORKPLACE), workplace_furniture, keeping_for(None), curtained=())


def make_office(seed: int, *, split: str = "train", light: bool = True) -> Scene:
    """The scene named offices-v1/SPLIT/SEED; `light=False` skips baking.

    As with houses, splits never share an office, and the test split shows shapes and textures of its own.
    """
    scene = build_office(seed, split=split).scene
    return lit(scene) if light else scene


def build_office(seed: int, *, split: str = "train") -> House:
    """The office with its plan and the list of its things, without light."""
    own_seed = seed_of(OFFICES, split, seed)
    style = draw_style(generator_for(own_seed, "style"), OFFICE_PALETTES, held_out=split == "test")
    plan = plan_office(own_seed)
    return furnished(f"{OFFICES}/{split}/{seed}", plan, style, office_finishes, _CUSTOM, seed=own_seed)


def plan_office(own_seed: int) -> FloorPlan:
    """The floor plan of an office, by the seed of its draws."""
    rng = generator_for(own_seed, "plan")
    building = Building(
        wall_m=float(rng.choice([0.10, 0.12])),
        height_m=round(float(rng.uniform(2.6, 2.9)), 2),
        entry=office_entry,
        glazing=office_glazing,
    )
    return draw_plan(rng, draw_office_layout, building)
