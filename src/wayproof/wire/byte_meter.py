"""How many bytes an agent on the wire sends and receives, step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol as Interface
from typing import runtime_checkable


@runtime_checkable
class Wired(Interface):
    """An agent that counts the bytes sent to it and received from it."""

    def traffic(self) -> tuple[int, int]: ...


def byte_meter(agent: object) -> Callable[[], tuple[int, int] | None]:
    """A function that gives the bytes sent and received from now on; None for an agent without a wire."""
    sent, received = agent.traffic() if isinstance(agent, Wired) else (0, 0)

    def since() -> tuple[int, int] | None:
        if not isinstance(agent, Wired):
            return None
        now_sent, now_received = agent.traffic()
        return now_sent - sent, now_received - received

    return since
