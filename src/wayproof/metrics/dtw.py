"""Dynamic time warping between two ways: the least sum of distances over all pairings that keep the order."""

from __future__ import annotations

import math

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.metrics.walked import Points


def warped_m(walked: Points, reference: Points, *, band: int | None = None) -> float:
    """The exact sum for ways (n, 3) and (m, 3) of at least one point each.

    `band` allows only pairs whose places along the ways differ by at most so many points (always at least
    by the difference in length): faster, and never less than the exact sum.
    """
    if len(walked) == 0 or len(reference) == 0:
        raise InvalidInput("time warping needs two ways of at least one point; check for empty ones before")
    widest = max(len(walked), len(reference))
    if band is not None and band < 0:
        raise InvalidInput(f"a band of {band} points; give 0 or more, or None for the exact sum")
    allowed = widest if band is None else max(band, abs(len(walked) - len(reference)))
    return float(_least_sum(np.ascontiguousarray(walked), np.ascontiguousarray(reference), allowed))


@kernel
def _least_sum(walked: Points, reference: Points, band: int) -> float:
    """Row by row, keeping two rows; cells outside the band stay infinite."""
    rows, columns = len(walked), len(reference)
    above = np.full(columns + 1, np.inf)
    here = np.full(columns + 1, np.inf)
    above[0] = 0.0
    for row in range(rows):
        here[:] = np.inf
        for column in range(max(0, row - band), min(columns, row + band + 1)):
            dx = walked[row, 0] - reference[column, 0]
            dy = walked[row, 1] - reference[column, 1]
            dz = walked[row, 2] - reference[column, 2]
            least = min(above[column], above[column + 1], here[column])
            here[column + 1] = math.sqrt(dx * dx + dy * dy + dz * dz) + least
        above, here = here, above
    return float(above[columns])
