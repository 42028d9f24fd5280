"""PointNav without learning: maps what its depth camera sees, plans on the map, goes there and stops.

Unknown ground counts as free, so it walks straight at the goal until it sees an obstacle. It plans again at
each step on all it has seen so far; where GPS says that a step did not happen, the ground becomes costly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.moving.point_navigation import PointNavigation
from wayproof.vocabulary import AgentCard, Brief, Readings


@agent
class MapAndPlan:
    """Needs no training and no seed."""

    card = AgentCard(
        "map_and_plan",
        "maps what its depth camera sees and plans on the map",
        sensors=("depth", "gps", "compass", "point_goal"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = PointNavigation(brief, self.card, measured_depth)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


def measured_depth(readings: Readings) -> NDArray[np.float32]:
    """What the depth camera says."""
    return np.asarray(readings["depth"], np.float32)
