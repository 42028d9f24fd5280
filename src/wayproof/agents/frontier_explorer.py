"""ObjectNav by labels in view: explores frontier by frontier, maps the thing once seen, goes there, stops.

It is privileged: the sensor "semantic" tells it what each pixel shows. What it never gets is the map. Ground
that was seen only from afar is looked at again from nearby when nothing else is left, since small things are
not seen from afar.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.exploring.frontier_exploration import FrontierExploration
from wayproof.agents.exploring.object_search import ObjectSearch
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.perception import TrueLabels
from wayproof.vocabulary import AgentCard, Brief


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
        self.policy = ObjectSearch(brief, self.card, TrueLabels(brief), explore_nearest)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


def explore_nearest(navigator: Navigator, wanted: str) -> FrontierExploration:
    """To the nearest frontier, whatever is wanted."""
    return FrontierExploration(navigator)
