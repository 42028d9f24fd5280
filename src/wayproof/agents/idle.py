"""Claims the goal at once: what a task gives away without any motion."""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.vocabulary import CLAIMS, Action, AgentCard, Brief, Observation


@agent
class Idle:
    """Stops at the first step; with goals that follow one another it claims each of them at once."""

    card = AgentCard("idle", "claims the goal without having moved", actions=CLAIMS, stateful=False)

    def start(self, brief: Brief, seed: int) -> None:
        self.claim = next((name for name in ("found", "stop", "answer") if name in brief.actions), "stop")

    def act(self, observation: Observation) -> Action:
        return Action(self.claim, text="" if self.claim == "answer" else None)
