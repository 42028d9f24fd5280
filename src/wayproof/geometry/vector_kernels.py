"""Arithmetic on points in compiled loops, without an array made on the way."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Floats
from wayproof.kernels import inlined


@inlined
def triple(a: Floats, b: Floats, c: Floats) -> float:
    x, y, z = b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]
    return float(a[0] * x + a[1] * y + a[2] * z)


@inlined
def cross_into(target: Floats, a: Floats, b: Floats, c: Floats, d: Floats) -> None:
    """The cross product of b - a and d - c."""
    x, y, z = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    u, v, w = d[0] - c[0], d[1] - c[1], d[2] - c[2]
    target[0], target[1], target[2] = y * w - z * v, z * u - x * w, x * v - y * u


@inlined
def dot(a: Floats, b: Floats) -> float:
    return float(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


@inlined
def distance(a: Floats, b: Floats) -> float:
    return float(np.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2))


@inlined
def unit_into(target: Floats, start: Floats, end: Floats) -> None:
    """The direction from one point to another; `end` may be the target itself."""
    length = max(distance(start, end), 1e-12)
    for axis in range(3):
        target[axis] = (end[axis] - start[axis]) / length
