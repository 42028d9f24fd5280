"""rgb_map_and_plan that guesses what lies where it has not looked yet, as anticipating_planner does.

Colours tell of the ground nearby only, so there is more to guess than with a depth camera.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.moving.point_navigation import PointNavigation
from wayproof.agents.rgb_map_and_plan import FloorSight
from wayproof.vocabulary import AgentCard, Brief


@agent
class RgbAnticipatingPlanner:
    """Needs no seed."""

    card = AgentCard(
        "rgb_anticipating_planner",
        "rgb_map_and_plan that avoids unseen ground which a network guesses to be blocked",
        sensors=("rgb", "gps", "compass", "point_goal"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        floor, navigator = FloorSight(brief), Navigator(brief, anticipates=True)
        self.policy = PointNavigation(
            brief, self.card, floor.depth_m, also_perceived=floor.perceived, navigator=navigator
        )

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore
