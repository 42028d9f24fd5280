"""The shortest path as a polyline: from a point down a distance field to the goal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.navigation.corner_graph import CornerGraph
from wayproof.navigation.corner_routes import Spot, from_spot, spot_at, straight_leg, to_goal
from wayproof.navigation.distance_fields import Field
from wayproof.navigation.leg_lengths import STRIDE_M
from wayproof.navigation.line_of_sight import across, required_node
from wayproof.navigation.surface import EDGE, NOWHERE, Floats, Surface, centre_of, wide


def path_to_goal(field: Field, start_m: NDArray[np.floating]) -> Floats:
    """The shortest path (k, 3) from a free point to the goal of a field, both included, on the floor.

    It bends at corners; on sloped islands there is also a point at every stride, to follow the floor.
    """
    surface = field.free.surface
    node = required_node(field.free, start_m, "start")
    if surface.island[node] != surface.island[field.goal.node]:
        raise InvalidInput(
            f"the start is on island {surface.island[node]}, the goal on {surface.island[field.goal.node]}, "
            "with no way in between; choose both on one island (places.island_of)"
        )
    start = spot_at(surface, node, float(start_m[0]), float(start_m[2]))
    if field.graph is None:
        plan = _pulled_tight(surface, field.known, start, field.goal)
    else:
        plan = _over_corners(surface, field.graph, field.known, start, field.goal)
    return np.asarray(_on_floor(surface, np.asarray(plan), node, field.goal.node, field.sloped))


def _over_corners(surface: Surface, graph: CornerGraph, known: Floats, start: Spot, goal: Spot) -> Floats:
    """Plan (k, 2) of the way over the corners, without corners at which it does not bend."""
    landmarks, edges = graph.landmarks, graph.edges
    plan = [np.array([start.x, start.z])]
    in_sight = to_goal(surface, landmarks, goal)
    sloped = bool(landmarks.sloped[surface.island[start.node]])
    direct = straight_leg(surface, sloped, start, goal)
    _, corner = from_spot(surface, landmarks, known, sloped, start, direct)
    while corner != NOWHERE:
        _bend(plan, landmarks.plan_m[corner])
        around = slice(edges.first[corner], edges.first[corner + 1])
        targets = edges.target[around]
        # Rounding must not send the way back to where it came from.
        through = np.where(known[targets] < known[corner], edges.length_m[around] + known[targets], np.inf)
        best = int(through.argmin()) if len(through) else 0
        corner = targets[best] if len(through) and through[best] < in_sight[corner] - 1e-9 else NOWHERE
    _bend(plan, np.array([goal.x, goal.z]))
    return np.array(plan)


def _bend(plan: list[Floats], point: Floats) -> None:
    """Go on to a point, and forget the last one if the way does not bend there."""
    if len(plan) > 1:
        before, after = plan[-1] - plan[-2], point - plan[-1]
        if abs(before[0] * after[1] - before[1] * after[0]) <= 1e-9 and before @ after >= 0.0:
            plan.pop()
    plan.append(point)


@kernel
def _pulled_tight(surface: Surface, known: Floats, start: Spot, goal: Spot) -> Floats:
    """Go down the distances from cell to cell, then keep only the cells where the string bends."""
    trail = np.empty(len(known) + 1, np.int32)
    trail[0], count = start.node, 1
    while trail[count - 1] != goal.node:
        here = trail[count - 1]
        trail[count] = here
        for way in range(4):
            other = surface.links[here, way]
            if other != NOWHERE and known[other] < known[trail[count]]:
                trail[count] = other
        if trail[count] == here:  # the middle of the goal's cell need not be the lowest
            break
        count += 1
    plan = np.empty((count + 2, 2))
    plan[0, 0], plan[0, 1] = start.x, start.z
    kept, last, spot = 1, 0, start
    while straight_leg(surface, False, spot, goal) == np.inf and last < count - 1:
        onward = last + 1
        for k in range(last + 1, count):
            x, z = centre_of(surface, trail[k])
            if straight_leg(surface, False, spot, spot_at(surface, wide(trail[k]), x, z)) < np.inf:
                onward = k
        x, z = centre_of(surface, trail[onward])
        spot, last = spot_at(surface, wide(trail[onward]), x, z), onward
        plan[kept, 0], plan[kept, 1] = x, z
        kept += 1
    plan[kept, 0], plan[kept, 1] = goal.x, goal.z
    return plan[: kept + 1]


@kernel
def _on_floor(surface: Surface, plan: Floats, start: int, goal: int, sloped: bool) -> Floats:
    """Add the heights, and points in between where the floor is not level."""
    pieces = np.ones(len(plan) - 1, np.int64)
    total = 0
    for leg in range(len(pieces)):
        if sloped:
            length = np.hypot(plan[leg + 1, 0] - plan[leg, 0], plan[leg + 1, 1] - plan[leg, 1])
            pieces[leg] = max(1, int(np.round(length / STRIDE_M)))
        total += pieces[leg]
    points = np.empty((total + 1, 3))
    points[0, 0], points[0, 1], points[0, 2] = plan[0, 0], surface.floor_m[start], plan[0, 1]
    count, node = 1, start
    for leg in range(len(pieces)):
        for k in range(1, pieces[leg] + 1):
            part = k / pieces[leg]
            x = (1.0 - part) * plan[leg, 0] + part * plan[leg + 1, 0]
            z = (1.0 - part) * plan[leg, 1] + part * plan[leg + 1, 1]
            node = wide(_floor_near(surface, node, x, z))
            points[count, 0], points[count, 1], points[count, 2] = x, surface.floor_m[node], z
            count += 1
    points[count - 1, 1] = surface.floor_m[goal]
    return points


@kernel
def _floor_near(surface: Surface, node: int, x: float, z: float) -> int:
    """Walk over links towards the cell of (x, z), the longer axis first; stay where no link leads on."""
    while True:
        middle_x, middle_z = centre_of(surface, node)
        u, w = (x - middle_x) / surface.cell_m, (z - middle_z) / surface.cell_m
        way_x, way_z = (0 if u > 0 else 2), (1 if w > 0 else 3)
        onward = NOWHERE
        outside_x, outside_z = abs(u) > 0.5 + EDGE, abs(w) > 0.5 + EDGE
        if outside_x and abs(u) >= abs(w):
            onward = surface.links[node, way_x]
        if onward == NOWHERE and outside_z:
            onward = surface.links[node, way_z]
        if onward == NOWHERE and outside_x:
            onward = surface.links[node, way_x]
        on_line = min(abs(u), abs(w)) > 0.5 - EDGE
        if onward == NOWHERE and on_line and (outside_x or outside_z):  # the way may run beside the line
            onward = across(surface.links, node, way_x, way_z)
        if onward == NOWHERE:
            return node
        node = onward
