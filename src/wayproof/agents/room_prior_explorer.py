"""ObjectNav by what stands where: guesses the rooms beyond frontiers and goes where such a thing usually is.

It stands for the family of agents with a prior over rooms, to which L3MVN belongs; it is not that system. The
prior is counted in our own training houses; no language model is asked. Like that system it labels every
pixel and maps depth as it comes, without a filter against noise. Each trait is an option.
"""

from __future__ import annotations

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
from wayproof.agents.exploring.frontier_exploration import FrontierExploration
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.mapping.room_map import RoomMap
from wayproof.agents.mapping.room_priors import Floats, room_priors
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.network_perception import LEAST_CONFIDENCE, NetworkPerception
from wayproof.agents.seeing.perception import SeenImage
from wayproof.vocabulary import AgentCard, Brief, Readings

WORTH_M = 8.0  # metres of path that certainty is worth


@agent
class RoomPriorExplorer:
    """Needs no seed."""

    card = AgentCard(
        "room_prior_explorer",
        "traits of L3MVN: learned eyes by pixels, depth as it comes; explores rooms where such things stand",
        sensors=("rgb", "depth", "gps", "compass"),
        actions=("stop", "forward", "turn_left", "turn_right", "look_up", "look_down", "found"),
    )

    def __init__(
        self,
        *,
        eyes: EyesName = "pixels",
        depth: DepthUse = "hard",
        floor: FloorUse = "plain",
        claim: ClaimRule = "checked",
        priors: bool = True,
    ) -> None:
        """Without `priors` it goes to the nearest frontier."""
        self._traits, self._priors = Traits(eyes, depth, floor, claim), priors

    def start(self, brief: Brief, seed: int) -> None:
        def explore(navigator: Navigator, perception: NetworkPerception, wanted: str) -> RoomPriorExploration:
            return RoomPriorExploration(navigator, wanted, worth_m=WORTH_M if self._priors else 0.0)

        self.policy = search_with(self._traits, brief, self.card, explore)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


class RoomPriorExploration:
    """Goes to the frontier around which the wanted thing is likeliest, near ones before far ones; certainty
    is worth `worth_m` metres of path."""

    def __init__(self, navigator: Navigator, wanted: str, *, worth_m: float = WORTH_M) -> None:
        self._navigator, self._wanted, self._certain_m = navigator, wanted, worth_m
        self._rooms = RoomMap(navigator.map, room_priors())
        self._frontiers = FrontierExploration(navigator, self._worth_m)

    @property
    def seen_all(self) -> bool:
        return self._frontiers.seen_all

    @property
    def fit(self) -> None:
        """It does not go by how well images fit."""

    def see(self, seen: SeenImage, readings: Readings, *, level: bool) -> None:
        """Put the things in this image on the map."""
        if level:
            navigator = self._navigator
            self._rooms.see(seen, LEAST_CONFIDENCE, navigator.camera, navigator.eye)

    def save(self) -> dict[str, Any]:
        return {"rooms": self._rooms.save(), "frontiers": self._frontiers.save()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._rooms.restore(state["rooms"])
        self._frontiers.restore(state["frontiers"])

    def next_action(self) -> str:
        return self._frontiers.next_action()

    def remembered(self) -> dict[str, object]:
        return {
            **self._frontiers.remembered(),
            "room_here": self._rooms.room_at(self._navigator.pose),
            "value_map": self._rooms.picture(self._wanted),
        }

    def _worth_m(self, box: Box) -> Floats:
        return self._certain_m * self._rooms.likely(self._wanted, box)
