"""PointNav end to end from colours and depth: one network from pictures and goal to action, no more.

Architecture and reward are RobustNav's in a size that trains on two cores; it is not that system's network.
"""

from __future__ import annotations

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.learned.network_policy import NetworkPolicy
from wayproof.agents.learned.shipped_policy import shipped_policy
from wayproof.vocabulary import AgentCard, Brief


@agent
class PointnavRgbd:
    """Made by `wayproof train pointnav --sensors rgbd`; learned/networks/ has its card."""

    card = AgentCard(
        "pointnav_rgbd",
        "colours, depth and the goal to action by one network",
        sensors=("rgb", "depth", "point_goal"),
        actions=("stop", "forward", "turn_left", "turn_right"),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = NetworkPolicy(shipped_policy(self.card.name), brief, seed)

    act, trace = policy.act, policy.trace
    save, restore = policy.save, policy.restore
