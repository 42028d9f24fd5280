"""Agents for tests: one that follows advice, and those that misbehave in every way an agent can."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wayproof.vocabulary import Action, AgentCard, Brief, Observation


class Guided:
    """Does what the expert says, and looks through the sensors it is given."""

    def __init__(self, *sensors: str) -> None:
        self.card = AgentCard("guided", sensors=sensors, truths=("advice",))
        self.brief: Brief | None = None
        self.observations: list[Observation] = []

    def start(self, brief: Brief, seed: int) -> None:
        self.brief, self.seed, self.observations = brief, seed, []

    def act(self, observation: Observation) -> Action:
        self.observations.append(observation)
        advice = observation.truth["advice"]
        assert isinstance(advice, Action)
        return advice


class Scripted:
    """Gives back the things it was made with, one per step, whatever they are; then stops."""

    card = AgentCard("scripted")

    def __init__(self, *given: Any) -> None:
        self._given, self.now_s = list(given), 0.0

    def start(self, brief: Brief, seed: int) -> None:
        self._left = list(self._given)

    def act(self, observation: Observation) -> Any:
        given = self._left.pop(0) if self._left else Action("stop")
        if isinstance(given, BaseException):
            raise given
        if given == "think":
            self.now_s += 1.0
            return Action("forward")
        return given

    def clock(self) -> float:
        """Its own time, which passes only while it thinks."""
        return self.now_s


class Telling(Scripted):
    """Goes forward twice, stops, and tells what `tell` gives after each step."""

    def __init__(self, tell: Callable[[], Any]) -> None:
        super().__init__(Action("forward"), Action("forward"))
        self._tell = tell

    def trace(self) -> Any:
        return self._tell()


class BrokenAtStart(Scripted):
    """Cannot even begin."""

    def start(self, brief: Brief, seed: int) -> None:
        raise RuntimeError("weights not found")
