"""Getting about on one's own map: keeps the map, plans anew at each step, notices moves that failed.

The part that mapping agents share. It is told what the sensors say and what was done, and gives the next
action towards a goal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_marks import Place, eye_of
from wayproof.agents.mapping.occupancy_map import DEAREST, FREE, SOLID, TOUCHING, Box, OccupancyMap, Point2
from wayproof.agents.moving.escape import Escape
from wayproof.agents.moving.grid_planner import STRAIGHT, Field, leads_to, way_down, way_prices
from wayproof.agents.moving.step_search import Aim, Ground, Motion, next_turns
from wayproof.vocabulary import Brief

FAILED_SHARE = 0.4  # a move of less than this share of what was commanded has failed
FAILURES_BELIEVED = 3  # failed turns in a row after which that motor counts as broken
FAILURES_KEPT = 64
SPARE_M = 1.0  # how far behind the robot the field of ways is known, for its search of steps
ANY_GOAL_CELL = -1.0
WAYPOINT_M = 0.5  # between the points of a plan as it is told
PASSED_M = 0.3  # a way-point nearer than this is behind it


class Navigator:
    """A robot's map and motion in one episode."""

    def __init__(self, brief: Brief) -> None:
        self.brief, self.eye = brief, eye_of(brief)
        self.map = OccupancyMap(brief.body_radius_m)
        self.place = Place(0.0, 0.0, 0.0)
        self.failed: list[Place] = []
        self.last_action = ""
        self.perceived: dict[str, object] = {}
        self._turn_failures = {"turn_left": 0, "turn_right": 0}
        self._escape = Escape(brief.turn_rad)
        self._way: tuple[Field, Box] | None = None

    def sense(self, readings: Mapping[str, NDArray[np.generic]], *, use_depth: bool = True) -> None:
        """Take in where the robot is and what it sees; readings without sense leave things as they were."""
        before, self.place = self.place, _place_from(readings, self.place)
        self._judge_last_move(before)
        self._escape.note(self.place)
        depth_m = np.asarray(readings["depth"], np.float32)
        usable = (depth_m > 0.0) & (depth_m <= self.eye.furthest_m)
        nearest_m = float(depth_m[usable].min()) if usable.any() else None
        share = float(usable.mean()) if usable.size else 0.0
        self.perceived = {
            "depth_share": round(share, 3),
            "nearest_m": nearest_m and round(nearest_m, 2),
        }
        if use_depth and depth_m.ndim == 2:
            self.map.see(depth_m, self.eye, self.place)

    def acted(self, action: str) -> None:
        """Note what was done, to be judged by what the sensors say next."""
        self.last_action = action

    def distance_m(self, point_m: Point2) -> float:
        """Straight distance to a point."""
        return math.hypot(point_m[0] - self.place.x_m, point_m[1] - self.place.y_m)

    def bearing_rad(self, point_m: Point2) -> float:
        """Direction to a point on the map."""
        return math.atan2(point_m[1] - self.place.y_m, point_m[0] - self.place.x_m)

    def box(self, *points_m: Point2) -> Box:
        """The part of the map to plan in: what is known, the robot, and these points."""
        return self.map.box((self.place.x_m, self.place.y_m), *points_m)

    def cell_in(self, box: Box) -> tuple[int, int]:
        """The robot's cell, counted from the corner of a box."""
        i, j = self.map.cell_at(self.place.x_m, self.place.y_m)
        return i - box.i, j - box.j

    def action_towards(self, goal_m: Point2, radius_m: float) -> str:
        """The next action to within a radius of a point."""
        box = self.box(goal_m)
        goals = np.zeros((box.size_x, box.size_y), np.bool_)
        i, j = self.map.cell_at(*goal_m)
        goals[i - box.i, j - box.j] = True
        return self._action_down(self._ground(goals, box), box, Aim(*goal_m, radius_m))

    def action_into(self, goals: NDArray[np.bool_], box: Box) -> str:
        """The next action towards the nearest of some cells of a box."""
        return self._action_down(self._ground(goals, box), box, Aim(0.0, 0.0, ANY_GOAL_CELL))

    def turn_to(self, bearing_rad: float) -> str | None:
        """The turn that brings the robot to face a direction; None if it does, as well as it can."""
        aside = math.remainder(bearing_rad - self.place.heading_rad, math.tau)
        if abs(aside) <= 0.5 * self.brief.turn_rad + 1e-6:
            return None
        motion = self._motion()
        left = aside > 0.0 if motion.left_works and motion.right_works else motion.left_works
        return "turn_left" if left else "turn_right"

    def way_points(self) -> list[Point2]:
        """The plan of the last step: points about half a metre apart, the goal last."""
        if self._way is None:
            return []
        field, box = self._way
        cells = way_down(field, self.cell_in(box))
        every = max(1, round(WAYPOINT_M / self.map.cell_m))
        chosen = [*cells[every:-1:every], *cells[-1:]]
        return [self.map.point_of(int(i) + box.i, int(j) + box.j) for i, j in chosen]

    def remembered(self) -> dict[str, object]:
        """The map in a few numbers."""
        box = self.box()
        cell_m2 = self.map.cell_m**2
        return {
            "place": [round(value, 3) for value in self.place],
            "seen_m2": round(float(self.map.seen(box).sum()) * cell_m2, 2),
            "solid_m2": round(float(self.map.solid(box).sum()) * cell_m2, 2),
            "failed_moves": len(self.failed),
        }

    def _judge_last_move(self, before: Place) -> None:
        """Whether the last action did what it should; a failed step makes its target dear ground."""
        moved_m = math.hypot(self.place.x_m - before.x_m, self.place.y_m - before.y_m)
        if self.last_action == "forward" and moved_m < FAILED_SHARE * self.brief.forward_m:
            self.failed.append(before)
            self._escape.give_up()
            x_m, y_m = _ahead(before, self.brief.forward_m)
            self.map.note_failure(x_m, y_m)
        if self.last_action in self._turn_failures:
            sign = 1.0 if self.last_action == "turn_left" else -1.0
            turned = sign * math.remainder(self.place.heading_rad - before.heading_rad, math.tau)
            failures = self._turn_failures[self.last_action] + 1
            failed = turned < FAILED_SHARE * self.brief.turn_rad
            self._turn_failures[self.last_action] = failures if failed else 0

    def _action_down(self, ground: Ground, box: Box, aim: Aim) -> str:
        """The next step of the search on a field of ways, or out of where search or robot are stuck."""
        self._way = ground.field, box
        if (name := self._escape.next_action()) is not None:
            return name
        motion = self._motion()
        failed = np.array([tuple(place) for place in self.failed[-FAILURES_KEPT:]], np.float64).reshape(-1, 3)
        turns = next_turns(ground, aim, motion, self.place, failed)
        if turns is None or self._escape.stuck:
            self._escape.begin(ground, motion, self.place, failed)
            return self._escape.next_action() or "turn_left"
        return "forward" if turns == 0 else "turn_left" if turns > 0 else "turn_right"

    def _ground(self, goals: NDArray[np.bool_], box: Box) -> Ground:
        """Prices and ways to some cells; where things close every way, they are only very dear."""
        prices = self.map.prices[box.part].copy()
        here = self.cell_in(box)
        spare = round(SPARE_M / self.map.cell_m * STRAIGHT * FREE)
        prices[goals & (prices == SOLID)] = TOUCHING
        if prices[here] == SOLID:
            prices[here] = TOUCHING
        if not leads_to(prices, goals, here):
            prices[prices == SOLID] = DEAREST
        field = way_prices(prices, goals, here, spare)
        return Ground(prices, field, *self.map.point_of(box.i - 0.5, box.j - 0.5), self.map.cell_m)

    def _motion(self) -> Motion:
        works = {name: count < FAILURES_BELIEVED for name, count in self._turn_failures.items()}
        if not any(works.values()):  # held fast rather than broken: try both again
            self._turn_failures = dict.fromkeys(self._turn_failures, 0)
            works = dict.fromkeys(works, True)
        last = {"turn_left": 1, "turn_right": -1}.get(self.last_action, 0)
        forward_m, turn_rad = self.brief.forward_m, self.brief.turn_rad
        return Motion(forward_m, turn_rad, works["turn_left"], works["turn_right"], last)


def along(plan: Sequence[Point2], place: Place) -> Point2:
    """The way-point to head for: the first that is not reached yet, else the last."""
    ahead = (p for p in plan if math.hypot(p[0] - place.x_m, p[1] - place.y_m) > PASSED_M)
    return next(ahead, plan[-1])


def _ahead(place: Place, way_m: float) -> Point2:
    return place.x_m + way_m * math.cos(place.heading_rad), place.y_m + way_m * math.sin(place.heading_rad)


def _place_from(readings: Mapping[str, NDArray[np.generic]], before: Place) -> Place:
    """Where GPS (ahead, right) and compass put the robot; the old place if they say nothing finite."""
    values = np.concatenate([np.ravel(readings["gps"]), np.ravel(readings["compass"])]).astype(np.float64)
    if values.shape != (3,) or not np.isfinite(values).all():
        return before
    return Place(float(values[0]), -float(values[1]), float(values[2]))
