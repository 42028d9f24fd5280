"""How near one way is to another, point by point, whatever the order."""

from __future__ import annotations

import math

import numpy as np

from wayproof.kernels import kernel
from wayproof.metrics.walked import Points


@kernel
def nearest_m(points: Points, others: Points) -> Points:
    """For each point, (n, 2) or (n, 3), the distance to the nearest of the others; inf if there are none."""
    gaps_m = np.empty(len(points))
    for number in range(len(points)):
        least = np.inf
        for other in range(len(others)):
            square = 0.0
            for axis in range(points.shape[1]):
                apart = points[number, axis] - others[other, axis]
                square += apart * apart
            least = min(least, square)
        gaps_m[number] = math.sqrt(least)
    return gaps_m
