"""Value maps of a trace layer by layer of height, from the lowest: how well each layer fits the goal.

    trace()["memory"]["value_maps_by_layer"] = [picture, picture, None]

Each picture is what trace_pictures.py makes; None stands for a layer in which nothing is known yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from wayproof.agents.contract.trace_pictures import ValuePicture, read_value_map
from wayproof.errors import InvalidInput

LAYERS = "value_maps_by_layer"
MOST_LAYERS = 8

LayerMaps = tuple[ValuePicture | None, ...]


def read_layer_maps(given: object) -> LayerMaps:
    """Read what anybody's agent told; InvalidInput says what is wrong with it."""
    if not isinstance(given, list | tuple) or not 0 < len(given) <= MOST_LAYERS:
        raise InvalidInput(f"{LAYERS} must be a list of 1 to {MOST_LAYERS} value maps")
    found = []
    for number, one in enumerate(given, 1):
        try:
            found.append(None if one is None else read_value_map(one))
        except InvalidInput as error:
            raise InvalidInput(f"layer {number}: {error}") from None
    return tuple(found)


def on_one_scale(maps: Sequence[ValuePicture | None]) -> LayerMaps:
    """The same maps, all from the lowest to the highest value of any, so that shades can be compared."""
    known = [one for one in maps if one is not None]
    if not known:
        return tuple(maps)
    low, high = min(one.low for one in known), max(one.high for one in known)
    return tuple(None if one is None else _rescaled(one, low, high) for one in maps)


def _rescaled(one: ValuePicture, low: float, high: float) -> ValuePicture:
    share = (one.values() - low) / (high - low) if high > low else np.zeros(one.cells.shape)
    cells = np.where(one.cells == 0, 0, 1 + np.round(254 * np.nan_to_num(share))).astype(np.uint8)
    return replace(one, low=low, high=high, cells=cells)
