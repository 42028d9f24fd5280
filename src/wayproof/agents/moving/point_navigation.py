"""Going to a given point: maps what it sees, plans again at each step, stops where the goal is.

The policy that PointNav agents share. They differ in where their depth comes from.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.overrides import Overrides, remember
from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.moving.navigator import Navigator, along
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings

STOP_SHARE = 0.9  # of the success distance at which it stops: rounding, and distances that must be below it

DepthOf = Callable[[Readings], NDArray[np.float32]]


class PointNavigation:
    """Decides through one episode. It reads the goal off `point_goal` at each step and puts it on the map.

    `also_perceived` gives what its trace says of perception beyond the depth image and the goal.
    """

    def __init__(
        self,
        brief: Brief,
        card: AgentCard,
        depth_of: DepthOf,
        *,
        also_perceived: Callable[[], Mapping[str, object]] = dict,
    ) -> None:
        self.brief, self._depth_of, self._also_perceived = brief, depth_of, also_perceived
        self.navigator = Navigator(brief)
        self.overrides = Overrides(card.sensors, card.actions)
        self.goal_m: Point2 = (0.0, 0.0)
        self._goal_told = False
        self._plan: list[Point2] | None = None

    def act(self, observation: Observation) -> Action:
        readings = self.overrides.readings(observation.readings)
        self.navigator.sense({**readings, "depth": self._depth_of(readings)})
        remember(self.overrides.memory(), self.navigator.map)
        self._note_goal(readings["point_goal"])
        self._plan = self.overrides.plan()
        action = self.overrides.decision() or Action(self._decide())
        self.navigator.acted(action.name)
        return action

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        navigator = self.navigator
        plan = navigator.waypoints() if self._plan is None else self._plan
        return {
            "perception": {**navigator.perceived, "goal_m": rounded(self.goal_m), **self._also_perceived()},
            "memory": navigator.remembered(),
            "plan": [rounded(point) for point in plan],
            "decision": navigator.last_action,
        }

    def override(self, capability: str, value: object) -> None:
        """Give a value that replaces a capability's own at the next step, see overrides.py."""
        self.overrides.give(capability, value)

    def _decide(self) -> str:
        navigator, radius_m = self.navigator, STOP_SHARE * self.brief.success_distance_m
        if self._plan is not None:
            return navigator.action_towards(along(self._plan, navigator.pose), radius_m)
        if self._goal_told and navigator.distance_m(self.goal_m) <= radius_m:
            return "stop"
        return navigator.action_towards(self.goal_m, radius_m)

    def _note_goal(self, reading: NDArray[np.generic]) -> None:
        """Put the goal on the map; a reading that makes no sense leaves it where it was."""
        polar = np.ravel(reading).astype(np.float64)
        if polar.shape != (2,) or not np.isfinite(polar).all():
            return
        pose = self.navigator.pose
        bearing_rad = pose.heading_rad + float(polar[1])
        self._goal_told = True
        self.goal_m = (
            pose.x_m + float(polar[0]) * math.cos(bearing_rad),
            pose.y_m + float(polar[0]) * math.sin(bearing_rad),
        )


def rounded(point: Point2) -> list[float]:
    """A point for people to read: to the centimetre."""
    return [round(value, 2) for value in point]
