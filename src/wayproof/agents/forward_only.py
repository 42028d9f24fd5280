"""Goes straight on and stops in the end: what a task gives away to a straight line."""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.vocabulary import Action, AgentCard, Brief, Observation


@agent
class ForwardOnly:
    """Forward at every step; stops at the last one that the episode has."""

    card = AgentCard("forward_only", "goes straight on", actions=("stop", "forward"), stateful=False)

    def start(self, brief: Brief, seed: int) -> None:
        self.last_step = brief.maximum_steps - 1

    def act(self, observation: Observation) -> Action:
        return Action("stop" if observation.step >= self.last_step else "forward")
