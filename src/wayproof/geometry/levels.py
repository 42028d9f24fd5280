"""From taken heights to places where a body fits: floors, steps between them, and room for its radius.

Rules, all on the grid of cells:

* One can stand in a cell at height h if matter ends at h, a surface that is not too steep lies at most a step
  height below h, and nothing is in the way from h up to the body height.
* Neighbouring floors are joined if they differ by at most the step height and the body fits under what hangs
  over either of them.
* A floor that cannot be left towards a neighbouring cell has an obstacle there: a wall, a low table top, a
  drop. Every floor joined to it (within the reach of the body) whose cell comes closer to the obstacle's cell
  than the body radius, square to square, is not free. So a disc of the body's radius with its centre
  anywhere in a free cell touches no obstacle.

Measuring along joined floors is what makes stairs work: the upper treads are higher than one step above
the foot of the stairs and yet no obstacle, while a wardrobe of the same height is one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.height_spans import Floats, Ints
from wayproof.kernels import kernel

Nodes = NDArray[np.int32]

# Directions of links: 0 is +x, 1 is +z, 2 is -x, 3 is -z; (d + 2) % 4 is the way back.
STEP_X = (1, 0, -1, 0)
STEP_Z = (0, 1, 0, -1)
NOWHERE = -1
RADIUS_TOLERANCE_M = 5e-4  # a radius of 0.2 m is four cells of 0.05 m, whatever the rounding


@kernel
def standing_places(
    first: Ints, low: Floats, high: Floats, floor: Floats, size_z: int, body_m: float, step_m: float
) -> tuple[Nodes, Nodes, Floats, Floats]:
    """First node of each cell, cell of each node (n, 2), its floor height and the height of what is above."""
    cells = len(first) - 1
    first_node = np.zeros(cells + 1, np.int32)
    cell_of = np.empty((len(low), 2), np.int32)
    floor_m, ceiling_m = np.empty(len(low)), np.empty(len(low))
    count = 0
    for cell in range(cells):
        footing = -np.inf
        for k in range(first[cell], first[cell + 1]):
            footing = max(footing, floor[k])
            above = low[k + 1] if k + 1 < first[cell + 1] else np.inf
            if footing >= high[k] - step_m and above - high[k] >= body_m:
                cell_of[count, 0], cell_of[count, 1] = cell // size_z, cell % size_z
                floor_m[count], ceiling_m[count] = high[k], above
                count += 1
        first_node[cell + 1] = count
    return first_node, cell_of[:count], floor_m[:count], ceiling_m[:count]


@kernel
def _nearest_floor(first_node: Nodes, floor_m: Floats, cell: int, height: float) -> int:
    best, best_gap = NOWHERE, np.inf
    for node in range(first_node[cell], first_node[cell + 1]):
        gap = abs(floor_m[node] - height)
        if gap < best_gap:
            best, best_gap = node, gap
    return best


@kernel
def joined(
    first_node: Nodes,
    cell_of: Nodes,
    floor_m: Floats,
    ceiling_m: Floats,
    size_x: int,
    size_z: int,
    body_m: float,
    step_m: float,
) -> Nodes:
    """Links (n, 4) between floors of neighbouring cells; a link always leads both ways."""
    links = np.full((len(cell_of), 4), NOWHERE, np.int32)
    for node in range(len(cell_of)):
        for way in range(2):
            i, j = cell_of[node, 0] + STEP_X[way], cell_of[node, 1] + STEP_Z[way]
            if i >= size_x or j >= size_z:
                continue
            other = _nearest_floor(first_node, floor_m, i * size_z + j, floor_m[node])
            if other == NOWHERE or abs(floor_m[other] - floor_m[node]) > step_m + 1e-9:
                continue
            if min(ceiling_m[node], ceiling_m[other]) - max(floor_m[node], floor_m[other]) < body_m:
                continue
            if links[other, way + 2] == NOWHERE:
                links[node, way], links[other, way + 2] = other, node
    return links


@kernel
def room_for_disc(cell_of: Nodes, links: Nodes, reach_cells: float) -> NDArray[np.bool_]:
    """Which nodes keep a disc of this radius, in cells, clear of every obstacle cell."""
    free = np.ones(len(cell_of), np.bool_)
    seen = np.full(len(cell_of), -1, np.int64)
    stack = np.empty(len(cell_of) + 1, np.int32)
    visit = 0
    for node in range(len(cell_of)):
        for way in range(4):
            if links[node, way] != NOWHERE:
                continue
            obstacle_i, obstacle_j = cell_of[node, 0] + STEP_X[way], cell_of[node, 1] + STEP_Z[way]
            stack[0], waiting = node, 1
            seen[node] = visit
            while waiting > 0:
                waiting -= 1
                here = stack[waiting]
                free[here] = False
                for onward in range(4):
                    there = links[here, onward]
                    if there == NOWHERE or seen[there] == visit:
                        continue
                    apart_x = max(abs(cell_of[there, 0] - obstacle_i) - 1, 0)
                    apart_z = max(abs(cell_of[there, 1] - obstacle_j) - 1, 0)
                    if apart_x * apart_x + apart_z * apart_z < reach_cells * reach_cells:
                        seen[there] = visit
                        stack[waiting] = there
                        waiting += 1
            visit += 1
    return free


@kernel
def kept_only(keep: NDArray[np.bool_], first_node: Nodes, links: Nodes) -> tuple[Nodes, Nodes, Nodes]:
    """Renumber after dropping nodes: the nodes that stay (old numbers), first node of each cell, links."""
    number = np.full(len(keep), NOWHERE, np.int32)
    count = 0
    for node in range(len(keep)):
        if keep[node]:
            number[node] = count
            count += 1
    stay = np.empty(count, np.int32)
    new_links = np.full((count, 4), NOWHERE, np.int32)
    for node in range(len(keep)):
        if number[node] != NOWHERE:
            stay[number[node]] = node
            for way in range(4):
                if links[node, way] != NOWHERE:
                    new_links[number[node], way] = number[links[node, way]]
    new_first = np.zeros_like(first_node)
    for cell in range(len(first_node) - 1):
        inside = 0
        for node in range(first_node[cell], first_node[cell + 1]):
            inside += 1 if keep[node] else 0
        new_first[cell + 1] = new_first[cell] + inside
    return stay, new_first, new_links


@kernel
def components(links: Nodes) -> tuple[Nodes, int]:
    """A number for each node, the same for all that can be reached from each other."""
    label = np.full(len(links), -1, np.int32)
    stack = np.empty(len(links) + 1, np.int32)
    count = 0
    for start in range(len(links)):
        if label[start] >= 0:
            continue
        label[start] = count
        stack[0], waiting = start, 1
        while waiting > 0:
            waiting -= 1
            here = stack[waiting]
            for way in range(4):
                there = links[here, way]
                if there != NOWHERE and label[there] < 0:
                    label[there] = count
                    stack[waiting] = there
                    waiting += 1
        count += 1
    return label, count
