"""Cloth that hangs: curtains in folds, towels over a rod."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import cloth
from wayproof.geometry.solid import Point, Solid
from wayproof.geometry.sweeps import board


def pleats(
    path_m: Sequence[tuple[float, float]],
    low_m: float,
    high_m: float,
    *,
    folds: int,
    depth_m: float,
    flare: float = 1.0,
) -> Solid:
    """Cloth that hangs in folds from a rail over a path of (x, z) points; `flare` deepens the folds below."""
    corners = np.asarray(path_m, float)
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    steps = np.linspace(0.0, 1.0, 4 * folds + 1)
    x, z = (np.interp(steps * length[-1], length, corners[:, k]) for k in (0, 1))
    outward = np.stack([-np.gradient(z), np.gradient(x)], axis=1)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    swing = outward * (np.sin(steps * 2 * np.pi * folds) * depth_m / 2)[:, None]
    rows = [
        np.stack([x + size * swing[:, 0], np.full_like(x, height), z + size * swing[:, 1]], axis=1)
        for height, size in ((low_m, flare), (high_m, 1.0))
    ]
    return cloth(np.stack(rows))


def draped(
    width_m: float, front_m: float, back_m: float, at: Point, *, radius_m: float, thickness_m: float
) -> Solid:
    """A towel over a rod along x whose middle is `at`; it hangs down in front and behind."""
    x, y, z = at
    over = arc((x, y, z), radius_m, 0.0, np.pi, steps=4, plane="zy")
    path = [(x, y - front_m, z + radius_m), *over, (x, y - back_m, z - radius_m)]
    return board(path, width_m, thickness_m, across=(1.0, 0.0, 0.0))
