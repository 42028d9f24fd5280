"""The graph of corners: which of them see each other, how far apart they are, and who sees them.

With the distance between every two corners at hand, the distance between two points is a choice of the first
and the last corner of the path; both are among the few that may be seen from the cells of the two points.
"""

from __future__ import annotations

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
from wayproof.navigation.surface import NOWHERE, Floats, Nodes, Surface

MOST_CORNERS = 4096  # for the table of all pairs: 67 MB
MOST_SIGHTINGS = 1 << 25  # for the lists of corners per node: 134 MB


class CornerGraph(NamedTuple):
    """Edges of corner c: first_edge[c] to middle_edge[c] leave by its first wing, then by its second.

    arrives_by: number (0 or 1) of the wing of the target through which the edge comes in.
    between (k, k): shortest distances, or (0, 0) where there are too many corners for a table.
    sighted[first_sighted[n] : first_sighted[n + 1]]: corners that may be seen from node n.
    sloped (islands,): whether an island has floors at clearly different heights.
    """

    corners: Corners
    plan_m: Floats
    height_m: Floats
    first_edge: NDArray[np.int64]
    middle_edge: NDArray[np.int64]
    target: Nodes
    length_m: Floats
    arrives_by: NDArray[np.int8]
    between: NDArray[np.float32]
    first_sighted: NDArray[np.int64]
    sighted: Nodes
    sloped: NDArray[np.bool_]


def corner_graph(
    surface: Surface, *, most_corners: int = MOST_CORNERS, most_sightings: int = MOST_SIGHTINGS
) -> CornerGraph | None:
    """The whole graph, or None where it would outgrow `most_sightings` (large, ragged scans)."""
    corners = find_corners(surface)
    sightings = _look_around(surface, corners, most_sightings)
    if sightings.total > most_sightings:
        return None
    plan = corners.place * surface.cell_m + np.array([surface.origin_x, surface.origin_z])
    middle = corners.nodes[np.arange(len(corners.blocked)), (corners.blocked + 2) % 4]
    height = surface.floor_m[middle]
    sloped = sloped_islands(surface.floor_m, surface.island)
    length = between_corners(
        surface, corners.nodes, corners.place, plan, height, sloped, sightings.first_edge, sightings.target
    )
    first_sighted, sighted = _by_node(sightings.node, sightings.corner, len(surface.links))
    edges = (sightings.first_edge, sightings.middle_edge, sightings.target, length, sightings.arrives_by)
    count = len(corners.place) if len(corners.place) <= most_corners else 0
    between = _all_pairs(count, *edges)
    return CornerGraph(corners, plan, height, *edges, between, first_sighted, sighted, sloped)


class _Sightings(NamedTuple):
    total: int
    node: Nodes
    corner: Nodes
    first_edge: NDArray[np.int64]
    middle_edge: NDArray[np.int64]
    target: Nodes
    arrives_by: NDArray[np.int8]


@kernel
def _look_around(surface: Surface, corners: Corners, most: int) -> _Sightings:
    """From every corner through both its wings: the nodes that may see it and the corners that do."""
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
    return _Sightings(
        total, node[:total], corner[:total], first_edge, middle_edge, target[:edges], arrives_by[:edges]
    )


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
def _all_pairs(
    count: int,
    first_edge: NDArray[np.int64],
    middle_edge: NDArray[np.int64],
    target: Nodes,
    length: Floats,
    arrives_by: NDArray[np.int8],
) -> NDArray[np.float32]:
    table = np.empty((count, count), np.float32)
    distance = np.empty(len(first_edge) - 1)
    for source in range(count):
        distance[:] = np.inf
        distance[source] = 0.0
        spread(distance, first_edge, middle_edge, target, length, arrives_by)
        table[source] = distance[:count]
    for a in range(count):
        for b in range(a):
            table[a, b] = table[b, a] = min(table[a, b], table[b, a])
    return table


@kernel
def spread(
    distance: Floats,
    first_edge: NDArray[np.int64],
    middle_edge: NDArray[np.int64],
    target: Nodes,
    length: Floats,
    arrives_by: NDArray[np.int8],
) -> None:
    """Dijkstra from all corners whose distance is finite; fills in the rest.

    A taut path that comes in by one wing of a corner leaves by the other, so only those edges are followed.
    """
    arrival = np.full(len(distance), -1, np.int8)
    keys, values = (
        np.empty(len(distance) + len(target) + 1),
        np.empty(len(distance) + len(target) + 1, np.int32),
    )
    waiting = 0
    for corner in range(len(distance)):
        if distance[corner] < np.inf:
            waiting = push(keys, values, waiting, distance[corner], corner)
    while waiting > 0:
        key, corner = keys[0], values[0]
        waiting = drop_first(keys, values, waiting)
        if key > distance[corner]:
            continue
        start = first_edge[corner] if arrival[corner] != 0 else middle_edge[corner]
        stop = first_edge[corner + 1] if arrival[corner] != 1 else middle_edge[corner]
        for edge in range(start, stop):
            other = target[edge]
            through = key + length[edge]
            if through < distance[other]:
                distance[other] = through
                arrival[other] = arrives_by[edge]
                waiting = push(keys, values, waiting, through, other)
