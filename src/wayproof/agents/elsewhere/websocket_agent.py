"""An agent that lives elsewhere, at ws://host:port: asked over the wire at each step.

It gets the same sensors, seeds and actions as an agent in this process, so its records are the same bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wayproof.errors import InvalidInput
from wayproof.spec import differences
from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.client import OPENPI_CARD, AgentClient


class WebSocketAgent:
    """Connects when it is made, to learn its card; a connection that broke is opened again for the next
    episode."""

    isolation = "remote"

    def __init__(self, address: str, *, token: str | None = None, answer_s: float = 60.0) -> None:
        self.client = AgentClient(address, token=token, answer_s=answer_s)
        hello = self.client.open()
        self.card: AgentCard = OPENPI_CARD if hello is None else hello.card
        offers = () if hello is None else hello.offers
        # Only if the agent has them, so that it is Traceable and the like exactly if the agent there is.
        if "trace" in offers:
            self.trace: Callable[[], Mapping[str, Any]] = self.client.trace
        if "override" in offers:
            self.override: Callable[[str, object], None] = self.client.override
        if {"save", "restore"} <= set(offers):
            self.save: Callable[[], Mapping[str, Any]] = self.client.save
            self.restore: Callable[[Mapping[str, Any]], None] = self.client.restore

    def start(self, brief: Brief, seed: int) -> None:
        self.client.start(brief, seed)

    def act(self, observation: Observation) -> Action:
        return self.client.act(observation)

    def reconnect(self) -> None:
        """Open the connection again; another agent than the one before is refused."""
        self.client.reopen()
        hello = self.client.hello
        card = OPENPI_CARD if hello is None else hello.card
        if card != self.card:
            raise InvalidInput(
                f"another agent answers at {self.client.address} than before: "
                f"{'; '.join(differences(self.card, card)[:3])}; start the one that the run began with"
            )

    def traffic(self) -> tuple[int, int]:
        """Bytes sent and received so far."""
        return self.client.bytes_sent, self.client.bytes_received

    def close(self) -> None:
        self.client.close()


def is_websocket_address(name: str) -> bool:
    """Whether an agent's name is the address of a WebSocket."""
    return name.startswith(("ws://", "wss://"))
