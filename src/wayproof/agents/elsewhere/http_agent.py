"""An agent behind http://host:port, asked as OmniNavBench asks: an image and words in, a word or points out.

The dialect does not say which sensors the agent needs, so it gets the colour camera; its name may ask for
more: `http://127.0.0.1:8005?sensors=rgb,gps,compass` also sends a pose. The dialect has no seed, so the agent
counts as not deterministic.
"""

from __future__ import annotations

from wayproof.agents.elsewhere.platforms import claimed, with_sensors
from wayproof.errors import InvalidInput
from wayproof.vocabulary import DISCRETE_ACTIONS, Action, AgentCard, Brief, Observation
from wayproof.wire.http_dialect import HttpClient, words_for

SENSORS = ("rgb",)
POSSIBLE = ("rgb", "gps", "compass")
ACTIONS = (*DISCRETE_ACTIONS, "waypoint")


class HttpAgent:
    """Asks for the server's health when it is made. A question is put to the agent when it stops."""

    isolation = "remote"

    def __init__(self, name: str, *, token: str | None = None, answer_s: float = 60.0) -> None:
        address, sensors = with_sensors(name)
        sensors = sensors or SENSORS
        if "rgb" not in sensors or not set(sensors) <= set(POSSIBLE):
            raise InvalidInput(
                f"{name!r} asks for {', '.join(sensors)}; an agent behind HTTP gets rgb, "
                "and gps and compass if asked"
            )
        self.client = HttpClient(address.rstrip("/"), token=token, answer_s=answer_s)
        declared = self.client.open().get("system_prompt")
        self.card = AgentCard(
            "http",
            "an agent behind OmniNavBench's HTTP",
            sensors,
            ACTIONS,
            deterministic=False,
            system_prompt=declared,
        )

    def start(self, brief: Brief, seed: int) -> None:
        self._brief, self._words = brief, words_for(brief)
        self.client.reset(self._words, brief.system_prompt)

    def act(self, observation: Observation) -> Action:
        words = observation.instruction or self._words
        action = claimed(self.client.act(observation, words), self._brief)
        if action.name == "answer":
            return Action("answer", text=self.client.text(observation, words))
        return action

    def reconnect(self) -> None:
        """Ask whether the server is there; each question opens a connection of its own."""
        self.client.open()

    def traffic(self) -> tuple[int, int]:
        """Bytes sent and received so far."""
        return self.client.bytes_sent, self.client.bytes_received


def is_http_address(name: str) -> bool:
    """Whether an agent's name is the address of such a server."""
    return name.startswith(("http://", "https://"))
