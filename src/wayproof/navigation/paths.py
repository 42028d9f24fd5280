"""Shortest paths between any two points of a free space, prepared once and then asked in microseconds.

Distances are exact for the free space taken as a union of closed cells. Islands with slopes or several
floors are measured along the floor (see lengths.py); the path still bends at corners only, which is exact
for level floors and a close upper bound on ramps and stairs. Heights of points are those of their floors.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.navigation.corner_graph import Landmarks
from wayproof.navigation.corner_routes import route, spot_at
from wayproof.navigation.distance_fields import distance_field, field_distance, total_length
from wayproof.navigation.line_of_sight import required_node
from wayproof.navigation.path_tracing import path_to_goal
from wayproof.navigation.prepared_space import Paths, prepare_paths
from wayproof.navigation.surface import NOWHERE, Floats, Surface, node_at

__all__ = ["Paths", "distance", "distances", "prepare_paths", "shortest_path"]


def distance(paths: Paths, start_m: NDArray[np.floating], end_m: NDArray[np.floating]) -> float:
    """Geodesic distance between two free points (x, y, z); inf if they are on different islands."""
    if paths.graph is None or not paths.graph.has_table:
        return field_distance(distance_field(paths, end_m), start_m)
    start, end = np.array([start_m, end_m], dtype=np.float64)[:, None]
    length = float(_distances(paths.free.surface, paths.graph.landmarks, start, end)[0])
    if length < 0.0:
        required_node(paths.free, start_m, "start")
        required_node(paths.free, end_m, "end")
    return length


def distances(paths: Paths, starts_m: NDArray[np.floating], ends_m: NDArray[np.floating]) -> Floats:
    """Geodesic distances (n,) between many pairs of free points, (n, 3) and (n, 3), in one go."""
    starts, ends = np.array(starts_m, float).reshape(-1, 3), np.array(ends_m, float).reshape(-1, 3)
    if starts.shape != ends.shape:
        raise InvalidInput(f"{len(starts)} starts but {len(ends)} ends; give one end for each start")
    if paths.graph is None or not paths.graph.has_table:
        return np.array([distance(paths, start, end) for start, end in zip(starts, ends, strict=True)])
    lengths = np.asarray(_distances(paths.free.surface, paths.graph.landmarks, starts, ends))
    for k in np.flatnonzero(lengths < 0.0):
        required_node(paths.free, starts[k], f"start {k}")
        required_node(paths.free, ends[k], f"end {k}")
    return lengths


def shortest_path(paths: Paths, start_m: NDArray[np.floating], end_m: NDArray[np.floating]) -> Floats:
    """A shortest path (k, 3) between two free points, both included; an error if there is no way."""
    return path_to_goal(distance_field(paths, end_m), start_m)


@kernel
def _distances(surface: Surface, landmarks: Landmarks, starts: Floats, ends: Floats) -> Floats:
    """Distance between each two points; -1 where one of them is not free."""
    lengths = np.empty(len(starts))
    for k in range(len(starts)):
        node = node_at(surface, starts[k, 0], starts[k, 1], starts[k, 2])
        end_node = node_at(surface, ends[k, 0], ends[k, 1], ends[k, 2])
        if NOWHERE in (node, end_node):
            lengths[k] = -1.0
            continue
        a, b = (
            spot_at(surface, node, starts[k, 0], starts[k, 2]),
            spot_at(surface, end_node, ends[k, 0], ends[k, 2]),
        )
        sloped = landmarks.sloped[surface.island[node]]
        lengths[k] = total_length(surface, sloped, route(surface, landmarks, a, b), a, b)
    return lengths
