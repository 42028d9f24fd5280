"""Handles that many things are carried by."""

from __future__ import annotations

from wayproof.geometry.solid import Point, Solid, both_sides
from wayproof.geometry.sweeps import pipe


def arched_handle(
    half_foot_m: float,
    half_grip_m: float,
    low_m: float,
    high_m: float,
    radius_m: float,
    *,
    z_m: float = 0.0,
    sides: int = 5,
) -> Solid:
    """A round bar that rises from two feet on either side of x = 0 to a level grip between them."""
    feet, grip = (half_foot_m, low_m, z_m), (half_grip_m, high_m, z_m)
    path = [(-feet[0], *feet[1:]), (-grip[0], *grip[1:]), grip, feet]
    return pipe(path, radius_m, sides=sides)


def side_handles(foot_m: Point, grip_m: Point, radius_m: float, *, sides: int = 5) -> Solid:
    """Two handles, on the right and on the left, each from a foot over a grip along z to its other foot.

    `foot_m` and `grip_m` are the ends with positive x and z.
    """
    path = [foot_m, grip_m, (*grip_m[:2], -grip_m[2]), (*foot_m[:2], -foot_m[2])]
    return both_sides(pipe(path, radius_m, sides=sides))
