"""Walking along a plan that is not the agent's own, for testers who replace one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from wayproof.agents.contract.capabilities import rounded_points
from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.moving.navigator import Navigator

PASSED_M = 0.3  # a way-point nearer than this has been passed


class Decided(NamedTuple):
    """An action, and the plan it belongs to if that is not the agent's own."""

    action: str
    plan: list[Point2] | None = None


def decided(
    navigator: Navigator,
    plan: list[Point2] | None,
    own_decision: Callable[[], str],
    is_final: Callable[[str], bool],
) -> Decided:
    """The agent's own decision, or the next action along a plan that differs from its own, until that is
    walked. A decision of its own that is final, such as a claim, stands whatever the plan."""
    held = navigator.escape.save()
    own = own_decision()
    if plan is None or is_final(own) or rounded_points(plan) == rounded_points(navigator.waypoints()):
        return Decided(own)
    navigator.escape.restore(held)
    point = next_point(navigator, plan)
    return Decided(own) if point is None else Decided(navigator.action_aside(point, PASSED_M), plan)


def next_point(navigator: Navigator, plan: Sequence[Point2]) -> Point2 | None:
    """The way-point to head for: the nearest, or the one after it if the robot is past the nearest. None at
    the end of the plan."""
    if not plan:
        return None
    gaps_m = [navigator.distance_m(point) for point in plan]
    nearest = gaps_m.index(min(gaps_m))
    passed = gaps_m[nearest] <= PASSED_M
    if nearest == len(plan) - 1:
        return None if passed else plan[nearest]
    past = gaps_m[nearest + 1] < math.dist(plan[nearest], plan[nearest + 1])
    return plan[nearest + 1] if past or passed else plan[nearest]
