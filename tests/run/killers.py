"""Agents that behave badly: one kills its process, one never comes back, one hoards memory."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
import time
from pathlib import Path

import numpy as np

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


class Babbler:
    """Writes garbage into every pipe that it finds open, as a library with a bug may; then stops."""

    card = AgentCard("babbler")

    def start(self, brief: Brief, seed: int) -> None:
        self._babbles = seed % 2 == 0

    def act(self, observation: Observation) -> Action:
        for number in range(3, 20):
            if self._babbles:
                with contextlib.suppress(OSError):
                    if stat.S_ISFIFO(os.fstat(number).st_mode):
                        os.write(number, b"garbage \xff\n")
        return Action("stop")


class Forker:
    """Leaves a child behind that sleeps with everything it inherited, then kills its own process."""

    card = AgentCard("forker")

    def start(self, brief: Brief, seed: int) -> None: ...

    def act(self, observation: Observation) -> Action:
        if os.fork() == 0:
            time.sleep(3600)
            os._exit(0)
        os.kill(os.getpid(), signal.SIGKILL)
        return Action("stop")


class Quitter:
    """Raises what is no Exception: by turns sys.exit() and a KeyboardInterrupt of its own."""

    card = AgentCard("quitter")

    def start(self, brief: Brief, seed: int) -> None:
        self._exits = seed % 2 == 0

    def act(self, observation: Observation) -> Action:
        if self._exits:
            sys.exit(0)
        raise KeyboardInterrupt


class Shouter:
    """Prints 200 kB at each step."""

    card = AgentCard("shouter")

    def start(self, brief: Brief, seed: int) -> None: ...

    def act(self, observation: Observation) -> Action:
        print("x" * 200_000, flush=True)
        return Action("forward" if observation.step < 4 else "stop")


class Hoarder:
    """Leaves 40 MB behind in a circle each time, and prints what its process holds, in MB."""

    card = AgentCard("hoarder")

    def start(self, brief: Brief, seed: int) -> None:
        circle: list[object] = [np.ones(5_000_000)]
        circle.append(circle)
        print(f"holds {resident_mb():.0f}", flush=True)

    def act(self, observation: Observation) -> Action:
        return Action("stop")


def resident_mb() -> float:
    """Memory of this process that is really there."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6
