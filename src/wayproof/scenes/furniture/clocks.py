"""Clocks on walls and on bedside tables."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import extruded, picture, stack
from wayproof.geometry.outlines import oval, rectangle, rounded_rectangle
from wayproof.geometry.solid import Solid, both_sides, facing, join, move, turn
from wayproof.geometry.solids import box, cylinder, lathe, panel
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.handles import arched_handle
from wayproof.scenes.furniture_parts.lamp_parts import dome
from wayproof.scenes.furniture_parts.palettes import WOOD_OR_METAL, contrast, described_by
from wayproof.scenes.furniture_parts.picture_frames import framed, framed_picture

# Lit strokes of the ten digits: top, upper left, upper right, middle, lower left, lower right, bottom.
STROKES = (
    "1110111",
    "0010010",
    "1011101",
    "1011011",
    "0111010",
    "1101011",
    "1101111",
    "1010010",
    "1111111",
    "1111011",
)


def _face_finish(vary: Variation) -> Finish:
    """Paper printed with hours and hands."""
    return vary.finish(
        "paper", colours=("white", "white", "beige", "black"), pattern="clock_face", tile_m=1.0
    )


@furniture(
    "clock",
    group="electronics",
    shapes=("round", "square"),
    held_out=("pendulum",),
    stands="wall",
    synonyms=("wall clock",),
)
def clock(shape: str, vary: Variation) -> Model:
    """A clock with hands that hangs on a wall."""
    radius, depth = 0.15 * vary.scale, 0.04
    if shape == "pendulum":
        return _pendulum_clock(vary)
    rim = described_by(
        vary, *WOOD_OR_METAL, ("plastic", ("white", "black", "red", "blue", "green")), polished=True
    )
    face = _face_finish(vary)
    width = 2 * radius
    outline = (
        oval(width, width, sides=24)
        if shape == "round"
        else rounded_rectangle(width, width, 0.2 * radius, cuts=2)
    )
    frame, dial = framed_picture(outline, 0.018 * vary.scale, depth, (0, radius, 0), recess=0.4)
    return settled((Part(frame, rim), Part(dial, face)), vary, hangs=True)


def _pendulum_clock(vary: Variation) -> Model:
    """A wooden case with a gabled top and a swinging brass bob behind its lower opening."""
    wood = vary.main("wood", colours=("brown", "brown", "black", "beige"))
    brass = vary.finish("metal", colours=("gold",), pattern="plain")
    face = _face_finish(vary)
    half, height, depth = 0.13 * vary.scale, 0.55 * vary.scale, 0.12
    case = move(framed(rectangle(2 * half, height), 0.022, depth, recess=0.75), (0, height / 2, 0))
    crown = [(half * 1.15, 0.0), (0.0, half * 0.75), (-half * 1.15, 0.0)]
    gable = move(extruded(crown, depth + 0.015), (0, height - 0.004, (depth + 0.015) / 2))
    sill = box((half * 2.25, 0.03, depth + 0.015), (0, -0.026, (depth + 0.015) / 2))
    back = depth * 0.25
    dial_radius = half * 0.78
    dial_y = height - dial_radius - 0.03
    plate = facing(cylinder(dial_radius + 0.008, depth * 0.6, sides=20), (0, dial_y, back - 0.002))
    dial = picture(oval(2 * dial_radius, 2 * dial_radius, sides=20), (0, dial_y, back + depth * 0.6 + 0.001))
    bob_y = height * 0.2
    rod = box((0.006, dial_y - bob_y, 0.006), (0, bob_y, back + 0.03))
    bob = facing(
        lathe([(0, 0), (0.035, 0.004), (0.035, 0.01), (0, 0.014)], sides=12), (0, bob_y, back + 0.024)
    )
    parts = (Part(join([case, gable, sill]), wood), Part(join([plate, rod, bob]), brass), Part(dial, face))
    return settled(parts, vary, hangs=True)


@furniture(
    "alarm_clock",
    group="electronics",
    shapes=("twin_bell", "digital"),
    held_out=("travel",),
    stands="surface",
    synonyms=("bedside clock",),
)
def alarm_clock(shape: str, vary: Variation) -> Model:
    """A small clock that wakes one up."""
    build = {"twin_bell": _twin_bell, "digital": _digital, "travel": _travel}[shape]
    return build(vary)


def _twin_bell(vary: Variation) -> Model:
    """A round clock on two feet with two bells and a hammer between them."""
    paint = vary.main(
        "metal", colours=("red", "black", "silver", "gold", "white", "blue", "green"), pattern="plain"
    )
    metal = vary.finish("metal", colours=("silver", "gold"), pattern="plain")
    radius, depth, y = 0.052 * vary.scale, 0.05 * vary.scale, 0.065 * vary.scale
    circle = oval(2 * radius, 2 * radius, sides=14)
    drum, dial = framed_picture(circle, 0.005, depth, (0, y, -depth / 2), recess=0.2)
    foot = pipe([(0.77 * radius, 0.004, 0), (0.49 * radius, 0.45 * y, 0)], 0.005, sides=5)
    bell = dome(0.026 * vary.scale, 0.02 * vary.scale, (0, y + radius + 0.004, 0), sides=8, steps=2)
    bell = turn(bell, -0.6, axis="z", about=(0, y, 0))
    top, arch = y + radius, 0.03 * vary.scale
    handle = arched_handle(arch, 0.8 * arch, top, top + arch, 0.003, sides=4)
    hammer = box((0.008, 0.016, 0.008), (0, top + 0.004, 0))
    metalwork = join([both_sides(join([foot, bell])), handle, hammer])
    return settled((Part(drum, paint), Part(dial, _face_finish(vary)), Part(metalwork, metal)), vary)


def _digital(vary: Variation) -> Model:
    """A wedge with glowing figures."""
    case = vary.main("plastic", colours=("black", "white", "grey", "red"))
    half_x, height, half_z = 0.09 * vary.scale, 0.075 * vary.scale, 0.045 * vary.scale
    low, high = rectangle(2 * half_x, 2 * half_z), rectangle(2 * half_x, 1.44 * half_z) - (0, half_z * 0.28)
    body = stack([(0.0, low), (height, high)])
    lean = -float(np.arctan2(half_z * 0.56, height))
    window = panel(half_x * 1.8, height * 0.72, (0, height * 0.14, half_z + 0.002))
    hours, minutes = int(vary.between(0, 24)), int(vary.between(0, 60))
    figures = _figures(
        f"{hours:02d}{minutes:02d}", half_x * 1.5, height * 0.46, (height * 0.27, half_z + 0.003)
    )
    window, figures = (turn(piece, lean, axis="x", about=(0, 0, half_z)) for piece in (window, figures))
    snooze = box((half_x * 0.9, 0.006, half_z * 0.5), (0, height - 0.002, -half_z * 0.3))
    glass = vary.finish("glass", colours=("black",), pattern="plain")
    lamp = vary.finish("plastic", colours=("red", "green", "orange"))
    parts = (Part(body, case), Part(window, glass), Part(figures, lamp), Part(snooze, contrast(vary, case)))
    return settled(parts, vary)


def _figures(text: str, width: float, height: float, at: tuple[float, float]) -> Solid:
    """Four seven-stroke figures and a colon, as flat strokes looking along +Z; at is (lower edge, z)."""
    low, z = at
    cell = width / 4.6
    stroke, half = height * 0.13, height / 2
    places = [-1.8 * cell, -0.8 * cell, 0.8 * cell, 1.8 * cell]
    across, tall = cell * 0.6, half * 0.8
    pieces: list[Solid] = []
    for x, digit in zip(places, text, strict=True):
        shapes = [
            (0.0, height - stroke, across, stroke),
            (-across / 2, half + half * 0.1, stroke, tall),
            (across / 2, half + half * 0.1, stroke, tall),
            (0.0, half - stroke / 2, across, stroke),
            (-across / 2, half * 0.1, stroke, tall),
            (across / 2, half * 0.1, stroke, tall),
            (0.0, 0.0, across, stroke),
        ]
        lit = [shape for shape, on in zip(shapes, STROKES[int(digit)], strict=True) if on == "1"]
        pieces.extend(panel(w, h, (x + dx, low + dy, z)) for dx, dy, w, h in lit)
    pieces.extend(panel(stroke, stroke, (0, low + height * y, z)) for y in (0.25, 0.65))
    return join(pieces)


def _travel(vary: Variation) -> Model:
    """A square clock that leans on its opened cover."""
    leather = vary.main("leather", "plastic", colours=("brown", "black", "red", "white"))
    half, thick = 0.045 * vary.scale, 0.018
    outline = rounded_rectangle(2 * half, 2 * half, 0.2 * half, cuts=2)
    clock_case = framed_picture(outline, 0.006, thick, (0, half, 0), recess=0.2)
    body, dial = (turn(piece, -0.32, axis="x") for piece in clock_case)
    cover = turn(box((2 * half, 2 * half, 0.006), (0, 0, -0.003)), 0.35, axis="x", about=(0, 2 * half, 0))
    top = (0.0, 2 * half * float(np.cos(0.32)), -2 * half * float(np.sin(0.32)))
    cover = move(cover, (0, top[1] - 2 * half, top[2]))
    return settled((Part(join([body, cover]), leather), Part(dial, _face_finish(vary))), vary)
