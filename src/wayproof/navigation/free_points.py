"""Single places in free space: the nearest free point, random free points, the floor under a point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.line_of_sight import required_node
from wayproof.navigation.surface import NOWHERE, Floats, Surface, node_at

MAIN_ISLAND = 0  # the largest one under a ceiling, see FreeSpace: where episodes are played
INSET = 0.01  # in cells: snapped points stay this far inside, so that rounding cannot push them out


def snap(
    free: FreeSpace, point_m: NDArray[np.floating], max_m: float, *, island: int | None = None
) -> Floats | None:
    """The free point nearest to (x, y, z) in the plan, on the floor nearest in height; None beyond max_m.

    Floors further above or below the point than max_m (or a step height, if that is more) do not count.
    A point that is already free is only put on its floor.
    """
    x, y, z = (float(value) for value in point_m)
    if not np.isfinite([x, y, z, max_m]).all() or max_m < 0.0:
        raise InvalidInput(f"cannot snap ({x}, {y}, {z}) within {max_m} m; give finite metres, max_m >= 0")
    here = int(node_at(free.surface, x, y, z))
    if here != NOWHERE and island in (None, int(free.surface.island[here])):
        return np.array([x, free.surface.floor_m[here], z])
    found, at_x, at_z = _nearest(free.surface, x, y, z, max_m, -1 if island is None else island)
    if found == NOWHERE:
        return None
    return np.array([at_x, free.surface.floor_m[found], at_z])


def sample_points(
    free: FreeSpace, rng: np.random.Generator, count: int, *, island: int = MAIN_ISLAND
) -> Floats:
    """Points (count, 3), uniform over the area of one island, on its floor."""
    if not 0 <= island < len(free.island_area_m2):
        raise InvalidInput(
            f"no island {island}; this free space has {len(free.island_area_m2)}, numbered from 0"
            + ("" if len(free.island_area_m2) else ": the body fits nowhere in this scene")
        )
    surface = free.surface
    nodes = rng.choice(np.flatnonzero(surface.island == island), size=count)
    inside = rng.uniform(INSET, 1.0 - INSET, size=(count, 2))
    plan = (surface.cell_of[nodes] + inside) * surface.cell_m + (surface.origin_x, surface.origin_z)
    return np.column_stack([plan[:, 0], surface.floor_m[nodes], plan[:, 1]])


def island_of(free: FreeSpace, point_m: NDArray[np.floating]) -> int:
    """The number of the island under a free point."""
    return int(free.surface.island[required_node(free, point_m, "given")])


def floor_height(free: FreeSpace, point_m: NDArray[np.floating]) -> float:
    """The height of the floor under a free point."""
    return float(free.surface.floor_m[required_node(free, point_m, "given")])


@kernel
def _nearest(
    surface: Surface, x: float, y: float, z: float, max_m: float, island: int
) -> tuple[int, float, float]:
    """Search square rings of cells around the point, until no further ring can hold a nearer one."""
    cell = surface.cell_m
    centre_i = int(np.floor((x - surface.origin_x) / cell))
    centre_j = int(np.floor((z - surface.origin_z) / cell))
    slack = max(max_m, surface.height_slack_m)
    best, best_gap, best_x, best_z = NOWHERE, max_m, x, z
    best_rise = np.inf
    for ring in range(int(max_m / cell) + 2):
        if (ring - 1) * cell > best_gap:
            break
        for i in range(max(centre_i - ring, 0), min(centre_i + ring, surface.size_x - 1) + 1):
            stride = 1 if abs(i - centre_i) == ring else max(2 * ring, 1)
            for j in range(centre_j - ring, centre_j + ring + 1, stride):
                if j < 0 or j >= surface.size_z:
                    continue
                low_x, low_z = surface.origin_x + i * cell, surface.origin_z + j * cell
                at_x = min(max(x, low_x + INSET * cell), low_x + (1.0 - INSET) * cell)
                at_z = min(max(z, low_z + INSET * cell), low_z + (1.0 - INSET) * cell)
                gap = np.hypot(at_x - x, at_z - z)
                place = i * surface.size_z + j
                for node in range(surface.first_node[place], surface.first_node[place + 1]):
                    rise = abs(surface.floor_m[node] - y)
                    if rise > slack or gap > best_gap or (island >= 0 and surface.island[node] != island):
                        continue
                    if gap < best_gap or rise < best_rise:
                        best, best_gap, best_x, best_z, best_rise = node, gap, at_x, at_z, rise
    return best, best_x, best_z
