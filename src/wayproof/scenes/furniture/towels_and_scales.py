"""Towels, folded or rolled, and the scale one stands on after the bath."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import spiral
from wayproof.geometry.lofts import extruded, stack
from wayproof.geometry.outlines import oval, rounded_rectangle, shrunk
from wayproof.geometry.solid import Solid, at_corners, both_sides, join, lying, move, turn, with_boxes
from wayproof.geometry.solids import box, cylinder, lathe, panel
from wayproof.geometry.sweeps import board
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import pictured, tinted

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
        return settled([Part(join(rolls), cloth)], vary)
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
        return settled([*parts, Part(band, ribbon)], vary)
    top = Surface((0, level, 0), shrink * width - 0.08, shrink * depth - 0.08, 0.3)
    return settled(parts, vary, surfaces=[top])


def _folded(width: float, depth: float) -> Solid:
    """A towel in two layers, each with a round fold to the front."""
    front, back = depth / 2, -depth / 2
    bulge = [(front - 0.006, 0.0), (front, 0.007), (front, 0.016), (front - 0.006, 0.023)]
    outline = [(-z, y) for z, y in [(back, 0.023), *reversed(bulge), (back, 0.001)]]
    layer = turn(extruded(outline, width), np.pi / 2)
    return join([layer, move(layer, (0, 0.023, 0))])


def _rolled(radius: float, length: float) -> Solid:
    """A rolled towel along z, its end a spiral."""
    path = spiral(0.15 * radius, 0.86 * radius, -5.3 * np.pi, -0.3 * np.pi, steps=16)
    roll = board(path, length, 0.28 * radius, across=(0, 0, 1))
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
    if shape == "dial":
        body_finish = vary.main("metal", "plastic", colours=("white", "grey", "blue", "pink", "black"))
        return settled(_dial_scale(vary, width, body_finish, black), vary)
    plate = vary.main("glass", "plastic", colours=("silver", "white", "black", "green"))
    outline = oval(width, width, sides=20) if shape == "round" else rounded_rectangle(width, width, 0.025)
    slab = stack([(0.018, outline), (0.026, outline)])
    feet = at_corners(cylinder(0.025, 0.02, sides=8), 0.28 * width, 0.28 * width)
    pads = both_sides(box((0.15 * width, 0.002, 0.42 * width), (0.22 * width, 0.0255, 0.05 * width)))
    steel = vary.finish("metal", colours=("silver", "grey"), pattern="brushed")
    window = box((0.3 * width, 0.002, 0.11 * width), (0, 0.0255, -0.33 * width))
    digits = lying(panel(0.2 * width, 0.07 * width), (0, 0.0295, -0.24 * width))
    shown = tinted(vary.finish("plastic", colours=("green", "blue")), (150, 190, 160))
    parts = [Part(slab, plate), Part(join([feet, window]), black), Part(pads, steel), Part(digits, shown)]
    return settled(parts, vary)


def _dial_scale(vary: Variation, width: float, finish: Finish, black: Finish) -> list[Part]:
    """A sprung scale: a ribbed mat to stand on and a round dial in a hump at the back."""
    outline = rounded_rectangle(width, width, 0.025)
    body = stack([(0.0, outline), (0.035, outline), (0.042, shrunk(outline, 0.01))])
    hump = lathe([(0.3 * width, 0.03), (0.27 * width, 0.056), (0, 0.056)], (0, 0, -0.2 * width), sides=14)
    face = lying(panel(0.37 * width, 0.37 * width), (0, 0.058, -0.015 * width))
    mat = box((0.8 * width, 0.004, 0.46 * width), (0, 0.04, 0.2 * width))
    dial = pictured(vary.finish("paper", colours=("white",)), "clock_face")
    return [Part(join([body, hump]), finish), Part(mat, black), Part(face, dial)]
