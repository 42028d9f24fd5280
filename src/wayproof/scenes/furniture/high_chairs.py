"""High chairs: tall seats with a tray for small children."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import bowed
from wayproof.geometry.solid import Point, Solid, both_sides, join
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import board, leg, pipe, post
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import TIMBER
from wayproof.scenes.furniture_parts.upholstery import padded, padded_outline, wall


@furniture(
    "high_chair",
    group="seating",
    shapes=("wooden", "tubular"),
    held_out=("stepped",),
    synonyms=("baby chair",),
)
def high_chair(shape: str, vary: Variation) -> Model:
    """A tall chair with a tray for a small child to eat at."""
    grow = vary.scale**0.5
    parts, tray_top, tray_z = {"wooden": _wooden_high, "tubular": _tubular_high, "stepped": _stepped_high}[
        shape
    ](grow, vary)
    return settled(
        parts, vary, surfaces=(Surface((0, tray_top, tray_z), 0.3 * grow, 0.16 * grow, clearance_m=0.4),)
    )


def _tray(width: float, depth: float, at: Point) -> Solid:
    """A board with a raised rim; `at` is the middle of the level part."""
    x, y, z = at
    plate = padded((width, 0.018, depth), (x, y - 0.018, z), rounding_m=0.008)
    rims = [box((width - 0.02, 0.022, 0.012), (x, y - 0.006, z + s * (depth / 2 - 0.008))) for s in (-1, 1)]
    ends = both_sides(box((0.012, 0.022, depth - 0.03), (width / 2 - 0.012, y - 0.006, z)))
    return join([plate, *rims, ends])


def _wooden_high(grow: float, vary: Variation) -> tuple[list[Part], float, float]:
    wood, cover = vary.main("wood", pattern=TIMBER), vary.finish("fabric", "plastic")
    seat, top, x, z = 0.55 * grow, 0.97 * grow, 0.16 * grow, 0.15 * grow
    pieces = [
        both_sides(leg((x + 0.07, 0, z + 0.09), (x, seat + 0.17, z - 0.02), 0.03, 0.03)),
        both_sides(
            post([(x + 0.07, 0, -z - 0.1), (x, seat, -z), (x - 0.005, top, -z - 0.06)], [0.03, 0.032, 0.028])
        ),
        padded((2 * x + 0.02, 0.022, 2 * z + 0.02), (0, seat - 0.022, 0), rounding_m=0.01),
        box((2 * x + 0.06, 0.024, 0.09), (0, 0.25 * grow, z + 0.05)),
        both_sides(box((0.024, 0.024, 2 * z + 0.05), (x + 0.005, seat + 0.15, -0.01))),
        both_sides(box((0.016, 0.026, 2 * z + 0.1), (x + 0.035, 0.25 * grow, 0))),
    ]
    for share in (0.45, 0.93):
        y = seat + share * (top - seat) - 0.03
        pieces.append(board(bowed(x - 0.008, y, -z - 0.06 * share, 0.012), 0.06, 0.016, across=(0, 1, 0)))
    y, forward = seat + 0.19, z + 0.07
    pieces.append(_tray(0.42 * grow, 0.24 * grow, (0, y, forward)))
    pad = padded((2 * x - 0.03, 0.035, 2 * z - 0.04), (0, seat - 0.002, 0.005), rounding_m=0.016)
    return [Part(join(pieces), wood), Part(pad, cover)], y, forward


def _tubular_high(grow: float, vary: Variation) -> tuple[list[Part], float, float]:
    """A moulded seat between two frames of bent pipe."""
    shell, cover = vary.main("plastic"), vary.finish("fabric")
    steel = vary.finish("metal", colours=("silver", "white", "grey"))
    seat, x = 0.56 * grow, 0.2 * grow
    reach = 0.3 * grow
    frames = [
        both_sides(
            pipe(
                [(x + 0.06, 0.012, s * reach), (x, seat + 0.02, s * 0.03), (x, seat + 0.06, s * 0.01)],
                0.013,
                sides=6,
            )
        )
        for s in (-1, 1)
    ]
    frames += [
        pipe([(-x - 0.05, 0.1, s * reach * 0.83), (x + 0.05, 0.1, s * reach * 0.83)], 0.011, sides=5)
        for s in (-1, 1)
    ]
    half = x - 0.005
    angles = np.linspace(-0.7, np.pi + 0.7, 9)
    path = [(half * float(np.cos(a)), -0.95 * half * float(np.sin(a))) for a in angles]
    tops = [seat + 0.16 + 0.27 * grow * min(1.0, 1.3 * max(0.0, float(np.sin(a))) ** 2) for a in angles]
    outline = [(0.98 * a, 0.98 * b) for a, b in path] + [
        (-0.6 * half, 0.95 * half),
        (0.6 * half, 0.95 * half),
    ]
    body = [
        wall(path, tops, seat - 0.06, 0.03),
        padded_outline(outline, 0.07, (0, seat - 0.07, 0), rounding_m=0.028),
    ]
    y, forward = seat + 0.18, half + 0.02
    body.append(_tray(0.44 * grow, 0.25 * grow, (0, y, forward)))
    body.append(box((0.24 * grow, 0.02, 0.1), (0, 0.26 * grow, 0.19 * grow)))
    body.append(both_sides(box((0.03, seat - 0.3 * grow, 0.02), (0.09 * grow, 0.27 * grow, 0.145 * grow))))
    cushion = padded((1.3 * half, 0.3 * grow, 0.05), (0, seat + 0.02, -0.78 * half), rounding_m=0.022)
    return [Part(join(body), shell), Part(join(frames), steel), Part(cushion, cover)], y, forward


def _stepped_high(grow: float, vary: Variation) -> tuple[list[Part], float, float]:
    """Two slanting side planks with plates between them that can be set higher as the child grows."""
    wood = vary.main("wood", pattern=TIMBER)
    x, top, lean = 0.22 * grow, 0.8 * grow, 0.38 * grow
    plank = board([(x, 0.03, 0.26 * grow), (x, top, 0.26 * grow - lean)], 0.02, 0.085, across=(1, 0, 0))
    runner = padded((0.024, 0.05, 0.52 * grow), (x, 0, 0.0), rounding_m=0.01)

    def on_plank(y: float) -> float:
        return 0.26 * grow - lean * (y - 0.03) / (top - 0.03)

    pieces = [both_sides(plank), both_sides(runner), box((2 * x, 0.05, 0.02), (0, 0.08, on_plank(0.1)))]
    seat, step = 0.52 * grow, 0.27 * grow
    pieces.append(
        padded((2 * x - 0.016, 0.022, 0.25 * grow), (0, seat, on_plank(seat) + 0.04), rounding_m=0.009)
    )
    pieces.append(
        padded((2 * x - 0.016, 0.022, 0.32 * grow), (0, step, on_plank(step) + 0.02), rounding_m=0.009)
    )
    pieces += [
        board(bowed(x - 0.008, y, on_plank(y) - 0.02, 0.05, steps=4), 0.075, 0.014, across=(0, 1, 0))
        for y in (0.97 * top, 0.82 * top)
    ]
    y, forward = seat + 0.18 * grow, on_plank(seat) + 0.2 * grow
    pieces.append(_tray(0.44 * grow, 0.22 * grow, (0, y, forward)))
    arms = both_sides(box((0.02, 0.03, 0.3 * grow), (x - 0.012, y - 0.04, forward - 0.13 * grow)))
    return [Part(join([*pieces, arms]), wood)], y, forward
