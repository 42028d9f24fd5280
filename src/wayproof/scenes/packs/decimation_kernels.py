"""The loops of mesh decimation: what an edge's collapse costs, and collapsing the cheapest that are allowed.

A vertex always moves onto its neighbour, never to a new place, so texture coordinates stay true. Corners
carry a `wedge`: a number that is equal where material and texture coordinates are. A vertex may only move
where each of its wedges has a counterpart, so seams of textures and borders of materials never tear.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.vector_kernels import cross_into, distance, dot
from wayproof.kernels import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_SHORT_FIRST = 1e-5  # in flat regions, where all collapses cost nothing, short edges go first
_TURN = 0.3  # cosine of the most that a collapse may turn a triangle
_SLENDER = 1e-3  # the least height of a triangle over its longest edge


@kernel
def edge_costs(points: Floats, quadrics: Floats, edges: Ints) -> Floats:
    """Mean squared distance (m2) that each collapse brings; turns edges so that the first vertex moves."""
    costs = np.empty(len(edges))
    for k in range(len(edges)):
        a, b = edges[k, 0], edges[k, 1]
        onto_b = _error(quadrics[a], quadrics[b], points[b])
        onto_a = _error(quadrics[a], quadrics[b], points[a])
        if onto_a < onto_b:
            edges[k, 0], edges[k, 1] = b, a
        costs[k] = min(onto_a, onto_b) + _SHORT_FIRST * distance(points[a], points[b]) ** 2
    return costs


@kernel
def _error(one: Floats, other: Floats, at: Floats) -> float:
    """The value of the sum of two quadrics at a point, over the sum of their weights."""
    x, y, z = at[0], at[1], at[2]
    terms = (x * x, y * y, z * z, 2 * x * y, 2 * x * z, 2 * y * z, 2 * x, 2 * y, 2 * z, 1.0)
    value = 0.0
    for k in range(10):
        value += (one[k] + other[k]) * terms[k]
    return float(max(value, 0.0) / max(one[10] + other[10], 1e-30))


@kernel
def collapse_pass(
    points: Floats, corners: Ints, wedges: Ints, quadrics: Floats, edges: Ints, starts: Ints, members: Ints,
    alive: Flags, most: int, speck: float,
) -> int:  # fmt: skip
    """Collapse edges in the order given until `most` triangles are gone; returns how many went.

    `members[starts[v]:starts[v + 1]]` are the triangles at vertex v when the pass starts; what a collapse has
    touched is left alone for the rest of the pass, so these lists hold. What stands alone and is larger than
    `speck` (m2) never vanishes.
    """
    locked = np.zeros(len(points), np.bool_)
    gone = 0
    for k in range(len(edges)):
        moved, onto = edges[k, 0], edges[k, 1]
        if locked[moved] or locked[onto]:
            continue
        around = members[starts[moved] : starts[moved + 1]]
        there = members[starts[onto] : starts[onto + 1]]
        if not _allowed(points, corners, wedges, around, there, moved, onto, speck):
            continue
        gone += _collapse(corners, wedges, around, alive, locked, moved, onto)
        quadrics[onto] += quadrics[moved]
        locked[moved] = locked[onto] = True
        if gone >= most:
            break
    return gone


@kernel
def _place(corners: Ints, triangle: int, vertex: int) -> int:
    """Which corner of a triangle is a vertex, or -1."""
    for k in range(3):
        if corners[triangle, k] == vertex:
            return k
    return -1


@kernel
def _counterpart(corners: Ints, wedges: Ints, around: Ints, moved: int, onto: int, wedge: int) -> int:
    """The wedge at the vertex moved onto that continues a wedge of the moved one, or -1."""
    for triangle in around:
        to = _place(corners, triangle, onto)
        if to >= 0 and wedges[triangle, _place(corners, triangle, moved)] == wedge:
            return int(wedges[triangle, to])
    return -1


@kernel
def _allowed(
    points: Floats,
    corners: Ints,
    wedges: Ints,
    around: Ints,
    there: Ints,
    moved: int,
    onto: int,
    speck: float,
) -> bool:
    dying = 0
    for triangle in around:
        at = _place(corners, triangle, moved)
        if _place(corners, triangle, onto) >= 0:
            dying += 1
            continue
        if _counterpart(corners, wedges, around, moved, onto, wedges[triangle, at]) < 0:
            return False
        one, other = corners[triangle, (at + 1) % 3], corners[triangle, (at + 2) % 3]
        if not _keeps_facing(points[moved], points[onto], points[one], points[other]):
            return False
    if dying == 0 or (dying == len(around) and _area(points, corners, around) > speck):
        return False  # the last triangle of a leaf stays, that of a hair may go
    return _shared(corners, around, there, moved, onto) <= dying


@kernel
def _area(points: Floats, corners: Ints, triangles: Ints) -> float:
    total, normal = 0.0, np.empty(3)
    for triangle in triangles:
        a, b, c = points[corners[triangle, 0]], points[corners[triangle, 1]], points[corners[triangle, 2]]
        cross_into(normal, a, b, a, c)
        total += np.sqrt(dot(normal, normal)) / 2
    return float(total)


@kernel
def _keeps_facing(before: Floats, after: Floats, one: Floats, other: Floats) -> bool:
    """Whether a triangle stays a triangle and keeps its side when one corner moves."""
    turned, was = np.empty(3), np.empty(3)
    cross_into(turned, one, other, one, after)
    cross_into(was, one, other, one, before)
    area, area_was = np.sqrt(dot(turned, turned)), np.sqrt(dot(was, was))
    longest = max(distance(one, other), distance(one, after), distance(other, after))
    if area < _SLENDER * longest**2:
        return False
    return bool(area_was <= 0.0 or dot(turned, was) > _TURN * area * area_was)


@kernel
def _shared(corners: Ints, around: Ints, there: Ints, moved: int, onto: int) -> int:
    """How many vertices are neighbours of both ends; more than dying triangles would fold the surface."""
    seen = np.empty(2 * len(around), np.int64)
    count = 0
    for triangle in around:
        for k in range(3):
            vertex = corners[triangle, k]
            known = vertex in (moved, onto)
            for j in range(count):
                known |= seen[j] == vertex
            if known:
                continue
            for other in there:
                if _place(corners, other, vertex) >= 0:
                    seen[count] = vertex
                    count += 1
                    break
    return count


@kernel
def _collapse(
    corners: Ints, wedges: Ints, around: Ints, alive: Flags, locked: Flags, moved: int, onto: int
) -> int:
    """Move a vertex; returns how many triangles died. Wedges are looked up before anything changes."""
    new = np.full(len(around), -1, np.int64)
    for k in range(len(around)):
        at = _place(corners, around[k], moved)
        new[k] = _counterpart(corners, wedges, around, moved, onto, wedges[around[k], at])
    dead = 0
    for k in range(len(around)):
        triangle = around[k]
        for corner in range(3):
            locked[corners[triangle, corner]] = True
        if _place(corners, triangle, onto) >= 0:
            alive[triangle] = False
            dead += 1
            continue
        at = _place(corners, triangle, moved)
        corners[triangle, at], wedges[triangle, at] = onto, new[k]
    return dead
