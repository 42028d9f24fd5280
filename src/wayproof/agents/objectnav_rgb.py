"""ObjectNav end to end from colours alone: one network chooses every action, and nothing beside it.

Beside the picture it is given what the shipped perception network, frozen, makes of it: how likely each place
shows the wanted kind of thing, and a guess of how far away it is.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.learned.network_policy import NetworkPolicy
from wayproof.agents.learned.shipped_policy import shipped_policy
from wayproof.vocabulary import AgentCard, Brief


@agent
class ObjectnavRgb:
    """Made by `wayproof train objectnav --sensors rgb`; learned/networks/ has its card."""

    card = AgentCard(
        "objectnav_rgb",
        "colours and the wanted kind of thing to action by one network",
        sensors=("rgb",),
        actions=("stop", "forward", "turn_left", "turn_right", "look_up", "look_down"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = NetworkPolicy(shipped_policy(self.card.name), brief, seed)

    act, trace = policy.act, policy.trace
    save, restore = policy.save, policy.restore
