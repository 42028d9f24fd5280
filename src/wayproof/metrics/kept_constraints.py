"""Whether a walk kept a constraint: things and rooms to pass, to avoid, to visit in order.

Positions are enough to judge it, so a log is judged without its scene, and so is a path that is still being
drawn. Distance from people is judged by `constraint_kept`.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.polygons import points_in_polygon
from wayproof.vocabulary import Constraint

Floats = NDArray[np.float64]

SPACING_M = 0.05  # a walk is looked at this often between two poses
KINDS = ("pass_by", "avoid", "order")


def kept(constraint: Constraint, poses: NDArray[np.floating]) -> bool | None:
    """Whether a walk, poses (n, 3 or more) as x, y, z in metres, kept a constraint; None if they cannot tell.

    "pass_by": every target was reached. "avoid": none was. "order": all were, and each for the first time
    before the next. Targets are the things, then the rooms, in the order given: a thing is reached within
    `distance_m` of its position, a room inside its outline. Where "pass_by" and "avoid" give things and
    rooms, the things are the targets and count only from inside those rooms: nobody passes a thing through a
    wall.
    """
    plan = np.asarray(poses, np.float64)[:, [0, 2]]
    plan = plan[np.isfinite(plan).all(axis=1)]
    targets = constraint.positions_m or constraint.outlines_m
    if constraint.kind not in KINDS or not targets or not len(plan):
        return None
    if constraint.positions_m and constraint.distance_m is None:
        return None
    firsts = _first_visits(constraint, filled_in(plan))
    if constraint.kind == "avoid":
        return all(first is None for first in firsts)
    reached = [first for first in firsts if first is not None]
    in_order = constraint.kind == "pass_by" or all(one < other for one, other in pairwise(reached))
    return len(reached) == len(firsts) and in_order


def broken_for_good(constraint: Constraint, poses: NDArray[np.floating]) -> bool:
    """Whether a walk that may still go on has broken a constraint so that nothing mends it.

    "avoid": a target was reached. "order": one was reached before an earlier one. "pass_by" can be kept until
    the end.
    """
    plan = np.asarray(poses, np.float64)[:, [0, 2]]
    if kept(constraint, poses) is None or constraint.kind == "pass_by":
        return False
    firsts = _first_visits(constraint, filled_in(plan[np.isfinite(plan).all(axis=1)]))
    if constraint.kind == "avoid":
        return any(first is not None for first in firsts)
    late = [math.inf if first is None else first for first in firsts]
    return any(one >= other and other < math.inf for one, other in pairwise(late))


def filled_in(plan_m: Floats) -> Floats:
    """A walk (n, 2) in the plan with points every few centimetres, so that nothing is jumped over."""
    pieces = [plan_m[:1]]
    for start, end in pairwise(plan_m):
        count = max(1, math.ceil(float(np.linalg.norm(end - start)) / SPACING_M))
        pieces.append(start + (end - start) * (np.arange(1, count + 1) / count)[:, None])
    return np.concatenate(pieces)


def _first_visits(constraint: Constraint, walk_m: Floats) -> list[int | None]:
    """The first point of the walk at which each target is reached; None for those that never are."""
    inside = [points_in_polygon(walk_m, np.asarray(outline, float)) for outline in constraint.outlines_m]
    near = [
        np.linalg.norm(walk_m - np.array([place[0], place[2]]), axis=1) <= (constraint.distance_m or 0.0)
        for place in constraint.positions_m
    ]
    if near and inside and constraint.kind != "order":
        anywhere = np.logical_or.reduce(inside)
        visits = [one & anywhere for one in near]
    else:
        visits = [*near, *inside]
    return [int(visit.argmax()) if visit.any() else None for visit in visits]
