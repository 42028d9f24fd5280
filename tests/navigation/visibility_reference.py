"""An independent exact geodesic for tests: shapely polygons, a full visibility graph, scipy's Dijkstra."""

from __future__ import annotations

import numpy as np
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra


def without_pinches(free: np.ndarray) -> np.ndarray:
    """Block cells until no two free cells meet in a corner only, where polygons and cells differ."""
    free = free.copy()
    while True:
        a, b, c, d = free[:-1, :-1], free[1:, :-1], free[:-1, 1:], free[1:, 1:]
        crossing = (a & d & ~b & ~c) | (b & c & ~a & ~d)
        if not crossing.any():
            return free
        i, j = np.argwhere(crossing)[0]
        if free[i, j]:
            free[i, j] = False
        else:
            free[i + 1, j] = False


def exact_distances(free: np.ndarray, cell_m: float, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Lengths (starts, ends) of shortest paths between plan points (x, z) in the union of free cells."""
    i, j = np.nonzero(free)
    area = shapely.union_all(shapely.box(i, j, i + 1, j + 1))
    corners = np.unique(shapely.get_coordinates(area), axis=0)
    points = np.concatenate([starts / cell_m, ends / cell_m, corners])
    # A hair wider, so that lines along walls and past corners are inside whatever the rounding.
    wide = shapely.buffer(area, 1e-7, join_style="mitre")
    shapely.prepare(wide)
    first, second = np.triu_indices(len(points), 1)
    lines = shapely.linestrings(np.stack([points[first], points[second]], axis=1))
    visible = shapely.covers(wide, lines)
    length = np.linalg.norm(points[first] - points[second], axis=1) + 1e-300
    graph = csr_array((length[visible], (first[visible], second[visible])), shape=(len(points), len(points)))
    all_lengths = dijkstra(graph, directed=False, indices=np.arange(len(starts)))
    return all_lengths[:, len(starts) : len(starts) + len(ends)] * cell_m
