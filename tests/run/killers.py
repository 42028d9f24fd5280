"""Agents that end badly: one kills its process on some episodes, one never comes back."""

from __future__ import annotations

import os
import signal
import time

from wayproof.vocabulary import Action, AgentCard, Brief, Observation


class Killer:
    """Dies with its whole process on every second seed, otherwise stops."""

    card = AgentCard("killer")

    def start(self, brief: Brief, seed: int) -> None:
        self._fatal = seed % 2 == 0

    def act(self, observation: Observation) -> Action:
        if self._fatal and observation.step == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return Action("forward" if observation.step < 2 else "stop")


class Sleeper:
    """Falls asleep at its third step on every second seed."""

    card = AgentCard("sleeper")

    def start(self, brief: Brief, seed: int) -> None:
        self._sleeps = seed % 2 == 0

    def act(self, observation: Observation) -> Action:
        if self._sleeps and observation.step == 2:
            time.sleep(3600)
        return Action("forward" if observation.step < 4 else "stop")


class Printer:
    """Talks a lot on stdout, which must disturb nobody."""

    card = AgentCard("printer")

    def start(self, brief: Brief, seed: int) -> None:
        print('{"kind": "done", "work": 0}')

    def act(self, observation: Observation) -> Action:
        print("step", observation.step, flush=True)
        return Action("stop")
