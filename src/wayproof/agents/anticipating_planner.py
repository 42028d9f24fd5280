"""map_and_plan that guesses what lies where it has not looked yet, after Occupancy Anticipation.

A small network sees the map around the robot and says of each unseen cell how likely it is blocked. A plan
through cells that are very likely blocked costs more, so it prefers ways that are probably open.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.map_and_plan import measured_depth
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.moving.point_navigation import PointNavigation
from wayproof.vocabulary import AgentCard, Brief


@agent
class AnticipatingPlanner:
    """Needs no seed."""

    card = AgentCard(
        "anticipating_planner",
        "map_and_plan that avoids unseen ground which a network guesses to be blocked",
        sensors=("depth", "gps", "compass", "point_goal"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        navigator = Navigator(brief, anticipates=True)
        self.policy = PointNavigation(brief, self.card, measured_depth, navigator=navigator)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore
