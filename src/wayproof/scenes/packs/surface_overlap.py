"""Whether the surfaces of two things pass through each other, counted in cells that both of them touch."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.vector_kernels import distance
from wayproof.kernels import kernel

Floats = NDArray[np.float64]
Cells = NDArray[np.bool_]

CELL_M = 0.02
APART_M = 0.01  # boxes that share less than this on some axis do not overlap


def common_box(one: Floats, other: Floats) -> tuple[Floats, Floats] | None:
    """Low and high corner of what two boxes (2, 3) share; None if they are apart."""
    low, high = np.maximum(one[0], other[0]), np.minimum(one[1], other[1])
    return (low, high) if (high - low > APART_M).all() else None


def shared_cells(one: Floats, other: Floats, low_m: Floats, high_m: Floats) -> int:
    """How many cells of a box the triangles (t, 3, 3) of two things both touch."""
    return int((touched_cells(one, low_m, high_m) & touched_cells(other, low_m, high_m)).sum())


def touched_cells(triangles: Floats, low_m: Floats, high_m: Floats) -> Cells:
    """Which cells of a box triangles (t, 3, 3) touch."""
    x, y, z = (max(1, int(count)) for count in np.ceil((high_m - low_m) / CELL_M))
    cells = np.zeros((x, y, z), np.bool_)
    inside = (triangles.min(axis=1) <= high_m).all(axis=1) & (triangles.max(axis=1) >= low_m).all(axis=1)
    _mark(np.ascontiguousarray(triangles[inside]), low_m, cells)
    return cells


@kernel
def _mark(triangles: Floats, low: Floats, cells: Cells) -> None:
    """Mark the cells at points spread over triangles, closer to each other than a cell is wide."""
    for t in range(len(triangles)):
        a, b, c = triangles[t, 0], triangles[t, 1], triangles[t, 2]
        longest = max(distance(a, b), distance(a, c), distance(b, c))
        steps = int(longest / (0.7 * CELL_M)) + 1
        for i in range(steps + 1):
            for j in range(steps + 1 - i):
                u, v = i / steps, j / steps
                inside = True
                place = np.zeros(3, np.int64)
                for axis in range(3):
                    at = a[axis] + u * (b[axis] - a[axis]) + v * (c[axis] - a[axis])
                    place[axis] = int(np.floor((at - low[axis]) / CELL_M))
                    inside &= 0 <= place[axis] < cells.shape[axis]
                if inside:
                    cells[place[0], place[1], place[2]] = True
