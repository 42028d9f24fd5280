"""Places well inside a room, where a body stands that has clearly entered it, and ways over them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.polygons import points_in_polygon
from wayproof.navigation.free_points import MAIN_ISLAND
from wayproof.navigation.paths import distances, shortest_path
from wayproof.scenes.scene import PlanPoint
from wayproof.simulator.world import World
from wayproof.tasks.judging.goal_places import MEASURED_M
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import pose_at
from wayproof.tasks.visibility.view_points import on_grid

Floats = NDArray[np.float64]
Outline = tuple[PlanPoint, ...]

INSIDE_M = 0.25  # from the outline: a step that ends a little short of the place has still entered


@lru_cache(maxsize=64)
def room_places(world: World, outline_m: Outline) -> Floats:
    """Places (n, 3) on the floor of a room, 0.25 m apart; none if the body does not fit there."""
    surface = world.free.surface
    nodes = np.flatnonzero(surface.island == MAIN_ISLAND)
    origin: Floats = np.array([surface.origin_x, surface.origin_z])
    plan = (surface.cell_of[nodes] + 0.5) * surface.cell_m + origin
    outline = np.asarray(outline_m, float)
    inside = np.ones(len(plan), np.bool_)
    for aside in ((0, 0), (INSIDE_M, 0), (-INSIDE_M, 0), (0, INSIDE_M), (0, -INSIDE_M)):
        inside &= points_in_polygon(plan + np.array(aside, float), outline)
    places = np.column_stack([plan[inside, 0], surface.floor_m[nodes[inside]], plan[inside, 1]])
    return on_grid(world.paths, places, MEASURED_M) if len(places) else places


class WayOver(NamedTuple):
    """A way (n, 3) over a place of a room."""

    via_m: Floats
    path_m: Floats

    @property
    def length_m(self) -> float:
        return float(np.linalg.norm(np.diff(self.path_m, axis=0), axis=1).sum())


def way_over(world: World, outline_m: Outline, start_m: Floats, ends: NearestPlace) -> WayOver | None:
    """The shortest way over a room to the nearest of some places; None where there is no way."""
    places = room_places(world, outline_m)
    if not len(places):
        return None
    there_m = distances(world.paths, np.tile(start_m, (len(places), 1)), places)
    lengths_m = there_m + ends.distances_m(places)
    if not np.isfinite(lengths_m).any():
        return None
    via = np.asarray(places[int(np.argmin(lengths_m))], np.float64)
    onwards = shortest_path(world.paths, via, np.array(ends.nearest(pose_at(via))))
    there = shortest_path(world.paths, start_m, via)
    return WayOver(via, np.concatenate([there, onwards[1:]]))
