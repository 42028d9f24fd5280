"""Simple polygons in the plan, arrays (m, 2) of corners in order: which points lie inside them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def points_in_polygon(points: Floats, polygon: Floats) -> NDArray[np.bool_]:
    """Which points (..., 2) lie inside a simple polygon (m, 2), by counting the edges to the right of each.

    Of the points on the border of a rectangle, those on the edges towards -x and -y count as inside, those on
    the other two as outside.

    >>> square = np.array([[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0]])
    >>> points_in_polygon(np.array([[1.0, 1.0], [3.0, 1.0], [0.0, 1.0], [2.0, 1.0]]), square).tolist()
    [True, False, True, False]
    """
    x, y = points[..., 0], points[..., 1]
    inside = np.zeros(x.shape, bool)
    for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        if y0 == y1:
            continue
        crosses = (y0 > y) != (y1 > y)
        inside ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return inside
