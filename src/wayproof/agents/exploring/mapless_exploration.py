"""Exploration without a map or a pose: look round, draw a direction by how deep it looks, go, look again."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

NEAR_QUANTILE = 0.1  # of the depth of a third of the image: its near side, without outliers
DEEP_QUANTILE = 0.75  # a door that is open shows the next room between its jambs
CLEAR_M = 0.7  # clearance ahead below which it does not step forward
STRIDE = 12  # steps forward, after which it looks round again
FEW = 4  # steps in a stride; with fewer it was blocked
DETOUR = 3  # steps past what is in the way of a goal
BACK_RAD = math.radians(100.0)  # from where it was going: beyond is where it came from
BACK_WORTH = 0.2  # of the way back, against another direction that looks as deep


class Clearance(NamedTuple):
    """Metres of free ground in the thirds of an image, and how deep the middle one looks."""

    left_m: float
    ahead_m: float
    right_m: float
    deep_m: float

    @property
    def aside(self) -> str:
        """The turn to the freer side."""
        return "turn_left" if self.left_m >= self.right_m else "turn_right"


def clearance_in(depth_m: NDArray[np.float32]) -> Clearance:
    """From a depth image: the rows just below the horizon; how deep it looks, also by rows a little above."""
    rows, columns = depth_m.shape
    band = depth_m[rows // 2 : rows * 3 // 4]
    middle = slice(columns // 3, -columns // 3)
    thirds = (band[:, : columns // 3], band[:, middle], band[:, -columns // 3 :])
    left, ahead, right = (float(np.quantile(third, NEAR_QUANTILE)) for third in thirds)
    high = depth_m[rows // 2 - rows // 8 : rows * 3 // 4, middle]
    return Clearance(left, ahead, right, float(np.quantile(high, DEEP_QUANTILE)))


class MaplessExploration:
    """One action after another; it keeps what it is about to do and what the last look round showed."""

    def __init__(self, turn_rad: float, random: np.random.Generator) -> None:
        self._turn_rad, self._random = turn_rad, random
        self._round = round(2.0 * math.pi / turn_rad)
        self._aside = "turn_left"
        self._moved = FEW
        self._turns: list[str] = []
        self._deep_m: list[float] = []  # at each turn of a look round
        self._forward = self._dodges = self._detour = 0
        self._stepped = False

    def save(self) -> dict[str, Any]:
        """What it is about to do, what the last look round showed, and its generator."""
        return {
            "aside": self._aside,
            "moved": self._moved,
            "turns": list(self._turns),
            "deep_m": list(self._deep_m),
            "counts": [self._forward, self._dodges, self._detour],
            "stepped": self._stepped,
            "random": self._random.bit_generator.state,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved."""
        self._aside, self._moved, self._stepped = state["aside"], state["moved"], state["stepped"]
        self._turns, self._deep_m = list(state["turns"]), list(state["deep_m"])
        self._forward, self._dodges, self._detour = state["counts"]
        self._random.bit_generator.state = dict(state["random"])

    @property
    def is_on_detour(self) -> bool:
        """Whether it is passing an obstacle and must not be called back yet."""
        return self._detour > 0

    def stride(self) -> None:
        """Go on straight ahead when next asked: the agent chose this direction."""
        self._plan_stride([], STRIDE)

    def detour(self, clearance: Clearance) -> str:
        """Begin to pass what is ahead, on its freer side."""
        self._plan_stride([clearance.aside], DETOUR)
        self._detour = DETOUR
        return clearance.aside

    def next_action(self, clearance: Clearance, blocked: bool) -> str:
        """`blocked`: the last step forward moved it nowhere."""
        if self._stepped and blocked:
            self._moved -= 1
        elif self._stepped:
            self._dodges = 0
        self._stepped = False
        if self._turns:
            return self._turns.pop()
        if self._forward > 0 and not blocked and clearance.ahead_m >= CLEAR_M:
            return self._step()
        if self._forward > 0 and self._dodges < self._round:
            # One side until it is past: the freer side changes while it turns.
            self._aside = self._aside if self._dodges > 0 else clearance.aside
            self._dodges += 1
            return self._aside
        return self._look_round(clearance.deep_m)

    def _step(self) -> str:
        self._stepped = True
        self._forward -= 1
        self._moved += 1
        self._detour = max(self._detour - 1, 0)
        return "forward"

    def _look_round(self, deep_m: float) -> str:
        """Turn once about; then towards a depth, drawn by how deep it looked."""
        self._forward = self._detour = 0
        self._deep_m.append(deep_m)
        if len(self._deep_m) < self._round:
            return "turn_left"
        # What blocked it will look as deep again: if it did not get away, it draws blindly.
        power = 2 if self._moved >= FEW else 0
        worth = np.maximum(np.array(self._deep_m) - CLEAR_M, 0.01) ** power
        angles = np.arange(self._round) * self._turn_rad
        worth[np.minimum(angles, 2.0 * math.pi - angles) > BACK_RAD] *= BACK_WORTH
        chosen = int(self._random.choice(self._round, p=worth / worth.sum()))
        left = (chosen + 1) % self._round  # it stands one turn short of a whole round
        right = self._round - left
        turns = ["turn_left"] * left if left <= right else ["turn_right"] * right
        self._moved = 0
        self._plan_stride(turns[1:], STRIDE)
        return turns[0] if turns else self._step()

    def _plan_stride(self, turns: list[str], forward: int) -> None:
        self._turns, self._forward = turns, forward
        self._dodges, self._detour, self._stepped = 0, 0, False
        self._deep_m = []
