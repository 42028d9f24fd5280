"""Taps of basins and baths."""

from __future__ import annotations

from wayproof.geometry.solid import Point, Solid, join
from wayproof.geometry.solids import box, cylinder
from wayproof.geometry.sweeps import pipe


def tap(at: Point, *, height_m: float = 0.13, reach_m: float = 0.12) -> Solid:
    """A mixer tap whose spout reaches towards +Z, with a lever on top; `at` is where it stands."""
    x, y, z = at
    bend = y + height_m
    spout = pipe([(x, y - 0.01, z), (x, bend, z), (x, bend + 0.02, z + 0.03), (x, bend, z + reach_m)], 0.013)
    lever = box((0.016, 0.012, 0.07), (x, bend + 0.03, z + 0.012))
    return join([spout, lever, cylinder(0.024, 0.02, (x, y - 0.002, z), sides=8)])
