"""Navigation on the agent's own map: keeps the map, plans again at each step, notices moves that failed.

The part that mapping agents share. It is given the readings and the action that was taken, and gives the next
action towards a goal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.capabilities import Remembered
from wayproof.agents.mapping.depth_projection import MapPose, camera_of, eye_of
from wayproof.agents.mapping.occupancy_anticipation import Anticipation
from wayproof.agents.mapping.occupancy_map import (
    FREE,
    HIGHEST_COST,
    SOLID,
    TOUCHING,
    Box,
    OccupancyMap,
    Point2,
)
from wayproof.agents.moving.calibration import Calibration
from wayproof.agents.moving.escape import Escape
from wayproof.agents.moving.grid_planner import STRAIGHT, Field, costs_to_goal, leads_to, path_down
from wayproof.agents.moving.step_search import Aim, Ground, Motion, next_turns
from wayproof.vocabulary import Brief, Readings

FAILED_SHARE = 0.4  # a move of less than this share of what was commanded has failed
FAILURES_BELIEVED = 3  # failed turns in a row after which that motor counts as broken
FAILURES_KEPT = 64
SPARE_M = 1.0  # how far behind the robot the costs to the goal are known, for its search of steps
ANY_GOAL_CELL = -1.0
WAYPOINT_M = 0.5  # between the way-points of a plan in a trace
FAILED_STEP = "failed step"  # in memory: a step forward that went nowhere, from where it was tried


class Navigator:
    """A robot's map and motion in one episode."""

    def __init__(
        self,
        brief: Brief,
        *,
        anticipates: bool = False,
        calibration: Calibration | None = None,
        floor_filter: bool = True,
    ) -> None:
        """A navigator that `anticipates` plans on guessed ground where it has seen none, one with a
        `calibration` counts on the steps it measured rather than on those promised, and one with a
        `floor_filter` takes ground that is too rough for a floor as an obstacle."""
        self.brief, self.camera = brief, camera_of(brief)
        self.map = OccupancyMap(brief.body_radius_m, floor_filter=floor_filter)
        self.pose = MapPose(0.0, 0.0, 0.0)
        self.failed: list[MapPose] = []
        self._failed_at: list[int] = []  # the step at which each was noticed
        self.step = 0  # the present one
        self.last_action = ""
        self.perceived: dict[str, object] = {}
        self._turn_failures = {"turn_left": 0, "turn_right": 0}
        self.escape = Escape(brief.turn_rad)
        self.anticipation = Anticipation(self.map.side) if anticipates else None
        self.calibration = calibration
        self._field: tuple[Field, Box] | None = None

    def sense(self, readings: Readings, *, use_depth: bool = True) -> None:
        """Take in where the robot is and what it sees; readings that make no sense change nothing."""
        depth_m = np.asarray(readings["depth"], np.float32)
        before, self.pose = self.pose, _pose_from(readings, self.pose)
        if self.calibration is not None and depth_m.ndim == 2:
            self.calibration.note(self.last_action, depth_m)
        self._judge_last_move(before)
        self.escape.note(self.pose)
        usable = (depth_m > 0.0) & (depth_m <= self.camera.furthest_m)
        nearest_m = float(depth_m[usable].min()) if usable.any() else None
        share = float(usable.mean()) if usable.size else 0.0
        self.perceived = {
            "depth_share": round(share, 3),
            "nearest_m": nearest_m and round(nearest_m, 2),
        }
        if use_depth and depth_m.ndim == 2:
            self.map.see(depth_m, self.camera, self.eye)
        if self.anticipation is not None:
            self.anticipation.renew(self.map, self.pose)

    @property
    def eye(self) -> MapPose:
        """Where the camera is on the map and looks."""
        return eye_of(self.camera, self.pose)

    def save(self) -> dict[str, Any]:
        """The map and all that the next step depends on."""
        return {
            "map": self.map.save(),
            "pose": list(self.pose),
            "failed": [[step, *pose] for step, pose in zip(self._failed_at, self.failed, strict=True)],
            "last_action": self.last_action,
            "turn_failures": dict(self._turn_failures),
            "escape": self.escape.save(),
            "field": None if self._field is None else {"costs": self._field[0], "box": list(self._field[1])},
            **{name: part.save() for name, part in self._parts().items()},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, in a navigator that has just begun."""
        self.map.restore(state["map"])
        self.pose = MapPose(*state["pose"])
        self._failed_at = [int(step) for step, *_ in state["failed"]]
        self.failed = [MapPose(*pose) for _, *pose in state["failed"]]
        self.last_action = state["last_action"]
        self._turn_failures = dict(state["turn_failures"])
        self.escape.restore(state["escape"])
        field = state["field"]
        self._field = None if field is None else (field["costs"], Box(*field["box"]))
        for name, part in self._parts().items():
            part.restore(state[name])

    def _parts(self) -> dict[str, Anticipation | Calibration]:
        """What not every navigator has, by name."""
        parts = {"anticipation": self.anticipation, "calibration": self.calibration}
        return {name: part for name, part in parts.items() if part is not None}

    def acted(self, action: str) -> None:
        """Note the action that was taken; the next readings tell whether it worked."""
        self.last_action = action

    def distance_m(self, point_m: Point2) -> float:
        """Straight distance to a point."""
        return math.hypot(point_m[0] - self.pose.x_m, point_m[1] - self.pose.y_m)

    def bearing_rad(self, point_m: Point2) -> float:
        """Direction to a point on the map."""
        return math.atan2(point_m[1] - self.pose.y_m, point_m[0] - self.pose.x_m)

    def box(self, *points_m: Point2) -> Box:
        """The part of the map to plan in: what is known, the robot, and these points."""
        return self.map.box((self.pose.x_m, self.pose.y_m), *points_m)

    def cell_in(self, box: Box) -> tuple[int, int]:
        """The robot's cell, counted from the corner of a box."""
        i, j = self.map.cell_at(self.pose.x_m, self.pose.y_m)
        return i - box.i, j - box.j

    def action_towards(self, goal_m: Point2, radius_m: float) -> str:
        """The next action to within a radius of a point."""
        box = self.box(goal_m)
        goals = np.zeros((box.size_x, box.size_y), np.bool_)
        i, j = self.map.cell_at(*goal_m)
        goals[i - box.i, j - box.j] = True
        return self._action_down(self._ground(goals, box), box, Aim(*goal_m, radius_m))

    def action_aside(self, goal_m: Point2, radius_m: float) -> str:
        """Like `action_towards`, for a point that is not of its own plan: that plan stays the one told."""
        own = self._field
        action = self.action_towards(goal_m, radius_m)
        self._field = own
        return action

    def action_into(self, goals: NDArray[np.bool_], box: Box) -> str:
        """The next action towards the nearest of some cells of a box."""
        return self._action_down(self._ground(goals, box), box, Aim(0.0, 0.0, ANY_GOAL_CELL))

    def turn_to(self, bearing_rad: float) -> str | None:
        """The turn that brings the robot to face a direction; None if no turn brings it closer."""
        aside = math.remainder(bearing_rad - self.pose.heading_rad, math.tau)
        if abs(aside) <= 0.5 * self.brief.turn_rad + 1e-6:
            return None
        motion = self._motion()
        left = aside > 0.0 if motion.left_works and motion.right_works else motion.left_works
        return "turn_left" if left else "turn_right"

    def waypoints(self) -> list[Point2]:
        """The plan of the last step: points about half a metre apart, the goal last."""
        if self._field is None:
            return []
        field, box = self._field
        cells = path_down(field, self.cell_in(box))
        every = max(1, round(WAYPOINT_M / self.map.cell_m))
        chosen = [*cells[every:-1:every], *cells[-1:]]
        return [self.map.point_of(int(i) + box.i, int(j) + box.j) for i, j in chosen]

    def remembered(self) -> dict[str, object]:
        """The map in a few numbers, for the memory of a trace."""
        box = self.box()
        cell_m2 = self.map.cell_m**2
        return {
            "place": [round(value, 3) for value in self.pose],
            "seen_m2": round(float(self.map.seen(box).sum()) * cell_m2, 2),
            "solid_m2": round(float(self.map.solid(box).sum()) * cell_m2, 2),
            "failed_moves": len(self.failed),
        }

    def failures(self) -> list[Remembered]:
        """The steps that failed, as entries of memory."""
        return [
            Remembered(step, FAILED_STEP, (round(pose.x_m, 2), round(pose.y_m, 2)))
            for step, pose in zip(self._failed_at, self.failed, strict=True)
        ]

    def forget_failure(self, entry: Remembered) -> None:
        """Take a failed step out of memory: the ground ahead of it costs what it did before."""
        for number in reversed(range(len(self.failed))):
            if self.failures()[number] == entry:
                self.map.forget_failure(*_ahead(self.failed[number], self.brief.forward_m))
                del self.failed[number], self._failed_at[number]

    def believe_failure(self, entry: Remembered) -> None:
        """Remember a failed step that never was: from that place towards where the robot is heading now."""
        if entry.where_m is not None:
            self._note_failure(MapPose(*entry.where_m, self.pose.heading_rad), entry.step)

    def _note_failure(self, pose: MapPose, step: int) -> None:
        self.failed.append(pose)
        self._failed_at.append(step)
        self.map.note_failure(*_ahead(pose, self.brief.forward_m))

    def _judge_last_move(self, before: MapPose) -> None:
        """Whether the last action did what it should; a failed step makes the ground ahead costly."""
        moved_m = math.hypot(self.pose.x_m - before.x_m, self.pose.y_m - before.y_m)
        if self.last_action == "forward" and moved_m < FAILED_SHARE * self._steps.forward_m:
            self._note_failure(before, self.step)
            self.escape.give_up()
        if self.last_action in self._turn_failures:
            sign = 1.0 if self.last_action == "turn_left" else -1.0
            turned = sign * math.remainder(self.pose.heading_rad - before.heading_rad, math.tau)
            failures = self._turn_failures[self.last_action] + 1
            failed = turned < FAILED_SHARE * self._steps.turn_rad
            self._turn_failures[self.last_action] = failures if failed else 0

    def _action_down(self, ground: Ground, box: Box, aim: Aim) -> str:
        """The next step of the search on a field of costs, or out of where search or robot are stuck."""
        self._field = ground.field, box
        if (name := self.escape.next_action()) is not None:
            return name
        motion = self._motion()
        failed = np.array([tuple(pose) for pose in self.failed[-FAILURES_KEPT:]], np.float64).reshape(-1, 3)
        turns = next_turns(ground, aim, motion, self._aimed(), failed)
        if turns is None or self.escape.stuck:
            self.escape.begin(ground, motion, self.pose, failed)
            return self.escape.next_action() or "turn_left"
        return "forward" if turns == 0 else "turn_left" if turns > 0 else "turn_right"

    def _ground(self, goals: NDArray[np.bool_], box: Box) -> Ground:
        """Costs, and costs to some cells; if obstacles block every path, they are only very costly."""
        guessed = self.anticipation
        costs = self.map.costs[box.part].copy() if guessed is None else guessed.costs(self.map, box)
        here = self.cell_in(box)
        spare = round(SPARE_M / self.map.cell_m * STRAIGHT * FREE)
        costs[goals & (costs == SOLID)] = TOUCHING
        if costs[here] == SOLID:
            costs[here] = TOUCHING
        if not leads_to(costs, goals, here):
            costs[costs == SOLID] = HIGHEST_COST
        field = costs_to_goal(costs, goals, here, spare)
        return Ground(costs, field, *self.map.point_of(box.i - 0.5, box.j - 0.5), self.map.cell_m)

    def _motion(self) -> Motion:
        works = {name: count < FAILURES_BELIEVED for name, count in self._turn_failures.items()}
        if not any(works.values()):  # blocked rather than broken: try both again
            self._turn_failures = dict.fromkeys(self._turn_failures, 0)
            works = dict.fromkeys(works, True)
        steps = self._steps
        last = {"turn_left": 1, "turn_right": -1}.get(self.last_action, 0)
        return Motion(steps.forward_m, steps.turn_rad, works["turn_left"], works["turn_right"], last)

    @property
    def _steps(self) -> Brief | Calibration:
        """How far a step and a turn go: as learnt, else as promised."""
        return self.brief if self.calibration is None else self.calibration

    def _aimed(self) -> MapPose:
        """The pose with the direction in which a step would go: not that of the heading if it drifts."""
        aside_rad = 0.0 if self.calibration is None else self.calibration.aside_rad
        return MapPose(self.pose.x_m, self.pose.y_m, self.pose.heading_rad + aside_rad)


def _ahead(pose: MapPose, distance_m: float) -> Point2:
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    return pose.x_m + distance_m * cos, pose.y_m + distance_m * sin


def _pose_from(readings: Readings, before: MapPose) -> MapPose:
    """Where GPS (ahead, right) and compass put the robot; the old pose if they are not finite."""
    values = np.concatenate([np.ravel(readings["gps"]), np.ravel(readings["compass"])]).astype(np.float64)
    if values.shape != (3,) or not np.isfinite(values).all():
        return before
    return MapPose(float(values[0]), -float(values[1]), float(values[2]))
