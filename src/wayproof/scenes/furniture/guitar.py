"""A guitar on its stand: with a hollow body, a solid one, or in the shape of a V."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import extruded
from wayproof.geometry.solid import Solid, both_sides, facing, join, turn
from wayproof.geometry.solids import box, cylinder
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import move_parts, resize_parts, turn_parts
from wayproof.scenes.furniture_parts.vessels import Profile, scaled

# Right halves of bodies as (x, y) in centimetres, from the lowest point up to the neck.
_ACOUSTIC_LOWER: Profile = [(0, 0), (10, 1), (17, 6), (19, 13), (17, 21), (13, 27)]
_ACOUSTIC_UPPER: Profile = [(13, 32), (14.5, 38), (12, 45), (6, 48.5), (0, 49)]
_SOLID_LOWER: Profile = [(0, 0), (10, 0.5), (15, 5), (16, 12), (13, 20), (11.5, 24)]
_SOLID_UPPER: Profile = [(12.5, 30), (14, 36), (10, 39), (5.5, 33), (3.5, 31.5), (0, 31)]
_WING: Profile = [(0, 14), (14, -8), (20, -4), (5, 40), (0, 40)]


@furniture(
    "guitar",
    group="music",
    shapes=("acoustic", "electric"),
    held_out=("flying_v",),
    synonyms=("acoustic guitar",),
)
def guitar(shape: str, vary: Variation) -> Model:
    """A six-stringed guitar that leans on a stand."""
    if shape == "acoustic":
        varnish = vary.main("wood", colours=("brown", "beige", "black"), pattern="wood_grain")
    else:
        varnish = vary.main("wood", colours=("red", "blue", "black", "white", "yellow"), pattern="plain")
    vary.modifier("acoustic" if shape == "acoustic" else "electric")
    dark = vary.finish("wood", colours=("black",), pattern="plain")
    maple = vary.finish("wood", colours=("brown", "beige"), pattern="wood_grain")
    steel = vary.finish("metal", colours=("silver",), pattern="plain")
    thickness = 0.1 if shape == "acoustic" else 0.045
    body, top = _body(shape, thickness)
    front = thickness / 2
    wooden, fittings, strings = _neck_and_strings(top, front, 0.15 if shape == "acoustic" else 0.07)
    ornaments = _sound_hole(front) if shape == "acoustic" else _pickups(front)
    parts = [Part(body, varnish), Part(wooden, maple)]
    parts += [Part(join([*ornaments, *fittings]), dark), Part(strings, steel)]
    lifted = move_parts(turn_parts(parts, -0.16, axis="x"), (0, 0.14, 0.02))
    black = vary.finish("metal", colours=("black",), pattern="plain")
    return settled(resize_parts([*lifted, Part(_stand(), black)], vary.scale**0.5), vary)


def _body(shape: str, thickness: float) -> tuple[Solid, float]:
    """The body on y = 0, and the height at which the neck leaves it."""
    if shape == "flying_v":
        wing = extruded(scaled(_WING, 0.01), thickness)
        return both_sides(wing), 0.39
    halves = (_ACOUSTIC_LOWER, _ACOUSTIC_UPPER) if shape == "acoustic" else (_SOLID_LOWER, _SOLID_UPPER)
    right = scaled([*halves[0], *halves[1]], 0.01)
    left = [(-x, y) for x, y in reversed(right[1:-1])]
    return extruded([*right, *left], thickness), right[-1][1]


def _sound_hole(front: float) -> list[Solid]:
    return [
        facing(cylinder(0.05, 0.006, sides=14), (0, 0.33, front - 0.003)),
        box((0.17, 0.025, 0.014), (0, 0.14, front + 0.003)),
    ]


def _pickups(front: float) -> list[Solid]:
    coils = [box((0.085, 0.025, 0.012), (0, y, front + 0.003)) for y in (0.14, 0.21)]
    knobs = [facing(cylinder(0.011, 0.006, sides=8), (0.07, y, front + 0.003)) for y in (0.06, 0.1)]
    return [*coils, *knobs, box((0.09, 0.018, 0.014), (0, 0.065, front + 0.004))]


def _neck_and_strings(top: float, front: float, bridge: float) -> tuple[Solid, list[Solid], Solid]:
    """Neck and head; finger board and pegs; strings."""
    nut = top + 0.36
    neck = box((0.052, 0.4, 0.024), (0, top - 0.03, front - 0.015))
    head = turn(
        box((0.075, 0.17, 0.018), (0, nut - 0.005, front - 0.016)), -0.15, axis="x", about=(0, nut, front)
    )
    board = box((0.056, 0.46, 0.008), (0, nut - 0.46, front + 0.002))
    pegs = [
        box((0.024, 0.014, 0.012), (x, nut + y, front - 0.028))
        for x in (-0.045, 0.045)
        for y in (0.03, 0.08, 0.13)
    ]
    ends = [(x, bridge + 0.012, nut) for x in np.linspace(-0.02, 0.02, 4)]
    level = front + 0.016
    strings = [
        pipe([(x, a, level), (x, b, level - 0.003)], 0.0011, sides=3, capped=False) for x, a, b in ends
    ]
    return join([neck, head]), [board, *pegs], join(strings)


def _stand() -> Solid:
    """A tripod with two arms under the body and a fork behind the neck."""
    upright = pipe([(0, 0.14, -0.09), (0, 0.72, -0.2)], 0.011)
    legs = [
        pipe([(0, 0.2, -0.1), foot], 0.009, sides=5)
        for foot in ((-0.2, 0.009, 0.14), (0.2, 0.009, 0.14), (0, 0.009, -0.34))
    ]
    arm = pipe([(0, 0.15, -0.09), (0.1, 0.13, -0.06), (0.1, 0.125, 0.085), (0.1, 0.17, 0.1)], 0.01, sides=5)
    fork = pipe([(0, 0.72, -0.2), (0.045, 0.72, -0.19), (0.045, 0.74, -0.09)], 0.009, sides=5)
    return join([upright, *legs, both_sides(join([arm, fork]))])
