"""Straight lines through free space: whether the body can go from here to there without turning, exactly.

A line may touch blocked cells, run along their sides and graze their corners, but not enter them; nor may it
slip between two blocked cells that meet in a corner.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.surface import NOWHERE, UNITS, Floats, Nodes, Surface, fixed_in, node_at


@dataclass(frozen=True)
class Contact:
    """How far a straight move gets: the point reached, the share of the way, and what stopped it.

    normal (x, z) points from the obstacle back to the body; it is (0, 0) if the whole way is free.
    """

    point_m: Floats
    share: float
    normal: tuple[float, float]


def line_of_sight(free: FreeSpace, start_m: NDArray[np.floating], end_m: NDArray[np.floating]) -> bool:
    """Whether the straight way between two free points is free. Points off the free space are an error."""
    surface = free.surface
    start, end = required_node(free, start_m, "start"), required_node(free, end_m, "end")
    a = fixed_in(surface, start, float(start_m[0]), float(start_m[2]))
    b = fixed_in(surface, end, float(end_m[0]), float(end_m[2]))
    return bool(straight(surface.links, start, a[0], a[1], b[0], b[1]) == end)


def first_contact(free: FreeSpace, start_m: NDArray[np.floating], end_m: NDArray[np.floating]) -> Contact:
    """Go from a free point straight towards (x, z) of the end point, as far as free space reaches.

    The height of the point reached is that of the floor there; the end point need not be free.
    """
    surface = free.surface
    start = required_node(free, start_m, "start")
    x, z, end_x, end_z = float(start_m[0]), float(start_m[2]), float(end_m[0]), float(end_m[2])
    if not (np.isfinite(end_x) and np.isfinite(end_z)):
        raise InvalidInput(f"the end of the move was ({end_x}, {end_z}); give finite metres")
    share, node, axis = _reach(surface, start, x, z, end_x, end_z)
    share = float(share)
    # On the border itself rounding may land on the far side; the clamp keeps the point in the closed cell.
    px, pz = _clamped(surface, node, x + share * (end_x - x), z + share * (end_z - z))
    normal = ((0.0, 0.0), (-float(np.sign(end_x - x)), 0.0), (0.0, -float(np.sign(end_z - z))))[axis]
    return Contact(np.array([px, surface.floor_m[node], pz]), share, normal)


def required_node(free: FreeSpace, point_m: NDArray[np.floating], role: str) -> int:
    """The node under a point, or an error that says where the point is and what to do."""
    x, y, z = float(point_m[0]), float(point_m[1]), float(point_m[2])
    node = int(node_at(free.surface, x, y, z))
    if node == NOWHERE:
        raise InvalidInput(
            f"the {role} point ({x:.3f}, {y:.3f}, {z:.3f}) is not in the free space of this body "
            f"(radius {free.radius_m} m, height {free.height_m} m); move it with places.snap"
        )
    return node


@kernel
def straight(links: Nodes, node: int, ax: int, az: int, bx: int, bz: int) -> int:
    """Follow a line given in grid units from a point inside the node; the node in which it ends, or NOWHERE.

    The start is strictly inside a cell. The end may be a grid corner: then the last cell before it counts.
    """
    dx, dz = abs(bx - ax), abs(bz - az)
    way_x, way_z = (0 if bx > ax else 2), (1 if bz > az else 3)
    cell_x, cell_z = ax // UNITS, az // UNITS
    if bx > ax:
        left_x, next_x = -((-bx) // UNITS) - 1 - cell_x, (cell_x + 1) * UNITS - ax
    else:
        left_x, next_x = cell_x - bx // UNITS, ax - cell_x * UNITS
    if bz > az:
        left_z, next_z = -((-bz) // UNITS) - 1 - cell_z, (cell_z + 1) * UNITS - az
    else:
        left_z, next_z = cell_z - bz // UNITS, az - cell_z * UNITS
    # The next grid line along x comes first if next_x / dx < next_z / dz; multiplied out, all stay whole.
    return follow(links, node, way_x, way_z, left_x, left_z, next_x * dz, next_z * dx, UNITS * dz, UNITS * dx)


@kernel
def follow(
    links: Nodes,
    node: int,
    way_x: int,
    way_z: int,
    left_x: int,
    left_z: int,
    time_x: int,
    time_z: int,
    period_x: int,
    period_z: int,
) -> int:
    """Cross left_x lines along x and left_z along z in the order of their times; the last node or NOWHERE."""
    while left_x > 0 or left_z > 0:
        if left_z == 0 or (left_x > 0 and time_x < time_z):
            node = links[node, way_x]
            time_x += period_x
            left_x -= 1
        elif left_x == 0 or time_z < time_x:
            node = links[node, way_z]
            time_z += period_z
            left_z -= 1
        else:
            node = across(links, node, way_x, way_z)
            time_x += period_x
            time_z += period_z
            left_x -= 1
            left_z -= 1
        if node == NOWHERE:
            return NOWHERE
    return node


@kernel
def across(links: Nodes, node: int, way_x: int, way_z: int) -> int:
    """The diagonal neighbour, if it can be reached round at least one side of the corner between."""
    side = links[node, way_x]
    beyond = links[side, way_z] if side != NOWHERE else NOWHERE
    if beyond == NOWHERE:
        side = links[node, way_z]
        beyond = links[side, way_x] if side != NOWHERE else NOWHERE
    return beyond


@kernel
def _reach(
    surface: Surface, node: int, x: float, z: float, end_x: float, end_z: float
) -> tuple[float, int, int]:
    """Share of the way that is free, the last node, and the axis (1: x, 2: z) that stopped it, 0 for none."""
    cell = surface.cell_m
    i, j = surface.cell_of[node]
    dx, dz = end_x - x, end_z - z
    way_x, way_z = (0 if dx > 0 else 2), (1 if dz > 0 else 3)
    while True:
        line_x = surface.origin_x + (i + (1 if dx > 0 else 0)) * cell
        line_z = surface.origin_z + (j + (1 if dz > 0 else 0)) * cell
        share_x = max((line_x - x) / dx, 0.0) if dx != 0.0 else np.inf
        share_z = max((line_z - z) / dz, 0.0) if dz != 0.0 else np.inf
        if min(share_x, share_z) >= 1.0:
            return 1.0, node, 0
        if share_x == share_z:
            onward = across(surface.links, node, way_x, way_z)
            axis = 1 if surface.links[node, way_x] == NOWHERE else 2
        else:
            onward = surface.links[node, way_x if share_x < share_z else way_z]
            axis = 1 if share_x < share_z else 2
        if onward == NOWHERE:
            return min(share_x, share_z), node, axis
        node = onward
        i, j = surface.cell_of[node]


@kernel
def _clamped(surface: Surface, node: int, x: float, z: float) -> tuple[float, float]:
    low_x = surface.origin_x + surface.cell_of[node, 0] * surface.cell_m
    low_z = surface.origin_z + surface.cell_of[node, 1] * surface.cell_m
    return (
        min(max(x, low_x), low_x + surface.cell_m),
        min(max(z, low_z), low_z + surface.cell_m),
    )
