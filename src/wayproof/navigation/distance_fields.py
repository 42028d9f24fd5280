"""Distance to one goal from anywhere: ask a field when many questions share a goal.

With a corner graph the field is exact: the distances from the goal to all corners are worked out once, and a
question only chooses the first corner. Where there is no graph, a wave has run over all cells
(fast_marching.py) and a question reads the cells around the point.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.corner_graph import CornerGraph, Landmarks, corner_graph, spread
from wayproof.navigation.corner_routes import Spot, from_spot, likeliest, spot_at, straight_leg, to_goal
from wayproof.navigation.fast_marching import march
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.leg_lengths import sloped_islands
from wayproof.navigation.line_of_sight import required_node
from wayproof.navigation.prepared_space import Paths
from wayproof.navigation.surface import NOWHERE, Floats, Surface, centre_of, node_at
from wayproof.navigation.visible_cells import HIDDEN, PARTLY, WHOLLY, light_up, new_beam

# A few bits above 1, so that no other order of rounding finds an air line longer than the way.
AIR_LINE = 1.0 + 1e-15


@dataclass(frozen=True)
class Field:
    """Distances to a goal: per corner if there is a graph, else per node, from the middle of its cell."""

    free: FreeSpace
    graph: CornerGraph | None
    goal: Spot
    goal_m: Floats  # (x, y, z), y on the floor
    sloped: bool  # whether the goal's island has floors at clearly different heights
    known: Floats

    @property
    def landmarks(self) -> Landmarks | None:
        return None if self.graph is None else self.graph.landmarks


def distance_field(
    source: Paths | FreeSpace, goal_m: NDArray[np.floating], *, marching: bool = False
) -> Field:
    """A field towards a free point. `marching` asks for the wave even where a corner graph is at hand."""
    paths = source if isinstance(source, Paths) else None
    free = source.free if isinstance(source, Paths) else source
    surface = free.surface
    node = required_node(free, goal_m, "goal")
    x, z = float(goal_m[0]), float(goal_m[2])
    goal = spot_at(surface, node, x, z)
    on_floor = np.array([x, surface.floor_m[node], z])
    graph = None if marching else paths.graph if paths is not None else corner_graph(surface, most_corners=0)
    sloped_by_island = graph.landmarks.sloped if graph else sloped_islands(surface.floor_m, surface.island)
    sloped = bool(sloped_by_island[surface.island[node]])
    if graph is None:
        return Field(free, None, goal, on_floor, sloped, march(surface, node, x, z))
    known = to_goal(surface, graph.landmarks, goal)
    spread(known, graph.edges)
    return Field(free, graph, goal, on_floor, sloped, known)


def field_distance(field: Field, point_m: NDArray[np.floating]) -> float:
    """Geodesic distance from a free point to the goal; inf on another island."""
    point = np.array(point_m, dtype=np.float64).reshape(1, 3)
    length = float(_ask(field.free.surface, field.landmarks, field.known, field.goal, field.sloped, point)[0])
    if length < 0.0:
        required_node(field.free, point_m, "given")
    return length


def distances_everywhere(field: Field) -> Floats:
    """Distance (n,) from the middle of every node's cell, in the order of field.free.surface.cell_of."""
    if field.graph is None:
        return field.known
    landmarks = field.graph.landmarks
    return np.asarray(_everywhere(field.free.surface, landmarks, field.known, field.goal, field.sloped))


@kernel
def total_length(surface: Surface, sloped: bool, length: float, a: Spot, b: Spot) -> float:
    """A measured length (see lengths.py) made whole: the rise on level islands; never below the air line."""
    rise = surface.floor_m[a.node] - surface.floor_m[b.node]
    plan = np.sqrt((a.x - b.x) ** 2 + (a.z - b.z) ** 2)
    if not sloped and rise != 0.0:
        length = np.sqrt(length * length + rise * rise)
    return float(max(length, np.sqrt(plan * plan + rise * rise) * AIR_LINE))


@kernel
def remaining(
    surface: Surface, landmarks: Landmarks | None, known: Floats, goal: Spot, sloped: bool, spot: Spot
) -> float:
    """Distance from a spot to the goal of a field: over corners, or read from the cells around the spot."""
    if surface.island[spot.node] != surface.island[goal.node]:
        return np.inf
    length = straight_leg(surface, sloped, spot, goal)
    if landmarks is None:
        if length == np.inf:
            length = _interpolated(surface, known, spot)
    else:
        length, _ = from_spot(surface, landmarks, known, sloped, spot, length)
    return total_length(surface, sloped, length, spot, goal)


@kernel
def _ask(
    surface: Surface, landmarks: Landmarks | None, known: Floats, goal: Spot, sloped: bool, points: Floats
) -> Floats:
    """Distance to the goal from each point (n, 3); -1 for points that are not free."""
    lengths = np.empty(len(points))
    for k in range(len(points)):
        x, z = points[k, 0], points[k, 2]
        node = node_at(surface, x, points[k, 1], z)
        if node == NOWHERE:
            lengths[k] = -1.0
        else:
            lengths[k] = remaining(surface, landmarks, known, goal, sloped, spot_at(surface, node, x, z))
    return lengths


@kernel
def _interpolated(surface: Surface, known: Floats, spot: Spot) -> float:
    """Bilinear between the four cell middles around a spot; by steps of the gradient where one is missing."""
    middle_x, middle_z = centre_of(surface, spot.node)
    u, w = (spot.x - middle_x) / surface.cell_m, (spot.z - middle_z) / surface.cell_m
    way_x, way_z = (0 if u > 0 else 2), (1 if w > 0 else 3)
    u, w = abs(u), abs(w)
    base = known[spot.node]
    beside_x, beside_z = surface.links[spot.node, way_x], surface.links[spot.node, way_z]
    rise_x = _slope(surface, known, spot.node, way_x)
    rise_z = _slope(surface, known, spot.node, way_z)
    beyond = surface.links[beside_x, way_z] if beside_x != NOWHERE else NOWHERE
    if beside_z == NOWHERE or beyond < 0:
        return float(base + u * rise_x + w * rise_z)
    twist = known[beyond] - known[beside_x] - known[beside_z] + base
    return float(base + u * rise_x + w * rise_z + u * w * twist)


@kernel
def _slope(surface: Surface, known: Floats, node: int, way: int) -> float:
    """Change of the distance over one cell in a direction, taken from behind where there is no cell ahead."""
    ahead, behind = surface.links[node, way], surface.links[node, (way + 2) % 4]
    if ahead != NOWHERE:
        return float(known[ahead] - known[node])
    return float(known[node] - known[behind]) if behind != NOWHERE else 0.0


@kernel
def _everywhere(surface: Surface, landmarks: Landmarks, known: Floats, goal: Spot, sloped: bool) -> Floats:
    """As `remaining` for the middles of all cells; the light of the goal spares most tests of sight."""
    distance, light = np.empty(len(surface.links)), np.zeros(len(surface.links), np.int8)
    beam = new_beam(len(surface.links))
    goal_i, goal_j = surface.cell_of[goal.node, 0], surface.cell_of[goal.node, 1]
    for quarter in range(4):
        lit = light_up(surface, goal.node, quarter, goal.unit_x, goal.unit_z, quarter, beam)
        for k in range(lit):
            node = beam.lit[k]
            # Cells beside the axes get light of two quarters, and each knows only its own share.
            beside = surface.cell_of[node, 0] == goal_i or surface.cell_of[node, 1] == goal_j
            light[node] = PARTLY if beside or sloped else beam.share[node]
    marks, first = landmarks, landmarks.first_sighted
    for node in range(len(distance)):
        x, z = centre_of(surface, node)
        if surface.island[node] != surface.island[goal.node]:
            distance[node] = np.inf
            continue
        length, chosen = np.inf, NOWHERE
        if light[node] == WHOLLY:
            length = np.hypot(x - goal.x, z - goal.z)
        elif light[node] == HIDDEN and not sloped:
            length, chosen = likeliest(marks.sighted, marks.plan_m, known, first[node], first[node + 1], x, z)
        if length == np.inf or (chosen != NOWHERE and not marks.certain[chosen]):
            distance[node] = remaining(surface, landmarks, known, goal, sloped, spot_at(surface, node, x, z))
        else:
            rise = surface.floor_m[node] - surface.floor_m[goal.node]
            distance[node] = np.sqrt(length * length + rise * rise)
    return distance
