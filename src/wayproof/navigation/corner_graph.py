"""The graph of corners: which of them see each other, how far apart they are, and who sees them.

With the distance between every two corners at hand, the distance between two points is a choice of the first
and the last corner of the path; both are among the few that may be seen from the cells of the two points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.corner_views import by_node, look_around
from wayproof.navigation.corners import find_corners
from wayproof.navigation.leg_lengths import between_corners, sloped_islands
from wayproof.navigation.priority_queue import drop_first, push
from wayproof.navigation.surface import Floats, Nodes, Surface, wide

MOST_CORNERS = 4096  # for the table of all pairs: 67 MB
MOST_SIGHTINGS = 1 << 25  # for the lists of corners per node: 134 MB


class Landmarks(NamedTuple):
    """The corners as a point on the surface sees them.

    place (k, 2): grid point in cells; nodes (k, 4): the node in each quarter around it; plan_m (k, 2) and
    height_m (k,): where it is in the world. between (k, k): shortest distances, or (0, 0) where there are too
    many corners for a table. sighted[first_sighted[n] : first_sighted[n + 1]]: corners that may be seen from
    node n; certain: whether from all of its cell. sloped (islands,): whether the floors of an island lie at
    clearly different heights.
    """

    place: Nodes
    nodes: Nodes
    plan_m: Floats
    height_m: Floats
    between: NDArray[np.float32]
    first_sighted: NDArray[np.int64]
    sighted: Nodes
    certain: NDArray[np.bool_]
    sloped: NDArray[np.bool_]


class Edges(NamedTuple):
    """Lines of sight between corners: first[c] to middle[c] leave c by one wing, the rest by the other.

    arrives_by: number (0 or 1) of the wing of the target through which the edge comes in.
    """

    first: NDArray[np.int64]
    middle: NDArray[np.int64]
    target: Nodes
    arrives_by: NDArray[np.int8]
    length_m: Floats


@dataclass(frozen=True)
class CornerGraph:
    landmarks: Landmarks
    edges: Edges

    @property
    def has_table(self) -> bool:
        """Whether the distance between every two corners is at hand."""
        return len(self.landmarks.between) == len(self.landmarks.place)


def corner_graph(
    surface: Surface, *, most_corners: int = MOST_CORNERS, most_sightings: int = MOST_SIGHTINGS
) -> CornerGraph | None:
    """The whole graph, or None where it would outgrow `most_sightings` (large, ragged scans)."""
    corners = find_corners(surface)
    views = look_around(surface, corners, most_sightings)
    if views is None:
        return None
    first, middle, target = views.first_edge, views.middle_edge, views.target
    plan = corners.place * surface.cell_m + np.array([surface.origin_x, surface.origin_z])
    opposite = corners.nodes[np.arange(len(corners.blocked)), (corners.blocked + 2) % 4]
    height = surface.floor_m[opposite]
    sloped = sloped_islands(surface.floor_m, surface.island)
    length = between_corners(surface, corners.nodes, corners.place, height, sloped, first, target)
    edges = Edges(first, middle, target, views.arrives_by, length)
    between = _all_pairs(len(corners.place) if len(corners.place) <= most_corners else 0, edges)
    sighted = by_node(views, len(surface.links))
    return CornerGraph(
        Landmarks(corners.place, corners.nodes, plan, height, between, *sighted, sloped), edges
    )


@kernel
def _all_pairs(count: int, edges: Edges) -> NDArray[np.float32]:
    table = np.empty((count, count), np.float32)
    distance = np.empty(len(edges.middle))
    for source in range(count):
        for corner in range(len(distance)):
            distance[corner] = np.inf
        distance[source] = 0.0
        spread(distance, edges)
        for corner in range(count):
            table[source, corner] = distance[corner]
    for a in range(count):
        for b in range(a):
            table[a, b] = table[b, a] = min(table[a, b], table[b, a])
    return table


@kernel
def spread(distance: Floats, edges: Edges) -> None:
    """Dijkstra from all corners whose distance is finite; fills in the rest.

    A taut path that comes in by one wing of a corner leaves by the other, so only those edges are followed.
    """
    arrival = np.full(len(distance), -1, np.int8)
    room = len(distance) + len(edges.target) + 1
    keys, values, waiting = np.empty(room), np.empty(room, np.int32), 0
    for corner in range(len(distance)):
        if distance[corner] < np.inf:
            waiting = push(keys, values, waiting, distance[corner], corner)
    while waiting > 0:
        key, corner = keys[0], wide(values[0])
        waiting = drop_first(keys, values, waiting)
        if key > distance[corner]:
            continue
        start = edges.first[corner] if arrival[corner] != 0 else edges.middle[corner]
        stop = edges.first[corner + 1] if arrival[corner] != 1 else edges.middle[corner]
        for edge in range(start, stop):
            other = edges.target[edge]
            through = key + edges.length_m[edge]
            if through < distance[other]:
                distance[other], arrival[other] = through, edges.arrives_by[edge]
                waiting = push(keys, values, waiting, through, wide(other))
