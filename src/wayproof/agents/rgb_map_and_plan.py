"""PointNav from colours alone: a network tells floor from everything else, geometry tells how far it is.

What stands on the floor is as far away as the floor before its foot; what hangs over it is where a learned
guess of depth puts it. Then it maps and plans as map_and_plan does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.mapping.depth_projection import camera_of
from wayproof.agents.mapping.floor_depth import floor_depth, standing_depth
from wayproof.agents.moving.point_navigation import PointNavigation
from wayproof.agents.seeing.network_perception import LEAST_CONFIDENCE, NetworkPerception
from wayproof.agents.seeing.perception import FLOOR
from wayproof.vocabulary import AgentCard, Brief, Readings


@agent
class RgbMapAndPlan:
    """Needs no seed."""

    card = AgentCard(
        "rgb_map_and_plan",
        "maps the floor that it sees in colours and plans on the map",
        sensors=("rgb", "gps", "compass", "point_goal"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        floor = FloorSight(brief)
        self.policy = PointNavigation(brief, self.card, floor.depth_m, also_perceived=floor.perceived)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


class FloorSight:
    """Depth from the floor that a network recognises, and the picture of what it recognised for a trace."""

    def __init__(self, brief: Brief) -> None:
        self._perception, self._camera = NetworkPerception(brief, guess_depth=True), camera_of(brief)

    def depth_m(self, readings: Readings) -> NDArray[np.float32]:
        """Depth (h, w) in metres, 0 where it is not sure."""
        seen = self._seen = self._perception.look(readings)
        ground_m = floor_depth(self._camera, *seen.depth_m.shape)
        in_range = (ground_m > 0.0) & (ground_m <= self._camera.furthest_m)
        is_floor = seen.shows(FLOOR, LEAST_CONFIDENCE) & in_range
        return standing_depth(is_floor, ground_m, seen.depth_m)

    def perceived(self) -> dict[str, object]:
        """What it recognised in the last image."""
        return {"seen": self._seen.picture(LEAST_CONFIDENCE)}
