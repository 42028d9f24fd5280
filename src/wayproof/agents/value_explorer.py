"""ObjectNav by a value map: explores where what it sees best fits the words of the goal.

It stands for the family of depth-mapping agents with a semantic value map, to which VLFM belongs; it is not
that system. Like that it detects things by boxes and maps depth as it comes, without a filter against noise.
It perceives by our own small network, so what that cannot recognise it cannot find. Each trait is an option.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.exploring.explorer_traits import (
    ClaimRule,
    DepthUse,
    EyesName,
    FloorUse,
    Traits,
    search_with,
)
from wayproof.agents.exploring.frontier_exploration import FrontierExploration
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.mapping.value_map import Floats, ValueMap, column_fit
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.network_perception import NetworkPerception
from wayproof.agents.seeing.perception import SeenImage
from wayproof.vocabulary import AgentCard, Brief, Readings

WORTH_M = 8.0  # metres of path that a perfect fit is worth


@agent
class ValueExplorer:
    """Needs no seed."""

    card = AgentCard(
        "value_explorer",
        "traits of VLFM: learned eyes by boxes, depth as it comes; explores where views fit the goal's words",
        sensors=("rgb", "depth", "gps", "compass"),
        actions=("stop", "forward", "turn_left", "turn_right", "look_up", "look_down", "found"),
    )

    def __init__(
        self,
        *,
        eyes: EyesName = "boxes",
        depth: DepthUse = "hard",
        floor: FloorUse = "plain",
        claim: ClaimRule = "checked",
        values: bool = True,
    ) -> None:
        """Without `values` it goes to the nearest frontier."""
        self._traits, self._values = Traits(eyes, depth, floor, claim), values

    def start(self, brief: Brief, seed: int) -> None:
        def explore(navigator: Navigator, perception: NetworkPerception, wanted: str) -> ValueExploration:
            return ValueExploration(navigator, perception, wanted, worth_m=WORTH_M if self._values else 0.0)

        self.policy = search_with(self._traits, brief, self.card, explore)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


class ValueExploration:
    """Goes to the frontier whose surroundings fit best, near ones before far ones; a perfect fit is worth
    `worth_m` metres of path."""

    def __init__(
        self, navigator: Navigator, perception: NetworkPerception, wanted: str, *, worth_m: float = WORTH_M
    ) -> None:
        self._navigator, self._perception, self._perfect_m = navigator, perception, worth_m
        self._phrase = perception.phrase_for(wanted)
        self.fit: Floats | None = None  # of the columns of the last image
        self.values = ValueMap(navigator.map)
        self.frontiers = FrontierExploration(navigator, self._worth_m)

    @property
    def seen_all(self) -> bool:
        return self.frontiers.seen_all

    def see(self, seen: SeenImage, readings: Readings, *, level: bool) -> None:
        """Put on the map how well this image fits; a tilted one shows little of what lies ahead."""
        self.fit = None
        if not level or self._phrase is None:
            return
        self.fit = self._fit_of(seen, readings, self._phrase)
        if self.fit is not None:
            self.values.see(self.fit, seen.depth_m, self._navigator.camera, self._navigator.eye)

    def save(self) -> dict[str, Any]:
        return {"values": self.values.save(), "frontiers": self.frontiers.save()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.values.restore(state["values"])
        self.frontiers.restore(state["frontiers"])

    def next_action(self) -> str:
        return self.frontiers.next_action()

    def remembered(self) -> dict[str, object]:
        return {
            **self.frontiers.remembered(),
            "best_value": round(self.values.best(), 3),
            "value_map": self.values.picture(f"fit of what is seen with “{self._phrase}”"),
        }

    def _fit_of(self, seen: SeenImage, readings: Readings, phrase: str) -> Floats | None:
        """How well each column fits the phrase: by its colours, or, if it is told what it sees, by words."""
        if seen.fit is not None:
            return seen.fit
        if seen.told:
            return column_fit(self._perception.fit_of_names(seen.names, phrase)[seen.label])
        fit = self._perception.network.match(np.asarray(readings["rgb"], np.uint8), phrase)
        return column_fit(fit) if fit.shape == seen.depth_m.shape else None

    def _worth_m(self, box: Box) -> Floats:
        return self._perfect_m * self.values.around(box)
