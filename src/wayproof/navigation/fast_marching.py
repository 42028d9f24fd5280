"""Distance from one point to everywhere by fast marching: the front of a wave that runs over the cells.

Second-order upwind differences (Sethian's scheme): each cell's distance follows from those of its neighbours
that the wave has already passed, two deep where it can. A wave on a grid is least round close to where
it starts and again behind every corner, so each cell also inherits an anchor from the cell that the wave came
from: the source, or the last corner passed. A cell that sees its anchor takes the straight distance to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.corners import Corners, find_corners
from wayproof.navigation.leg_lengths import sloped_islands, walked
from wayproof.navigation.line_of_sight import straight
from wayproof.navigation.priority_queue import drop_first, push
from wayproof.navigation.surface import NOWHERE, UNITS, Floats, Nodes, Surface, fixed_in, wide

TRUST = 0.5  # in cells: straight distances are believed unless the wave is earlier by more than its own error
SOURCE = -2  # the anchor that is the source itself; others are numbers of corners


class _Wave(NamedTuple):
    """State of the wave: distance, anchor and whether the anchor is seen, per node; distance per corner."""

    distance: Floats
    anchor: Nodes
    exact: NDArray[np.bool_]
    passed: NDArray[np.bool_]
    corner_distance: Floats


class _Source(NamedTuple):
    node: int
    unit_x: int
    unit_z: int
    sloped: bool


def march(surface: Surface, node: int, x: float, z: float) -> Floats:
    """Distance (n,) from a point in a node to the middle of every node's cell; inf where no way leads."""
    sloped = bool(sloped_islands(surface.floor_m, surface.island)[surface.island[node]])
    cost = steepness(surface) if sloped else np.ones(len(surface.links))
    return np.asarray(_march(surface, find_corners(surface), cost, sloped, node, x, z))


@kernel
def steepness(surface: Surface) -> Floats:
    """Length along the floor per length in the plan, from the slope over three cells to each side.

    Stairs and ramps come out alike, as they do for whoever walks them.
    """
    cost = np.ones(len(surface.links))
    for node in range(len(cost)):
        steep = 0.0
        for way in range(2):
            ahead, behind, apart = node, node, 0
            for _ in range(3):
                if surface.links[ahead, way] != NOWHERE:
                    ahead = surface.links[ahead, way]
                    apart += 1
                if surface.links[behind, way + 2] != NOWHERE:
                    behind = surface.links[behind, way + 2]
                    apart += 1
            rise = (surface.floor_m[ahead] - surface.floor_m[behind]) / (max(apart, 1) * surface.cell_m)
            steep += rise * rise
        cost[node] = np.sqrt(1.0 + steep)
    return cost


@kernel
def _march(
    surface: Surface, corners: Corners, cost: Floats, sloped: bool, start: int, x: float, z: float
) -> Floats:
    count = len(surface.links)
    unit_x, unit_z = fixed_in(surface, start, x, z)
    source = _Source(start, unit_x, unit_z, sloped)
    wave = _still(count, len(corners.place))
    is_wing = _wings(corners.at_node)
    keys, values = np.empty(4 * count + 16), np.empty(4 * count + 16, np.int32)
    _offer(surface, corners, source, wave, start, SOURCE)
    waiting = push(keys, values, 0, wave.distance[start], start)
    while waiting > 0:
        node = wide(values[0])
        waiting = drop_first(keys, values, waiting)
        if wave.passed[node]:
            continue
        wave.passed[node] = True
        anchor = wide(wave.anchor[node])
        if is_wing[node]:
            _reach_corners(surface, corners, source, wave, node)
        for way in range(4):
            other = wide(surface.links[node, way])
            if other == NOWHERE or wave.passed[other]:
                continue
            if wave.exact[other] and wave.exact[node] and wave.anchor[other] == anchor:
                continue
            before = wave.distance[other]
            _offer(surface, corners, source, wave, other, anchor)
            shared = wave.exact[node] and wave.exact[other] and wave.anchor[other] == anchor
            if is_wing[other] or not shared:
                _pass_on(surface, corners, source, wave, node, other, cost[other] * surface.cell_m)
            if wave.distance[other] != before:
                waiting = push(keys, values, waiting, wave.distance[other], other)
    return wave.distance


@kernel
def _still(nodes: int, corners: int) -> _Wave:
    return _Wave(
        np.full(nodes, np.inf),
        np.full(nodes, NOWHERE, np.int32),
        np.zeros(nodes, np.bool_),
        np.zeros(nodes, np.bool_),
        np.full(corners, np.inf),
    )


@kernel
def _wings(at_node: Nodes) -> NDArray[np.bool_]:
    """Whether a node is beside any corner."""
    wings = np.zeros(len(at_node), np.bool_)
    for node in range(len(at_node)):
        for quarter in range(4):
            if at_node[node, quarter] != NOWHERE:
                wings[node] = True
    return wings


@kernel
def _pass_on(
    surface: Surface, corners: Corners, source: _Source, wave: _Wave, node: int, other: int, step: float
) -> None:
    """The wave has passed a node and its neighbour may not share its anchor: try corners, then the wave."""
    for quarter in range(4):
        corner = wide(corners.at_node[other, quarter])
        if corner != NOWHERE:
            _offer(surface, corners, source, wave, other, corner)
    if wave.exact[node] and wave.exact[other] and wave.anchor[other] == wave.anchor[node]:
        return
    arrival = _arrival(surface, step, wave, other)
    if arrival < wave.distance[other] - (TRUST * surface.cell_m if wave.exact[other] else 0.0):
        wave.distance[other], wave.anchor[other], wave.exact[other] = arrival, wave.anchor[node], False


@kernel
def _offer(surface: Surface, corners: Corners, source: _Source, wave: _Wave, node: int, anchor: int) -> None:
    """Let the node take the straight way to an anchor, if that is shorter and free."""
    known = 0.0 if anchor == SOURCE else wave.corner_distance[anchor]
    if known == np.inf or (wave.exact[node] and wave.anchor[node] == anchor):
        return
    i, j = wide(surface.cell_of[node, 0]), wide(surface.cell_of[node, 1])
    x, z = i * UNITS + UNITS // 2 + 1, j * UNITS + UNITS // 2 + 1
    end_x, end_z, end = _place(corners, source, anchor, x, z)
    length = np.hypot(end_x - x, end_z - z) * surface.cell_m / UNITS
    limit = wave.distance[node] + (0.0 if wave.exact[node] else TRUST * surface.cell_m) - known
    if length >= limit or end == NOWHERE:
        return
    assured = _between_seers(surface.links, wave.exact, wave.anchor, node, anchor, end_x - x, end_z - z)
    if not assured and straight(surface.links, node, x, z, end_x, end_z) != end:
        return
    if source.sloped:
        length = _walk(surface, node, x, z, end_x, end_z, end)
    if length < limit:
        wave.distance[node], wave.anchor[node], wave.exact[node] = known + length, anchor, True


@kernel
def _place(corners: Corners, source: _Source, anchor: int, x: int, z: int) -> tuple[int, int, int]:
    """Where an anchor is, in grid units, and the node at it through which a line from (x, z) arrives."""
    if anchor == SOURCE:
        return source.unit_x, source.unit_z, source.node
    end_x, end_z = wide(corners.place[anchor, 0]) * UNITS, wide(corners.place[anchor, 1]) * UNITS
    quarter = (2 if z > end_z else 1) if x > end_x else (3 if z > end_z else 0)
    return end_x, end_z, wide(corners.nodes[anchor, quarter])


@kernel
def _between_seers(
    links: Nodes, exact: NDArray[np.bool_], anchors: Nodes, node: int, anchor: int, dx: int, dz: int
) -> bool:
    """Whether both neighbours nearer to the anchor see it; then so does the node.

    The lines from the middles of the two to the anchor are nowhere further apart than a cell is wide across
    them, so no blocked cell has room in between.
    """
    if abs(dx) < UNITS or abs(dz) < UNITS:
        return False
    way_x, way_z = (0 if dx > 0 else 2), (1 if dz > 0 else 3)
    beside_x, beside_z = links[node, way_x], links[node, way_z]
    if NOWHERE in (beside_x, beside_z):
        return False
    if links[beside_x, way_z] == NOWHERE:
        return False
    seen_x = exact[beside_x] and anchors[beside_x] == anchor
    seen_z = exact[beside_z] and anchors[beside_z] == anchor
    return bool(seen_x and seen_z)


@kernel
def _walk(surface: Surface, node: int, x: int, z: int, end_x: int, end_z: int, end: int) -> float:
    """Length along the floor of a free line to an anchor."""
    if end_x % UNITS == 0:  # a corner: step into the cell through which the line arrives
        end_x += 1 if x > end_x else -1
        end_z += 1 if z > end_z else -1
    return walked(surface, node, x, z, end_x, end_z, surface.floor_m[node], surface.floor_m[end])


@kernel
def _reach_corners(surface: Surface, corners: Corners, source: _Source, wave: _Wave, node: int) -> None:
    """The wave has passed a node: the corners that have it as a wing become anchors for what lies behind."""
    i, j = wide(surface.cell_of[node, 0]), wide(surface.cell_of[node, 1])
    for quarter in range(4):
        corner = corners.at_node[node, quarter]
        if corner == NOWHERE or wave.corner_distance[corner] < np.inf:
            continue
        x = corners.place[corner, 0] * UNITS + (1 if corners.place[corner, 0] == i else -1)
        z = corners.place[corner, 1] * UNITS + (1 if corners.place[corner, 1] == j else -1)
        best = wave.distance[node] + np.sqrt(0.5) * surface.cell_m
        for way in range(5):
            near = node if way == 4 else surface.links[node, way]
            if near == NOWHERE or not wave.passed[near]:
                continue
            anchor = wide(wave.anchor[near])
            known = 0.0 if anchor == SOURCE else wave.corner_distance[anchor]
            end_x, end_z, end = _place(corners, source, anchor, x, z)
            if straight(surface.links, node, x, z, end_x, end_z) == end and end != NOWHERE:
                length = np.hypot(end_x - x, end_z - z) * surface.cell_m / UNITS
                if source.sloped:
                    length = _walk(surface, node, x, z, end_x, end_z, end)
                best = min(best, known + length)
        wave.corner_distance[corner] = best


@kernel
def _arrival(surface: Surface, step: float, wave: _Wave, node: int) -> float:
    """When the wave reaches a node, from its passed neighbours along both axes."""
    a, b, c = 0.0, 0.0, -step * step  # a t^2 + b t + c = 0 for the arrival t
    latest, earliest = 0.0, np.inf
    for axis in range(2):
        before, way = np.inf, axis
        for candidate in (axis, axis + 2):
            other = surface.links[node, candidate]
            if other != NOWHERE and wave.passed[other] and wave.distance[other] < before:
                before, way = wave.distance[other], candidate
        if before == np.inf:
            continue
        weight, base = 1.0, before
        further = surface.links[surface.links[node, way], way]
        if further != NOWHERE and wave.passed[further] and wave.distance[further] <= before:
            weight, base = 2.25, (4.0 * before - wave.distance[further]) / 3.0
        a += weight
        b -= 2.0 * weight * base
        c += weight * base * base
        latest, earliest = max(latest, before), min(earliest, before)
    inside = b * b - 4.0 * a * c
    arrival = (-b + np.sqrt(inside)) / (2.0 * a) if inside >= 0.0 else -1.0
    if arrival < latest:  # the two fronts do not meet here: only the nearer one counts
        return float(earliest + step)
    return float(arrival)
