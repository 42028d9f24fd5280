"""Pictures of a trace as the page draws them: extracted, checked, and with their colours."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any

from wayproof.agents.contract.layer_pictures import LAYERS, MOST_LAYERS, read_layer_maps
from wayproof.agents.contract.trace_pictures import (
    ValuePicture,
    colour_of,
    picture_in,
    read_seen,
    read_value_map,
)
from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog
from wayproof.view.shown_text import visible

# Which part of a trace holds each picture.
PLACES = {"seen": "perception", "value_map": "memory", LAYERS: "memory"}


def pictured(log: EpisodeLog) -> list[str]:
    """Which pictures its trace has, at any step."""
    return [
        name
        for name, part in PLACES.items()
        if any(
            isinstance(picture_in(step, part, name), list if name == LAYERS else Mapping)
            for step in log.trace
        )
    ]


def layers_in(log: EpisodeLog) -> int:
    """How many layers its value maps have, at most; 0 if they have none."""
    told = (picture_in(step, PLACES[LAYERS], LAYERS) for step in log.trace)
    return min(max((len(one) for one in told if isinstance(one, list)), default=0), MOST_LAYERS)


def split_pictures(step: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A step of a trace without its pictures, and the pictures; a malformed one is replaced by the reason."""
    told, pictures = dict(step), {}
    for name, part in PLACES.items():
        given = picture_in(step, part, name)
        if given is None:
            continue
        rest = {key: value for key, value in told[part].items() if key != name}
        try:
            pictures[name] = _READERS[name](given)
        except InvalidInput as error:
            rest[name] = f"not drawn: {error}"
        told[part] = rest
    return told, pictures


def _seen(given: object) -> dict[str, Any]:
    read = read_seen(given)
    height, width = read.cells.shape
    return {
        "width": width,
        "height": height,
        "names": [visible(name) for name in read.names],
        "colours": [colour_of(name) for name in read.names],
        "cells": base64.b64encode(read.cells.tobytes()).decode("ascii"),
    }


def _value_map(read: ValuePicture) -> dict[str, Any]:
    along_x, along_y = read.cells.shape
    return {
        "corner_m": [read.x_m, read.y_m],
        "cell_m": read.cell_m,
        "along_x": along_x,
        "along_y": along_y,
        "low": read.low,
        "high": read.high,
        "meaning": visible(read.meaning),
        "cells": base64.b64encode(read.cells.tobytes()).decode("ascii"),
    }


def _layers(given: object) -> list[dict[str, Any] | None]:
    return [None if one is None else _value_map(one) for one in read_layer_maps(given)]


_READERS: dict[str, Callable[[object], object]] = {
    "seen": _seen,
    "value_map": lambda given: _value_map(read_value_map(given)),
    LAYERS: _layers,
}
