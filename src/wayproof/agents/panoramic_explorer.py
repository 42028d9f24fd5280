"""ObjectNav with looks all round: turns once about itself before each choice of where to go next.

It stands for the family of panoramic agents, to which WMNav belongs; it is not that system. A look all round
costs steps and buys a choice that rests on twelve images instead of one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from wayproof.agents import agent
from wayproof.agents.exploring.object_search import Seeker
from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.network_perception import LEAST_SURE, LearnedEyes
from wayproof.agents.seeing.perception import Looked
from wayproof.agents.value_explorer import ByValue
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings

APART_M = 1.5  # between looks all round: from nearer there is little new to be seen


@agent
class PanoramicExplorer:
    """Needs no seed."""

    card = AgentCard(
        "panoramic_explorer",
        "learned eyes; looks all round before it chooses where to go next",
        sensors=("rgb", "depth", "gps", "compass"),
        actions=("stop", "forward", "turn_left", "turn_right", "look_up", "look_down", "found"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        eyes = LearnedEyes(brief)

        def explore(navigator: Navigator, wanted: str) -> LooksRound:
            return LooksRound(navigator, ByValue(navigator, eyes, wanted))

        self.seeker = Seeker(brief, self.card, eyes, explore, least_sure=LEAST_SURE)

    def act(self, observation: Observation) -> Action:
        return self.seeker.act(observation)

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        return self.seeker.trace()

    def override(self, capability: str, value: object) -> None:
        """Give a value that takes a capability's place at the next step, see overrides.py."""
        self.seeker.override(capability, value)


class LooksRound:
    """A full turn where a new border has to be chosen and none was made before, then the best by value."""

    def __init__(self, navigator: Navigator, choice: ByValue) -> None:
        self._navigator, self._choice = navigator, choice
        self._looked_round_at: list[Point2] = []
        self._round = math.ceil(math.tau / navigator.brief.turn_rad - 1e-6)
        self._turns_left, self._looked = 0, False

    @property
    def seen_all(self) -> bool:
        return self._choice.seen_all

    def noticed(self, looked: Looked, readings: Readings, *, level: bool) -> None:
        self._choice.noticed(looked, readings, level=level)

    def next_action(self) -> str:
        if self._turns_left == 0 and not self._looked and not self._choice.borders.has_aim:
            self._looked = True
            if all(self._navigator.distance_m(spot) > APART_M for spot in self._looked_round_at):
                self._turns_left = self._round
                self._looked_round_at.append((self._navigator.place.x_m, self._navigator.place.y_m))
        if self._turns_left > 0:
            self._turns_left -= 1
            return "turn_left"
        action = self._choice.next_action()
        # A border chosen after this look must be gone to before there is another.
        self._looked = not self._choice.borders.has_aim
        return action

    def remembered(self) -> dict[str, object]:
        return {**self._choice.remembered(), "turns_left": self._turns_left}
