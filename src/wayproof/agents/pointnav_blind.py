"""PointNav without eyes: the twin that shows how much of the others' success is seeing.

It was trained as they were. What it knows is where the goal lies, by which it also notices when it is stuck.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.learned.network_policy import NetworkPolicy
from wayproof.agents.learned.shipped_policy import shipped_policy
from wayproof.vocabulary import AgentCard, Brief


@agent
class PointnavBlind:
    """Made by `wayproof train pointnav --sensors blind`; learned/networks/ has its card."""

    card = AgentCard(
        "pointnav_blind",
        "the goal alone to action by one network: the blind twin of those that see",
        sensors=("point_goal",),
        actions=("stop", "forward", "turn_left", "turn_right"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = NetworkPolicy(shipped_policy(self.card.name), brief, seed)

    act, trace = policy.act, policy.trace
    save, restore = policy.save, policy.restore
