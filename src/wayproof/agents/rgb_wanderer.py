"""ObjectNav from colours alone, without a map: looks round, goes where it looks deep, looks round again.

Once it sees the thing it goes there. It stands for the family of reactive RGB-only agents, to which PSL
belongs; it is not that system. Like that it compares patches of the image with words. It keeps no map and
knows no pose, so it may pass the same door ten times. Its eyes are an option.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.contract.capabilities import DEPTH, DETECTIONS
from wayproof.agents.contract.overrides import Overrides
from wayproof.agents.exploring.explorer_traits import EYES, EyesName
from wayproof.agents.exploring.mapless_exploration import (
    CLEAR_M,
    NEAR_QUANTILE,
    MaplessExploration,
    clearance_in,
)
from wayproof.agents.exploring.object_search import CLAIM_M
from wayproof.agents.exploring.wanted_words import wanted_name
from wayproof.agents.seeing.detected_image import detections_of, image_of
from wayproof.agents.seeing.network_perception import LEAST_CONFIDENCE, NetworkPerception
from wayproof.agents.seeing.perception import SeenImage
from wayproof.kinds import plainly_answering
from wayproof.seeding import generator_for
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings

LEAST_SHARE = 0.002  # of the image that must show the thing
CLAIM_SHARE = 0.03  # of the image that it must fill when it is claimed: what is near is large
CLOSE_M = 0.6  # of guessed depth: it need not go nearer
PATIENCE = 3  # detours, after which it gives a thing up
FORGETS_FOR = 40  # steps, before it goes for such a thing again
OPPOSITE = {"turn_left": "turn_right", "turn_right": "turn_left"}
STILL = 1.5  # grey levels: a step that changes the image by less moved it nowhere


@agent
class RgbWanderer:
    """Its seed decides where it turns while it does not see the thing."""

    card = AgentCard(
        "rgb_wanderer",
        "traits of PSL: learned eyes by patches, colours only, no map; wanders until it sees the thing",
        sensors=("rgb",),
        actions=("stop", "forward", "turn_left", "turn_right", "found"),
    )

    def __init__(self, *, eyes: EyesName = "patches") -> None:
        self._eyes = EYES[eyes]

    def start(self, brief: Brief, seed: int) -> None:
        self.brief = brief
        self._perception = NetworkPerception(brief, eyes=self._eyes, guess_depth=True)
        self.overrides = Overrides(
            self.card.sensors,
            self.card.actions,
            outputs=(DETECTIONS, DEPTH),
            capabilities=("perception", "decision"),
        )
        self._exploration = MaplessExploration(brief.turn_rad, generator_for(seed, "wanderer"))
        self._claim = "found" if "found" in brief.actions else "stop"
        self._last = ""
        self._detours, self._forgetting = 0, 0
        self._before: NDArray[np.uint8] | None = None

    def act(self, observation: Observation) -> Action:
        readings = self.overrides.readings(observation.readings)
        rgb = np.asarray(readings["rgb"], np.uint8)
        seen = self._seen = self._look(readings)
        wanted = wanted_name(self.brief, observation.instruction, self._perception.named_in)
        self._view = _view(seen, plainly_answering(wanted), self.brief.camera_hfov_rad)
        self._clearance = clearance_in(seen.depth_m)
        blocked = self._last == "forward" and _unchanged(self._before, rgb)
        decided = self._decide(blocked)
        action = self.overrides.decision() or Action(decided)
        self._last, self._before = action.name, rgb
        return action

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step; it has neither map nor plan."""
        view = self._view
        return {
            "perception": {
                DETECTIONS: [one.plain() for one in detections_of(self._seen, LEAST_CONFIDENCE)],
                DEPTH: self._seen.depth_m,
                "free_m": [round(value, 2) for value in self._clearance],
                "thing": None if view is None else [round(value, 2) for value in view],
                "seen": self._seen.picture(LEAST_CONFIDENCE),
            },
            "decision": self._last,
        }

    def override(self, capability: str, value: object) -> None:
        """Perception and decision can be replaced; it has no memory and no plan."""
        self.overrides.give(capability, value)

    def save(self) -> Mapping[str, Any]:
        """All that the next step depends on, apart from the brief."""
        return {
            "exploration": self._exploration.save(),
            "last": self._last,
            "detours": self._detours,
            "forgetting": self._forgetting,
            "before": self._before,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, in an episode that has just begun."""
        self._exploration.restore(state["exploration"])
        self._last, self._before = state["last"], state["before"]
        self._detours, self._forgetting = state["detours"], state["forgetting"]

    def _look(self, readings: Readings) -> SeenImage:
        """What it sees, or is told to see; if told all of it, nothing looks at the image."""
        told = self.overrides.told()
        if told.detections is not None and told.depth_m is not None:
            return image_of(told.detections, self._perception.names, told.depth_m)
        seen = self._perception.look(readings)
        depth_m = seen.depth_m if told.depth_m is None else told.depth_m
        if told.detections is not None:
            return image_of(told.detections, seen.names, depth_m)
        return replace(seen, depth_m=depth_m)

    def _decide(self, blocked: bool) -> str:
        self._forgetting = max(self._forgetting - 1, 0)
        if self._view is None or self._forgetting > 0 or self._exploration.is_on_detour:
            return self._exploration.next_action(self._clearance, blocked)
        bearing_rad, near_m, share = self._view
        at_hand = near_m <= CLAIM_M and share >= CLAIM_SHARE
        if blocked:
            return self._claim if at_hand else self._pass_by()
        self._exploration.stride()
        turn = "turn_left" if bearing_rad > 0.0 else "turn_right"
        # Between two things it would turn back and forth for ever.
        if abs(bearing_rad) > 0.5 * self.brief.turn_rad and self._last != OPPOSITE[turn]:
            return turn
        # Guessed distances err: it goes as near as it can.
        if self._clearance.ahead_m >= CLEAR_M and not (at_hand and near_m <= CLOSE_M):
            return "forward"
        return self._claim if at_hand else self._pass_by()

    def _pass_by(self) -> str:
        """Go round what is in the way; if that did not help several times, look elsewhere."""
        self._detours += 1
        if self._detours >= PATIENCE:
            self._detours, self._forgetting = 0, FORGETS_FOR
        return self._exploration.detour(self._clearance)


def _view(seen: SeenImage, names: Sequence[str], hfov_rad: float) -> tuple[float, float, float] | None:
    """Bearing of the thing (left is positive), distance of its near side, share of the image; None if not in
    view."""
    shown = seen.shows(names, LEAST_CONFIDENCE)
    share = float(shown.mean())
    if share < LEAST_SHARE:
        return None
    columns = shown.shape[1]
    focal = columns / 2.0 / math.tan(hfov_rad / 2.0)
    column = float(np.median(np.nonzero(shown)[1])) + 0.5
    near_m = float(np.quantile(seen.depth_m[shown], NEAR_QUANTILE))
    return math.atan2(columns / 2.0 - column, focal), near_m, share


def _unchanged(before: NDArray[np.uint8] | None, now: NDArray[np.uint8]) -> bool:
    if before is None or before.shape != now.shape:
        return False
    return bool(np.abs(now.astype(np.int16) - before).mean() < STILL)
