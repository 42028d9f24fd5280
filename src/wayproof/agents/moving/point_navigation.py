"""Going to a given point: maps what it sees, plans again at each step, stops where the goal is.

The policy that PointNav agents share. They differ in where their depth comes from.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.capabilities import DEPTH, ENTRIES, Remembered, rounded_points
from wayproof.agents.contract.overrides import Overrides, remember
from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.moving.given_plan import decided
from wayproof.agents.moving.navigator import FAILED_STEP, Navigator
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings

STOP_SHARE = 0.9  # of the success distance at which it stops: rounding, and distances that must be below it

DepthOf = Callable[[Readings], NDArray[np.float32]]


class PointNavigation:
    """Decides through one episode. It reads the goal off `point_goal` at each step and puts it on the map.

    `also_perceived` gives what its trace says of perception beyond the depth image and the goal; `navigator`
    is one of its own making, that anticipates or calibrates itself.
    """

    def __init__(
        self,
        brief: Brief,
        card: AgentCard,
        depth_of: DepthOf,
        *,
        also_perceived: Callable[[], Mapping[str, object]] = dict,
        navigator: Navigator | None = None,
    ) -> None:
        self.brief, self._depth_of, self._also_perceived = brief, depth_of, also_perceived
        self.navigator = navigator or Navigator(brief)
        self.overrides = Overrides(card.sensors, card.actions, outputs=(DEPTH,))
        self.goal_m: Point2 = (0.0, 0.0)
        self._goal_told = False
        self._plan: list[Point2] | None = None

    def act(self, observation: Observation) -> Action:
        readings = self.overrides.readings(observation.readings)
        told_m = self.overrides.told().depth_m
        self._seen_m = self._depth_of(readings) if told_m is None else told_m
        self._told = told_m is not None
        self.navigator.step = observation.step
        self.navigator.sense({**readings, "depth": self._seen_m})
        points, entries = self.overrides.memory()
        remember(points, self.navigator.map)
        if entries is not None:
            self._replace_memory(entries)
        self._note_goal(readings["point_goal"])
        plan = self.overrides.plan()
        chosen, self._plan = decided(self.navigator, plan, self._own_decision, lambda name: name == "stop")
        action = self.overrides.decision() or Action(chosen)
        self.navigator.acted(action.name)
        return action

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        navigator = self.navigator
        plan = navigator.waypoints() if self._plan is None else self._plan
        also = {} if self._told else self._also_perceived()
        return {
            "perception": {
                **navigator.perceived,
                DEPTH: self._seen_m,
                "goal_m": rounded_points([self.goal_m])[0],
                **also,
            },
            "memory": {
                ENTRIES: [entry.plain() for entry in navigator.failures()],
                **navigator.remembered(),
            },
            "plan": rounded_points(plan),
            "decision": navigator.last_action,
        }

    def save(self) -> dict[str, Any]:
        """All that the next step depends on, apart from the brief."""
        return {
            "navigator": self.navigator.save(),
            "goal_m": list(self.goal_m),
            "goal_told": self._goal_told,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, in an episode that has just begun."""
        self.navigator.restore(state["navigator"])
        self.goal_m = (state["goal_m"][0], state["goal_m"][1])
        self._goal_told = bool(state["goal_told"])

    def override(self, capability: str, value: object) -> None:
        """Give a value that replaces a capability's own at the next step, see overrides.py."""
        self.overrides.give(capability, value)

    def _own_decision(self) -> str:
        navigator, radius_m = self.navigator, STOP_SHARE * self.brief.success_distance_m
        if self._goal_told and navigator.distance_m(self.goal_m) <= radius_m:
            return "stop"
        return navigator.action_towards(self.goal_m, radius_m)

    def _replace_memory(self, entries: Sequence[Remembered]) -> None:
        """Forget the failed steps that are not among the entries, and believe those that are new."""
        navigator, own = self.navigator, self.navigator.failures()
        for entry in own:
            if entry not in entries:
                navigator.forget_failure(entry)
        for entry in entries:
            if entry not in own and entry.what == FAILED_STEP:
                navigator.believe_failure(entry)

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
