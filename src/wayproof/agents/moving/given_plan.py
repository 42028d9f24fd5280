"""Walking along a plan that is not the agent's own, for testers who replace one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from wayproof.agents.contract.capabilities import rounded_points
from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.moving.navigator import Navigator


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
    action = navigator.action_along(plan)
    return Decided(own) if action is None else Decided(action, plan)
