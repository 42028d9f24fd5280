"""The meaning of one step of a route, as the writer writes it and the reader reads it."""

from __future__ import annotations

from dataclasses import dataclass

# What lies to a side or ahead; all other directions are relations to a landmark.
TURNS = ("left", "right", "around", "slight left", "slight right", "sharp left", "sharp right")


@dataclass(frozen=True)
class RouteStep:
    """Do this, in that direction, at that landmark of that room; empty where nothing is said.

    `direction` is a turn ("left"), a heading ("straight") or the relation of the walk to the landmark
    ("past", "into", "out of", "through", "to", "near"). `relation` places a turn at its landmark ("at",
    "before", "after"); where the direction is itself a relation, the two are equal.
    """

    action: str
    direction: str = ""
    landmark: str = ""
    room: str = ""
    relation: str = ""
    side: str = ""  # where the landmark lies: "left" or "right"
    amount: str = ""  # "3 steps", "90 degrees"

    @property
    def triple(self) -> tuple[str, str, str]:
        return self.action, self.direction, self.landmark


@dataclass(frozen=True)
class Span:
    """A stretch of a text, `text[start:end]`."""

    start: int
    end: int
