"""ObjectNav from colours alone, without a map: wanders where it looks free, goes to the thing once seen.

It stands for the family of reactive RGB-only agents, to which PSL belongs; it is not that system. It keeps no
map and has no place, so it may pass the same door ten times.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.eyes import Looked
from wayproof.agents.learned_eyes import LEAST_SURE, LearnedEyes
from wayproof.agents.overrides import Overrides
from wayproof.agents.seeking import ALSO, CLAIM_M, wanted_name
from wayproof.agents.thought_pictures import seen_picture
from wayproof.seeding import generator_for
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

LEAST_SHARE = 0.002  # of the image that must show the thing
NEAR_QUANTILE = 0.1  # of the guessed depth of the thing's pixels: its near side, without outliers
CLEAR_M = 0.7  # guessed depth ahead below which it does not step forward
STILL = 1.5  # grey levels: a step that changes the image by less was none
TIRED_AFTER = 25  # steps straight on, after which it looks elsewhere


@agent
class RgbWanderer:
    """Its seed decides where it turns when nothing calls it."""

    card = AgentCard(
        "rgb_wanderer",
        "learned eyes, colours only, no map; wanders until it sees the thing",
        sensors=("rgb",),
        actions=("stop", "forward", "turn_left", "turn_right", "found"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.brief, self._eyes = brief, LearnedEyes(brief, guess_depth=True)
        self.overrides = Overrides(self.card.sensors, self.card.actions)
        self._random = generator_for(seed, "wanderer")
        self._claim = "found" if "found" in brief.actions else "stop"
        self._last = ""
        self._before: NDArray[np.uint8] | None = None
        self._turning, self._turns_left, self._straight = "turn_left", 0, 0

    def act(self, observation: Observation) -> Action:
        readings = self.overrides.readings(observation.readings)
        rgb = np.asarray(readings["rgb"], np.uint8)
        looked = self._looked = self._eyes.look(readings)
        wanted = wanted_name(self.brief, observation.instruction)
        self._thing = _thing(looked, [wanted, *ALSO.get(wanted, ())], self.brief.camera_hfov_rad)
        self._free_m = free_ahead_m(looked.depth_m)
        blocked = self._last == "forward" and _unchanged(self._before, rgb)
        action = self.overrides.decision() or Action(self._decide(blocked))
        self._last, self._before = action.name, rgb
        return action

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step; it has neither map nor plan."""
        looked = self._looked
        return {
            "perception": {
                "free_m": [round(value, 2) for value in self._free_m],
                "thing": None if self._thing is None else [round(value, 2) for value in self._thing],
                "seen": seen_picture(looked.label, looked.names, looked.sure >= LEAST_SURE),
            },
            "decision": self._last,
        }

    def override(self, capability: str, value: object) -> None:
        """Perception and decision can be replaced; it has no memory and no plan, so those change nothing."""
        self.overrides.give(capability, value)

    def _decide(self, blocked: bool) -> str:
        if self._turns_left > 0:
            self._turns_left -= 1
            return self._turning
        if self._thing is not None:
            bearing_rad, near_m = self._thing
            if abs(bearing_rad) > 0.5 * self.brief.turn_rad:
                return "turn_left" if bearing_rad > 0.0 else "turn_right"
            if near_m <= CLAIM_M:
                return self._claim
        left_m, ahead_m, right_m = self._free_m
        self._straight += 1
        tired = self._straight > TIRED_AFTER and self._thing is None
        if blocked or tired or ahead_m < CLEAR_M:
            self._straight = 0
            self._turning = "turn_left" if left_m >= right_m else "turn_right"
            self._turns_left = int(self._random.integers(0, 3 if not blocked else 5))
            return self._turning
        return "forward"


def free_ahead_m(depth_m: NDArray[np.float32]) -> tuple[float, float, float]:
    """Guessed depth to the left, ahead and to the right, in the band of rows just below the horizon."""
    rows, columns = depth_m.shape
    band = depth_m[rows // 2 : rows * 3 // 4]
    thirds = (band[:, : columns // 3], band[:, columns // 3 : -columns // 3], band[:, -columns // 3 :])
    left, ahead, right = (float(np.quantile(third, NEAR_QUANTILE)) for third in thirds)
    return left, ahead, right


def _thing(looked: Looked, names: list[str], hfov_rad: float) -> tuple[float, float] | None:
    """Bearing (left is positive) and distance of the thing's near side; None if it is not in view."""
    shown = looked.shows(names, LEAST_SURE)
    if shown.mean() < LEAST_SHARE:
        return None
    columns = shown.shape[1]
    focal = columns / 2.0 / math.tan(hfov_rad / 2.0)
    column = float(np.median(np.nonzero(shown)[1])) + 0.5
    near_m = float(np.quantile(looked.depth_m[shown], NEAR_QUANTILE))
    return math.atan2(columns / 2.0 - column, focal), near_m


def _unchanged(before: NDArray[np.uint8] | None, now: NDArray[np.uint8]) -> bool:
    if before is None or before.shape != now.shape:
        return False
    return bool(np.abs(now.astype(np.int16) - before).mean() < STILL)
