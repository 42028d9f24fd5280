"""Several sessions, one agent: who waits together is asked together, and nothing else changes."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from played import behind_the_shim, played
from served_agents import serving

from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.bench.dense_agent import dense
from wayproof.bench.served import served
from wayproof.log import EpisodeLog, key_of, record_digest
from wayproof.log_files import stored_logs
from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.server import serve_agent
from wayproof.wire.shim import Batcher

SESSIONS = 3
LONG_S = 60.0  # longer than any machine takes; a test that waits for it fails


def at_once(*tasks: Callable[[], Any]) -> list[Any]:
    """What each task gives, all begun together."""
    found: list[Any] = [None] * len(tasks)
    gate = threading.Barrier(len(tasks))

    def do(number: int) -> None:
        gate.wait()
        try:
            found[number] = tasks[number]()
        except Exception as error:
            found[number] = error

    threads = [threading.Thread(target=do, args=(number,)) for number in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


class Adder:
    """Adds up what it is given, each session for itself."""

    def __init__(self, sizes: list[int], pause: Callable[[], object] = lambda: None) -> None:
        self.sizes, self.pause, self.total = sizes, pause, 0

    def act_many(self, agents: Sequence[Adder], observations: Sequence[int]) -> list[int]:
        self.sizes.append(len(agents))
        self.pause()
        for agent, seen in zip(agents, observations, strict=True):
            agent.total += seen
        return [agent.total for agent in agents]


def test_sessions_that_ask_at_once_are_one_batch_and_keep_their_own_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wayproof.wire.shim.RECENT_S", LONG_S)
    sizes: list[int] = []
    batcher, agents = Batcher(wait_s=0.0), [Adder(sizes) for _ in range(SESSIONS)]
    for agent in agents:
        batcher.act(agent, 0)
    batcher._wait_s = LONG_S  # they are known to each other now
    for step in range(1, 7):
        told = at_once(*(lambda a=agent, n=n: batcher.act(a, 10**n) for n, agent in enumerate(agents)))
        assert told == [step * 10**n for n in range(SESSIONS)]
    assert sizes == [1] * SESSIONS + [SESSIONS] * 6


def test_one_session_alone_never_waits_for_others() -> None:
    batcher, agent = Batcher(wait_s=LONG_S), Adder([])
    began_s = time.monotonic()
    assert [batcher.act(agent, 1) for _ in range(20)] == list(range(1, 21))
    assert time.monotonic() - began_s < LONG_S and agent.sizes == [1] * 20


def test_a_session_that_has_fallen_silent_is_waited_for_a_little_and_then_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wayproof.wire.shim.RECENT_S", LONG_S)
    sizes: list[int] = []
    batcher, stays, leaves = Batcher(wait_s=0.2), Adder(sizes), Adder(sizes)
    batcher.act(stays, 1)
    batcher.act(leaves, 1)
    began_s = time.monotonic()
    batcher.act(stays, 1)
    waited_s = time.monotonic() - began_s
    monkeypatch.setattr("wayproof.wire.shim.RECENT_S", 0.0)  # the other is forgotten by now
    batcher._wait_s = LONG_S
    began_s = time.monotonic()
    batcher.act(stays, 1)
    assert waited_s >= 0.19 and time.monotonic() - began_s < LONG_S and sizes == [1] * 4


def test_who_asks_while_a_batch_is_under_way_is_in_the_next_one() -> None:
    sizes: list[int] = []
    under_way, asked = threading.Event(), threading.Event()

    def pause() -> None:
        under_way.set()
        assert asked.wait(LONG_S)

    batcher, agents = Batcher(wait_s=0.0), [Adder(sizes, pause) for _ in range(SESSIONS)]
    first = threading.Thread(target=batcher.act, args=(agents[0], 1))
    first.start()
    assert under_way.wait(LONG_S)
    told: list[int] = []
    rest = [threading.Thread(target=lambda a=a: told.append(batcher.act(a, 1))) for a in agents[1:]]
    for thread in rest:
        thread.start()
    while batcher._asked.qsize() < len(rest):
        time.sleep(0.01)
    asked.set()
    for thread in (first, *rest):
        thread.join()
    assert told == [1, 1] and sizes[0] == 1 and sum(sizes) == SESSIONS


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [(lambda: [1], "act_many gave 1 actions for 2 agents"), (lambda: 1 / 0, "division by zero")],
)
def test_an_error_in_a_batch_is_told_to_all_its_sessions_and_the_next_batch_goes_on(
    answer: Callable[[], Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wayproof.wire.shim.RECENT_S", LONG_S)

    class Faulty(Adder):
        broken = False

        def act_many(self, agents: Sequence[Adder], observations: Sequence[int]) -> list[int]:
            given: list[int] = answer() if Faulty.broken else super().act_many(agents, observations)
            return given

    batcher, agents = Batcher(wait_s=0.0), [Faulty([]), Faulty([])]
    batcher.act(agents[0], 1)
    batcher.act(agents[1], 1)
    batcher._wait_s = LONG_S  # they are known to each other now
    Faulty.broken = True
    told = at_once(*(lambda a=agent: batcher.act(a, 1) for agent in agents))
    assert all(sentence in str(one) for one in told) and not any(isinstance(one, int) for one in told)
    Faulty.broken = False
    assert at_once(*(lambda a=agent: batcher.act(a, 1) for agent in agents)) == [2, 2]


class Dizzy:
    """Heads for the goal by turns of luck: its own seed and memory decide, so a mix-up shows at once."""

    card = AgentCard("dizzy", sensors=("point_goal",))
    sizes: ClassVar[list[int]] = []

    def start(self, brief: Brief, seed: int) -> None:
        self.state = seed % 1000003

    def act(self, observation: Observation) -> Action:
        distance_m, angle_rad = observation.readings["point_goal"]
        self.state = (self.state * 48271 + int(1e4 * float(distance_m))) % 2147483647
        if distance_m < 0.2:
            return Action("stop")
        if self.state % 5 == 0:
            return Action("turn_right")
        return Action("forward" if abs(angle_rad) < 0.3 else "turn_left" if angle_rad > 0 else "turn_right")


class DizzyTogether(Dizzy):
    @staticmethod
    def act_many(agents: Sequence[Dizzy], observations: Sequence[Observation]) -> list[Action]:
        Dizzy.sizes.append(len(agents))
        return [agent.act(seen) for agent, seen in zip(agents, observations, strict=True)]


def _played_at_once(address: str) -> list[EpisodeLog]:
    remotes = [WebSocketAgent(address) for _ in range(SESSIONS)]
    logs = at_once(*(lambda r=remote, n=n: played(r, n) for n, remote in enumerate(remotes, 1)))
    for remote in remotes:
        remote.close()
    return logs


def test_batched_sessions_of_a_served_agent_give_the_records_of_single_ones() -> None:
    alone = [record_digest(played(Dizzy(), number)) for number in range(1, SESSIONS + 1)]
    Dizzy.sizes.clear()
    with serving(serve_agent(DizzyTogether, batch_wait_s=1.0)) as address:
        logs = _played_at_once(address)
    assert [record_digest(log) for log in logs] == alone and len(set(alone)) == SESSIONS
    assert max(Dizzy.sizes) == SESSIONS and sum(Dizzy.sizes) == sum(len(log.steps.action) for log in logs)


COUNTING = """
import shim

class Together:
    card = {"name": "together", "sensors": ["point_goal"]}
    sizes = []

    def start(self, brief, seed):
        self.seed, self.steps = seed, 0

    @staticmethod
    def act_many(agents, observations):
        Together.sizes.append(len(agents))
        return [agent.act(one) for agent, one in zip(agents, observations)]

    def act(self, observation):
        self.steps += 1
        self.largest = max(Together.sizes)
        return "stop" if self.steps > 30 else "turn_left" if self.seed >> self.steps & 1 else "forward"

    def trace(self):
        return {"memory": self.largest}
"""


def test_batched_sessions_behind_the_shim_give_the_records_of_single_ones(tmp_path: Path) -> None:
    with behind_the_shim(tmp_path, COUNTING, sys.executable, serve="port=0, wait_s=1.0") as (address, _):
        alone = []
        for number in range(1, SESSIONS + 1):
            remote = WebSocketAgent(address)
            alone.append(record_digest(played(remote, number)))
            remote.close()
        remotes = [WebSocketAgent(address) for _ in range(SESSIONS)]
        logs = at_once(*(lambda r=remote, n=n: played(r, n) for n, remote in enumerate(remotes, 1)))
        largest = max(remote.trace()["memory"] for remote in remotes)
        for remote in remotes:
            remote.close()
    assert [record_digest(log) for log in logs] == alone and len(set(alone)) == SESSIONS
    assert largest == SESSIONS and all(log.outcome.reason == "stop" for log in logs)


def test_the_network_of_the_bench_is_what_numpy_makes_of_it_and_the_same_bits_in_any_batch() -> None:
    rng = np.random.default_rng(3)
    rows = rng.standard_normal((3, 16)).astype(np.float32)
    weights = rng.standard_normal((16, 40)).astype(np.float32)
    wanted = np.maximum(rows, 0).astype(np.float64) @ weights.astype(np.float64)
    found = dense(rows, weights)
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
    for number in range(3):
        assert (dense(rows[number : number + 1], weights)[0] == found[number]).all()


TWO_HOUSES = """
name = "two-houses"
version = 1
summary = "for tests"

[camera]
width_px = 24
height_px = 18

[[episodes]]
task = "point_goal"
protocol = "robustnav"
split = "train"
count = 2
rooms = 2
episodes_per_house = 1
"""
IN_A_FILE = """
import time
from pathlib import Path
from wayproof.vocabulary import Action, AgentCard

SIZES = Path(__file__).with_name("sizes.txt")
STARTED = []

class Alone:
    card = AgentCard("lucky", sensors=("point_goal",))

    def start(self, brief, seed):
        self.seed, self.steps = seed, 0
        STARTED.append(seed)

    def act(self, observation):
        self.steps += 1
        if self.steps > 60:
            return Action("stop")
        return Action("turn_left" if self.seed >> self.steps % 50 & 1 else "forward")

class Together(Alone):
    @staticmethod
    def act_many(agents, observations):
        with SIZES.open("a") as file:
            file.write(str(len(agents)))
        while len(STARTED) < 2:  # the first episode waits for the second
            time.sleep(0.01)
        return [agent.act(one) for agent, one in zip(agents, observations)]
"""


@pytest.mark.slow
def test_two_workers_of_a_run_share_one_served_agent_and_records_are_those_in_process(tmp_path: Path) -> None:
    (tmp_path / "lucky.py").write_text(IN_A_FILE)
    (tmp_path / "two.toml").write_text(TWO_HOUSES)
    run = [sys.executable, "-m", "wayproof", "run", str(tmp_path / "two.toml"), "--workers", "2"]

    def records(agent: str, folder: Path) -> dict[str, str]:
        command = [*run, "--agent", agent, "-o", str(folder)]
        subprocess.run(command, check=True, capture_output=True, timeout=600)
        return {key_of(log): record_digest(log) for log in stored_logs(folder)}

    agent = f"{tmp_path / 'lucky.py'}:Together"
    with served(
        (sys.executable, "-m", "wayproof", "serve", agent, "--port", "0", "--batch-wait-ms", "1000")
    ) as at:
        there = records(at.address, tmp_path / "there")
    here = records(f"{tmp_path / 'lucky.py'}:Alone", tmp_path / "here")
    assert there == here and len(there) == 2
    sizes = [int(one) for one in (tmp_path / "sizes.txt").read_text()]
    assert sum(sizes) == 2 * 61 and 2 in sizes
