"""PointNav without learning: maps what its depth camera sees, plans on the map, goes there and stops.

Unknown ground counts as free, so it walks straight at the goal until it sees what is in the way. Each step it
plans anew on all it has seen so far; a step that GPS says did not happen makes the ground there dear.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.moving.point_navigation import PointPlanner
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings


@agent
class MapAndPlan:
    """Needs no training and no seed."""

    card = AgentCard(
        "map_and_plan",
        "maps what its depth camera sees and plans on the map",
        sensors=("depth", "gps", "compass", "point_goal"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.planner = PointPlanner(brief, self.card, measured_depth)

    def act(self, observation: Observation) -> Action:
        return self.planner.act(observation)

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        return self.planner.trace()

    def override(self, capability: str, value: object) -> None:
        """Give a value that takes a capability's place at the next step, see overrides.py."""
        self.planner.override(capability, value)


def measured_depth(readings: Readings) -> NDArray[np.float32]:
    """What the depth camera says."""
    return np.asarray(readings["depth"], np.float32)
