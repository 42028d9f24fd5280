"""What the motors really do, learnt while driving: commands beside the motion that the depth camera shows.

Kept are the last few steps and turns. Their medians, together with one step as promised, say how long the
next step will be, how far a turn goes, and to which side a step drifts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_projection import MountedCamera
from wayproof.agents.moving.egomotion import Step, step_between
from wayproof.vocabulary import Brief

KEPT = 8  # motions of each kind: enough for a median, few enough to notice another floor
STOOD_SHARE = (
    0.25  # less than this of what is expected: the body was blocked, which says nothing of its motors
)
LEAST_DRIFT_RAD = math.radians(3.0)
# Shares of a command from which the search for a motion begins. Turns need more of them: a search that begins
# more than a few degrees off may end elsewhere.
STEP_GAINS = (0.0, 0.4, 0.7, 1.0, 1.3, 1.6)
TURN_GAINS = tuple(0.15 * number for number in range(12))
DRIFTS_RAD = (-0.17, 0.0, 0.17)


class Calibration:
    """What one robot has learnt of its motors in one episode."""

    def __init__(self, brief: Brief, camera: MountedCamera) -> None:
        self._brief, self._camera = brief, camera
        self._steps: list[Step] = []
        self._turns: list[float] = []  # angles, left and right alike
        self._before_m: NDArray[np.float32] | None = None
        self.last: Step | None = None  # the motion that the camera saw last, for a trace

    @property
    def forward_m(self) -> float:
        """How far a step goes."""
        return median([self._brief.forward_m, *(math.hypot(step[0], step[1]) for step in self._steps)])

    @property
    def turn_rad(self) -> float:
        """How far a turn goes."""
        return median([self._brief.turn_rad, *self._turns])

    @property
    def aside_rad(self) -> float:
        """To which side of the heading a step goes; small angles are taken for noise."""
        aside = median([0.0, *(math.atan2(step.left_m, step.forward_m) for step in self._steps)])
        return aside if abs(aside) >= LEAST_DRIFT_RAD else 0.0

    def note(self, action: str, depth_m: NDArray[np.float32]) -> None:
        """Take in the image after an action."""
        before, self._before_m = self._before_m, depth_m
        self.last = None
        if before is None or action not in ("forward", "turn_left", "turn_right"):
            return
        matched = step_between(before, depth_m, self._camera, self._guesses(action))
        if matched is None:
            return
        step = self.last = matched.step
        if action == "forward":
            if matched.sees_forward and step.forward_m > STOOD_SHARE * self.forward_m:
                self._steps = [*self._steps[1 - KEPT :], step]
            return
        turned = step.turn_rad if action == "turn_left" else -step.turn_rad
        if turned > STOOD_SHARE * self.turn_rad:
            self._turns = [*self._turns[1 - KEPT :], turned]

    def save(self) -> dict[str, Any]:
        """What was learnt, and the last image."""
        return {
            "steps": [list(step) for step in self._steps],
            "turns": list(self._turns),
            "before_m": None if self._before_m is None else self._before_m.copy(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved."""
        self._steps = [Step(*step) for step in state["steps"]]
        self._turns = [float(turn) for turn in state["turns"]]
        kept = state["before_m"]
        self._before_m = None if kept is None else np.asarray(kept, np.float32)

    def _guesses(self, action: str) -> tuple[Step, ...]:
        if action == "forward":
            return tuple(
                Step(self._brief.forward_m * gain, 0.0, drift) for gain in STEP_GAINS for drift in DRIFTS_RAD
            )
        sign = 1.0 if action == "turn_left" else -1.0
        return tuple(Step(0.0, 0.0, sign * gain * self._brief.turn_rad) for gain in TURN_GAINS)
