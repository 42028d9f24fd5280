"""map_and_plan that learns its own motors: the depth camera shows how it moved, whatever it was told to do.

Where steps come out longer, shorter or aslant, it plans with the steps that it really makes. Where it is, it
knows as map_and_plan does: by GPS and compass.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.map_and_plan import measured_depth
from wayproof.agents.mapping.depth_projection import camera_of
from wayproof.agents.moving.calibration import Calibration
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.moving.point_navigation import PointNavigation
from wayproof.vocabulary import AgentCard, Brief


@agent
class SelfCalibratingPlanner:
    """Needs no training and no seed."""

    card = AgentCard(
        "self_calibrating_planner",
        "map_and_plan that learns from depth how far its steps and turns go",
        sensors=("depth", "gps", "compass", "point_goal"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        navigator = Navigator(brief, calibration=Calibration(brief, camera_of(brief)))
        self.policy = PointNavigation(brief, self.card, measured_depth, navigator=navigator)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore
