"""The corners that shortest paths bend around, and from where each of them can be seen.

A shortest path through free space is a taut string: it bends only where a blocked cell juts out, at a grid
point with three free cells around it. It passes such a corner from one of the two free cells beside the
blocked one to the other, so only what lies in those two quarters (the wings) can be the next stop on a path
that bends there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayproof.kernels import kernel
from wayproof.navigation.line_of_sight import follow
from wayproof.navigation.surface import NOWHERE, Nodes, Surface

# Quarters around a grid point by the sign of (x, z): 0 is (-, -), 1 is (+, -), 2 is (+, +), 3 is (-, +).
SIGN_X = (-1, 1, 1, -1)
SIGN_Z = (-1, -1, 1, 1)


class Corners(NamedTuple):
    """place (k, 2): grid point in cells; nodes (k, 4): the node in each quarter, NOWHERE for the blocked one;

    blocked (k,): that quarter; at_node (n, 4): the corner that has node n as its wing in this quarter.
    """

    place: Nodes
    nodes: Nodes
    blocked: Nodes
    at_node: Nodes


@kernel
def ways(quarter: int) -> tuple[int, int]:
    """The link directions that lead away from a grid point in a quarter."""
    return (0 if SIGN_X[quarter] > 0 else 2), (1 if SIGN_Z[quarter] > 0 else 3)


@kernel
def wings(blocked: int) -> tuple[int, int]:
    """The two quarters beside the blocked one: first the one next to it along z, then along x."""
    return 3 - blocked, blocked ^ 1


@kernel
def find_corners(surface: Surface) -> Corners:
    """All corners, in the order of their nodes, so that near ones have near numbers."""
    links = surface.links
    place, nodes = np.empty((4 * len(links), 2), np.int32), np.full((4 * len(links), 4), NOWHERE, np.int32)
    blocked = np.empty(4 * len(links), np.int32)
    at_node = np.full((len(links), 4), NOWHERE, np.int32)
    count = 0
    for node in range(len(links)):
        for quarter in range(4):  # the blocked quarter, seen from the node opposite to it
            way_x, way_z = ways(quarter)
            beside_x, beside_z = links[node, way_x], links[node, way_z]
            if NOWHERE in (beside_x, beside_z):
                continue
            if links[beside_x, way_z] != NOWHERE or links[beside_z, way_x] != NOWHERE:
                continue
            place[count, 0] = surface.cell_of[node, 0] + (1 if SIGN_X[quarter] > 0 else 0)
            place[count, 1] = surface.cell_of[node, 1] + (1 if SIGN_Z[quarter] > 0 else 0)
            blocked[count] = quarter
            wing_x, wing_z = wings(quarter)
            nodes[count, (quarter + 2) % 4] = node
            nodes[count, wing_x], nodes[count, wing_z] = beside_x, beside_z
            at_node[beside_x, wing_x] = count
            at_node[beside_z, wing_z] = count
            count += 1
    return Corners(place[:count], nodes[:count], blocked[:count], at_node)


@kernel
def hop(links: Nodes, corners: Corners, source: int, target: int) -> bool:
    """Whether one corner sees another that is not on the same grid line."""
    step_x = corners.place[target, 0] - corners.place[source, 0]
    step_z = corners.place[target, 1] - corners.place[source, 1]
    quarter = (2 if step_z > 0 else 1) if step_x > 0 else (3 if step_z > 0 else 0)
    way_x, way_z = ways(quarter)
    node = corners.nodes[source, quarter]
    dx, dz = abs(step_x), abs(step_z)
    if node == NOWHERE:
        return False
    last = follow(links, node, way_x, way_z, dx - 1, dz - 1, dz, dx, dz, dx)
    return last != NOWHERE and last == corners.nodes[target, (quarter + 2) % 4]


@kernel
def along_axis(links: Nodes, corners: Corners, source: int, way: int) -> int:
    """The next corner straight along a grid line, where the line may run beside walls on either side."""
    # The two nodes beside the line, ahead of the corner: on its left and right as seen when going this way.
    left = corners.nodes[source, (2, 3, 0, 1)[way]]
    right = corners.nodes[source, (1, 2, 3, 0)[way]]
    to_left, to_right = (way + 1) % 4, (way + 3) % 4
    while left != NOWHERE or right != NOWHERE:
        behind_left, behind_right = (3, 0, 1, 2)[way], (0, 1, 2, 3)[way]
        if left != NOWHERE and corners.at_node[left, behind_left] != NOWHERE:
            return int(corners.at_node[left, behind_left])
        if right != NOWHERE and corners.at_node[right, behind_right] != NOWHERE:
            return int(corners.at_node[right, behind_right])
        next_left = links[left, way] if left != NOWHERE else NOWHERE
        next_right = links[right, way] if right != NOWHERE else NOWHERE
        if next_left == NOWHERE and next_right != NOWHERE:
            next_left = links[next_right, to_left]
        elif next_right == NOWHERE and next_left != NOWHERE:
            next_right = links[next_left, to_right]
        left, right = next_left, next_right
    return NOWHERE
