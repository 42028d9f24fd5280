"""Easy chairs: deep upholstered seats for one, to rest in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayproof.geometry.solid import Solid, both_sides, join, move
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import four_legs, leg
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import frame_finish, timber
from wayproof.scenes.furniture_parts.upholstered_seats import (
    Body,
    back_cushions,
    feet,
    laps,
    rolled_arms,
    seat_cushions,
    shell,
    track_arms,
)
from wayproof.scenes.furniture_parts.upholstery import leaning, padded, roll, round_pad, side_panel, wall


@furniture(
    "easy_chair",
    group="seating",
    shapes=("club", "wing", "recliner"),
    held_out=("tub",),
    synonyms=("armchair", "arm chair", "lounge chair"),
)
def easy_chair(shape: str, vary: Variation) -> Model:
    """A deep upholstered seat for one with arms."""
    vary.modifier(shape)
    return {"club": _club, "wing": _wing, "recliner": _recliner, "tub": _tub}[shape](vary)


def _club(vary: Variation) -> Model:
    grow = vary.scale**0.7
    rolled = vary.chance(0.4)
    body = Body(1, 0.54 * grow, depth_m=0.84 * grow, arm_m=0.19 if rolled else 0.16, arm_height_m=0.59)
    cover, wood = vary.main("leather", "fabric"), timber(vary)
    arms = rolled_arms(body) if rolled else track_arms(body)
    soft = join([*shell(body), arms, *seat_cushions(body), *back_cushions(body)])
    return settled([Part(soft, cover), Part(feet(body), wood)], vary, surfaces=laps(body))


def _wing(vary: Variation) -> Model:
    """A tall back with wings at the head, rolled arms, and legs that show."""
    grow = vary.scale**0.7
    top = 1.08 * vary.scale**0.5
    body = Body(
        1, 0.52 * grow, depth_m=0.8 * grow, arm_m=0.13, back_height_m=top, arm_height_m=0.62, foot_m=0.17
    )
    cover, wood = vary.main("fabric", "leather"), timber(vary, colours=("brown", "black", "beige"))
    wide = body.inner_m + 0.1
    base = padded((wide - 0.01, 0.14, body.depth_m - 0.06), (0, body.foot_m, 0.02), rounding_m=0.02)
    length = body.depth_m / 2 - body.lap_m + 0.03
    x, z = body.inner_m / 2 + 0.035, body.depth_m / 2 - length / 2 - 0.03
    arm_top = body.arm_height_m
    arm = padded((0.08, arm_top - 0.06 - body.foot_m, length), (x, body.foot_m + 0.004, z), rounding_m=0.02)
    roll_top = roll(0.06, length + 0.01, (x + 0.015, arm_top - 0.055, z), along="z", sides=8)
    soft = [
        _winged_back(body),
        base,
        both_sides(join([arm, roll_top])),
        *seat_cushions(body, thickness_m=0.15),
    ]
    stand = replace(body, depth_m=body.depth_m - 0.02, arm_m=0.08)
    legs = feet(stand, width_m=0.05, splay_m=0.03)
    surface = Surface(
        (0, body.seat_height_m, 0.05), body.inner_m - 0.1, body.depth_m / 2 - 0.05, clearance_m=0.9
    )
    return settled([Part(join(soft), cover), Part(legs, wood)], vary, surfaces=(surface,))


def _winged_back(body: Body) -> Solid:
    """The leaning back of a wing chair with its two wings."""
    top, z, low = body.back_height_m, body.lap_m, body.arm_height_m - 0.06
    foot = (0.0, body.foot_m, -body.depth_m / 2)
    size = (body.inner_m + 0.1, top - body.foot_m, 0.14)
    back = padded(size, (0, foot[1], foot[2] + 0.07), rounding_m=0.045)
    profile = [
        (z - 0.1, low),
        (z + 0.2, low),
        (z + 0.16, top - 0.2),
        (z + 0.06, top - 0.06),
        (z - 0.1, top - 0.03),
    ]
    wings = both_sides(side_panel(profile, 0.055, body.inner_m / 2 + 0.03))
    return leaning(join([back, wings]), 0.1, about=foot)


def _recliner(vary: Variation) -> Model:
    """Thick pads throughout, the back let down and the footrest swung up."""
    grow = vary.scale**0.7
    body = Body(1, 0.54 * grow, depth_m=0.8 * grow, arm_m=0.2, arm_height_m=0.6, foot_m=0.03)
    cover, dark = vary.main("leather", "fabric"), vary.finish("metal", colours=("black",))
    width, seat, front = body.inner_m, body.seat_height_m, body.depth_m / 2
    arms = both_sides(
        padded((0.2, body.arm_height_m - 0.03, body.depth_m), ((width + 0.2) / 2, 0.03, 0), rounding_m=0.055)
    )
    base = box((width + 0.02, 0.26, body.depth_m - 0.06), (0, 0.04, 0))
    cushion = padded((width - 0.008, 0.2, body.depth_m - 0.06), (0, seat - 0.2, 0.02), rounding_m=0.06)
    hinge = (0.0, seat - 0.06, -front + 0.2)
    pads = [
        padded((width + wide, high, thick), (0, hinge[1] + up, hinge[2] - 0.05), rounding_m=0.065)
        for wide, high, thick, up in (
            (-0.008, 0.26, 0.17, 0.0),
            (0.02, 0.24, 0.19, 0.225),
            (0.0, 0.22, 0.17, 0.43),
        )
    ]
    pads.append(padded((width + 0.05, 0.72, 0.13), (0, hinge[1] - 0.1, hinge[2] - 0.13), rounding_m=0.05))
    back = leaning(join(pads), 0.42, about=hinge)
    rest = padded((width - 0.02, 0.09, 0.36), (0, 0, 0.18), rounding_m=0.04)
    rest = move(leaning(rest, -0.28), (0, seat - 0.13, front + 0.02))
    rods = both_sides(
        leg((width / 2 - 0.06, 0.2, front - 0.05), (width / 2 - 0.06, 0.3, front + 0.17), 0.03, 0.03)
    )
    plinth = box((width + 0.3, 0.034, body.depth_m - 0.1), (0, 0, 0))
    surface = Surface((0, seat, (front - 0.12) / 2), width - 0.17, front - 0.08, clearance_m=0.9)
    parts = [Part(join([arms, base, cushion, back, rest]), cover), Part(join([rods, plinth]), dark)]
    return settled(parts, vary, surfaces=(surface,))


def _tub(vary: Variation) -> Model:
    """Back and arms in one curved wall around a round seat."""
    grow = vary.scale**0.7
    half, height, seat = 0.37 * grow, 0.76 * vary.scale**0.4, 0.43
    cover, wood = (vary.main("fabric", "fabric", "leather"), frame_finish(vary))
    angles = np.linspace(-0.5, np.pi + 0.5, 13)
    path = [(half * float(np.cos(a)), -half * float(np.sin(a))) for a in angles]
    # Low at the arms, high behind the shoulders.
    tops = [0.6 + (height - 0.6) * (0.5 - 0.5 * float(np.cos(2 * np.pi * k / 12))) for k in range(13)]
    around = wall(path, tops, 0.16, 0.13)
    cushion = round_pad(half - 0.07, 0.16, (0, seat - 0.16, 0.02), rounding_m=0.04, sides=14)
    base = round_pad(half + 0.03, 0.14, (0, 0.14, 0), rounding_m=0.02, sides=14)
    x = 0.62 * half
    legs = four_legs((x + 0.03, 0, x + 0.03), (x, 0.15, x), 0.022, 0.04, sides=6)
    surface = Surface((0, seat, 0.02), 0.85 * half, 0.85 * half, clearance_m=0.9)
    return settled([Part(join([around, cushion, base]), cover), Part(legs, wood)], vary, surfaces=(surface,))
