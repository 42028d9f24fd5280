"""An agent that lives elsewhere, at ws://host:port: asked over the wire at each step.

It gets sensors, seeds and actions as an agent in this process does, so its records are the same bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, runtime_checkable
from typing import Protocol as Interface

from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.client import OPENPI_CARD, AgentLine


class RemoteAgent:
    """Connects when it is made, to learn its card; a line that broke is opened anew for the next episode."""

    def __init__(self, address: str, *, token: str | None = None, answer_s: float = 60.0) -> None:
        self.line = AgentLine(address, token=token, answer_s=answer_s)
        hello = self.line.open()
        self.card: AgentCard = OPENPI_CARD if hello is None else hello.card
        offers = () if hello is None else hello.offers
        # Only if the agent has them: whoever asks whether it is Traceable or Overridable hears the truth.
        if "trace" in offers:
            self.trace: Callable[[], Mapping[str, Any]] = self.line.trace
        if "override" in offers:
            self.override: Callable[[str, object], None] = self.line.override

    def start(self, brief: Brief, seed: int) -> None:
        self.line.start(brief, seed)

    def act(self, observation: Observation) -> Action:
        return self.line.act(observation)

    def traffic(self) -> tuple[int, int]:
        """Bytes sent and received so far."""
        return self.line.bytes_sent, self.line.bytes_received

    def close(self) -> None:
        self.line.close()


@runtime_checkable
class Wired(Interface):
    """An agent that counts what went over its wire."""

    def traffic(self) -> tuple[int, int]: ...


def meter(agent: object) -> Callable[[], tuple[int, int] | None]:
    """What gives the bytes sent and received from now on; None for an agent without a wire."""
    sent, received = agent.traffic() if isinstance(agent, Wired) else (0, 0)

    def since() -> tuple[int, int] | None:
        if not isinstance(agent, Wired):
            return None
        now_sent, now_received = agent.traffic()
        return now_sent - sent, now_received - received

    return since


def is_address(name: str) -> bool:
    """Whether an agent's name is an address on the wire."""
    return name.startswith(("ws://", "wss://"))
