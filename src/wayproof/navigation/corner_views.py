"""The view from every corner: which other corners it sees, and from which nodes it may be seen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.corners import SIGN_X, Corners, along_axis, hop, wings
from wayproof.navigation.surface import NOWHERE, UNITS, Nodes, Surface, wide
from wayproof.navigation.visible_cells import WHOLLY, Beam, light_up, new_beam


class Views(NamedTuple):
    """Pairs of nodes and corners, by corner, and edges as in corner_graph.Edges.

    node, corner (n,): the corner may be seen from the node; certain (n,): from all of its cell.
    """

    node: Nodes
    corner: Nodes
    certain: NDArray[np.bool_]
    first_edge: NDArray[np.int64]
    middle_edge: NDArray[np.int64]
    target: Nodes
    arrives_by: NDArray[np.int8]


def look_around(surface: Surface, corners: Corners, most: int) -> Views | None:
    """From every corner through both its wings; None if more than `most` pairs of node and corner result."""
    count = len(corners.place)
    first_edge, middle_edge = np.zeros(count + 1, np.int64), np.zeros(count, np.int64)
    beam = new_beam(len(surface.links))
    room = 8 * len(surface.links) + 64  # one corner needs at most two entries per node and a few more
    batches: list[tuple[NDArray[np.generic], ...]] = []
    done, total, edges = 0, 0, 0
    while done < count or not batches:
        node, corner, target = (np.empty(room, np.int32) for _ in range(3))
        certain, arrives_by = np.empty(room, np.bool_), np.empty(room, np.int8)
        batch = Views(node, corner, certain, first_edge, middle_edge, target, arrives_by)
        done, seen, found = _watch(surface, corners, done, edges, beam, batch)
        batches.append((node[:seen], corner[:seen], certain[:seen], target[:found], arrives_by[:found]))
        total, edges = total + seen, edges + found
        if total > most:
            return None
    node, corner, certain, target, arrives_by = (
        np.concatenate(parts) for parts in zip(*batches, strict=True)
    )
    return Views(node, corner, certain, first_edge, middle_edge, target, arrives_by)


@kernel
def by_node(views: Views, count: int) -> tuple[NDArray[np.int64], Nodes, NDArray[np.bool_]]:
    """Where the corners of each node begin, and for all nodes one after the other: corner, certain."""
    first, filled = np.zeros(count + 1, np.int64), np.zeros(count + 1, np.int64)
    for k in range(len(views.node)):
        first[views.node[k] + 1] += 1
    for k in range(count):
        first[k + 1] += first[k]
        filled[k + 1] = first[k + 1]
    sighted, certain = np.empty(len(views.corner), np.int32), np.empty(len(views.corner), np.bool_)
    for k in range(len(views.node)):
        place = filled[views.node[k]]
        sighted[place], certain[place] = views.corner[k], views.certain[k]
        filled[views.node[k]] += 1
    return first, sighted, certain


@kernel
def _watch(
    surface: Surface, corners: Corners, start: int, edges_before: int, beam: Beam, views: Views
) -> tuple[int, int, int]:
    """Fill the buffers with the views from corners `start` on; next corner, entries and edges written."""
    seen, edges = 0, 0
    for source in range(start, len(corners.place)):
        if max(seen, edges) + 2 * len(surface.links) + 4 > len(views.node):
            return source, seen, edges
        for number in range(2):
            wing = wings(wide(corners.blocked[source]))[number]
            x, z = wide(corners.place[source, 0]) * UNITS, wide(corners.place[source, 1]) * UNITS
            start = wide(corners.nodes[source, wing])
            lit = light_up(surface, start, wing, x, z, 2 * source + number, beam)
            for k in range(lit):
                views.node[seen], views.corner[seen] = beam.lit[k], source
                views.certain[seen] = beam.share[beam.lit[k]] == WHOLLY
                seen += 1
            edges = _edges_through(surface, corners, source, wing, beam, lit, views, edges)
            if number == 0:
                views.middle_edge[source] = edges_before + edges
        views.first_edge[source + 1] = edges_before + edges
    return len(corners.place), seen, edges


@kernel
def _edges_through(
    surface: Surface,
    corners: Corners,
    source: int,
    wing: int,
    beam: Beam,
    lit: int,
    views: Views,
    edges: int,
) -> int:
    """Write the corners that this one sees through one wing, the axes beside it included."""
    back = (wing + 2) % 4
    place = corners.place
    for k in range(lit):
        other = wide(corners.at_node[beam.lit[k], back])
        if other == NOWHERE or place[other, 0] == place[source, 0] or place[other, 1] == place[source, 1]:
            continue
        if hop(surface.links, corners, source, other):
            views.target[edges] = other
            views.arrives_by[edges] = 0 if back == wings(wide(corners.blocked[other]))[0] else 1
            edges += 1
    for axis in range(2):
        way = (0 if wing in (1, 2) else 2) if axis == 0 else (1 if wing in (2, 3) else 3)
        other = along_axis(surface.links, corners, source, way)
        if other != NOWHERE:
            entry = wings(wide(corners.blocked[other]))[0]
            if axis == 0:
                by_first = SIGN_X[entry] == (-1 if way == 0 else 1)
            else:
                by_first = (entry in (2, 3)) == (way == 3)
            views.target[edges] = other
            views.arrives_by[edges] = 0 if by_first else 1
            edges += 1
    return edges
