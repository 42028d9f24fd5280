"""Paths through space, as lists of points: arcs, spirals, bows and curves given by an angle."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from wayproof.geometry.solid import Point


def arc(
    centre_m: Point, radius_m: float, start_rad: float, end_rad: float, *, steps: int = 6, plane: str = "xy"
) -> list[Point]:
    """Points on a part of a circle, both ends included; the angle runs from the first axis of the plane."""
    angles = np.linspace(start_rad, end_rad, steps + 1)
    points = np.tile(np.array(centre_m, float), (steps + 1, 1))
    points[:, "xyz".index(plane[0])] += radius_m * np.cos(angles)
    points[:, "xyz".index(plane[1])] += radius_m * np.sin(angles)
    return [(x, y, z) for x, y, z in points.tolist()]


def spiral(inner_m: float, outer_m: float, start_rad: float, end_rad: float, *, steps: int) -> list[Point]:
    """Points in the plane z = 0 that wind outwards about the origin, as a rolled mat does."""
    angles, radii = np.linspace(start_rad, end_rad, steps + 1), np.linspace(inner_m, outer_m, steps + 1)
    return [
        (x, y, 0.0)
        for x, y in zip((radii * np.cos(angles)).tolist(), (radii * np.sin(angles)).tolist(), strict=True)
    ]


def traced(
    curve: Callable[[float], Point], start_rad: float, end_rad: float, *, steps: int = 6
) -> list[Point]:
    """Points of a curve that is given by its angle, both ends included."""
    return [curve(angle) for angle in np.linspace(start_rad, end_rad, steps + 1).tolist()]


def bowed(x_m: float, y_m: float, z_m: float, bow_m: float, *, steps: int = 2) -> list[Point]:
    """A level path from -x to +x whose middle bends `bow_m` towards the back."""
    across = np.linspace(-x_m, x_m, steps + 1).tolist()
    return [(x, y_m, z_m - bow_m * (1.0 - (x / x_m) ** 2)) for x in across]
