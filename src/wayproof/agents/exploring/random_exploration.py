"""Exploration towards random points: one after another, each for a number of steps at most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.perception import SeenImage
from wayproof.seeding import generator_for
from wayproof.vocabulary import Readings

REACH_M = 10.0  # MOPA: within 50 cells of 0.2 m along both axes
MOST_STEPS = 50  # MOPA: towards one point
ARRIVED_M = 0.5


class RandomExploration:
    """Where a robot goes that explores without a plan; the seed and the number of the point decide."""

    def __init__(self, navigator: Navigator, seed: int) -> None:
        self._navigator, self._seed = navigator, seed
        self._number, self._steps = 0, 0
        self._point: Point2 | None = None

    @property
    def fit(self) -> None:
        """It does not go by how well images fit."""

    @property
    def seen_all(self) -> bool:
        """It never knows."""
        return False

    def see(self, seen: SeenImage, readings: Readings, *, level: bool) -> None:
        """It does not go by what it sees."""

    def next_action(self) -> str:
        point, navigator = self._point, self._navigator
        if point is None or self._steps >= MOST_STEPS or navigator.distance_m(point) <= ARRIVED_M:
            point = self._next_point()
        self._steps += 1
        return navigator.action_towards(point, ARRIVED_M)

    def save(self) -> dict[str, Any]:
        return {"number": self._number, "steps": self._steps, "point": self._point}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._number, self._steps = int(state["number"]), int(state["steps"])
        point = state["point"]
        self._point = None if point is None else (float(point[0]), float(point[1]))

    def remembered(self) -> dict[str, object]:
        return {"random_point_m": self._point and [round(value, 2) for value in self._point]}

    def _next_point(self) -> Point2:
        rng = generator_for(self._seed, "random exploration", self._navigator.step, self._number)
        x_m, y_m = np.array(self._navigator.pose[:2]) + rng.uniform(-REACH_M, REACH_M, 2)
        self._number, self._steps = self._number + 1, 0
        self._point = (float(x_m), float(y_m))
        return self._point
