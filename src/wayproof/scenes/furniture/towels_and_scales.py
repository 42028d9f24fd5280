"""Towels, folded or rolled, and the scale one stands on after the bath."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Solid, box, cylinder, join, lathe, move, panel, turn, with_boxes
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture.curved_pieces import extruded, oval, skin, strap
from wayproof.scenes.furniture.small_things import pictured, settled, tinted

_TOWEL_COLOURS = ("white", "blue", "green", "grey", "beige", "pink", "yellow", "red")


@furniture("towel", group="toiletries", shapes=("folded", "rolled"), held_out=("bundle",), stands="surface")
def towel(shape: str, vary: Variation) -> Model:
    """Terry towels: a folded stack, a few rolls, or a bundle tied with a ribbon."""
    width, depth = 0.36 * vary.scale, 0.24 * vary.scale
    cloth = vary.main("fabric", colours=_TOWEL_COLOURS, pattern="terry", tile_m=0.12)
    if shape == "rolled":
        count = vary.count("towel", 3, 3)
        radius = 0.055 * vary.scale
        spots = [(-radius, 0.0), (radius, 0.0), (0.0, 1.7 * radius)][:count]
        rolls = [move(_rolled(radius, 0.8 * width), (x, y + radius, 0)) for x, y in spots]
        return settled(vary, [Part(join(rolls), cloth)])
    count = vary.count("towel", 1, 4) if shape == "folded" else vary.count("towel", 2, 2)
    other = vary.finish("fabric", colours=_TOWEL_COLOURS, pattern="terry", tile_m=0.12)
    parts: list[Part] = []
    level, shrink = 0.0, 1.0
    for k in range(count):
        one = move(_folded(shrink * width, shrink * depth), (0, level, 0))
        parts.append(Part(one, cloth if (count - 1 - k) % 2 == 0 else other))
        level += 0.046
        shrink *= 0.75 if shape == "bundle" else 0.98
    if shape == "bundle":
        ribbon = vary.finish("fabric", colours=("red", "gold", "purple"), pattern="plain")
        band = box((0.03, level + 0.001, depth + 0.012), (0, 0, 0))
        return settled(vary, [*parts, Part(band, ribbon)])
    top = Surface((0, level, 0), shrink * width - 0.08, shrink * depth - 0.08, 0.3)
    return settled(vary, parts, surfaces=[top])


def _folded(width: float, depth: float) -> Solid:
    """A towel in two layers, each with a round fold to the front."""
    front, back = depth / 2, -depth / 2
    bulge = [(front - 0.006, 0.0), (front, 0.007), (front, 0.016), (front - 0.006, 0.023)]
    outline = [(-z, y) for z, y in [(back, 0.023), *reversed(bulge), (back, 0.001)]]
    layer = turn(extruded(outline, width), np.pi / 2)
    return join([layer, move(layer, (0, 0.023, 0))])


def _rolled(radius: float, length: float) -> Solid:
    """A rolled towel along z, its end a spiral."""
    turns = np.linspace(-5.3 * np.pi, -0.3 * np.pi, 22)
    radii = np.linspace(0.15 * radius, 0.9 * radius, 22)
    radii[-2:] -= (0.05 * radius, 0.14 * radius)  # the loose end nestles against the roll
    path = [(float(r * np.cos(a)), float(r * np.sin(a)), 0.0) for r, a in zip(radii, turns, strict=True)]
    roll = strap(path, length, 0.28 * radius, across=(0, 0, 1))
    return with_boxes(roll, [((-radius, -radius, -length / 2), (radius, radius, length / 2))])


@furniture(
    "scale",
    group="toiletries",
    shapes=("digital", "dial"),
    held_out=("round",),
    synonyms=("bathroom scale", "weighing scale"),
)
def scale(shape: str, vary: Variation) -> Model:
    """A flat scale to stand on, with a display or a dial."""
    width = 0.31 * vary.scale**0.6
    black = vary.finish("plastic", colours=("black",))
    squareness = 2.0 if shape == "round" else 8.0
    if shape == "dial":
        body_finish = vary.main("metal", "plastic", colours=("white", "grey", "blue", "pink", "black"))
        return settled(vary, _dial_scale(vary, width, body_finish, black))
    plate = vary.main("glass", "plastic", colours=("silver", "white", "black", "green"))
    slab = skin(
        [oval(width, width, y, sides=20, squareness=squareness) for y in (0.018, 0.018, 0.026, 0.026)]
    )
    corners = [(x * 0.28 * width, z * 0.28 * width) for x in (-1, 1) for z in (-1, 1)]
    feet = [cylinder(0.025, 0.02, (x, 0, z), sides=8) for x, z in corners]
    pads = [
        box((0.15 * width, 0.002, 0.42 * width), (x * width, 0.0255, 0.05 * width)) for x in (-0.22, 0.22)
    ]
    steel = vary.finish("metal", colours=("silver", "grey"), pattern="brushed")
    window = box((0.3 * width, 0.002, 0.11 * width), (0, 0.0255, -0.33 * width))
    digits = move(turn(panel(0.2 * width, 0.07 * width), -np.pi / 2, axis="x"), (0, 0.0295, -0.24 * width))
    shown = tinted(vary.finish("plastic", colours=("green", "blue")), (150, 190, 160))
    return settled(
        vary,
        [Part(slab, plate), Part(join([*feet, window]), black), Part(join(pads), steel), Part(digits, shown)],
    )


def _dial_scale(vary: Variation, width: float, finish: Finish, black: Finish) -> list[Part]:
    """A sprung scale: a ribbed mat to stand on and a round dial in a hump at the back."""
    low = [oval(width, width, y, sides=20, squareness=8) for y in (0, 0, 0.035)]
    body = skin([*low, oval(width - 0.02, width - 0.02, 0.042, sides=20, squareness=8)])
    hump = lathe([(0.3 * width, 0.03), (0.27 * width, 0.056), (0, 0.056)], (0, 0, -0.2 * width), sides=14)
    face = move(turn(panel(0.37 * width, 0.37 * width), -np.pi / 2, axis="x"), (0, 0.058, -0.015 * width))
    mat = box((0.8 * width, 0.004, 0.46 * width), (0, 0.04, 0.2 * width))
    dial = pictured(vary.finish("paper", colours=("white",)), "clock_face")
    return [Part(join([body, hump]), finish), Part(mat, black), Part(face, dial)]
