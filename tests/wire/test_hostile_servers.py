"""Servers that break the rules on real sockets: the episode ends as invalid, with its reason."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from played import BEELINE, behind_the_shim, episode, played, world

from wayproof.agents.contract.conformance_cases import synthetic_case
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.vocabulary import AgentCard, Observation
from wayproof.wire import shim
from wayproof.wire.client import AgentClient, TransportFault

HELLO = {"wayproof": 1, "card": {"name": "raw", "sensors": ["depth"]}}
GIGABYTE = 1 << 30
PATIENCE_S = 120.0  # only a hang takes longer
Behave = Callable[[socket.socket, dict[str, Any]], None]


@contextlib.contextmanager
def raw_server(behave: Behave) -> Iterator[str]:
    """Greets as an agent should, starts episodes, and answers each observation with plain bytes."""
    listener = socket.create_server(("127.0.0.1", 0))

    def talk() -> None:
        with contextlib.suppress(OSError):
            line, _ = listener.accept()
            with line:
                shim._handshake(line, "")
                line.settimeout(PATIENCE_S)
                shim._send(line, shim.pack(HELLO))
                while True:
                    message = shim.unpack(shim._receive(line))
                    if message["wayproof"] == "start":
                        shim._send(line, shim.pack({"seq": message["seq"], "ok": True}))
                    else:
                        behave(line, message)

    thread = threading.Thread(target=talk, daemon=True)
    thread.start()
    try:
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.close()
        thread.join(timeout=PATIENCE_S)
        assert not thread.is_alive()


@contextlib.contextmanager
def _memory() -> Iterator[list[int]]:
    """The most that objects of this process held at once; it is told when the block ends."""
    peak: list[int] = []
    tracemalloc.start()
    try:
        yield peak
    finally:
        peak.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()


def _good(message: dict[str, Any]) -> bytes:
    return shim.pack({"seq": message["seq"], "action": {"name": "forward"}})


def _a_gigabyte(line: socket.socket, message: dict[str, Any]) -> None:
    line.sendall(struct.pack("!BBQ", 0x82, 127, GIGABYTE))
    for _ in range(1024):
        line.sendall(bytes(1 << 20))


def _a_gigabyte_in_pieces(line: socket.socket, message: dict[str, Any]) -> None:
    for number in range(1024):
        line.sendall(struct.pack("!BBQ", 0 if number else 2, 127, 1 << 20) + bytes(1 << 20))


def _drips(line: socket.socket, message: dict[str, Any]) -> None:
    """A byte now and then until the client has enough; who waits for all of it waits for a minute."""
    line.sendall(struct.pack("!BBH", 0x82, 126, 60_000))
    for _ in range(1200):
        line.sendall(b"\0")
        time.sleep(0.05)
    line.shutdown(socket.SHUT_RDWR)


def _no_frame(line: socket.socket, message: dict[str, Any]) -> None:
    line.sendall(b"HTTP/1.1 500 Internal Server Error\r\n\r\n" * 10)


def _half_an_answer(line: socket.socket, message: dict[str, Any]) -> None:
    line.sendall((struct.pack("!BB", 0x82, len(_good(message))) + _good(message))[:-5])
    line.shutdown(socket.SHUT_RDWR)


def _says_goodbye(line: socket.socket, message: dict[str, Any]) -> None:
    shim._send(line, struct.pack("!H", 1011) + b"out of memory", 8)


def _a_list(line: socket.socket, message: dict[str, Any]) -> None:
    shim._send(line, shim.pack([1, 2, 3]))


def _wrong_shape(line: socket.socket, message: dict[str, Any]) -> None:
    action = {"name": "velocity", "velocity": np.zeros((2, 3), np.float32)}
    shim._send(line, shim.pack({"seq": message["seq"], "action": action}))


def _array_that_lies(line: socket.socket, message: dict[str, Any]) -> None:
    lie = {b"__ndarray__": True, b"data": b"abcd", b"dtype": "<f4", b"shape": [1 << 40]}
    shim._send(line, shim.pack({"seq": message["seq"], "action": {"name": "forward", "text": lie}}))


@pytest.mark.parametrize(
    ("behave", "detail"),
    [
        (_a_gigabyte, "broke"),
        (_a_gigabyte_in_pieces, "broke"),
        (_drips, "no answer within 1 s"),
        (_no_frame, "broke"),
        (_half_an_answer, "broke"),
        (_says_goodbye, "out of memory"),
        (_a_list, "the answer has no action"),
        (_wrong_shape, "action: Expected `float`, got `array`"),
        (_array_that_lies, "with 4 bytes"),
    ],
)
def test_a_server_that_breaks_the_rules_ends_the_episode_as_invalid(behave: Behave, detail: str) -> None:
    world(), episode()  # made before memory is counted
    with raw_server(behave) as address, _memory() as taken_bytes:
        remote = WebSocketAgent(address)
        remote.client._answer_s = 1.0 if behave is _drips else PATIENCE_S
        log = played(remote)
        remote.close()
    assert log.outcome.reason == "invalid" and detail in log.outcome.detail, log.outcome
    assert len(log.steps.action) == 0
    assert max(taken_bytes) < GIGABYTE // 4  # no gigabyte was kept


def test_a_server_that_stops_reading_is_given_up() -> None:
    over = threading.Event()

    def greets_and_sleeps(listener: socket.socket) -> None:
        line, _ = listener.accept()
        with line:
            shim._handshake(line, "")
            shim._send(line, shim.pack(HELLO))
            shim._receive(line)
            shim._send(line, shim.pack({"seq": 1, "ok": True}))
            over.wait(PATIENCE_S)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=greets_and_sleeps, args=(listener,), daemon=True)
        thread.start()
        client = AgentClient(f"ws://127.0.0.1:{listener.getsockname()[1]}", answer_s=3.0)
        client.start(synthetic_case(AgentCard("raw")).brief, 0)
        more_than_buffers_hold = Observation(0, {"rgb": np.zeros((4000, 5000, 3), np.uint8)})
        with pytest.raises(TransportFault, match="broke"):
            client.act(more_than_buffers_hold)
        assert thread.is_alive()  # it was we who gave up
        over.set()
        thread.join()


DIES = BEELINE.replace(
    "        assert observation",
    "        if observation['step'] == 3:\n            __import__('os').kill(__import__('os').getpid(), 9)\n"
    "        assert observation",
)


def test_an_agent_killed_in_the_middle_of_an_episode_breaks_the_connection_after_its_last_step(
    tmp_path: Path,
) -> None:
    with behind_the_shim(tmp_path, DIES, sys.executable) as (address, process):
        remote = WebSocketAgent(address)
        log = played(remote)
        again = played(remote)
        assert process.wait(timeout=PATIENCE_S) == -9
    assert log.outcome.reason == "invalid" and "broke" in log.outcome.detail and len(log.steps.action) == 3
    assert again.outcome.reason == "invalid" and "no agent at" in again.outcome.detail
