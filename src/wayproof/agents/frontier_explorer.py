"""ObjectNav by labels in view: explores border by border, maps the thing when it sees it, goes there, stops.

It is privileged: the sensor "semantic" tells it what each pixel shows. What it never gets is the map. Ground
that was seen from afar only is looked at again from nearby when nothing else is left, since small things are
not seen from afar.
"""

from __future__ import annotations

from collections.abc import Mapping

from wayproof.agents import agent
from wayproof.agents.exploring.frontier_exploration import Exploration
from wayproof.agents.exploring.object_search import Seeker
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.perception import LabelEyes
from wayproof.vocabulary import Action, AgentCard, Brief, Observation


@agent
class FrontierExplorer:
    """Needs no training and no seed."""

    card = AgentCard(
        "frontier_explorer",
        "explores, and goes to the thing when the labels in view show it",
        sensors=("depth", "semantic", "gps", "compass"),
        actions=("stop", "forward", "turn_left", "turn_right", "look_up", "look_down", "found"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.seeker = Seeker(brief, self.card, LabelEyes(brief), explore_nearest)

    def act(self, observation: Observation) -> Action:
        return self.seeker.act(observation)

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        return self.seeker.trace()

    def override(self, capability: str, value: object) -> None:
        """Give a value that takes a capability's place at the next step, see overrides.py."""
        self.seeker.override(capability, value)


def explore_nearest(navigator: Navigator, wanted: str) -> Exploration:
    """To the next border, whatever is sought."""
    return Exploration(navigator)
