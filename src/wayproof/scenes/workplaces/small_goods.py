"""Which small things people keep on what at work; weights, ours."""

from __future__ import annotations

from functools import lru_cache, partial

from wayproof.scenes.houses.small_things import small_things_for
from wayproof.scenes.houses.things_on_surfaces import Keeping

_PAPERS = {"notebook": 3.0, "book": 2.0, "pen_holder": 2.0, "newspaper": 0.6}
_ON: dict[str, dict[str, float]] = {
    "desk": {
        **_PAPERS,
        "mug": 2.5,
        "cellular_telephone": 1.5,
        "eyeglasses": 0.8,
        "bottle": 1.0,
        "tissue_box": 0.6,
    },
    "reception_desk": {**_PAPERS, "cellular_telephone": 1.0, "vase": 1.0, "mug": 0.8},
    "meeting_table": {"notebook": 3.0, "mug": 2.0, "bottle": 1.5, "laptop": 1.0, "cup": 1.0},
    "bookshelf": {"book": 3.0, "box": 1.0, "picture_frame": 0.6, "vase": 0.5, "globe": 0.3},
    "filing_cabinet": {"printer": 2.0, "book": 2.0, "box": 1.0, "house_plant": 0.5},
    "storage_rack": {"box": 4.0, "tool_box": 1.5, "spray_bottle": 1.5, "bucket": 0.8, "jar": 0.8},
    "counter": {"pen_holder": 1.5, "vase": 0.8, "notebook": 1.0, "handbag": 0.3, "tissue_box": 0.5},
    "coffee_table": {"newspaper": 3.0, "book": 1.0, "vase": 1.0, "mug": 0.6},
    "side_table": {"newspaper": 2.0, "vase": 1.0, "book": 1.0},
    "cabinet": {"printer": 1.0, "vase": 1.0, "book": 1.5, "box": 1.0, "picture_frame": 0.6},
}
# What lies on the tables and platforms of a trade.
_SHOWN: dict[str, dict[str, float]] = {
    "grocery": {"bottle": 2.0, "jar": 2.0, "bread": 1.0, "basket": 0.5},
    "household": {"radio": 1.0, "kettle": 1.0, "teapot": 1.0, "vase": 1.0, "table_lamp": 1.0, "bowl": 1.0},
    "books": {"book": 4.0, "notebook": 1.0},
    "clothes": {"handbag": 2.0, "hat": 2.0, "shoes": 1.0},
}
# Rooms that are furnished as at home keep what homes keep there.
_AS_AT_HOME = ("kitchen_counter", "kitchen_sink", "washbasin", "toilet", "dining_table", "couch", "bench")


def keeping_for(trade: str | None) -> Keeping:
    """What is kept where in an office, or in a shop of a trade."""
    return partial(_kept, trade)


@lru_cache(maxsize=512)
def _kept(trade: str | None, room_type: str, support: str) -> tuple[tuple[str, ...], tuple[float, ...]]:
    if support in _AS_AT_HOME:
        return small_things_for(room_type, support)
    weights = _ON.get(support, {})
    if trade is not None and support in ("display_table", "display_platform"):
        weights = _SHOWN[trade]
    names = tuple(sorted(weights))
    total = sum(weights.values())
    return names, tuple(weights[name] / total for name in names)
