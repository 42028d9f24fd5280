"""How long a straight leg is: in the plan on level floors, along the floor on ramps and stairs.

On a level island (rugs and thresholds included) lengths are measured in the plan, and the difference in
height between the two ends of a whole path is added at the end as the other side of a right triangle. On a
sloped island the height of the floor is read every `STRIDE_M` of the leg and the pieces are added up: the
length of a walk that sets its foot down at this interval.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.line_of_sight import straight
from wayproof.navigation.surface import NOWHERE, UNITS, Floats, Nodes, Surface, wide

STRIDE_M = 0.25
LEVEL_M = 0.1  # floors that differ by no more are level


def sloped_islands(floor_m: Floats, island: Nodes) -> NDArray[np.bool_]:
    """Whether the floors of each island differ in height by more than LEVEL_M."""
    count = int(island.max(initial=-1)) + 1
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, island, floor_m)
    np.maximum.at(high, island, floor_m)
    return np.asarray(high - low > LEVEL_M)


@kernel
def walked(
    surface: Surface, node: int, ax: int, az: int, bx: int, bz: int, start_m: float, end_m: float
) -> float:
    """Length along the floor of a free line in grid units between two points inside cells."""
    scale = surface.cell_m / UNITS
    plan = np.hypot(bx - ax, bz - az) * scale
    pieces = max(1, int(np.round(plan / STRIDE_M)))
    total, height, x, z = 0.0, start_m, ax, az
    for k in range(1, pieces):
        next_x = 2 * ((ax + (bx - ax) * k // pieces) // 2) + 1
        next_z = 2 * ((az + (bz - az) * k // pieces) // 2) + 1
        node = straight(surface.links, node, x, z, next_x, next_z)
        if node == NOWHERE:  # rounding took the line over a corner that it only touches
            return float(np.hypot(plan, end_m - start_m))
        total += np.hypot(plan / pieces, surface.floor_m[node] - height)
        height, x, z = surface.floor_m[node], next_x, next_z
    return float(total + np.hypot(plan / pieces, end_m - height))


@kernel
def between_corners(
    surface: Surface,
    nodes: Nodes,
    place: Nodes,
    height: Floats,
    sloped: NDArray[np.bool_],
    first_edge: NDArray[np.int64],
    target: Nodes,
) -> Floats:
    """Length of every edge of the corner graph."""
    length = np.empty(len(target))
    for source in range(len(place)):
        for edge in range(first_edge[source], first_edge[source + 1]):
            low, high = min(source, target[edge]), max(source, target[edge])
            somewhere = max(nodes[low, 0], nodes[low, 1])  # only one quarter is blocked
            if sloped[surface.island[somewhere]]:
                length[edge] = _corner_leg(surface, nodes, place, height, low, high)
            else:
                across_x, across_z = place[high, 0] - place[low, 0], place[high, 1] - place[low, 1]
                length[edge] = np.hypot(across_x, across_z) * surface.cell_m
    return length


@kernel
def _corner_leg(surface: Surface, nodes: Nodes, place: Nodes, height: Floats, low: int, high: int) -> float:
    """The walk between both ends, each moved by one unit into the cell where the line leaves it."""
    step_x, step_z = place[high, 0] - place[low, 0], place[high, 1] - place[low, 1]
    for side in (1, -1):  # a line along an axis may run on either side
        toward_x = (1 if step_x > 0 else -1) if step_x != 0 else side
        toward_z = (1 if step_z > 0 else -1) if step_z != 0 else side
        quarter = (2 if toward_z > 0 else 1) if toward_x > 0 else (3 if toward_z > 0 else 0)
        node = wide(nodes[low, quarter])
        if node == NOWHERE:
            continue
        back_x, back_z = (-toward_x if step_x != 0 else side), (-toward_z if step_z != 0 else side)
        return walked(
            surface,
            node,
            place[low, 0] * UNITS + toward_x,
            place[low, 1] * UNITS + toward_z,
            place[high, 0] * UNITS + back_x,
            place[high, 1] * UNITS + back_z,
            height[low],
            height[high],
        )
    return float(np.hypot(np.hypot(step_x, step_z) * surface.cell_m, height[high] - height[low]))
