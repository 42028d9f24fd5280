"""Labels carried from one surface to another: every point takes that of the nearest sample."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

NONE = -1


@kernel
def spread_over(corners: Floats, spacing: np.float32) -> tuple[Floats, Ints]:
    """Points (n, 3) on triangles (t, 3, 3), no farther than `spacing` apart, and the triangle of each."""
    steps = np.empty(len(corners), np.int32)
    total = 0
    for t in range(len(corners)):
        longest = np.float32(0.0)
        for k in range(3):
            square = np.float32(0.0)
            for d in range(3):
                square += (corners[t, k, d] - corners[t, (k + 1) % 3, d]) ** 2
            longest = max(longest, square)
        steps[t] = max(1, int(np.ceil(np.sqrt(longest) / spacing)))
        total += steps[t] * (steps[t] + 1) // 2
    points, owner = np.empty((total, 3), np.float32), np.empty(total, np.int32)
    count = 0
    for t in range(len(corners)):
        n = steps[t]
        for i in range(n):
            for j in range(n - i):
                # The middles of the upright ones of n * n small triangles.
                u, v = (i + np.float32(1 / 3)) / n, (j + np.float32(1 / 3)) / n
                for d in range(3):
                    a, b, c = corners[t, 0, d], corners[t, 1, d], corners[t, 2, d]
                    points[count, d] = a + u * (b - a) + v * (c - a)
                owner[count] = t
                count += 1
    return points, owner


def same_places(places: Floats, asked: Floats) -> NDArray[np.int64]:
    """For each asked point (m, 3) one of the places (n, 3) to the millimetre, NONE where there is none."""
    known, wanted = _millimetres(places), _millimetres(asked)
    order = np.argsort(known, kind="stable")
    at = np.searchsorted(known[order], wanted).clip(0, max(len(known) - 1, 0))
    return np.where(known[order][at] == wanted, order[at], NONE)


def _millimetres(points: Floats) -> NDArray[np.int64]:
    """One whole number for each point; 2**20 mm in each direction keep them apart."""
    grid = np.rint(points.astype(np.float64) * 1000.0).astype(np.int64) + (1 << 20)
    packed: NDArray[np.int64] = grid[:, 0] << 42 | grid[:, 1] << 21 | grid[:, 2]
    return packed


def nearest_labels(points: Floats, labels: Ints, asked: Floats, reach_m: float) -> Ints:
    """The label of the sample nearest to each asked point (m, 3); NONE where all are beyond `reach_m`."""
    low = np.minimum(points.min(axis=0), asked.min(axis=0))
    cell = np.floor((points - low) / reach_m).astype(np.int64)
    size = cell.max(axis=0) + 1
    key = (cell[:, 0] * size[1] + cell[:, 1]) * size[2] + cell[:, 2]
    order = np.argsort(key, kind="stable")
    keys, first = np.unique(key[order], return_index=True)
    first = np.append(first, len(key)).astype(np.int64)
    return _search(points[order], labels[order], keys, first, size, low, asked, np.float32(reach_m))


@kernel
def _search(
    points: Floats,
    labels: Ints,
    keys: NDArray[np.int64],
    first: NDArray[np.int64],
    size: NDArray[np.int64],
    low: Floats,
    asked: Floats,
    reach: np.float32,
) -> Ints:
    found = np.full(len(asked), NONE, np.int32)
    for row in range(len(asked)):
        best = reach * reach
        x, y, z = asked[row, 0], asked[row, 1], asked[row, 2]
        i0, j0 = int(np.floor((x - low[0]) / reach)), int(np.floor((y - low[1]) / reach))
        k0 = int(np.floor((z - low[2]) / reach))
        for i in range(max(i0 - 1, 0), min(i0 + 2, size[0])):
            for j in range(max(j0 - 1, 0), min(j0 + 2, size[1])):
                for k in range(max(k0 - 1, 0), min(k0 + 2, size[2])):
                    key = (i * size[1] + j) * size[2] + k
                    place = np.searchsorted(keys, key)
                    if place == len(keys) or keys[place] != key:
                        continue
                    for at in range(first[place], first[place + 1]):
                        apart = (points[at, 0] - x) ** 2 + (points[at, 1] - y) ** 2 + (points[at, 2] - z) ** 2
                        if apart < best:
                            best = apart
                            found[row] = labels[at]
    return found
