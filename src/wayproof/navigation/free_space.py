"""Free space: every place in a scene where a given body can stand, and which of them are joined.

The rules are in geometry/standing_room.py and levels.py. Free space is a set of whole cells, borders
included, and is meant for the centre of the body: a body whose centre stays in it touches nothing. It is
conservative: no free cell is closer to an obstacle triangle than the body radius (less 0.6 mm for rounding);
what is lost to the grid is at most one cell by the obstacle and one by the body on each side.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.geometry.height_spans import HeightSpans, height_spans
from wayproof.geometry.levels import joined
from wayproof.geometry.standing_room import SMALLEST_ISLAND_M2, check_body, islands, standing_room
from wayproof.navigation.surface import Floats, Surface, node_at
from wayproof.scenes.scene import Scene

__all__ = ["SMALLEST_ISLAND_M2", "FreeSpace", "free_space", "free_space_of_plan", "free_space_of_spans"]

HEIGHT_SLACK_M = 0.05  # a point may lie this far above or below a floor, or by a step height if that is more


@dataclass(frozen=True)
class FreeSpace:
    """Where a body can be.

    Islands are parts without a way between them, numbered from 0: first those under a ceiling (rooms),
    then those under the open sky (roofs, wall tops), each from the largest to the smallest; so island 0 is
    the one to live on. island_area_m2 (k,) are their areas; the first `islands_indoors` are under a ceiling.
    """

    surface: Surface
    radius_m: float
    height_m: float
    step_height_m: float
    island_area_m2: Floats
    islands_indoors: int

    @property
    def cell_m(self) -> float:
        return self.surface.cell_m

    @property
    def area_m2(self) -> float:
        """What can be stood on indoors, without roofs and wall tops; where nothing has a ceiling, all."""
        return float(self.island_area_m2[: self.islands_indoors or None].sum())

    def contains(self, point_m: NDArray[np.floating]) -> bool:
        """Whether the body can stand at world (x, y, z); y is the floor's, give or take a step height."""
        x, y, z = (float(value) for value in point_m)
        return bool(node_at(self.surface, x, y, z) >= 0)


def free_space(
    scene: Scene, *, radius_m: float, height_m: float, step_height_m: float, cell_m: float = 0.05
) -> FreeSpace:
    """The free space of a scene for an upright cylinder that can step over or onto `step_height_m`."""
    check_body(radius_m, height_m, step_height_m)
    spans = height_spans(scene.vertices_m, scene.faces, cell_m=cell_m, two_sided=scene.two_sided)
    return free_space_of_spans(spans, radius_m=radius_m, height_m=height_m, step_height_m=step_height_m)


def free_space_of_spans(
    spans: HeightSpans, *, radius_m: float, height_m: float, step_height_m: float
) -> FreeSpace:
    """The same from spans at hand, for several bodies in one scene."""
    places = standing_room(spans, radius_m=radius_m, height_m=height_m, step_height_m=step_height_m)
    surface = Surface(
        *spans.origin_m,
        spans.cell_m,
        *spans.shape,
        max(step_height_m, HEIGHT_SLACK_M),
        places.first_node,
        places.cell_of,
        places.floor_m,
        places.links,
        places.island,
    )
    return _frozen(surface, radius_m, height_m, step_height_m, places.island_area_m2, places.islands_indoors)


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
    island, sizes, indoors = islands(links, np.isfinite(ceiling), 0.0)
    surface = Surface(*origin_m, cell_m, size_x, size_z, HEIGHT_SLACK_M, first, cell_of, floor, links, island)
    return _frozen(surface, 0.0, 0.0, 0.0, sizes * cell_m**2, indoors)


def _frozen(
    surface: Surface, radius_m: float, height_m: float, step_height_m: float, area_m2: Floats, indoors: int
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
    return FreeSpace(surface, radius_m, height_m, step_height_m, area_m2, indoors)
