"""An agent behind http://host:port, asked as OmniNavBench asks: a picture and words in, a word or points out.

Nothing in that dialect says what the agent sees or does, so it is given the colour camera; its name may say
more: `http://127.0.0.1:8005?sensors=rgb,gps,compass` also sends a pose. It knows no seed, hence counts as not
deterministic.
"""

from __future__ import annotations

from wayproof.agents.elsewhere.platforms import claimed, with_sensors
from wayproof.errors import InvalidInput
from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.http_dialect import HttpLine, words_for

SENSORS = ("rgb",)
POSSIBLE = ("rgb", "gps", "compass")
ACTIONS = (
    "stop",
    "forward",
    "turn_left",
    "turn_right",
    "look_up",
    "look_down",
    "found",
    "answer",
    "waypoint",
)


class HttpAgent:
    """Asks for the server's health when it is made. A question is answered when the agent stops."""

    def __init__(self, name: str, *, token: str | None = None, answer_s: float = 60.0) -> None:
        address, sensors = with_sensors(name)
        sensors = sensors or SENSORS
        if "rgb" not in sensors or not set(sensors) <= set(POSSIBLE):
            raise InvalidInput(
                f"{name!r} asks for {', '.join(sensors)}; an agent behind HTTP gets rgb, "
                "and gps and compass if asked"
            )
        self.line = HttpLine(address.rstrip("/"), token=token, answer_s=answer_s)
        self.line.open()
        self.card = AgentCard(
            "http", "an agent behind OmniNavBench's HTTP", sensors, ACTIONS, deterministic=False
        )

    def start(self, brief: Brief, seed: int) -> None:
        self._brief, self._words = brief, words_for(brief)
        self.line.reset(self._words)

    def act(self, observation: Observation) -> Action:
        words = observation.instruction or self._words
        action = claimed(self.line.act(observation, words), self._brief)
        if action.name == "answer":
            return Action("answer", text=self.line.text(observation, words))
        return action

    def traffic(self) -> tuple[int, int]:
        """Bytes sent and received so far."""
        return self.line.bytes_sent, self.line.bytes_received


def is_http_address(name: str) -> bool:
    """Whether an agent's name is the address of such a server."""
    return name.startswith(("http://", "https://"))
