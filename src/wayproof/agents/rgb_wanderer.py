"""ObjectNav from colours alone, without a map: looks round, goes where it looks deep, looks round again.

Once it sees the thing it goes there. It stands for the family of reactive RGB-only agents, to which PSL
belongs; it is not that system. It keeps no map and has no place, so it may pass the same door ten times.
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
from wayproof.agents.wandering import CLEAR_M, NEAR_QUANTILE, Wandering, free_way
from wayproof.seeding import generator_for
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

LEAST_SHARE = 0.002  # of the image that must show the thing
STILL = 1.5  # grey levels: a step that changes the image by less was none


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
        self._wandering = Wandering(brief.turn_rad, generator_for(seed, "wanderer"))
        self._claim = "found" if "found" in brief.actions else "stop"
        self._last = ""
        self._before: NDArray[np.uint8] | None = None

    def act(self, observation: Observation) -> Action:
        readings = self.overrides.readings(observation.readings)
        rgb = np.asarray(readings["rgb"], np.uint8)
        looked = self._looked = self._eyes.look(readings)
        wanted = wanted_name(self.brief, observation.instruction)
        self._thing = _thing(looked, [wanted, *ALSO.get(wanted, ())], self.brief.camera_hfov_rad)
        self._free = free_way(looked.depth_m)
        blocked = self._last == "forward" and _unchanged(self._before, rgb)
        action = self.overrides.decision() or Action(self._decide(blocked))
        self._last, self._before = action.name, rgb
        return action

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step; it has neither map nor plan."""
        looked = self._looked
        return {
            "perception": {
                "free_m": [round(value, 2) for value in self._free],
                "thing": None if self._thing is None else [round(value, 2) for value in self._thing],
                "seen": seen_picture(looked.label, looked.names, looked.sure >= LEAST_SURE),
            },
            "decision": self._last,
        }

    def override(self, capability: str, value: object) -> None:
        """Perception and decision can be replaced; it has no memory and no plan, so those change nothing."""
        self.overrides.give(capability, value)

    def _decide(self, blocked: bool) -> str:
        if self._thing is None or self._wandering.is_on_detour:
            return self._wandering.next_action(self._free, blocked)
        self._wandering.stride()
        bearing_rad, near_m = self._thing
        if abs(bearing_rad) > 0.5 * self.brief.turn_rad:
            return "turn_left" if bearing_rad > 0.0 else "turn_right"
        if near_m <= CLAIM_M:
            return self._claim
        if blocked or self._free.ahead_m < CLEAR_M:
            return self._wandering.detour(self._free)
        return "forward"


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
