"""The bodies of couches and easy chairs: shells, arms and cushions to the measures of one frame."""

from __future__ import annotations

from dataclasses import dataclass

from wayproof.geometry.solid import Solid, both_sides, join
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import four_legs
from wayproof.scenes.furniture import Surface
from wayproof.scenes.furniture_parts.upholstery import leaning, padded, roll

SEAM_M = 0.006  # the dark line between two cushions


@dataclass(frozen=True)
class Body:
    """The measures of an upholstered seat, whether for one or for several."""

    seats: int
    seat_width_m: float
    depth_m: float = 0.88
    arm_m: float = 0.17
    arm_height_m: float = 0.6
    back_m: float = 0.15
    back_height_m: float = 0.78
    seat_height_m: float = 0.44
    foot_m: float = 0.09

    @property
    def inner_m(self) -> float:
        return self.seats * self.seat_width_m

    @property
    def width_m(self) -> float:
        return self.inner_m + 2 * self.arm_m

    @property
    def lap_m(self) -> float:
        """The z where the back ends and the seats begin."""
        return self.back_m - self.depth_m / 2


def seat_cushions(body: Body, *, thickness_m: float = 0.15) -> list[Solid]:
    """One firm cushion per seat, in front of the back."""
    front = body.depth_m / 2 + 0.012
    size = (body.seat_width_m - SEAM_M, thickness_m, front - body.lap_m - 0.004)
    middle = (front + body.lap_m) / 2
    return [
        padded(size, (x, body.seat_height_m - thickness_m, middle), rounding_m=0.035) for x in _middles(body)
    ]


def back_cushions(body: Body, *, thickness_m: float = 0.15, lean_rad: float = 0.16) -> list[Solid]:
    """One cushion per seat that stands on the seat cushion and leans on the back."""
    height = body.back_height_m - body.seat_height_m + 0.05
    size = (body.seat_width_m - 2 * SEAM_M, height, thickness_m)
    foot = (0.0, body.seat_height_m - 0.012, body.lap_m + thickness_m / 2 + 0.055)
    cushions = [padded(size, (x, foot[1], foot[2]), rounding_m=0.055) for x in _middles(body)]
    return [leaning(each, lean_rad, about=foot) for each in cushions]


def _middles(body: Body) -> list[float]:
    return [(k + 0.5) * body.seat_width_m - body.inner_m / 2 for k in range(body.seats)]


def shell(body: Body, *, base_height_m: float = 0.285) -> list[Solid]:
    """The upholstered back over the whole width, and the base under the seats."""
    back_height = body.back_height_m - body.foot_m
    back = padded(
        (body.width_m - 0.012, back_height, body.back_m),
        (0, body.foot_m, body.back_m / 2 - body.depth_m / 2),
        rounding_m=0.045,
    )
    front = body.depth_m / 2 - 0.012
    base = box(
        (body.inner_m - 0.004, base_height_m - body.foot_m, front - body.lap_m),
        (0, body.foot_m + 0.004, (front + body.lap_m) / 2 - 0.002),
    )
    return [back, base]


def track_arms(body: Body) -> Solid:
    """Plain padded arms."""
    length = body.depth_m / 2 - body.lap_m + 0.03
    size = (body.arm_m - 0.004, body.arm_height_m - body.foot_m, length)
    x = (body.inner_m + body.arm_m) / 2
    return both_sides(padded(size, (x, body.foot_m, body.depth_m / 2 - length / 2), rounding_m=0.04))


def rolled_arms(body: Body) -> Solid:
    """Arms with a thick roll along the top that overhangs to the outside."""
    radius = 0.095
    length = body.depth_m / 2 - body.lap_m + 0.03
    z = body.depth_m / 2 - length / 2
    x = (body.inner_m + body.arm_m) / 2
    size = (body.arm_m - 0.03, body.arm_height_m - radius - body.foot_m, length - 0.02)
    panel = padded(size, (x - 0.015, body.foot_m, z - 0.01), rounding_m=0.02)
    return both_sides(
        join([panel, roll(radius, length, (x, body.arm_height_m - radius, z), along="z", sides=8)])
    )


def feet(body: Body, *, width_m: float = 0.045, splay_m: float = 0.0) -> Solid:
    """Four short tapered feet."""
    x, z = body.width_m / 2 - 0.07, body.depth_m / 2 - 0.07
    foot, top = (x + splay_m, 0, z + splay_m), (x, body.foot_m + 0.01, z)
    return four_legs(foot, top, 0.6 * width_m, width_m)


def laps(body: Body, *, cushion_m: float = 0.21) -> list[Surface]:
    """The free part of each seat, in front of the back cushion."""
    back, front = body.lap_m + cushion_m, body.depth_m / 2 - 0.04
    return [
        Surface(
            (x, body.seat_height_m, (back + front) / 2),
            body.seat_width_m - 0.1,
            front - back,
            clearance_m=0.9,
        )
        for x in _middles(body)
    ]
