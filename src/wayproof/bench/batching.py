"""What batching buys: two simulators ask one served network, together, one by one, or side by side.

Rounds of the three servers take turns, so that other work on the machine falls on all alike. Two numbers
each: steps per second by the clock, and what a step costs the server in processor time, if the system tells.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from wayproof.agents.contract.conformance_cases import synthetic_case
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.bench.served import served
from wayproof.seeding import generator_for
from wayproof.vocabulary import Observation

SIMULATORS = 2
ROUNDS, STEPS = 20, 8
SIDE_PX = 256
KINDS = {"Together": "batched", "OneByOne": "one by one", "SideBySide": "side by side"}
STAT = Path("/proc/{}/stat")


@dataclass
class Measured:
    """Of one kind of server."""

    rates: list[float] = field(default_factory=list)  # steps per second, one per round
    cpu_ms: list[float] = field(default_factory=list)  # of the server, per step
    moves: list[str] = field(default_factory=list)


def rows(area: str) -> list[dict[str, Any]]:
    """Batched beside both ways without a batch; the answers must be the same."""
    found = {kind: Measured() for kind in KINDS}
    with contextlib.ExitStack() as stack:
        servers = {kind: stack.enter_context(_sessions(kind)) for kind in KINDS}
        for number in range(ROUNDS + 1):
            for kind, (process, agents) in servers.items():
                _round(process, agents, found[kind] if number else Measured())  # the first one warms up
    batched = found["Together"]
    made = []
    for kind in ("OneByOne", "SideBySide"):
        other = found[kind]
        assert other.moves == batched.moves, "batched answers differ"
        name = f"{SIMULATORS} simulators, batched inference"
        peer = f"the same network, {KINDS[kind]}"
        made.append(
            _row(area, name, _middle(batched.rates), "steps/s", peer, _middle(other.rates), more=True)
        )
        if batched.cpu_ms:
            cost = f"{name}, processor time of a step"
            made.append(_row(area, cost, _mean(batched.cpu_ms), "ms", peer, _mean(other.cpu_ms)))
    return made


@contextlib.contextmanager
def _sessions(kind: str) -> Iterator[tuple[int, list[WebSocketAgent]]]:
    """A server's process and a line to it for each simulator."""
    agent = f"wayproof.bench.dense_agent:{kind}"
    command = (sys.executable, "-m", "wayproof", "serve", agent, "--port", "0")
    with served(command, OMP_NUM_THREADS="1", NUMBA_NUM_THREADS="1") as at, contextlib.ExitStack() as stack:
        agents = [
            stack.enter_context(contextlib.closing(WebSocketAgent(at.address))) for _ in range(SIMULATORS)
        ]
        yield at.process, agents


def _round(server: int, agents: list[WebSocketAgent], into: Measured) -> None:
    """So many steps of each simulator at the same time."""
    moves: list[list[str]] = [[] for _ in agents]

    def play(number: int) -> None:
        rng = generator_for(1, "bench", "batching", number)
        picture = rng.integers(0, 256, (SIDE_PX, SIDE_PX, 3), dtype=np.uint8)
        agents[number].start(synthetic_case(agents[number].card).brief, number)
        for step in range(STEPS):
            seen = Observation(step, {"rgb": np.roll(picture, step, axis=0)})
            moves[number].append(agents[number].act(seen).name)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(len(agents))]
    began_s, before_s = time.perf_counter(), _cpu_s(server)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    total, after_s = STEPS * len(agents), _cpu_s(server)
    into.rates.append(total / (time.perf_counter() - began_s))
    if before_s is not None and after_s is not None:
        into.cpu_ms.append(1e3 * (after_s - before_s) / total)
    into.moves.extend(name for one in moves for name in one)


def _cpu_s(process: int) -> float | None:
    """Processor time that a process has used; None where the system does not say."""
    file = Path(str(STAT).format(process))
    if not file.exists():
        return None
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _middle(values: list[float]) -> float:
    return float(np.median(values))


def _mean(values: list[float]) -> float:
    """Of what is counted in ticks longer than a step."""
    return float(np.mean(values))


def _row(
    area: str, name: str, value: float, unit: str, peer: str, peer_value: float, *, more: bool = False
) -> dict[str, Any]:
    ratio = value / peer_value if more else peer_value / value
    return {
        "area": area,
        "name": name,
        "value": value,
        "unit": unit,
        "peer": peer,
        "peer_value": peer_value,
        "ratio": ratio,
    }
