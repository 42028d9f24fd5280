"""ObjectNav with looks all round: turns once about itself before each choice of where to go next.

It stands for the family of panoramic agents, to which WMNav belongs; it is not that system. A look all round
costs steps and buys a choice that rests on twelve images instead of one. As NavTrust says of that system, it
weighs depth by how far it can be trusted; its map also filters floors that look rough. Each trait is an
option.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

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
from wayproof.agents.exploring.object_search import Exploration
from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.mapping.value_map import Floats
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.network_perception import NetworkPerception
from wayproof.agents.seeing.perception import SeenImage
from wayproof.agents.value_explorer import ValueExploration
from wayproof.vocabulary import AgentCard, Brief, Readings

APART_M = 1.5  # between looks all round: from nearer there is little new to be seen


@agent
class PanoramicExplorer:
    """Needs no seed."""

    card = AgentCard(
        "panoramic_explorer",
        "traits of WMNav: learned eyes by pixels, depth gated by trust; looks all round before each choice",
        sensors=("rgb", "depth", "gps", "compass"),
        actions=("stop", "forward", "turn_left", "turn_right", "look_up", "look_down", "found"),
    )

    def __init__(
        self,
        *,
        eyes: EyesName = "pixels",
        depth: DepthUse = "gated",
        floor: FloorUse = "filtered",
        claim: ClaimRule = "checked",
        looks_round: bool = True,
    ) -> None:
        """Unless it `looks_round` it chooses as value_explorer does."""
        self._traits, self._looks_round = Traits(eyes, depth, floor, claim), looks_round

    def start(self, brief: Brief, seed: int) -> None:
        def explore(navigator: Navigator, perception: NetworkPerception, wanted: str) -> Exploration:
            choice = ValueExploration(navigator, perception, wanted)
            return PanoramicExploration(navigator, choice) if self._looks_round else choice

        self.policy = search_with(self._traits, brief, self.card, explore)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


class PanoramicExploration:
    """A full turn before a new frontier is chosen, unless one was made nearby; then the best by value."""

    def __init__(self, navigator: Navigator, choice: ValueExploration) -> None:
        self._navigator, self._choice = navigator, choice
        self._looked_round_at: list[Point2] = []
        self._round = math.ceil(math.tau / navigator.brief.turn_rad - 1e-6)
        self._turns_left, self._looked_round = 0, False

    @property
    def seen_all(self) -> bool:
        return self._choice.seen_all

    @property
    def fit(self) -> Floats | None:
        return self._choice.fit

    def see(self, seen: SeenImage, readings: Readings, *, level: bool) -> None:
        self._choice.see(seen, readings, level=level)

    def save(self) -> dict[str, Any]:
        return {
            "choice": self._choice.save(),
            "looked_round_at": [list(spot) for spot in self._looked_round_at],
            "turns_left": self._turns_left,
            "looked_round": self._looked_round,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._choice.restore(state["choice"])
        self._looked_round_at = [(spot[0], spot[1]) for spot in state["looked_round_at"]]
        self._turns_left, self._looked_round = state["turns_left"], state["looked_round"]

    def next_action(self) -> str:
        if self._turns_left == 0 and not self._looked_round and not self._choice.frontiers.has_aim:
            self._looked_round = True
            if all(self._navigator.distance_m(spot) > APART_M for spot in self._looked_round_at):
                self._turns_left = self._round
                self._looked_round_at.append((self._navigator.pose.x_m, self._navigator.pose.y_m))
        if self._turns_left > 0:
            self._turns_left -= 1
            return "turn_left"
        action = self._choice.next_action()
        # A frontier chosen after this look must be reached before there is another look.
        self._looked_round = not self._choice.frontiers.has_aim
        return action

    def remembered(self) -> dict[str, object]:
        return {**self._choice.remembered(), "turns_left": self._turns_left}
