"""PointNav from colours alone: learned eyes tell floor from all else, geometry tells how far it is.

What stands on the floor is as far away as the floor before its foot; what hangs over it is put where a
learned guess of depth says. Then it maps and plans as map_and_plan does.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.mapping.depth_marks import eye_of
from wayproof.agents.mapping.floor_depth import floor_depth, standing_depth
from wayproof.agents.moving.point_navigation import PointPlanner
from wayproof.agents.seeing.network_perception import LEAST_SURE, LearnedEyes
from wayproof.agents.seeing.perception import FLOOR
from wayproof.agents.seeing.trace_pictures import seen_picture
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings


@agent
class RgbMapAndPlan:
    """Needs no seed."""

    card = AgentCard(
        "rgb_map_and_plan",
        "maps the floor that it sees in colours and plans on the map",
        sensors=("rgb", "gps", "compass", "point_goal"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self._eyes, self._eye = LearnedEyes(brief, guess_depth=True), eye_of(brief)
        self.planner = PointPlanner(brief, self.card, self._depth)

    def act(self, observation: Observation) -> Action:
        return self.planner.act(observation)

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        looked = self._looked
        seen = seen_picture(looked.label, looked.names, looked.sure >= LEAST_SURE)
        return self.planner.trace(seen=seen)

    def override(self, capability: str, value: object) -> None:
        """Give a value that takes a capability's place at the next step, see overrides.py."""
        self.planner.override(capability, value)

    def _depth(self, readings: Readings) -> NDArray[np.float32]:
        looked = self._looked = self._eyes.look(readings)
        ground_m = floor_depth(self._eye, *looked.depth_m.shape)
        is_floor = looked.shows(FLOOR, LEAST_SURE) & (ground_m > 0.0) & (ground_m <= self._eye.furthest_m)
        return standing_depth(is_floor, ground_m, looked.depth_m)
