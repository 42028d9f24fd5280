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
from wayproof.navigation.corners import (
    SIGN_X,
    Beam,
    Corners,
    along_axis,
    find_corners,
    hop,
    light_up,
    new_beam,
    wings,
)
from wayproof.navigation.heap import drop_first, push
from wayproof.navigation.lengths import between_corners, sloped_islands
from wayproof.navigation.surface import NOWHERE, Floats, Nodes, Surface, wide

MOST_CORNERS = 4096  # for the table of all pairs: 67 MB
MOST_SIGHTINGS = 1 << 25  # for the lists of corners per node: 134 MB

_Views = tuple[Nodes, Nodes, NDArray[np.int64], NDArray[np.int64], Nodes, NDArray[np.int8], bool]


class Landmarks(NamedTuple):
    """The corners as a point on the surface sees them.

    place (k, 2): grid point in cells; nodes (k, 4): the node in each quarter around it; plan_m (k, 2) and
    height_m (k,): where it is in the world. between (k, k): shortest distances, or (0, 0) where there are too
    many corners for a table. sighted[first_sighted[n] : first_sighted[n + 1]]: corners that may be seen from
    node n. sloped (islands,): whether the floors of an island lie at clearly different heights.
    """

    place: Nodes
    nodes: Nodes
    plan_m: Floats
    height_m: Floats
    between: NDArray[np.float32]
    first_sighted: NDArray[np.int64]
    sighted: Nodes
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
    node, corner, first, middle, target, arrives_by, complete = _look_around(surface, corners, most_sightings)
    if not complete:
        return None
    plan = corners.place * surface.cell_m + np.array([surface.origin_x, surface.origin_z])
    opposite = corners.nodes[np.arange(len(corners.blocked)), (corners.blocked + 2) % 4]
    height = surface.floor_m[opposite]
    sloped = sloped_islands(surface.floor_m, surface.island)
    length = between_corners(surface, corners.nodes, corners.place, height, sloped, first, target)
    edges = Edges(first, middle, target, arrives_by, length)
    between = _all_pairs(len(corners.place) if len(corners.place) <= most_corners else 0, edges)
    sighted = _by_node(node, corner, len(surface.links))
    return CornerGraph(
        Landmarks(corners.place, corners.nodes, plan, height, between, *sighted, sloped), edges
    )


@kernel
def _look_around(surface: Surface, corners: Corners, most: int) -> _Views:
    """From every corner through both its wings: the nodes that may see it and the corners that do.

    Pairs of node and corner, then the edges by corner, and whether all corners had their turn.
    """
    count = len(corners.place)
    node, corner = np.empty(1024, np.int32), np.empty(1024, np.int32)
    target, arrives_by = np.empty(64 * count + 64, np.int32), np.empty(64 * count + 64, np.int8)
    first_edge, middle_edge = np.zeros(count + 1, np.int64), np.zeros(count, np.int64)
    beam = new_beam(len(surface.links))
    total, edges = 0, 0
    for source in range(count):
        for number in range(2):
            wing = wings(corners.blocked[source])[number]
            lit = light_up(
                surface, corners.nodes[source, wing], wing, corners.place[source], 2 * source + number, beam
            )
            while total + lit > len(node):
                node, corner = np.concatenate((node, node)), np.concatenate((corner, corner))
            node[total : total + lit] = beam.seen[:lit]
            corner[total : total + lit] = source
            total += lit
            if edges + lit + 2 > len(target):
                target = np.concatenate((target, np.empty(len(target) + lit, np.int32)))
                arrives_by = np.concatenate((arrives_by, np.empty(len(arrives_by) + lit, np.int8)))
            edges = _edges_through(surface, corners, source, wing, beam, lit, target, arrives_by, edges)
            if number == 0:
                middle_edge[source] = edges
        first_edge[source + 1] = edges
        if total > most:
            break
    views = node[:total], corner[:total]
    return *views, first_edge, middle_edge, target[:edges].copy(), arrives_by[:edges].copy(), total <= most


@kernel
def _edges_through(
    surface: Surface,
    corners: Corners,
    source: int,
    wing: int,
    beam: Beam,
    lit: int,
    target: Nodes,
    arrives_by: NDArray[np.int8],
    edges: int,
) -> int:
    """Write the corners that this one sees through one wing, the axes beside it included."""
    back = (wing + 2) % 4
    place = corners.place
    for k in range(lit):
        other = corners.at_node[beam.seen[k], back]
        if other == NOWHERE or place[other, 0] == place[source, 0] or place[other, 1] == place[source, 1]:
            continue
        if hop(surface.links, corners, source, other):
            target[edges] = other
            arrives_by[edges] = 0 if back == wings(corners.blocked[other])[0] else 1
            edges += 1
    for axis in range(2):
        way = (0 if wing in (1, 2) else 2) if axis == 0 else (1 if wing in (2, 3) else 3)
        other = along_axis(surface.links, corners, source, way)
        if other != NOWHERE:
            entry = wings(corners.blocked[other])[0]
            if axis == 0:
                by_first = SIGN_X[entry] == (-1 if way == 0 else 1)
            else:
                by_first = (entry in (2, 3)) == (way == 3)
            target[edges] = other
            arrives_by[edges] = 0 if by_first else 1
            edges += 1
    return edges


@kernel
def _by_node(node: Nodes, corner: Nodes, count: int) -> tuple[NDArray[np.int64], Nodes]:
    first = np.zeros(count + 1, np.int64)
    for k in range(len(node)):
        first[node[k] + 1] += 1
    for k in range(count):
        first[k + 1] += first[k]
    filled = first[:-1].copy()
    sighted = np.empty(len(corner), np.int32)
    for k in range(len(node)):
        sighted[filled[node[k]]] = corner[k]
        filled[node[k]] += 1
    return first, sighted


@kernel
def _all_pairs(count: int, edges: Edges) -> NDArray[np.float32]:
    table = np.empty((count, count), np.float32)
    distance = np.empty(len(edges.middle))
    for source in range(count):
        distance[:] = np.inf
        distance[source] = 0.0
        spread(distance, edges)
        table[source] = distance[:count]
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
