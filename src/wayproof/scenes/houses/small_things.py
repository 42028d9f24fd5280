"""Which small things people keep on what, and in which room: weights, ours, guided by ProcTHOR's counts."""

from __future__ import annotations

from functools import lru_cache

# Things with a front that look towards whoever uses the furniture they stand on.
FACING = frozenset(
    {
        "alarm_clock",
        "aquarium",
        "bread",
        "coffee_machine",
        "desk_lamp",
        "game_console",
        "laptop",
        "makeup_mirror",
        "microwave",
        "mixer",
        "monitor",
        "picture_frame",
        "pillow",
        "printer",
        "radio",
        "speaker",
        "statue",
        "television",
        "toaster",
        "towel",
    }
)

_READING = {"book": 5.0, "notebook": 2.0, "eyeglasses": 1.0, "newspaper": 1.0, "pen_holder": 1.0}
_DECORATION = {"vase": 3.0, "candle": 3.0, "picture_frame": 2.0, "statue": 1.5, "globe": 0.6, "jar": 0.5}
_POCKETS = {"keys": 1.5, "cellular_telephone": 2.0, "eyeglasses": 0.7, "handbag": 0.8, "hat": 0.6}
_TABLEWARE = {
    "bowl": 3.0,
    "mug": 3.0,
    "plate": 3.0,
    "cup": 2.0,
    "wine_glass": 1.5,
    "bottle": 2.0,
    "salt_shaker": 1.0,
}
_FOOD = {"apple": 3.0, "banana": 1.5, "orange": 1.5, "bread": 1.5, "cake": 0.7}
_COOKING = {
    "pan": 2.0,
    "pot": 2.0,
    "cutting_board": 2.0,
    "knife_block": 1.5,
    "teapot": 1.0,
    "jar": 1.5,
    "kettle": 2.0,
}
_MACHINES = {"microwave": 2.5, "toaster": 2.5, "coffee_machine": 2.5, "mixer": 1.2}
_WASHING = {
    "soap_dispenser": 4.0,
    "toothbrush_cup": 4.0,
    "towel": 2.0,
    "spray_bottle": 2.0,
    "tissue_box": 1.0,
}
_CLEANING = {"spray_bottle": 3.0, "towel": 1.5, "box": 1.0, "tool_box": 1.5, "watering_can": 1.5, "jar": 1.0}
_TOYS = {"teddy_bear": 3.0, "toy_blocks": 3.0, "toy_car": 3.0, "book": 2.0, "globe": 1.0}
_MEDIA = {"remote_control": 2.5, "game_console": 0.8, "speaker": 0.8, "radio": 0.8}

# What stands on a piece of furniture, whatever the room.
_ON: dict[str, tuple[dict[str, float], ...]] = {
    "dining_table": (_TABLEWARE, _FOOD, _DECORATION),
    "kitchen_counter": (_MACHINES, _COOKING, _TABLEWARE, _FOOD, {"spray_bottle": 0.8, "radio": 0.5}),
    "kitchen_island": (_COOKING, _TABLEWARE, _FOOD, {"tray": 1.5, "vase": 1.0}),
    "kitchen_sink": ({"soap_dispenser": 3.0, "spray_bottle": 1.5, "plate": 1.0},),
    "coffee_table": (_READING, _MEDIA, {"mug": 1.5, "tray": 1.5, "vase": 1.0, "candle": 1.5, "laptop": 0.8}),
    "side_table": (_READING, _DECORATION, _POCKETS, {"table_lamp": 2.0, "radio": 0.8, "tissue_box": 0.8}),
    "night_stand": (
        _READING,
        {"alarm_clock": 3.0, "cellular_telephone": 2.0, "tissue_box": 1.0, "bottle": 0.6},
    ),
    "console_table": (_DECORATION, _POCKETS, {"table_lamp": 2.0, "tray": 0.8}),
    "desk": (
        _READING,
        {"laptop": 3.0, "mug": 1.0, "printer": 1.0, "pen_holder": 2.0, "desk_lamp": 1.5, "globe": 0.6},
    ),
    "dressing_table": (
        {"makeup_mirror": 3.0, "tissue_box": 1.0, "candle": 1.0, "vase": 1.0, "handbag": 1.0},
    ),
    "dresser": (_DECORATION, _POCKETS, {"table_lamp": 1.5, "makeup_mirror": 1.5, "alarm_clock": 1.0}),
    "cabinet": (_DECORATION, {"radio": 1.0, "table_lamp": 1.0, "book": 2.0, "aquarium": 1.0, "box": 0.5}),
    "bookshelf": (
        {
            "book": 6.0,
            "picture_frame": 2.0,
            "vase": 1.5,
            "statue": 1.5,
            "globe": 1.0,
            "radio": 0.7,
            "jar": 1.0,
        },
    ),
    "wall_shelf": (_DECORATION, {"book": 3.0, "candle": 1.0}),
    "tv_stand": (_MEDIA, {"picture_frame": 1.0, "candle": 1.0, "vase": 0.7}),
    "fireplace": (_DECORATION,),
    "couch": (
        {"pillow": 4.0, "blanket": 2.0, "book": 1.0, "remote_control": 1.5, "laptop": 1.0, "handbag": 0.6},
    ),
    "bed": (
        {
            "pillow": 2.0,
            "blanket": 2.0,
            "laptop": 1.2,
            "book": 1.2,
            "teddy_bear": 0.8,
            "hat": 0.4,
            "handbag": 0.6,
        },
    ),
    "child_bed": ({"teddy_bear": 3.0, "pillow": 1.0, "book": 1.0, "blanket": 1.0},),
    "bench": ({"pillow": 1.0, "handbag": 1.0, "hat": 1.0, "book": 1.0},),
    "ottoman": ({"blanket": 1.0, "tray": 1.0, "book": 1.0},),
    "washbasin": (_WASHING,),
    "shoe_rack": ({"hat": 1.0, "keys": 1.0},),
    "toy_chest": (_TOYS,),
    "washing_machine": (_CLEANING,),
    "clothes_dryer": (_CLEANING,),
    "filing_cabinet": ({"printer": 2.0, "book": 2.0, "box": 0.5, "picture_frame": 1.0},),
    "toilet": ({"toilet_paper": 3.0, "tissue_box": 1.0, "spray_bottle": 0.8},),
    "basket": ({"towel": 1.0, "toy_blocks": 0.5},),
}

# What a room adds to every surface in it, so that a shelf in the bathroom holds towels.
_IN_ROOM: dict[str, dict[str, float]] = {
    "bathroom": {**_WASHING, "toilet_paper": 4.0},
    "laundry": _CLEANING,
    "storage": {**_CLEANING, "book": 0.5},
    "children_room": _TOYS,
    "kitchen": {"bottle": 1.0, "jar": 1.0},
}
# In these rooms only the room's own things stand on storage furniture.
_ROOM_RULES = ("bathroom", "laundry", "storage")
_STORAGE = ("cabinet", "bookshelf", "wall_shelf", "stool")


@lru_cache(maxsize=512)
def small_things_for(room_type: str, support: str) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Category names and probabilities of what may stand on a support in a room; empty where nothing does."""
    weights: dict[str, float] = {}
    groups = list(_ON.get(support, ()))
    if not groups:
        return (), ()
    if room_type in _ROOM_RULES and support in _STORAGE:
        groups = []
    for group in (*groups, _IN_ROOM.get(room_type, {})):
        for name, weight in group.items():
            weights[name] = weights.get(name, 0.0) + weight
    names = tuple(sorted(name for name, weight in weights.items() if weight > 0))
    total = sum(weights[name] for name in names)
    return names, tuple(weights[name] / total for name in names)
