"""How far along its route a robot is: the present goal, since when, and the direction to prefer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.capabilities import Remembered
from wayproof.agents.following.route_goals import RouteGoal, next_named
from wayproof.agents.mapping.depth_projection import MapPose
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap, Point2

NEAR_M = 1.8  # from the middle of a thing that is passed
STOP_M = 1.3  # from the middle of the thing at which the route ends
CROSSED_M = 2.5  # from where a room was to be left, after which that counts as done
PATIENCE = {"turn": 40, "cross": 60, "reach": 80, "stop": 10_000}  # actions before a goal is given up
AHEAD_M, ROOM_M = 4.0, 6.0  # metres of path that the told direction and room are worth
BEHIND_M = 2.0  # a thing in the told direction is preferred to one that lies so much nearer elsewhere


class RouteProgress:
    """The goals of one route and how far they are done."""

    def __init__(self, goals: Sequence[RouteGoal]) -> None:
        self.goals = tuple(goals)
        self.index = 0
        self.began = 0  # the step at which the present goal began
        self.from_m: Point2 = (0.0, 0.0)  # where it began
        self.bearing_rad: float | None = None  # the direction that was told, until another is

    @property
    def goal(self) -> RouteGoal | None:
        """The present goal; None once the route is done, or if none was understood."""
        return self.goals[self.index] if self.index < len(self.goals) else None

    def save(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "began": self.began,
            "from_m": list(self.from_m),
            "bearing_rad": self.bearing_rad,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self.index, self.began = int(state["index"]), int(state["began"])
        self.from_m = (state["from_m"][0], state["from_m"][1])
        self.bearing_rad = state["bearing_rad"]

    def advance(self, pose: MapPose, step: int) -> None:
        """On to the next goal."""
        self.jump(self.index + 1, pose, step)

    def jump(self, index: int, pose: MapPose, step: int) -> None:
        self.index, self.began, self.from_m = index, step, (pose.x_m, pose.y_m)

    def lost_patience(self, step: int) -> bool:
        """Whether the present goal has taken too long."""
        goal = self.goal
        return goal is not None and step - self.began > PATIENCE[goal.kind]

    def moved_m(self, pose: MapPose) -> float:
        """How far the robot is from where the present goal began."""
        return math.dist(self.from_m, (pose.x_m, pose.y_m))

    def landmark(self, entries: Sequence[Remembered], pose: MapPose) -> Point2 | None:
        """Where the thing of the present goal is: the nearest that is known, those ahead before others."""
        goal = self.goal
        if goal is None or not goal.things:
            return None
        places = [one.where_m for one in entries if one.what in goal.things and one.where_m is not None]
        return min(places, key=lambda place: self._cost_m(place, pose), default=None)

    def overtaken(self, entries: Sequence[Remembered]) -> int | None:
        """The next goal with a thing, if that came into view while a room was looked for."""
        goal = self.goal
        if goal is None or goal.kind != "cross":
            return None
        later = next_named(self.goals, self.index)
        if later is None or any(one.kind == "cross" for one in self.goals[self.index + 1 : later]):
            return None
        wanted = self.goals[later].things
        return later if any(one.what in wanted and one.step >= self.began for one in entries) else None

    def worth_m(self, ground: OccupancyMap, box: Box, pose: MapPose) -> NDArray[np.float32]:
        """How many metres of path each cell is worth by the direction that was told."""
        if self.bearing_rad is None:
            return np.zeros((box.size_x, box.size_y), np.float32)
        x0, y0 = ground.point_of(box.i, box.j)
        x = x0 + ground.cell_m * np.arange(box.size_x)[:, None] - self.from_m[0]
        y = y0 + ground.cell_m * np.arange(box.size_y)[None, :] - self.from_m[1]
        length = np.maximum(np.hypot(x, y), 0.5)
        along = (x * math.cos(self.bearing_rad) + y * math.sin(self.bearing_rad)) / length
        return np.asarray(AHEAD_M * along, np.float32)

    def _cost_m(self, place: Point2, pose: MapPose) -> float:
        away_m = math.dist(place, (pose.x_m, pose.y_m))
        if self.bearing_rad is None:
            return away_m
        bearing = math.atan2(place[1] - self.from_m[1], place[0] - self.from_m[0])
        return away_m + BEHIND_M * (1.0 - math.cos(bearing - self.bearing_rad))
