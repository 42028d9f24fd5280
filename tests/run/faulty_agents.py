"""Agents that fail on every second seed, each in its own way, and stop at once on all others."""

from __future__ import annotations

import contextlib
import os
import sys
import time

from wayproof.vocabulary import Action, AgentCard, Brief, Observation


class _Faulty:
    card = AgentCard("faulty")

    def start(self, brief: Brief, seed: int) -> None:
        self._fails = seed % 2 == 0

    def act(self, observation: Observation) -> object:
        return self.fail() if self._fails else Action("stop")

    def fail(self) -> object:
        raise NotImplementedError


class Leaver(_Faulty):
    """Leaves as a program would."""

    def fail(self) -> object:
        sys.exit(3)


class Quitter(_Faulty):
    """Ends its process without a word."""

    def fail(self) -> object:
        os._exit(7)


class Raiser(_Faulty):
    """Raises an error."""

    def fail(self) -> object:
        raise ValueError("no idea")


class Babbler(_Faulty):
    """Writes rubbish into every socket that it has."""

    def fail(self) -> object:
        for number in range(3, 64):
            with contextlib.suppress(OSError):  # not open
                os.write(number, b"\x04\x00\x00\x00rubbish" * 10)
        return Action("stop")


class Sleeper(_Faulty):
    """Does not come back."""

    def fail(self) -> object:
        time.sleep(3600)
        return None


class Talker(_Faulty):
    """Gives a word instead of an action."""

    def fail(self) -> object:
        return "stop"


class Forker(_Faulty):
    """Leaves a child behind that keeps its connection open, and ends."""

    def fail(self) -> object:
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(5)
