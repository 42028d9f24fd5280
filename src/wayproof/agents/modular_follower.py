"""Follows directions: reads them by a grammar, finds their landmarks by the learned eyes, walks.

The modular member of the family of instruction followers: no part of it was trained to follow. It has
grammars of English, Hindi and Telugu; what they do not understand it does not act on.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.following.route_policy import RoutePolicy
from wayproof.agents.reading.route_reader import read_route
from wayproof.agents.seeing.network_perception import NetworkPerception
from wayproof.vocabulary import AgentCard, Brief


@agent
class ModularFollower:
    """Needs no seed."""

    card = AgentCard(
        "modular_follower",
        "reads directions by a grammar and follows them with learned eyes and a map",
        sensors=("rgb", "depth", "gps", "compass"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        steps = read_route(brief.instruction or "")
        self.policy = RoutePolicy(brief, self.card, NetworkPerception(brief), steps)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore
