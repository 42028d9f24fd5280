"""Free space: every place in a scene where a given body can stand, and which of them are joined.

The rules are in levels.py. Free space is a set of whole cells, borders included, and is meant for the
centre of the body: a body whose centre stays in it touches nothing. It is conservative: no free cell is
closer to an obstacle triangle than the body radius (less 0.6 mm for rounding); what is lost to the grid is at
most one cell by the obstacle and one by the body on each side.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.geometry.height_spans import HeightSpans, height_spans
from wayproof.navigation.levels import (
    RADIUS_TOLERANCE_M,
    components,
    joined,
    kept_only,
    room_for_disc,
    standing_places,
)
from wayproof.navigation.surface import Floats, Nodes, Surface, node_at
from wayproof.scenes.scene import Scene

SMALLEST_ISLAND_M2 = 0.25  # less is a gap behind furniture: nobody starts there or goes there
HEIGHT_SLACK_M = 0.05  # a point may lie this far above or below a floor, or by a step height if that is more


@dataclass(frozen=True)
class FreeSpace:
    """Where a body can be.

    Islands are parts without a way between them, numbered from 0: first those under a ceiling (rooms),
    then those under the open sky (roofs, wall tops), each from the largest to the smallest; so island 0 is
    the one to live on. island_area_m2 (k,) are their areas.
    """

    surface: Surface
    radius_m: float
    height_m: float
    step_height_m: float
    island_area_m2: Floats

    @property
    def cell_m(self) -> float:
        return self.surface.cell_m

    @property
    def area_m2(self) -> float:
        return float(self.island_area_m2.sum())

    def contains(self, point_m: NDArray[np.floating]) -> bool:
        """Whether the body can stand at world (x, y, z); y is the floor's, give or take a step height."""
        x, y, z = (float(value) for value in point_m)
        return bool(node_at(self.surface, x, y, z) >= 0)


def free_space(
    scene: Scene, *, radius_m: float, height_m: float, step_height_m: float, cell_m: float = 0.05
) -> FreeSpace:
    """The free space of a scene for an upright cylinder that can step over or onto `step_height_m`."""
    _check_body(radius_m, height_m, step_height_m)
    spans = height_spans(scene.vertices_m, scene.faces, cell_m=cell_m, two_sided=scene.two_sided)
    return free_space_of_spans(spans, radius_m=radius_m, height_m=height_m, step_height_m=step_height_m)


def free_space_of_spans(
    spans: HeightSpans, *, radius_m: float, height_m: float, step_height_m: float
) -> FreeSpace:
    """The same from spans at hand, for several bodies in one scene."""
    _check_body(radius_m, height_m, step_height_m)
    size_x, size_z = spans.shape
    first, cell_of, floor, ceiling = standing_places(
        spans.first, spans.low_m, spans.high_m, spans.floor_m, size_z, height_m, step_height_m
    )
    links = joined(first, cell_of, floor, ceiling, size_x, size_z, height_m, step_height_m)
    reach_cells = max(radius_m - RADIUS_TOLERANCE_M, 1e-9) / spans.cell_m
    keep = room_for_disc(cell_of, links, reach_cells)
    stay, first, links = kept_only(keep, first, links)
    cell_of, floor, ceiling = cell_of[stay], floor[stay], ceiling[stay]
    smallest = SMALLEST_ISLAND_M2 / spans.cell_m**2
    island, areas, order = _islands(links, np.isfinite(ceiling), smallest)
    keep = island >= 0
    stay, first, links = kept_only(keep, first, links)
    slack = max(step_height_m, HEIGHT_SLACK_M)
    surface = Surface(
        *spans.origin_m,
        spans.cell_m,
        size_x,
        size_z,
        slack,
        first,
        cell_of[stay],
        floor[stay],
        links,
        island[stay],
    )
    return _frozen(surface, radius_m, height_m, step_height_m, areas[order] * spans.cell_m**2)


def free_space_of_plan(
    free: NDArray[np.bool_], *, cell_m: float = 0.05, origin_m: tuple[float, float] = (0.0, 0.0)
) -> FreeSpace:
    """Free space given cell by cell: free[i, j] for the cell at origin + (i, j) * cell in (x, z), at y = 0.

    For maps that come from elsewhere; no radius is added and no island is too small.
    """
    if free.ndim != 2:
        raise InvalidInput(f"the plan has {free.ndim} dimensions; give a 2D array of booleans [x, z]")
    size_x, size_z = free.shape
    inside = np.ascontiguousarray(free, dtype=bool).reshape(-1)
    first = np.zeros(size_x * size_z + 1, np.int32)
    np.cumsum(inside, out=first[1:])
    cell_of = np.argwhere(free).astype(np.int32).reshape(-1, 2)
    floor, ceiling = np.zeros(len(cell_of)), np.full(len(cell_of), np.inf)
    links = joined(first, cell_of, floor, ceiling, size_x, size_z, 1.0, 0.0)
    island, areas, order = _islands(links, np.isfinite(ceiling), 0.0)
    surface = Surface(*origin_m, cell_m, size_x, size_z, HEIGHT_SLACK_M, first, cell_of, floor, links, island)
    return _frozen(surface, 0.0, 0.0, 0.0, areas[order] * cell_m**2)


def _islands(
    links: Nodes, covered: NDArray[np.bool_], smallest: float
) -> tuple[Nodes, Floats, NDArray[np.int64]]:
    """Island of each node (-1: too small), the size of each raw component in cells, and their final order."""
    label, count = components(links)
    sizes = np.bincount(label, minlength=count).astype(float)
    share_covered = np.bincount(label, weights=covered, minlength=count) / np.maximum(sizes, 1.0)
    order = np.lexsort((np.arange(count), -sizes, share_covered < 0.5))
    order = order[sizes[order] >= smallest]
    rank = np.full(count + 1, -1, np.int32)
    rank[order] = np.arange(len(order))
    return rank[label], sizes, order


def _frozen(
    surface: Surface, radius_m: float, height_m: float, step_height_m: float, area_m2: Floats
) -> FreeSpace:
    for array in (
        surface.first_node,
        surface.cell_of,
        surface.floor_m,
        surface.links,
        surface.island,
        area_m2,
    ):
        array.setflags(write=False)
    return FreeSpace(surface, radius_m, height_m, step_height_m, area_m2)


def _check_body(radius_m: float, height_m: float, step_height_m: float) -> None:
    sizes = {"radius_m": radius_m, "height_m": height_m, "step_height_m": step_height_m}
    for name, value in sizes.items():
        if not np.isfinite(value) or value < 0.0 or (value == 0.0 and name != "step_height_m"):
            raise InvalidInput(
                f"{name} was {value}; a body needs a positive size in metres (a step may be 0)"
            )
    if step_height_m >= height_m:
        raise InvalidInput(
            f"step_height_m was {step_height_m} and height_m {height_m}; a step is lower than the body"
        )
