"""Agents behind real sockets: the same records as in process, and trouble ends one episode only."""

from __future__ import annotations

import contextlib
import itertools
import socket
import subprocess
import sys
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from played import BEELINE, SMALL, connected, played
from served_agents import serving
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_lines

from wayproof.agents.contract.agent_by_name import agent_maker, load_agent
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.errors import WayproofError
from wayproof.log import decode_log, encode_log, record_digest
from wayproof.metrics.scores import score_all
from wayproof.vocabulary import Action, AgentCard
from wayproof.wire import shim
from wayproof.wire.client import TransportFault
from wayproof.wire.encoding import pack, unpack
from wayproof.wire.messages import hello_of, read_action
from wayproof.wire.server import serve_agent


@contextlib.contextmanager
def _bad_server(behave: Callable[[ServerConnection, Any], None], first: Any = None) -> Iterator[str]:
    """A server that says hello and then does something to each message."""

    def handle(line: ServerConnection) -> None:
        with contextlib.suppress(Exception):
            line.send(
                pack(hello_of(AgentCard("bad", sensors=("depth",)), ["trace"])) if first is None else first
            )
            for data in line:
                behave(line, unpack(data))

    with serving(serve_lines(handle, "127.0.0.1", 0, compression=None)) as address:
        yield address


@pytest.mark.parametrize("name", ["map_and_plan", "oracle", "random"])
def test_remote_and_in_process_give_identical_records(name: str) -> None:
    with serving(serve_agent(agent_maker(name))) as address:
        remote = WebSocketAgent(address)
        one, two = played(remote), played(load_agent(name))
        remote.close()
    assert remote.card == load_agent(name).card and record_digest(one) == record_digest(two)


def test_a_trace_over_the_wire_is_that_of_the_agent_in_process_and_asked_for_only_where_it_is_kept() -> None:
    told: list[int] = []

    def make() -> Any:
        agent = load_agent("map_and_plan")
        trace = agent.trace
        agent.trace = lambda: told.append(1) or trace()
        return agent

    with serving(serve_agent(make)) as address:
        remote = WebSocketAgent(address)
        quiet = played(remote)
        assert told == [] and quiet.trace == ()
        one, two = played(remote, keep_trace=True), played(load_agent("map_and_plan"), keep_trace=True)
        remote.close()
    assert record_digest(one) == record_digest(two)
    assert len(told) == len(one.trace) == len(one.steps.action) and "plan" in one.trace[0]


def test_bytes_over_the_wire_are_logged_step_by_step_and_scored_but_are_no_part_of_the_record() -> None:
    with serving(serve_agent(agent_maker("map_and_plan"))) as address:
        remote = WebSocketAgent(address)
        played(remote)
        log = decode_log(encode_log(played(remote)))  # the second episode begins to count anew
        remote.close()
    sent, received = log.steps.sent_bytes, log.steps.received_bytes
    assert sent is not None and received is not None and len(sent) == len(received) == len(log.steps.action)
    depth_bytes = 4 * SMALL.width_px * SMALL.height_px
    assert (sent > depth_bytes).all() and (sent < depth_bytes + 1000).all()
    assert (received > 20).all() and (received < 1000).all()
    scores = score_all(log, ["sent_kb_per_step", "received_kb_per_step", "latency_p50_ms"])
    assert scores["sent_kb_per_step"] == pytest.approx(sent.sum() / len(sent) / 1000)
    assert scores["received_kb_per_step"] == pytest.approx(received.sum() / len(sent) / 1000)
    assert (scores["latency_p50_ms"] or 0.0) > 0.05
    here = played(load_agent("map_and_plan"))
    assert here.steps.sent_bytes is None and score_all(here, ["sent_kb_per_step"])["sent_kb_per_step"] is None
    assert b"sent_bytes" not in zlib.decompress(encode_log(here))  # as logs were before bytes were counted
    assert b"sent_bytes" in zlib.decompress(encode_log(log))


def test_the_shim_plays_in_another_process_without_wayproof(tmp_path: Path) -> None:
    (tmp_path / "shim.py").write_text(Path(shim.__file__).read_text())
    (tmp_path / "mine.py").write_text(f"{BEELINE}\nshim.serve(Beeline, port=0)\n")
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", _without_site(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        health = urllib.request.urlopen(address.replace("ws://", "http://") + "/healthz", timeout=60)
        assert health.read() == b"OK\n"
        log = played(WebSocketAgent(address))
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


def test_a_broken_connection_ends_the_episode_as_invalid_and_the_next_one_finds_the_agent_again() -> None:
    with serving(serve_agent(agent_maker("forward_only"))) as address:
        remote = WebSocketAgent(address)
        steps = itertools.count()

        def cut() -> None:
            if next(steps) == 3:
                _cut(remote)

        broken = played(remote, on_step=cut)
        assert broken.outcome.reason == "invalid" and "broke" in broken.outcome.detail
        assert len(broken.steps.action) == 3
        assert played(remote).outcome.reason in ("steps", "stop")
        remote.close()


def test_a_connection_that_was_closed_between_episodes_is_opened_again() -> None:
    with serving(serve_agent(agent_maker("forward_only"))) as address:
        remote = WebSocketAgent(address)
        first = played(remote)
        _cut(remote)
        assert record_digest(played(remote)) == record_digest(first)
        remote.close()
    gone = played(remote)
    assert gone.outcome.reason == "invalid" and "no agent at" in gone.outcome.detail


def _cut(remote: WebSocketAgent) -> None:
    assert remote.client._socket is not None
    remote.client._socket.socket.shutdown(socket.SHUT_RDWR)


def _answered(to: str = "act", **changes: Any) -> Callable[[ServerConnection, Any], None]:
    def behave(line: ServerConnection, message: Any) -> None:
        good = {"seq": message["seq"], "ok": True, "action": {"name": "forward"}}
        line.send(pack({**good, **(changes if message["wayproof"] == to else {})}))

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
        (_answered("trace"), "invalid", "the answer has no trace"),
        (_answered("trace", trace=[1, 2]), "invalid", "the trace must be a map, not a list"),
        (_answered("trace", trace={}, seq=99), "invalid", "the answer is for message 99"),
    ],
)
def test_wrong_answers_end_the_episode_with_the_right_reason(
    behave: Callable[[ServerConnection, Any], None], reason: str, detail: str
) -> None:
    with _bad_server(behave) as address:
        log = played(WebSocketAgent(address), keep_trace=True)
    assert log.outcome.reason == reason and detail in log.outcome.detail, log.outcome


def test_velocities_may_come_as_arrays() -> None:
    given = {"name": "velocity", "velocity": np.array([0.25, -0.5], np.float32)}
    with _bad_server(_answered(action=given)) as address:
        log = played(WebSocketAgent(address))
    assert log.outcome.reason == "bad_action" and "velocity" in log.outcome.detail  # its card has none
    message = unpack(pack({"seq": 3, "action": given}))
    assert read_action(message, 3) == Action("velocity", velocity=(0.25, -0.5))


def test_an_agent_that_hangs_is_given_up_after_its_time() -> None:
    def behave(line: ServerConnection, message: Any) -> None:
        if message["wayproof"] == "start":
            line.send(pack({"seq": message["seq"], "ok": True}))  # and nothing ever again

    with _bad_server(behave) as address:
        remote = WebSocketAgent(address)
        remote.client._answer_s = 1.0  # from now on: opening may take longer on a busy machine
        log = played(remote)
    assert log.outcome.reason == "invalid" and "no answer within 1 s" in log.outcome.detail


def test_another_version_a_wrong_token_and_nobody_there_are_refused_in_words() -> None:
    later = pack({"wayproof": 99, "card": {"name": "x"}})
    refused = pytest.raises(TransportFault, match="speaks version 99")
    with _bad_server(_garbage, first=later) as address, refused:
        WebSocketAgent(address)
    with serving(serve_agent(agent_maker("idle"), token="secret")) as address:
        with pytest.raises(TransportFault, match="401.*is the token right"):
            WebSocketAgent(address, token="wrong")
        assert WebSocketAgent(address, token="secret").card.name == "idle"
    with pytest.raises(WayproofError, match="no agent at ws://127.0.0.1:9"):
        load_agent("ws://127.0.0.1:9")


def test_an_agent_on_this_machine_is_reached_without_the_proxy_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # nobody there
    with serving(serve_agent(agent_maker("idle"))) as address:
        assert WebSocketAgent(address).card.name == "idle"


def test_a_caller_who_never_finishes_his_request_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wayproof.wire.server.OPEN_S", 2.0)
    with serving(serve_agent(agent_maker("idle"))) as address:
        host, port = address.removeprefix("ws://").split(":")
        with socket.create_connection((host, int(port))) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
            slow.settimeout(60)
            while slow.recv(1024):
                pass  # an error in HTTP before the end is fine
        assert played(connected(address)).outcome.reason == "stop"


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
        log = played(WebSocketAgent(address))
    assert log.agent.name == "openpi" and log.outcome.reason == "steps"
    assert set(asked[0]) == {"observation/rgb", "prompt"} and asked[0]["observation/rgb"].shape == (24, 32, 3)
    assert log.steps.argument[0].tolist() == pytest.approx([0.2, 0.1, 0.0])


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (np.array([[np.nan, 0.1]], np.float32), "bad_action"),  # it can be read and makes no sense
        (np.zeros((0, 2), np.float32), "invalid"),
        (np.zeros((3, 1), np.float32), "invalid"),
        (np.zeros((1, 2, 2), np.float32), "invalid"),
        ("forward", "invalid"),
        ([[1.0], [2.0, 3.0]], "invalid"),
        (None, "invalid"),
    ],
)
def test_senseless_actions_of_an_openpi_server_end_the_episode_with_the_right_reason(
    actions: Any, reason: str
) -> None:
    def behave(line: ServerConnection, message: Any) -> None:
        line.send(pack({"actions": actions}))

    with _bad_server(behave, first=pack({})) as address:
        log = played(WebSocketAgent(address))
    assert log.outcome.reason == reason, log.outcome
