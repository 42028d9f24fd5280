"""Category names from other datasets in our words, where we have one."""

from __future__ import annotations

import re
from functools import lru_cache

from wayproof.scenes.furniture import FURNITURE, home_categories
from wayproof.scenes.scene import STRUCTURE

# Names that annotators of scans use and that are neither ours nor among our synonyms.
_MORE = {
    "doorway": "door",
    "door_frame": "door",
    "doorframe": "door",
    "window_frame": "window",
    "window_glass": "window",
    "bath_sink": "washbasin",
    "bathroom_counter": "washbasin",
    "bed_sheet": "blanket",
    "books": "book",
    "bag": "handbag",
    "clothes_hanger_rod": "coat_rack",
    "flower_vase": "vase",
    "flowerpot": "house_plant",
    "kitchen_cabinet": "cabinet",
    "kitchen_cabinet_lower": "kitchen_counter",
    "lamp": "floor_lamp",
    "oven_and_stove": "stove",
    "shoe": "shoes",
    "tv_monitor": "television",
    "wall_clock": "clock",
    "washing_machine_and_dryer": "washing_machine",
}


def our_word(name: str) -> str:
    """The category that a foreign name stands for; a name that fits none stays, in lower_snake.

    >>> [our_word(name) for name in ("Sofa", "TV", "door frame", "Fish-Tank", "air vent")]
    ['couch', 'television', 'door', 'aquarium', 'air_vent']
    """
    plain = snake(name)
    known = _known()
    if plain in known:
        return known[plain]
    single = plain[:-1] if plain.endswith("s") else plain
    return known.get(single, plain)


def is_ours(category: str) -> bool:
    """Whether a category is one of our own words."""
    return category in _known().values()


def snake(name: str) -> str:
    """Lower case, words joined by underscores; "unnamed" for a name without letters."""
    return re.sub(r"[^a-z0-9]+", "_", name.strip().lower()).strip("_") or "unnamed"


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    words = dict(_MORE)
    for name in home_categories():
        for synonym in FURNITURE[name].synonyms:
            words.setdefault(snake(synonym), name)
    words |= {name: name for name in (*home_categories(), *STRUCTURE)}
    return words
