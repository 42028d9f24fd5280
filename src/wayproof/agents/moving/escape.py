"""Getting unstuck: noticing that the last actions led nowhere, and a few steps out into the open."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_projection import MapPose
from wayproof.agents.moving.step_search import Ground, Motion, has_failed, step_cost

FEWEST_ACTIONS, STUCK_M = 24, 0.3  # this many actions within a square of this side: stuck
STEPS_OUT = 3


class Escape:
    """Watches where one robot goes and holds the actions that lead out."""

    def __init__(self, turn_rad: float) -> None:
        # Small turns take many actions: three full turns are no progress, one may be.
        self._window = max(FEWEST_ACTIONS, round(3 * math.tau / turn_rad / 2))
        self._trail: list[MapPose] = []
        self._queue: list[str] = []

    def note(self, pose: MapPose) -> None:
        """Where the robot is after its last action."""
        self._trail = [*self._trail[1 - self._window :], pose]

    def save(self) -> dict[str, list[Any]]:
        """Where it has been and what it is about to do."""
        return {"trail": [list(pose) for pose in self._trail], "queue": list(self._queue)}

    def restore(self, state: Mapping[str, list[Any]]) -> None:
        """Go on from what was saved."""
        self._trail = [MapPose(*pose) for pose in state["trail"]]
        self._queue = list(state["queue"])

    @property
    def stuck(self) -> bool:
        """Whether the last actions led nowhere."""
        if len(self._trail) < self._window:
            return False
        xs, ys, _ = zip(*self._trail, strict=True)
        return bool(max(max(xs) - min(xs), max(ys) - min(ys)) < STUCK_M)

    def next_action(self) -> str | None:
        """The next of the actions that lead out; None if no escape has begun."""
        return self._queue.pop(0) if self._queue else None

    def give_up(self) -> None:
        """The way out is blocked too."""
        self._queue = []

    def begin(self, ground: Ground, motion: Motion, pose: MapPose, failed: NDArray[np.float64]) -> None:
        """Turn to where steps are cheapest and have not failed, the fewest turns deciding, and go."""
        half = max(1, round(math.pi / motion.turn_rad))
        choices = []
        for turns in sorted(range(-half, half + 1), key=abs):
            heading = pose.heading_rad + turns * motion.turn_rad
            length_m = STEPS_OUT * motion.forward_m
            cost = step_cost(ground, pose.x_m, pose.y_m, heading, length_m)
            again = has_failed(failed, pose.x_m, pose.y_m, heading, motion.turn_rad)
            choices.append((again, cost, turns))
        *_, turns = min(choices, key=lambda choice: (*choice[:2], abs(choice[2])))
        left = turns > 0
        if not (motion.left_works if left else motion.right_works):
            left, turns = not left, 2 * half - abs(turns)
        self._queue = ["turn_left" if left else "turn_right"] * abs(turns) + ["forward"] * STEPS_OUT
        self._trail = []
