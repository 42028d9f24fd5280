"""Office chairs: seats that turn and roll on a five-armed base."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import bowed
from wayproof.geometry.solid import Point, Solid, both_sides, join, turn
from wayproof.geometry.solids import box, cylinder
from wayproof.geometry.sweeps import board, pipe, roller
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.upholstery import leaning, padded, padded_outline, wall


@furniture(
    "office_chair",
    group="seating",
    shapes=("task", "executive"),
    held_out=("bucket",),
    synonyms=("desk chair", "swivel chair", "computer chair"),
)
def office_chair(shape: str, vary: Variation) -> Model:
    """A swivel chair on a five-armed base with castors."""
    grow = vary.scale**0.6
    seat = 0.47
    if shape == "task":
        cover = vary.main(
            "fabric", colours=("black", "grey", "blue", "green", "red", "orange"), pattern="woven"
        )
    else:
        cover = vary.main("leather") if shape == "executive" else vary.main("plastic", "leather")
    material, colours = vary.choose(
        (("plastic", ("black", "black", "white")), ("metal", ("silver", "black")))
    )
    frame = vary.finish(material, colours=colours)
    build = {"task": _task_seat, "executive": _executive_seat, "bucket": _bucket_seat}[shape]
    soft, hard = build(0.48 * grow, seat, 1.05 * vary.scale**0.5)
    tyres = vary.finish("rubber", colours=("black",))
    base, castors = _star_base(0.3 * grow, seat)
    return settled([Part(soft, cover), Part(join([base, *hard]), frame), Part(castors, tyres)], vary)


def _star_base(reach: float, seat: float) -> tuple[Solid, Solid]:
    """Five arms with a castor each, and the column that carries the seat."""
    pieces = [
        cylinder(0.045, 0.06, (0, 0.075, 0), sides=8),
        cylinder(0.028, 0.2, (0, 0.12, 0), sides=8),
        cylinder(0.016, seat - 0.36, (0, 0.31, 0), sides=6),
        box((0.2, 0.03, 0.24), (0, seat - 0.1, 0)),
    ]
    castors = []
    arm = board([(0, 0.105, -0.02), (0, 0.075, -reach)], 0.042, 0.028, across=(1, 0, 0))
    castor = roller(0.03, 0.048, (0, 0.03, -0.97 * reach), sides=6)
    for k in range(5):
        pieces.append(turn(arm, k * 2 * np.pi / 5))
        castors.append(turn(castor, k * 2 * np.pi / 5))
    return join(pieces), join(castors)


def _task_seat(width: float, seat: float, top: float) -> tuple[Solid, list[Solid]]:
    """A seat pad, a bowed back on a spine, and arms shaped like a T."""
    pad = padded((width, 0.08, width), (0, seat - 0.08, 0.01), rounding_m=0.032)
    half = 0.44 * width
    path = [(x, z) for x, _, z in bowed(half, 0, -width / 2, 0.045, steps=4)]
    rest = wall(path, [top - 0.03, top, top, top, top - 0.03], seat + 0.14, 0.05)
    lean, pivot = 0.1, (0.0, seat, -width / 2)
    spine = board(
        [
            (0, seat - 0.085, -0.08),
            (0, seat - 0.085, -width / 2 - 0.03),
            (0, seat, -width / 2 - 0.085),
            (0, seat + 0.3, -width / 2 - 0.1),
        ],
        0.055,
        0.02,
        across=(1, 0, 0),
    )
    x = width / 2 + 0.035
    stay = pipe(
        [(width / 2 - 0.08, seat - 0.085, 0), (x, seat - 0.07, 0), (x, seat + 0.19, 0)], 0.014, sides=5
    )
    arm = padded((0.07, 0.03, 0.25), (x, seat + 0.185, 0.02), rounding_m=0.014)
    return join([pad, leaning(rest, lean, about=pivot)]), [spine, both_sides(join([stay, arm]))]


def _executive_seat(width: float, seat: float, top: float) -> tuple[Solid, list[Solid]]:
    """A tall back sewn in sections with a head cushion, and arms bent in a loop."""
    wide = width + 0.04
    pad = padded((wide, 0.12, width + 0.02), (0, seat - 0.09, 0.02), rounding_m=0.045)
    back = -width / 2 + 0.01
    high = top + 0.1 - seat
    shares = ((0.0, 0.38), (0.365, 0.36), (0.71, 0.29))
    sections = [
        padded(
            (wide - 0.03 * (k == 2), share * high, 0.13), (0, seat + 0.02 + at * high, back), rounding_m=0.042
        )
        for k, (at, share) in enumerate(shares)
    ]
    plate = box((wide - 0.06, 0.9 * high, 0.04), (0, seat + 0.03, back - 0.055))
    rest = leaning(join([*sections, plate]), 0.14, about=(0, seat, back))
    x = wide / 2 + 0.02
    loop: list[Point] = [
        (x - 0.05, seat - 0.075, 0.12),
        (x, seat - 0.05, 0.14),
        (x + 0.015, seat + 0.2, 0.17),
        (x + 0.015, seat + 0.22, 0.1),
        (x + 0.015, seat + 0.22, -0.12),
        (x - 0.03, seat + 0.17, back - 0.03),
    ]
    arm = padded((0.06, 0.035, 0.24), (x + 0.015, seat + 0.222, 0.0), rounding_m=0.016)
    bridge = box((wide - 0.06, 0.02, 0.05), (0, seat - 0.098, 0.12))
    return join([pad, rest, both_sides(arm)]), [both_sides(pipe(loop, 0.015, sides=4)), bridge]


def _bucket_seat(width: float, seat: float, top: float) -> tuple[Solid, list[Solid]]:
    """One moulded shell that rises from the arms to the back."""
    half, high = width / 2 + 0.02, min(top - 0.17, seat + 0.42)
    angles = np.linspace(-0.45, np.pi + 0.45, 11)
    path = [(half * float(np.cos(a)), -0.9 * half * float(np.sin(a))) for a in angles]
    tops = [seat + 0.1 + (high - seat - 0.1) * float(np.sin(np.pi * k / 10)) ** 1.2 for k in range(11)]
    shell = wall(path, tops, seat - 0.05, 0.035)
    outline = [(0.98 * x, 0.98 * z) for x, z in path] + [
        (-0.72 * half, 0.9 * half),
        (0.72 * half, 0.9 * half),
    ]
    pad = padded_outline(outline, 0.075, (0, seat - 0.075, 0), rounding_m=0.03)
    return join([shell, pad]), []
