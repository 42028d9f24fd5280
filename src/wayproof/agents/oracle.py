"""Follows the advice of an expert who knows everything: the upper bound, and a check of the tasks."""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.errors import InvalidInput
from wayproof.vocabulary import DISCRETE_ACTIONS, Action, AgentCard, Brief, Observation


@agent
class Oracle:
    """Asks for the truth "advice" openly; reports mark it."""

    card = AgentCard(
        "oracle",
        "follows the expert's advice; knows everything",
        actions=DISCRETE_ACTIONS,
        truths=("advice",),
        stateful=False,
    )

    def start(self, brief: Brief, seed: int) -> None:
        """Nothing to prepare."""

    def act(self, observation: Observation) -> Action:
        advice = observation.truth.get("advice")
        if not isinstance(advice, Action):
            raise InvalidInput(
                "the oracle got no advice; run it where its card's truths are told, as rollout does"
            )
        return advice
