"""The value map of an example episode layer by layer, side by side, with the way that the search took."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from wayproof.agents.contract.layer_pictures import LayerMaps, on_one_scale
from wayproof.agents.contract.trace_pictures import ValuePicture
from wayproof.log import key_of
from wayproof.report.example_episodes import Example
from wayproof.report.house_map import (
    EVERY_HEIGHT,
    UNITS_PER_M,
    Floor,
    Frame,
    floors_of,
    framed,
    plan_svg,
    within_rooms,
)
from wayproof.report.text import MINUS
from wayproof.report.trace_figures import value_map_svg
from wayproof.scenes.scene import Scene

STANDS_BELOW_M = 0.3  # a pose this far below a floor still stands on it


@dataclass(frozen=True)
class LayerFigure:
    """One layer's map and what stands below it."""

    map: Markup
    words: str


def layer_figures(one: Example, scene: Scene | None, layers: LayerMaps) -> tuple[LayerFigure, ...]:
    """A small map for each layer at the last step under the fault, all with one scale; none of one layer."""
    if len(layers) < 2 or not any(layers):
        return ()
    floor = _last_floor(one, scene)
    frame = framed(np.concatenate([log.steps.pose[:, [0, 2]] for log in one.pair]), floor)
    return tuple(
        LayerFigure(_map(one, floor, frame, number, scaled), _words(number, len(layers), own))
        for number, (scaled, own) in enumerate(zip(on_one_scale(layers), layers, strict=True), 1)
    )


def _last_floor(one: Example, scene: Scene | None) -> Floor:
    """The one on which the episode under the fault ended."""
    height_m = float(one.pair.after.steps.pose[-1, 1])
    floors = [EVERY_HEIGHT] if scene is None else floors_of(scene)
    below = [floor for floor in floors if height_m >= floor.height_m - STANDS_BELOW_M]
    return below[-1] if below else floors[0]


def _map(one: Example, floor: Floor, frame: Frame, number: int, picture: ValuePicture | None) -> Markup:
    after = one.pair.after
    drawn = [] if floor.drawing is None else [plan_svg(floor.drawing, frame)]
    if picture is not None:
        layer = value_map_svg(picture, after.episode.start, frame)
        key = hashlib.blake2b(f"{key_of(after)}|{after.agent.name}|{number}".encode(), digest_size=6)
        if floor.drawing is not None:
            layer = within_rooms(layer, floor.drawing, frame, key.hexdigest())
        drawn.append(layer)
    places = [(float(x), float(z)) for x, z in after.steps.pose[:, [0, 2]]]
    width = f"{frame.size_m * UNITS_PER_M / 80:.1f}"
    drawn.append(
        Markup('<polyline class="w-hurt" stroke-width="{}" points="{}"/>').format(width, frame.path(places))
    )
    label = f"Layer {number} of the value map, with the path under the fault"
    return Markup('<svg class="map" viewBox="{}" role="img" aria-label="{}">{}</svg>').format(
        frame.view_box, label, Markup("").join(drawn)
    )


def _words(number: int, count: int, picture: ValuePicture | None) -> str:
    place = {1: ", the lowest", count: ", the highest"}.get(number, "")
    if picture is None:
        return f"layer {number}{place}: nothing known"
    return f"layer {number}{place}: at best {picture.high:.3g}".replace("-", MINUS)
