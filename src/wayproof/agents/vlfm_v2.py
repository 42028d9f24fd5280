"""VLFM-v2 of LangNavBench: VLFM with a second phase, in which the place in the best views is claimed."""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.exploring.described_goal import EXPLORE_STEPS
from wayproof.agents.exploring.described_search import ACTIONS, SENSORS, DescribedSearch
from wayproof.agents.vlfm import ValueGrounding
from wayproof.vocabulary import AgentCard, Brief


@agent
class VlfmV2:
    """Needs no seed."""

    card = AgentCard(
        "vlfm_v2",
        "value map of whole images; claims what the detector sees, later the place in the best views",
        sensors=SENSORS,
        actions=ACTIONS,
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = DescribedSearch(
            brief, self.card, ValueGrounding, level="image", explore_steps=EXPLORE_STEPS
        )

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore
