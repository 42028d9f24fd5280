"""The language-blind twin of modular_follower: the same agent, which is never told where to go."""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.following.route_policy import RoutePolicy
from wayproof.agents.seeing.network_perception import NetworkPerception
from wayproof.vocabulary import AgentCard, Brief


@agent
class ModularFollowerBlind:
    """Needs no seed."""

    card = AgentCard(
        "modular_follower_blind",
        "modular_follower without its instruction: what can be had without reading",
        sensors=("rgb", "depth", "gps", "compass"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = RoutePolicy(brief, self.card, NetworkPerception(brief), ())

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore
