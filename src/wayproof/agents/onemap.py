"""OneMap: a feature map in one layer and a detector, which must agree; the map alone is never trusted.

It is OneMap-v2 without the second phase: what the detector never sees is never claimed.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.exploring.described_search import ACTIONS, SENSORS, DescribedSearch
from wayproof.agents.mlfm import LayeredGrounding
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.feature_spaces import FeatureSpace
from wayproof.vocabulary import AgentCard, Brief


@agent
class OneMap:
    """Needs no seed."""

    card = AgentCard(
        "onemap",
        "feature map in one layer; claims only where detector and map agree",
        sensors=SENSORS,
        actions=ACTIONS,
    )

    def start(self, brief: Brief, seed: int) -> None:
        def ground(navigator: Navigator, space: FeatureSpace) -> LayeredGrounding:
            return LayeredGrounding(navigator, space, layers=1)

        self.policy = DescribedSearch(brief, self.card, ground, level="pixel", explore_steps=None)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore
