"""The walkable surface as compiled code sees it: nodes on a grid of cells, joined to their neighbours.

A node is one place to stand: one cell of the plan at one floor height. Where a bridge crosses a room, a cell
has two nodes. Positions inside a cell are whole numbers of 1 / UNITS of a cell, so that sight along walls and
past corners is decided by integer arithmetic, never by rounding.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.levels import NOWHERE, Nodes
from wayproof.kernels import kernel

__all__ = [
    "EDGE",
    "NOWHERE",
    "UNITS",
    "Floats",
    "Nodes",
    "Surface",
    "centre_of",
    "fixed_in",
    "node_at",
    "node_in_cell",
    "wide",
]

Floats = NDArray[np.float64]

UNITS = 4096
EDGE = 1e-3  # in cells: points this close to a free cell count as in it (a body that leans on a wall)


class Surface(NamedTuple):
    """Nodes and their links.

    first_node (cells + 1,): cell (i, j) has the nodes from entry i * size_z + j up to the next;
    cell_of (n, 2): the cell of a node; links (n, 4): its neighbours by direction, NOWHERE if there is none.
    """

    origin_x: float
    origin_z: float
    cell_m: float
    size_x: int
    size_z: int
    height_slack_m: float  # how far above or below a floor a point may lie to be on it
    first_node: Nodes
    cell_of: Nodes
    floor_m: Floats
    links: Nodes
    island: Nodes


@kernel
def wide(number: int) -> int:
    """An array's 32-bit entry as the 64-bit integer that compiled code uses for its own; int() keeps 32."""
    return number + 0


@kernel
def node_in_cell(surface: Surface, i: int, j: int, y: float) -> int:
    """The node of cell (i, j) whose floor is nearest to height y, if near enough."""
    if i < 0 or j < 0 or i >= surface.size_x or j >= surface.size_z:
        return NOWHERE
    cell = i * surface.size_z + j
    best, best_gap = NOWHERE, surface.height_slack_m
    for node in range(surface.first_node[cell], surface.first_node[cell + 1]):
        gap = abs(surface.floor_m[node] - y)
        if gap <= best_gap:
            best, best_gap = node, gap
    return best


@kernel
def node_at(surface: Surface, x: float, y: float, z: float) -> int:
    """The node that holds a point; on a border also the neighbour's if the point's own cell is not free."""
    u, w = (x - surface.origin_x) / surface.cell_m, (z - surface.origin_z) / surface.cell_m
    if not (-1.0 < u < surface.size_x + 1.0 and -1.0 < w < surface.size_z + 1.0):
        return NOWHERE
    i, j = int(np.floor(u)), int(np.floor(w))
    node = node_in_cell(surface, i, j, y)
    if node != NOWHERE:
        return node
    other_i = i - 1 if u - i < EDGE else i + 1 if i + 1 - u < EDGE else i
    other_j = j - 1 if w - j < EDGE else j + 1 if j + 1 - w < EDGE else j
    node = node_in_cell(surface, other_i, j, y)
    if node == NOWHERE:
        node = node_in_cell(surface, i, other_j, y)
    if node == NOWHERE:
        node = node_in_cell(surface, other_i, other_j, y)
    return node


@kernel
def fixed_in(surface: Surface, node: int, x: float, z: float) -> tuple[int, int]:
    """A point as whole units of the grid, strictly inside the node's cell.

    Odd numbers never fall on a grid line (a multiple of UNITS), which spares every kernel the special case
    of a line that starts on one; the point moves by at most half of 1 / UNITS of a cell.
    """
    i, j = surface.cell_of[node, 0], surface.cell_of[node, 1]
    u = 2 * int(np.floor((x - surface.origin_x) / surface.cell_m * (UNITS // 2))) + 1
    w = 2 * int(np.floor((z - surface.origin_z) / surface.cell_m * (UNITS // 2))) + 1
    u = min(max(u, i * UNITS + 1), (i + 1) * UNITS - 1)
    w = min(max(w, j * UNITS + 1), (j + 1) * UNITS - 1)
    return u, w


@kernel
def centre_of(surface: Surface, node: int) -> tuple[float, float]:
    """World (x, z) of the middle of the node's cell."""
    x = surface.origin_x + (surface.cell_of[node, 0] + 0.5) * surface.cell_m
    z = surface.origin_z + (surface.cell_of[node, 1] + 0.5) * surface.cell_m
    return x, z
