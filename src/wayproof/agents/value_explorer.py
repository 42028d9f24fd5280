"""ObjectNav by a value map: explores where what it sees fits the words of the goal best.

It stands for the family of depth-mapping agents with a semantic value map, to which VLFM belongs; it is not
that system. Its eyes are our own small network, so what it cannot see it cannot find.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from wayproof.agents import agent
from wayproof.agents.exploring.frontier_exploration import Exploration
from wayproof.agents.exploring.object_search import Seeker
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.mapping.value_map import Floats, ValueMap
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.network_perception import LEAST_SURE, LearnedEyes
from wayproof.agents.seeing.perception import Looked
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings

WORTH_M = 8.0  # metres of way that a perfect fit is worth


@agent
class ValueExplorer:
    """Needs no seed."""

    card = AgentCard(
        "value_explorer",
        "learned eyes; explores where what it sees fits the words of the goal",
        sensors=("rgb", "depth", "gps", "compass"),
        actions=("stop", "forward", "turn_left", "turn_right", "look_up", "look_down", "found"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        eyes = LearnedEyes(brief)

        def explore(navigator: Navigator, wanted: str) -> ByValue:
            return ByValue(navigator, eyes, wanted)

        self.seeker = Seeker(brief, self.card, eyes, explore, least_sure=LEAST_SURE)

    def act(self, observation: Observation) -> Action:
        return self.seeker.act(observation)

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        return self.seeker.trace()

    def override(self, capability: str, value: object) -> None:
        """Give a value that takes a capability's place at the next step, see overrides.py."""
        self.seeker.override(capability, value)


class ByValue:
    """Goes to the border whose surroundings fit best, near ones before far ones."""

    def __init__(self, navigator: Navigator, eyes: LearnedEyes, wanted: str) -> None:
        self._navigator, self._eyes, self._phrase = navigator, eyes, eyes.phrase_for(wanted)
        self.values = ValueMap(navigator.map)
        self.borders = Exploration(navigator, self._worth_m)

    @property
    def seen_all(self) -> bool:
        return self.borders.seen_all

    def noticed(self, looked: Looked, readings: Readings, *, level: bool) -> None:
        """Put on the map how well this image fits; a tilted one shows little of the way ahead."""
        if not level or self._phrase is None:
            return
        fit = self._eyes.network.match(np.asarray(readings["rgb"], np.uint8), self._phrase)
        self.values.see(fit, looked.depth_m, self._navigator.eye, self._navigator.place)

    def next_action(self) -> str:
        return self.borders.next_action()

    def remembered(self) -> dict[str, object]:
        return {
            **self.borders.remembered(),
            "best_value": round(self.values.best(), 3),
            "value_map": self.values.picture(f"fit of what is seen with “{self._phrase}”"),
        }

    def _worth_m(self, box: Box) -> Floats:
        return WORTH_M * self.values.around(box)
