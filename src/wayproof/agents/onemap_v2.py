"""OneMap-v2 of LangNavBench: MLFM with a single layer, so what stands on a table mixes with the table.

A thing and what carries it are one phrase. Both phases are MLFM's.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.exploring.described_goal import EXPLORE_STEPS
from wayproof.agents.exploring.described_search import ACTIONS, SENSORS, DescribedSearch
from wayproof.agents.mlfm import LayeredGrounding
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.feature_spaces import FeatureSpace
from wayproof.vocabulary import AgentCard, Brief


@agent
class OneMapV2:
    """Needs no seed."""

    card = AgentCard(
        "onemap_v2",
        "feature map in one layer; detector and map must agree; two phases",
        sensors=SENSORS,
        actions=ACTIONS,
    )

    def start(self, brief: Brief, seed: int) -> None:
        def ground(navigator: Navigator, space: FeatureSpace) -> LayeredGrounding:
            return LayeredGrounding(navigator, space, layers=1)

        self.policy = DescribedSearch(brief, self.card, ground, level="pixel", explore_steps=EXPLORE_STEPS)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore
