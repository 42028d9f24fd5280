"""Compiled questions to the corner graph: how far from point to point, and by way of which corners.

Seeing a corner takes a walk over the cells between; guessing that one sees it costs nothing. So the cheapest
pair of first and last corner is chosen on the guess that all listed corners are seen, then only the chosen
two are checked, and the choice is made again if one of them was hidden.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.corner_graph import Landmarks
from wayproof.navigation.leg_lengths import walked
from wayproof.navigation.line_of_sight import straight
from wayproof.navigation.surface import NOWHERE, UNITS, Floats, Nodes, Surface, fixed_in, wide


class Spot(NamedTuple):
    """A point on the surface: its node, its world (x, z), its position in grid units."""

    node: int
    x: float
    z: float
    unit_x: int
    unit_z: int


@kernel
def spot_at(surface: Surface, node: int, x: float, z: float) -> Spot:
    unit_x, unit_z = fixed_in(surface, node, x, z)
    return Spot(wide(node), x, z, unit_x, unit_z)


@kernel
def straight_leg(surface: Surface, sloped: bool, a: Spot, b: Spot) -> float:
    """Length of the straight way between two spots, inf if something is in between."""
    if straight(surface.links, a.node, a.unit_x, a.unit_z, b.unit_x, b.unit_z) != b.node:
        return np.inf
    if not sloped:
        return float(np.hypot(b.x - a.x, b.z - a.z))
    floor = surface.floor_m
    if (a.unit_x, a.unit_z) > (b.unit_x, b.unit_z):  # the same from both ends, to the last bit
        a, b = b, a
    return walked(surface, a.node, a.unit_x, a.unit_z, b.unit_x, b.unit_z, floor[a.node], floor[b.node])


@kernel
def corner_leg(surface: Surface, landmarks: Landmarks, sloped: bool, spot: Spot, corner: int) -> float:
    """Length of the straight way from a spot to a corner that bends paths from there; inf if hidden."""
    place = landmarks.place
    x, z = place[corner, 0] * UNITS, place[corner, 1] * UNITS
    beyond_x, beyond_z = spot.unit_x > x, spot.unit_z > z
    quarter = (2 if beyond_z else 1) if beyond_x else (3 if beyond_z else 0)
    node = landmarks.nodes[corner, quarter]
    if straight(surface.links, spot.node, spot.unit_x, spot.unit_z, x, z) != node or node == NOWHERE:
        return np.inf
    if not sloped:
        return float(np.hypot(landmarks.plan_m[corner, 0] - spot.x, landmarks.plan_m[corner, 1] - spot.z))
    into_x, into_z = x + (1 if beyond_x else -1), z + (1 if beyond_z else -1)
    start, end = surface.floor_m[spot.node], landmarks.height_m[corner]
    return walked(surface, spot.node, spot.unit_x, spot.unit_z, into_x, into_z, start, end)


@kernel
def guessed_legs(
    surface: Surface, landmarks: Landmarks, sloped: bool, spot: Spot
) -> tuple[Nodes, Floats, NDArray[np.bool_]]:
    """The corners listed for a spot, how far they are if they are seen (never more than the truth), and
    whether that is sure."""
    start, stop = landmarks.first_sighted[spot.node], landmarks.first_sighted[spot.node + 1]
    corners = landmarks.sighted[start:stop]
    legs, sure = np.empty(len(corners)), np.empty(len(corners), np.bool_)
    for k in range(len(corners)):
        legs[k] = guessed_leg(surface, landmarks, sloped, spot, corners[k])
        sure[k] = landmarks.certain[start + k] and not sloped
    return corners, legs, sure


@kernel
def guessed_leg(surface: Surface, landmarks: Landmarks, sloped: bool, spot: Spot, corner: int) -> float:
    dx, dz = landmarks.plan_m[corner, 0] - spot.x, landmarks.plan_m[corner, 1] - spot.z
    rise = landmarks.height_m[corner] - surface.floor_m[spot.node] if sloped else 0.0
    return float(np.sqrt(dx * dx + dz * dz + rise * rise))


@kernel
def route(surface: Surface, landmarks: Landmarks, a: Spot, b: Spot) -> float:
    """Length of the shortest way between two spots, inf if there is none; needs the table of all pairs."""
    if surface.island[a.node] != surface.island[b.node]:
        return np.inf
    sloped = landmarks.sloped[surface.island[a.node]]
    direct = straight_leg(surface, sloped, a, b)
    if direct < np.inf and not sloped:
        return direct
    from_a, legs_a, sure_a = guessed_legs(surface, landmarks, sloped, a)
    from_b, legs_b, sure_b = guessed_legs(surface, landmarks, sloped, b)
    ahead = np.empty(len(legs_a))
    for k in range(len(legs_a)):
        ahead[k] = np.hypot(landmarks.plan_m[from_a[k], 0] - b.x, landmarks.plan_m[from_a[k], 1] - b.z)
    while True:
        length, first, last = _cheapest(landmarks, from_a, legs_a, ahead, from_b, legs_b, direct)
        if first == NOWHERE or (sure_a[first] and sure_b[last]):
            return length
        if not sure_a[first]:
            legs_a[first], sure_a[first] = (
                corner_leg(surface, landmarks, sloped, a, wide(from_a[first])),
                True,
            )
        if not sure_b[last]:
            legs_b[last], sure_b[last] = corner_leg(surface, landmarks, sloped, b, wide(from_b[last])), True


@kernel
def _cheapest(
    landmarks: Landmarks,
    from_a: Nodes,
    legs_a: Floats,
    ahead: Floats,
    from_b: Nodes,
    legs_b: Floats,
    limit: float,
) -> tuple[float, int, int]:
    """The pair of corners with the shortest sum below the limit; `ahead` bounds the way after the first."""
    best, first, last = limit, NOWHERE, NOWHERE
    if len(legs_a) == 0 or len(legs_b) == 0:
        return best, first, last
    likely = 0
    for k in range(len(legs_a)):
        if legs_a[k] + ahead[k] < legs_a[likely] + ahead[likely]:
            likely = k
    for k in range(-1, len(legs_a)):
        i = likely if k < 0 else k
        if legs_a[i] + ahead[i] >= best:
            continue
        row = landmarks.between[from_a[i]]
        for j in range(len(legs_b)):
            total = legs_a[i] + row[from_b[j]] + legs_b[j]
            if total < best:
                best, first, last = total, i, j
    return best, first, last


@kernel
def to_goal(surface: Surface, landmarks: Landmarks, goal: Spot) -> Floats:
    """First step of a distance field: corners that see the goal get their distance, others inf."""
    distance = np.full(len(landmarks.plan_m), np.inf)
    sloped = landmarks.sloped[surface.island[goal.node]]
    for k in range(landmarks.first_sighted[goal.node], landmarks.first_sighted[goal.node + 1]):
        corner = wide(landmarks.sighted[k])
        distance[corner] = corner_leg(surface, landmarks, sloped, goal, corner)
    return distance


@kernel
def from_spot(
    surface: Surface, landmarks: Landmarks, corner_to_goal: Floats, sloped: bool, spot: Spot, direct: float
) -> tuple[float, int]:
    """Distance from a spot to the goal of a field and the next corner on the way there.

    `direct` is the length of the straight way, inf if it is not free; NOWHERE if that is the shortest.
    """
    if sloped:
        return _by_trial(surface, landmarks, corner_to_goal, sloped, spot, direct)
    if direct < np.inf:
        return direct, NOWHERE
    start, stop = landmarks.first_sighted[spot.node], landmarks.first_sighted[spot.node + 1]
    best, chosen = likeliest(landmarks.sighted, landmarks.plan_m, corner_to_goal, start, stop, spot.x, spot.z)
    if chosen == NOWHERE:
        return np.inf, NOWHERE
    corner = wide(landmarks.sighted[chosen])
    if landmarks.certain[chosen] or corner_leg(surface, landmarks, sloped, spot, corner) < np.inf:
        return best, corner
    return _by_trial(surface, landmarks, corner_to_goal, sloped, spot, direct)


@kernel
def likeliest(
    sighted: Nodes, plan_m: Floats, corner_to_goal: Floats, start: int, stop: int, x: float, z: float
) -> tuple[float, int]:
    """The shortest way in the plan over one of the listed corners, if it is seen; its place in the list.

    It takes single arrays because it is called for every cell: handing over whole tuples takes longer.
    """
    best, chosen = np.inf, NOWHERE
    for k in range(start, stop):
        rest = corner_to_goal[sighted[k]]
        if rest < best:
            dx, dz = plan_m[sighted[k], 0] - x, plan_m[sighted[k], 1] - z
            total = rest + np.sqrt(dx * dx + dz * dz)
            if total < best:
                best, chosen = total, k
    return best, chosen


@kernel
def _by_trial(
    surface: Surface, landmarks: Landmarks, corner_to_goal: Floats, sloped: bool, spot: Spot, direct: float
) -> tuple[float, int]:
    """As `from_spot`, where the likeliest corner is hidden or the floor slopes: check one after the other."""
    corners, legs, sure = guessed_legs(surface, landmarks, sloped, spot)
    while True:
        best, chosen = direct, NOWHERE
        for k in range(len(legs)):
            total = legs[k] + corner_to_goal[corners[k]]
            if total < best:
                best, chosen = total, k
        if chosen == NOWHERE:
            return best, NOWHERE
        if sure[chosen]:
            return best, wide(corners[chosen])
        legs[chosen], sure[chosen] = corner_leg(surface, landmarks, sloped, spot, wide(corners[chosen])), True
