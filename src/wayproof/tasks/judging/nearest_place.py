"""How far it is to the nearest of very many places, in microseconds: for hundreds of view points.

The corners of the graph learn their distance to the nearest place once, all places together. A query then
weighs the way over the corners in sight against the straight ways to places that are nearer than that.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.navigation.corner_graph import CornerGraph, Landmarks, spread
from wayproof.navigation.corner_routes import from_spot, spot_at, straight_leg, to_goal
from wayproof.navigation.line_of_sight import required_node
from wayproof.navigation.paths import Paths, distances
from wayproof.navigation.surface import NOWHERE, Surface, node_at
from wayproof.tasks.judging.places import Places, point_from, pose_at, position_of
from wayproof.tasks.visibility.view_points import MOST_PLACES, spread_out
from wayproof.vocabulary import Point, Pose

Floats = NDArray[np.float64]
Nodes = NDArray[np.int64]


class NearestPlace:
    """The nearest of places (n, 3) at which a goal is reached.

    Distances are exact but for the rise of rugs and sills, which is left out. In a scene too large for a
    table of its corners, a few of the places stand for all.
    """

    def __init__(self, paths: Paths, places_m: Floats) -> None:
        if not len(places_m):
            raise InvalidInput("a goal has no place where it is reached; give a position or view points")
        self.paths, self.places_m = paths, np.array(places_m, np.float64).reshape(-1, 3)
        self._nodes = np.array([required_node(paths.free, place, "goal") for place in self.places_m])
        self._graph = paths.graph if paths.graph is not None and paths.graph.has_table else None

    @cached_property
    def _few(self) -> Places:
        few = spread_out(self.places_m, MOST_PLACES)
        return Places(self.paths, tuple(point_from(place) for place in few))

    @cached_property
    def _known(self) -> Floats:
        """Metres from each corner to the nearest place."""
        return _corners_to_nearest(self.paths, self._graph, self._nodes, self.places_m)

    def distances_m(self, points_m: Floats) -> Floats:
        """Geodesic metres (n,) from free points (n, 3) to the nearest place; inf where there is no way."""
        points = np.array(points_m, np.float64).reshape(-1, 3)
        if self._graph is None:
            return np.array([self._few.distance_m(pose_at(point)) for point in points])
        surface, landmarks = self.paths.free.surface, self._graph.landmarks
        lengths: Floats = _to_nearest(surface, landmarks, self._known, self._nodes, self.places_m, points)
        for k in np.flatnonzero(lengths < 0.0):
            required_node(self.paths.free, points[k], "given")
        return lengths

    def distance_m(self, pose: Pose) -> float:
        """Geodesic metres from a pose to the nearest place; inf where there is no way."""
        return float(self.distances_m(position_of(pose)[None])[0])

    def nearest(self, pose: Pose) -> Point:
        """The nearest place itself."""
        if self._graph is None:
            return point_from(self._few.nearest(pose)[0].goal_m)
        starts = np.broadcast_to(position_of(pose), self.places_m.shape)
        return point_from(self.places_m[int(np.argmin(distances(self.paths, starts, self.places_m)))])


def _corners_to_nearest(paths: Paths, graph: CornerGraph | None, nodes: Nodes, places: Floats) -> Floats:
    if graph is None:
        return np.empty(0)
    known: Floats = _legs_to_nearest(paths.free.surface, graph.landmarks, nodes, places)
    spread(known, graph.edges)
    return known


@kernel
def _legs_to_nearest(surface: Surface, landmarks: Landmarks, nodes: Nodes, places: Floats) -> Floats:
    """Straight ways from the corners to the nearest place that each sees, inf for those that see none."""
    best = np.full(len(landmarks.plan_m), np.inf)
    for k in range(len(places)):
        legs = to_goal(surface, landmarks, spot_at(surface, nodes[k], places[k, 0], places[k, 2]))
        for corner in range(len(best)):
            best[corner] = min(best[corner], legs[corner])
    return best


@kernel
def _to_nearest(
    surface: Surface, landmarks: Landmarks, known: Floats, nodes: Nodes, places: Floats, points: Floats
) -> Floats:
    """Metres from each point to the nearest place; -1 for points that are not free."""
    lengths = np.empty(len(points))
    for k in range(len(points)):
        x, z = points[k, 0], points[k, 2]
        node = node_at(surface, x, points[k, 1], z)
        if node == NOWHERE:
            lengths[k] = -1.0
            continue
        here = spot_at(surface, node, x, z)
        sloped = landmarks.sloped[surface.island[node]]
        best, _ = from_spot(surface, landmarks, known, sloped, here, math.inf)
        for other in range(len(places)):
            if np.hypot(places[other, 0] - x, places[other, 2] - z) < best:
                there = spot_at(surface, nodes[other], places[other, 0], places[other, 2])
                best = min(best, straight_leg(surface, sloped, here, there))
        lengths[k] = best
    return lengths
