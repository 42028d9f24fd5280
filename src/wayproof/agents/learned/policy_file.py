"""An agent from the file of a trained policy: `--agent training/depth/pointnav_depth.onnx`."""

from __future__ import annotations

from pathlib import Path

from wayproof.agents.contract import policy
from wayproof.agents.learned.network_policy import NetworkPolicy, open_policy
from wayproof.vocabulary import AgentCard, Brief

SUFFIX = ".onnx"


class PolicyFileAgent:
    """A policy network with its card beside it; it alone chooses every action."""

    def __init__(self, file: Path) -> None:
        self._opened = open_policy(file)
        card = self._opened.card
        self.card = AgentCard(
            card.name,
            f"a trained policy from {file.name}",
            sensors=card.form.sensors,
            actions=card.actions,
            deterministic=True,
        )

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = NetworkPolicy(self._opened, brief, seed)

    act, trace = policy.act, policy.trace
    save, restore = policy.save, policy.restore
