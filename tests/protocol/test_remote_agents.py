"""Agents behind real sockets: the same records as in process, and trouble ends one episode only."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from websockets.sync.server import Server, ServerConnection
from websockets.sync.server import serve as serve_lines

from wayproof.agents.loading import agent_maker, load_agent
from wayproof.agents.remote import RemoteAgent
from wayproof.errors import WayproofError
from wayproof.log import EpisodeLog, record_digest
from wayproof.protocol import shim
from wayproof.protocol.client import TransportFault
from wayproof.protocol.messages import hello_of
from wayproof.protocol.server import serve_agent
from wayproof.protocol.wire import pack, unpack
from wayproof.rollout import rollout
from wayproof.sensors import Settings
from wayproof.simulator.body import load_body
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.tasks.protocol import body_under
from wayproof.vocabulary import AgentCard, Episode
from wayproof.world import World
from wayproof.worlds import world_named

SMALL = Settings(width_px=32, height_px=24)


@cache
def _world() -> World:
    return world_named("houses-v1/train/1/2-rooms", body_under(ROBUSTNAV, load_body("locobot")), lit=False)


@cache
def _episode() -> Episode:
    return TASKS["point_goal"].draw(_world(), ROBUSTNAV, 5, 1).episode


def _run(agent: Any) -> EpisodeLog:
    return rollout(_world(), ROBUSTNAV, _episode(), agent, settings=SMALL)


@contextlib.contextmanager
def _serving(server: Server) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
    finally:
        server.shutdown()
        thread.join()


@contextlib.contextmanager
def _bad_server(behave: Callable[[ServerConnection, Any], None], first: Any = None) -> Iterator[str]:
    """A server that says hello and then does something to each message."""

    def handle(line: ServerConnection) -> None:
        with contextlib.suppress(Exception):
            line.send(pack(hello_of(AgentCard("bad", sensors=("depth",)))) if first is None else first)
            for data in line:
                behave(line, unpack(data))

    with _serving(serve_lines(handle, "127.0.0.1", 0, compression=None)) as address:
        yield address


@pytest.mark.parametrize("name", ["map_and_plan", "oracle", "random"])
def test_remote_and_in_process_give_identical_records(name: str) -> None:
    with _serving(serve_agent(agent_maker(name))) as address:
        remote = RemoteAgent(address)
        one, two = _run(remote), _run(load_agent(name))
        remote.close()
    assert remote.card == load_agent(name).card and record_digest(one) == record_digest(two)


def test_the_shim_plays_in_another_process_without_wayproof(tmp_path: Path) -> None:
    (tmp_path / "shim.py").write_text(Path(shim.__file__).read_text())
    (tmp_path / "mine.py").write_text(
        "import sys\n"
        "import shim\n"
        "assert not any(name.startswith('wayproof') for name in sys.modules)\n"
        "class Beeline:\n"
        "    card = {'name': 'beeline', 'sensors': ['point_goal', 'depth']}\n"
        "    def start(self, brief, seed):\n"
        "        self.turn_rad = brief['turn_rad']\n"
        "    def act(self, observation):\n"
        "        assert observation['readings']['depth'].shape == (24, 32)\n"
        "        distance, angle = observation['readings']['point_goal']\n"
        "        if distance < 0.2:\n"
        "            return 'stop'\n"
        "        if abs(angle) < self.turn_rad / 2:\n"
        "            return 'forward'\n"
        "        return {'name': 'turn_left' if angle > 0 else 'turn_right'}\n"
        "shim.serve(Beeline, port=0)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", _without_site(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        health = urllib.request.urlopen(address.replace("ws://", "http://") + "/healthz", timeout=5)
        assert health.read() == b"OK\n"
        log = _run(RemoteAgent(address))
        assert log.agent.name == "beeline" and log.outcome.reason in ("stop", "steps")
        assert len(log.steps.action) > 3
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _without_site(folder: Path) -> str:
    """A program that can import NumPy and what lies in the folder, and nothing else that is installed."""
    numpy_home = Path(np.__file__).parent.parent
    return f"import sys; sys.path[:0] = [{str(folder)!r}, {str(numpy_home)!r}]; import mine"


def test_killing_the_agent_ends_the_episode_as_invalid_and_the_next_one_finds_it_again() -> None:
    with _serving(serve_agent(agent_maker("forward_only"))) as address:
        remote = RemoteAgent(address)
        assert remote.line._line is not None
        remote.line._line.socket.shutdown(socket.SHUT_RDWR)
        broken = _run(remote)
        assert broken.outcome.reason == "invalid" and "broke" in broken.outcome.detail
        assert _run(remote).outcome.reason in ("steps", "stop")
        remote.close()


def _answered(**changes: Any) -> Callable[[ServerConnection, Any], None]:
    def behave(line: ServerConnection, message: Any) -> None:
        good = {"seq": message["seq"], "ok": True, "action": {"name": "forward"}}
        line.send(pack({**good, **(changes if message["wayproof"] == "act" else {})}))

    return behave


def _garbage(line: ServerConnection, message: Any) -> None:
    line.send(b"\xc1\xff\x00garbage")


def _words(line: ServerConnection, message: Any) -> None:
    line.send("Traceback: out of memory")


def _huge(line: ServerConnection, message: Any) -> None:
    line.send(b"\x00" * (65 << 20))


@pytest.mark.parametrize(
    ("behave", "reason", "detail"),
    [
        (_garbage, "invalid", "not a message"),
        (_words, "invalid", "out of memory"),
        (_huge, "invalid", "broke"),
        (_answered(action={"name": 7}), "invalid", "action: Expected `str`"),
        (_answered(action={"name": "velocity", "velocity": [1.0]}), "invalid", "action: Expected `array`"),
        (_answered(seq=99), "invalid", "the answer is for message 99"),
        (_answered(action={"name": "velocity", "velocity": [float("nan"), 0.0]}), "bad_action", "velocity"),
        (_answered(action={"name": "fly"}), "bad_action", "'fly'"),
    ],
)
def test_wrong_answers_end_the_episode_with_the_right_reason(
    behave: Callable[[ServerConnection, Any], None], reason: str, detail: str
) -> None:
    with _bad_server(behave) as address:
        log = _run(RemoteAgent(address))
    assert log.outcome.reason == reason and detail in log.outcome.detail, log.outcome


def test_an_agent_that_hangs_is_given_up_after_its_time() -> None:
    def behave(line: ServerConnection, message: Any) -> None:
        if message["wayproof"] == "start":
            line.send(pack({"seq": message["seq"], "ok": True}))
        else:
            time.sleep(3)

    with _bad_server(behave) as address:
        log = _run(RemoteAgent(address, answer_s=0.3))
    assert log.outcome.reason == "invalid" and "no answer within 0.3 s" in log.outcome.detail


def test_another_version_a_wrong_token_and_nobody_there_are_refused_in_words() -> None:
    later = pack({"wayproof": 99, "card": {"name": "x"}})
    refused = pytest.raises(TransportFault, match="speaks version 99")
    with _bad_server(_garbage, first=later) as address, refused:
        RemoteAgent(address)
    with _serving(serve_agent(agent_maker("idle"), token="secret")) as address:
        with pytest.raises(TransportFault, match="401.*is the token right"):
            RemoteAgent(address, token="wrong")
        assert RemoteAgent(address, token="secret").card.name == "idle"
    with pytest.raises(WayproofError, match="no agent at ws://127.0.0.1:9"):
        load_agent("ws://127.0.0.1:9")


def test_a_caller_who_never_finishes_his_request_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wayproof.protocol.server.OPEN_S", 0.5)
    with _serving(serve_agent(agent_maker("idle"))) as address:
        host, port = address.removeprefix("ws://").split(":")
        with socket.create_connection((host, int(port))) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
            slow.settimeout(10)
            began_s = time.monotonic()
            while slow.recv(1024):
                pass  # an error in HTTP before the end is fine
            assert time.monotonic() - began_s < 9
        assert _run(RemoteAgent(address)).outcome.reason == "stop"


def test_a_server_in_openpis_dialect_drives_by_velocity() -> None:
    asked: list[dict[str, Any]] = []

    def behave(line: ServerConnection, message: Any) -> None:
        asked.append(message)
        line.send(
            pack(
                {
                    "actions": np.array([[0.2, 0.1], [0.2, 0.1]], np.float32),
                    "server_timing": {"infer_ms": 1.0},
                }
            )
        )

    with _bad_server(behave, first=pack({"model": "pi0"})) as address:
        log = _run(RemoteAgent(address))
    assert log.agent.name == "openpi" and log.outcome.reason == "steps"
    assert set(asked[0]) == {"observation/rgb", "prompt"} and asked[0]["observation/rgb"].shape == (24, 32, 3)
    assert log.steps.argument[0].tolist() == pytest.approx([0.2, 0.1, 0.0])
