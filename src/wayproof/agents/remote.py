"""An agent that lives elsewhere, at ws://host:port: asked over the wire at each step.

It gets sensors, seeds and actions as an agent in this process does, so its records are the same bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wayproof.protocol.client import OPENPI_CARD, AgentLine
from wayproof.vocabulary import Action, AgentCard, Brief, Observation


class RemoteAgent:
    """Connects when it is made, to learn its card; a line that broke is opened anew for the next episode."""

    def __init__(self, address: str, *, token: str | None = None, answer_s: float = 60.0) -> None:
        self.line = AgentLine(address, token=token, answer_s=answer_s)
        hello = self.line.open()
        self.card: AgentCard = OPENPI_CARD if hello is None else hello.card

    def start(self, brief: Brief, seed: int) -> None:
        self.line.start(brief, seed)

    def act(self, observation: Observation) -> Action:
        return self.line.act(observation)

    def trace(self) -> Mapping[str, Any]:
        """What the agent said of its thoughts with its last action."""
        return self.line.trace

    def override(self, capability: str, value: object) -> None:
        self.line.override(capability, value)

    def close(self) -> None:
        self.line.close()


def is_address(name: str) -> bool:
    """Whether an agent's name is an address on the wire."""
    return name.startswith(("ws://", "wss://"))
