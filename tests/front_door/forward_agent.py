"""An agent in a file of its own, as somebody brings it to a notebook."""

from __future__ import annotations

from wayproof.vocabulary import Action, AgentCard, Brief, Observation


class Forward:
    """Three steps, whatever it is asked."""

    card = AgentCard("forward", "goes ahead, then stops", sensors=("bump",))

    def start(self, brief: Brief, seed: int) -> None:
        self.left = 3

    def act(self, observation: Observation) -> Action:
        self.left -= 1
        return Action("forward" if self.left else "stop")
