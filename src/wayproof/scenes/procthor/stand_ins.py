"""Our furniture in the place of a foreign asset: of the same kind, brought to exactly the asset's box.

Several shapes and draws of a kind are built; the one whose proportions come nearest is stretched to the
size. The draws depend on the asset's id alone, so one asset looks the same wherever it stands, and its
attributes are those of the thing that was built (its size is that of the box, in words).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import numpy as np

from wayproof.geometry.solid import Floats, Point, Solid, join, move, stretched, turn
from wayproof.geometry.solids import box, cushion, cylinder, lathe, sphere
from wayproof.scenes.finishes import COLOURS, FAMILIES, Finish
from wayproof.scenes.furniture import FURNITURE, Model, Part, Variation
from wayproof.scenes.procthor.asset_kinds import BALL, BLADE, CAN, PAD, SACK, SCREEN, Kind
from wayproof.scenes.procthor.asset_sizes import Asset
from wayproof.scenes.procthor.kitchen_counters import counter_model
from wayproof.scenes.procthor.materials import attributes_of
from wayproof.scenes.scene import Attributes
from wayproof.seeding import generator_for

DRAWS = 3  # of each shape
MOST_STRETCH = 5.0  # between two directions; beyond it a thing would no longer look like its kind
WRONG_STATE = 1.0  # weighs as much as a stretch by e
QUARTER = math.pi / 2
# Radius and height of a filled bag, tied at its neck.
SACK_PROFILE = (
    (0.0, 0.0),
    (0.36, 0.0),
    (0.5, 0.2),
    (0.48, 0.45),
    (0.3, 0.68),
    (0.07, 0.82),
    (0.2, 1.0),
    (0.0, 0.95),
)
# Turns that lay each axis on each other: identity, about y, and the four that bring another side up.
UPRIGHT: tuple[tuple[tuple[str, float], ...], ...] = ((), (("y", QUARTER),))
LYING = (
    *UPRIGHT,
    (("x", QUARTER),),
    (("z", QUARTER),),
    (("x", QUARTER), ("y", QUARTER)),
    (("z", QUARTER), ("y", QUARTER)),
)


def stand_in(asset: Asset, kind: Kind, *, state: str | None = None) -> tuple[Model, str]:
    """A model with the asset's box (origin under its middle, front towards +z), and the name of its shape.

    `state` is what the file says of it: "on" or "off", "open" or "closed".
    """
    if asset.type == "CounterTop":
        model, shape = counter_model(asset)
        return fitted(model, asset), shape
    best: tuple[float, Model, str] | None = None
    for model, shape in _candidates(asset, kind):
        cost = _distortion(model, asset) + (WRONG_STATE if _contradicts(model.attributes, state) else 0.0)
        if best is None or cost < best[0]:
            best = (cost, model, shape)
    if best is None or _stretch(best[1], asset) > MOST_STRETCH:
        return fitted(_form_model(asset, kind), asset), kind.form or "box"
    return fitted(best[1], asset), best[2]


def _candidates(asset: Asset, kind: Kind) -> Iterator[tuple[Model, str]]:
    if not kind.builder:
        return
    furniture = FURNITURE[kind.builder]
    turns = LYING if kind.lies else UPRIGHT if kind.turns else UPRIGHT[:1]
    for shape in kind.shapes or furniture.shapes:
        for draw in range(DRAWS):
            model = furniture.build(shape, Variation(generator_for(0, "procthor", asset.id, shape, draw)))
            for way in turns:
                yield (model if not way else _turned(model, way)), shape


def fitted(model: Model, asset: Asset) -> Model:
    """The model stretched to the asset's box, its origin under the middle of the box."""
    low, high = extent(model)
    factors = np.asarray(asset.size_m) / np.maximum(high - low, 1e-6)
    x, y, z = (float(value) for value in factors)
    shift = (-float(low[0] + high[0]) / 2, -float(low[1]), -float(low[2] + high[2]) / 2)

    def brought(point: Point) -> Point:
        moved = [(value + by) * factor for value, by, factor in zip(point, shift, factors, strict=True)]
        return (float(moved[0]), float(moved[1]), float(moved[2]))

    parts = tuple(replace(part, solid=stretched(move(part.solid, shift), (x, y, z))) for part in model.parts)
    glow = model.glow and replace(model.glow, positions_m=tuple(map(brought, model.glow.positions_m)))
    size = asset.size_word if model.attributes.size else None
    return Model(parts, msgspec.structs.replace(model.attributes, size=size), (), glow)


def extent(model: Model) -> tuple[Floats, Floats]:
    """Lowest and highest corner of a model."""
    points = [part.solid.vertices_m for part in model.parts]
    return np.min([p.min(axis=0) for p in points], axis=0), np.max([p.max(axis=0) for p in points], axis=0)


def _distortion(model: Model, asset: Asset) -> float:
    """How unevenly a model would be stretched: the spread of the logarithms, and a little for the size."""
    low, high = extent(model)
    logs = np.log(np.asarray(asset.size_m) / np.maximum(high - low, 1e-6))
    return float(logs.max() - logs.min()) + 0.1 * abs(float(logs.mean()))


def _stretch(model: Model, asset: Asset) -> float:
    low, high = extent(model)
    factors = np.asarray(asset.size_m) / np.maximum(high - low, 1e-6)
    return float(factors.max() / factors.min())


def _contradicts(attributes: Attributes, state: str | None) -> bool:
    opposite = {"on": "off", "off": "on", "open": "closed", "closed": "open"}
    return state is not None and attributes.state == opposite.get(state)


def _turned(model: Model, way: tuple[tuple[str, float], ...]) -> Model:
    parts = model.parts
    for axis, angle in way:
        parts = tuple(replace(part, solid=turn(part.solid, angle, axis=axis)) for part in parts)
    return replace(model, parts=parts)


def _form_model(asset: Asset, kind: Kind) -> Model:
    """A plain body for what no builder makes."""
    material, colour = kind.material or "plastic", kind.colour or "grey"
    family = FAMILIES[material]
    rgb = COLOURS[colour][0]
    finish = Finish(material, family.patterns[0], colour, rgb, rgb, family.tile_m, family.gloss)
    if kind.form == SCREEN:
        return Model(_flat_screen(asset.size_m, finish), attributes_of(finish, size="medium"))
    solid = _body(kind.form, asset.size_m)
    return Model((Part(solid, finish),), attributes_of(finish, size="medium"))


def _flat_screen(size_m: Point, case: Finish) -> tuple[Part, ...]:
    """A dark pane in a narrow rim, as it hangs on a wall; switched off."""
    width, height, depth = size_m
    rim = min(0.02, 0.1 * height)
    pane = box((width - 2 * rim, height - 2 * rim, 0.004), (0.0, rim, depth / 2 - 0.001))
    glass = msgspec.structs.replace(
        case, material="glass", rgb=(16, 17, 20), second_rgb=(16, 17, 20), gloss=0.8
    )
    return Part(box((width, height, depth - 0.002), (0.0, 0.0, -0.001)), case), Part(pane, glass)


def _body(form: str, size_m: Point) -> Solid:
    """A body of about the wanted proportions; it is stretched to the size afterwards."""
    if form == BALL:
        return sphere(0.5)
    if form == CAN:
        return cylinder(0.5, 1.0)
    if form == SACK:
        return lathe(SACK_PROFILE, sides=14)
    if form == PAD:
        return cushion(size_m)
    if form == BLADE:
        return _blade(size_m)
    return box(size_m)


def _blade(size_m: Point) -> Solid:
    """A handle and a narrower end along the longest level side."""
    width, height, depth = size_m
    along_x = width > depth
    length, across = (width, depth) if along_x else (depth, width)
    handle = box((across, height, 0.55 * length), (0.0, 0.0, -0.225 * length))
    end = box((0.6 * across, 0.6 * height, 0.46 * length), (0.0, 0.2 * height, 0.27 * length))
    whole = join([handle, end])
    return turn(whole, QUARTER) if along_x else whole
