"""`shops-v1`: a small shop as a function of split and seed."""

from __future__ import annotations

from functools import partial

from wayproof.scenes.furniture import WORKPLACE
from wayproof.scenes.houses.furnish import Custom
from wayproof.scenes.houses.house import House, seed_of
from wayproof.scenes.houses.plan_data import FloorPlan
from wayproof.scenes.houses.rooms import Recipe, recipe_for
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.scene import Scene
from wayproof.scenes.workplaces.buildings import draw_plan, furnished
from wayproof.scenes.workplaces.entrances_and_windows import shop_entry, shop_glazing
from wayproof.scenes.workplaces.fittings import workplace_furniture
from wayproof.scenes.workplaces.goods import TRADES
from wayproof.scenes.workplaces.layouts import Building
from wayproof.scenes.workplaces.shop_layouts import draw_shop_layout
from wayproof.scenes.workplaces.small_goods import keeping_for
from wayproof.scenes.workplaces.workplace_style import SHOP_PALETTES, draw_style, shop_finishes
from wayproof.seeding import generator_for

SHOPS = "shops-v1"


def make_shop(seed: int, *, split: str = "train", light: bool = True) -> Scene:
    """The scene named shops-v1/SPLIT/SEED; `light=False` skips baking.

    As with houses, splits never share a shop, and the test split shows shapes and textures of its own.
    """
    scene = build_shop(seed, split=split).scene
    return lit(scene) if light else scene


def build_shop(seed: int, *, split: str = "train") -> House:
    """The shop with its plan and the list of its things, without light."""
    own_seed = seed_of(SHOPS, split, seed)
    trade = trade_of(own_seed)
    style = draw_style(generator_for(own_seed, "style"), SHOP_PALETTES, held_out=split == "test")
    custom = Custom(partial(_recipe, trade), workplace_furniture, keeping_for(trade), curtained=())
    finishes, plan = partial(shop_finishes, trade), plan_shop(own_seed)
    return furnished(f"{SHOPS}/{split}/{seed}", plan, style, finishes, custom, seed=own_seed)


def plan_shop(own_seed: int) -> FloorPlan:
    """The floor plan of a shop, by the seed of its draws."""
    rng = generator_for(own_seed, "plan")
    building = Building(
        wall_m=float(rng.choice([0.10, 0.12])),
        height_m=round(float(rng.uniform(2.8, 3.2)), 2),
        entry=shop_entry,
        glazing=shop_glazing,
    )
    return draw_plan(rng, partial(draw_shop_layout, trade=trade_of(own_seed)), building)


def trade_of(own_seed: int) -> str:
    """What the shop sells."""
    trades = tuple(TRADES)
    return trades[int(generator_for(own_seed, "trade").integers(len(trades)))]


def _recipe(trade: str, room_type: str) -> Recipe:
    return recipe_for(WORKPLACE, f"sales_floor/{trade}" if room_type == "sales_floor" else room_type)
