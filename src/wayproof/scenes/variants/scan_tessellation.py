"""Triangles cut until no edge is long, without cracks: a long edge is halved by all who share it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import inlined, kernel

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

_DEEPEST = 128  # halvings on the way to one small triangle; a kilometre becomes a millimetre in 40


def tessellated(corners_m: Doubles, longest_m: Doubles) -> tuple[Ints, Doubles]:
    """Triangles (t, 3, 3) cut to edges of at most longest_m (t,).

    Returns for each small triangle the number (n,) of the one it is a part of, and its corners as weights
    (n, 3, 3) of that one's corners: row c holds the three weights of corner c.
    """
    corners = np.ascontiguousarray(corners_m, np.float64)
    squared = np.asarray(longest_m, np.float64) ** 2
    counts = np.empty(len(corners), np.int64)
    nothing, nowhere = np.empty((0, 3, 3)), np.empty(0, np.int64)
    _cut(corners, squared, counts, nothing, nowhere)
    total = int(counts.sum())
    weights, source = np.empty((total, 3, 3)), np.empty(total, np.int64)
    _cut(corners, squared, counts, weights, source)
    return source, weights


@kernel
def _cut(corners: Doubles, squared: Doubles, counts: Ints, weights: Doubles, source: Ints) -> None:
    """Count the parts of each triangle or, given room for them, write them down."""
    writes = len(source) > 0
    stack = np.empty((_DEEPEST, 3, 3))
    count = 0
    for t in range(len(corners)):
        before = count
        stack[0] = np.eye(3)
        waiting = 1
        while waiting > 0:
            waiting -= 1
            own = stack[waiting]
            longest, a = _longest_edge(own, corners[t])
            if longest <= squared[t] or waiting + 2 > _DEEPEST:
                if writes:
                    weights[count] = own
                    source[count] = t
                count += 1
                continue
            b, c = (a + 1) % 3, (a + 2) % 3
            for k in range(3):
                first, second, third = own[a, k], own[b, k], own[c, k]
                middle = 0.5 * (first + second)
                stack[waiting + 1, 0, k], stack[waiting + 1, 1, k] = middle, second
                stack[waiting + 1, 2, k] = third
                own[0, k], own[1, k], own[2, k] = first, middle, third
            waiting += 2
        counts[t] = count - before


@inlined
def _longest_edge(own: Doubles, corners: Doubles) -> tuple[float, int]:
    """The square of the longest edge of a part, and the corner at which that edge starts."""
    longest, start = -1.0, 0
    for c in range(3):
        edge = 0.0
        for d in range(3):
            way = 0.0
            for k in range(3):
                way += (own[c, k] - own[(c + 1) % 3, k]) * corners[k, d]
            edge += way * way
        if edge > longest:
            longest, start = edge, c
    return longest, start
