"""Edges worn round, as a scanner sees them: every vertex drawn towards its neighbours on the same thing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

GRAIN_M = 2e-4  # vertices that lie closer are one
ROUNDS, PULL = 2, 0.5  # ours, by eye: what is thinner than an edge of the mesh wilts, a table keeps its shape
FARTHEST_M = 0.018  # no vertex goes farther than this


def welded(points_m: Doubles, thing: Ints) -> tuple[Ints, Ints]:
    """Vertices that share a place and a thing: the first of each (w,), and each vertex's number (v,)."""
    grid = np.rint(points_m / GRAIN_M).astype(np.int64)
    mixed = grid[:, 0] * 73_856_093 ^ grid[:, 1] * 19_349_663_011 ^ grid[:, 2] * 83_492_791_003
    key = mixed ^ (thing.astype(np.int64) * 0x1F123BB5159A55E5 & 0x7FFFFFFFFFFFFFFF)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return first, number.reshape(-1)


def melted(points_m: Doubles, faces: Ints) -> Doubles:
    """Points (w, 3) after the rounds; those on an open rim move along the rim only."""
    ends = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    ends = ends[ends[:, 0] != ends[:, 1]]
    packed, uses = np.unique(ends[:, 0] * len(points_m) + ends[:, 1], return_counts=True)
    a, b = packed // len(points_m), packed % len(points_m)
    on_rim = np.zeros(len(points_m), bool)
    on_rim[a[uses == 1]] = on_rim[b[uses == 1]] = True
    pulls_a = (uses == 1) | ~on_rim[a]
    pulls_b = (uses == 1) | ~on_rim[b]
    moved = points_m.copy()
    for _ in range(ROUNDS):
        moved += PULL * _towards_neighbours(moved, a, b, pulls_a, pulls_b)
    way = moved - points_m
    length = np.linalg.norm(way, axis=1, keepdims=True)
    return np.asarray(points_m + way * np.minimum(1.0, FARTHEST_M / np.maximum(length, 1e-12)))


def _towards_neighbours(
    points: Doubles, a: Ints, b: Ints, pulls_a: NDArray[np.bool_], pulls_b: NDArray[np.bool_]
) -> Doubles:
    here = np.concatenate([a[pulls_a], b[pulls_b]])
    there = np.concatenate([b[pulls_a], a[pulls_b]])
    count = np.bincount(here, minlength=len(points))
    sums = [np.bincount(here, points[there, d], len(points)) for d in range(3)]
    mean = np.stack(sums, axis=1) / np.maximum(count, 1)[:, None]
    return np.where(count[:, None] > 0, mean - points, 0.0)
