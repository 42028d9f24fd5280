"""Couches with loose seat and back cushions, and ottomans."""

from __future__ import annotations

from dataclasses import replace

from wayproof.geometry.solid import both_sides, join, mirror_x
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import four_legs, leg, pipe
from wayproof.scenes.finishes import Finish
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
from wayproof.scenes.furniture_parts.upholstery import padded, roll, round_pad


@furniture(
    "couch",
    group="seating",
    shapes=("track_arm", "rolled_arm", "corner"),
    held_out=("wooden_frame",),
    synonyms=("sofa", "settee"),
)
def couch(shape: str, vary: Variation) -> Model:
    """An upholstered seat for two or three with arms and cushions."""
    width = 1.98 * vary.scale
    least, most = (2, 2) if width < 1.8 else (3, 3) if width > 2.05 else (2, 3)
    arm = {"track_arm": 0.16, "rolled_arm": 0.2, "corner": 0.14, "wooden_frame": 0.07}[shape]
    seats = vary.count("seat", 3, 3) if shape == "corner" else vary.count("seat", least, most)
    spare = width * (1.12 if shape == "corner" else 1.0) - 2 * arm
    body = Body(seats, spare / seats, depth_m=0.88 * vary.scale**0.3, arm_m=arm)
    cover, wood = vary.main("fabric", "fabric", "leather"), timber(vary)
    if shape == "corner":
        return _corner_couch(body, cover, wood, vary)
    if shape == "wooden_frame":
        return _wooden_frame_couch(body, cover, wood, vary)
    arms = track_arms(body) if shape == "track_arm" else rolled_arms(body)
    soft = [*shell(body), arms, *seat_cushions(body), *back_cushions(body)]
    if shape == "rolled_arm":
        back = (0.0, body.back_height_m - 0.035, 0.09 - body.depth_m / 2)
        soft.append(roll(0.09, body.width_m - 0.012, back, along="x", sides=8))
    return settled([Part(join(soft), cover), Part(feet(body), wood)], vary, surfaces=laps(body))


def _corner_couch(body: Body, cover: Finish, wood: Finish, vary: Variation) -> Model:
    """The seat at one end reaches far forward, to put one's legs up."""
    reach = 0.66 * vary.scale**0.5
    each, front, x = body.seat_width_m, body.depth_m / 2, body.inner_m / 2
    cushions = seat_cushions(body)
    long = front + reach - body.lap_m
    middle = (front + reach + body.lap_m) / 2
    top = body.seat_height_m
    cushions[-1] = padded(
        (each - 0.006, 0.15, long - 0.004), (x - each / 2, top - 0.15, middle), rounding_m=0.035
    )
    base = box((each - 0.02, 0.196, reach), (x - each / 2, body.foot_m + 0.002, front + reach / 2 - 0.03))
    arms = track_arms(body)
    far_foot = leg(
        (x - 0.06, 0, front + reach - 0.09),
        (x - 0.06, body.foot_m + 0.01, front + reach - 0.09),
        0.027,
        0.045,
    )
    near = leg(
        (x - each + 0.06, 0, front + reach - 0.09), (x - each + 0.06, 0.1, front + reach - 0.09), 0.027, 0.045
    )
    soft = join([*shell(body), base, arms, *cushions, *back_cushions(body)])
    stand = join([feet(body), far_foot, near])
    chaise = Surface((x - each / 2, top, front + reach / 2), each - 0.1, reach - 0.08, clearance_m=0.9)
    if vary.chance(0.5):
        soft, stand = mirror_x(soft), mirror_x(stand)
        chaise = Surface(
            (-chaise.centre_m[0], *chaise.centre_m[1:]), chaise.width_m, chaise.depth_m, chaise.clearance_m
        )
    vary.modifier("corner")
    return settled([Part(soft, cover), Part(stand, wood)], vary, surfaces=[*laps(body), chaise])


def _wooden_frame_couch(body: Body, cover: Finish, wood: Finish, vary: Variation) -> Model:
    """Slim cushions in an open frame of wood with splayed legs."""
    x, z, rail, top = body.width_m / 2 - 0.035, body.depth_m / 2 - 0.06, 0.25, body.back_height_m - 0.06
    stand = [
        both_sides(leg((x - 0.01, 0, z + 0.05), (x - 0.03, rail + 0.36, z - 0.01), 0.026, 0.045)),
        both_sides(leg((x - 0.01, 0, -z - 0.05), (x - 0.03, rail + 0.36, -z - 0.005), 0.026, 0.045)),
        box((2 * x - 0.05, 0.05, 0.035), (0, rail, z - 0.01)),
        box((2 * x - 0.05, 0.05, 0.035), (0, rail, -z)),
        box((2 * x - 0.05, 0.012, 2 * z - 0.04), (0, rail + 0.03, 0)),
        both_sides(padded((0.07, 0.032, 2 * z + 0.11), (x - 0.025, rail + 0.36, 0), rounding_m=0.014)),
        both_sides(box((0.03, 0.04, 2 * z), (x - 0.028, rail + 0.004, 0))),
        pipe([(0.06 - x, top, -z - 0.05), (x - 0.06, top, -z - 0.05)], 0.018),
    ]
    count = 2 * body.seats + 1
    places = [(x - 0.12) * (2 * k / (count - 1) - 1) for k in range(count)]
    stand += [pipe([(at, rail, 0.03 - z), (at, top, -z - 0.05)], 0.012, sides=4) for at in places]
    each = (2 * x - 0.14) / body.seats
    slim = replace(body, seat_width_m=each, depth_m=body.depth_m - 0.07, back_m=0.06, seat_height_m=0.42)
    soft = join([*seat_cushions(slim, thickness_m=0.125), *back_cushions(slim, thickness_m=0.13)])
    return settled([Part(soft, cover), Part(join(stand), wood)], vary, surfaces=laps(slim))


@furniture(
    "ottoman",
    group="seating",
    shapes=("block", "round"),
    held_out=("crossed_legs",),
    synonyms=("pouf", "pouffe", "footrest"),
)
def ottoman(shape: str, vary: Variation) -> Model:
    """A low upholstered block to put one's feet or a tray on."""
    width, depth, height = 0.66 * vary.scale, 0.48 * vary.scale, 0.42 * vary.scale**0.4
    cover = vary.main("fabric", "fabric", "leather")
    if shape == "round":
        return _round_ottoman(0.27 * vary.scale, height, cover, vary)
    pad = 0.12
    top = padded((width, pad, depth), (0, height - pad, 0), rounding_m=0.04)
    if shape == "block":
        body = padded((width - 0.02, height - pad - 0.06, depth - 0.02), (0, 0.06, 0), rounding_m=0.015)
        x, z = width / 2 - 0.07, depth / 2 - 0.07
        stand = four_legs((x, 0, z), (x, 0.07, z), 0.025, 0.045)
        parts = [Part(join([top, body]), cover), Part(stand, timber(vary))]
    else:
        x, z = width / 2 - 0.06, depth / 2 - 0.03
        strips = [
            leg((-s * x, 0, at), (s * x, height - pad - 0.01, at), 0.03 + 0.004 * s, 0.03 + 0.004 * s)
            for s in (-1, 1)
            for at in (-z, z)
        ]
        rods = [box((0.018, 0.018, 2 * z), (0, (height - pad - 0.01) / 2 - 0.009, 0))]
        plate = box((width - 0.04, 0.018, depth - 0.04), (0, height - pad - 0.016, 0))
        steel = frame_finish(vary)
        parts = [Part(top, cover), Part(join([*strips, *rods, plate]), steel)]
    return settled(parts, vary, surfaces=(Surface((0, height, 0), width - 0.1, depth - 0.1),))


def _round_ottoman(radius: float, height: float, cover: Finish, vary: Variation) -> Model:
    """A drum with a cushion on it."""
    drum = round_pad(radius, height - 0.12, rounding_m=0.02, sides=18)
    pad = round_pad(radius + 0.01, 0.13, (0, height - 0.13, 0), rounding_m=0.045, sides=18)
    parts = [Part(join([drum, pad]), cover)]
    return settled(parts, vary, surfaces=(Surface((0, height, 0), 1.15 * radius, 1.15 * radius),))
