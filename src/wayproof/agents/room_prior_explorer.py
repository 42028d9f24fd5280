"""ObjectNav by what stands where: guesses the rooms beyond borders and goes where the thing is at home.

It stands for the family of agents with a prior over rooms, to which L3MVN belongs; it is not that system. The
prior is counted in our own training houses, no language model is asked.
"""

from __future__ import annotations

from collections.abc import Mapping

from wayproof.agents import agent
from wayproof.agents.exploring.frontier_exploration import Exploration
from wayproof.agents.exploring.object_search import Seeker
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.mapping.room_priors import Floats, ThingMap, room_priors
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.network_perception import LEAST_SURE, LearnedEyes
from wayproof.agents.seeing.perception import Looked
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings

WORTH_M = 8.0  # metres of way that certainty is worth


@agent
class RoomPriorExplorer:
    """Needs no seed."""

    card = AgentCard(
        "room_prior_explorer",
        "learned eyes; explores the rooms where such a thing usually stands",
        sensors=("rgb", "depth", "gps", "compass"),
        actions=("stop", "forward", "turn_left", "turn_right", "look_up", "look_down", "found"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.seeker = Seeker(brief, self.card, LearnedEyes(brief), ByRoom, least_sure=LEAST_SURE)

    def act(self, observation: Observation) -> Action:
        return self.seeker.act(observation)

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        return self.seeker.trace()

    def override(self, capability: str, value: object) -> None:
        """Give a value that takes a capability's place at the next step, see overrides.py."""
        self.seeker.override(capability, value)


class ByRoom:
    """Goes to the border in whose surroundings the wanted thing is likeliest, near ones before far ones."""

    def __init__(self, navigator: Navigator, wanted: str) -> None:
        self._navigator, self._wanted = navigator, wanted
        self._things = ThingMap(navigator.map, room_priors())
        self._borders = Exploration(navigator, self._worth_m)

    @property
    def seen_all(self) -> bool:
        return self._borders.seen_all

    def noticed(self, looked: Looked, readings: Readings, *, level: bool) -> None:
        """Put the things in this image on the map."""
        if level:
            navigator = self._navigator
            self._things.see(looked, LEAST_SURE, navigator.eye, navigator.place)

    def next_action(self) -> str:
        return self._borders.next_action()

    def remembered(self) -> dict[str, object]:
        return {
            **self._borders.remembered(),
            "room_here": self._things.room_at(self._navigator.place),
            "value_map": self._things.picture(self._wanted),
        }

    def _worth_m(self, box: Box) -> Floats:
        return WORTH_M * self._things.likely(self._wanted, box)
