"""Clients that break the rules on real sockets: they are cut off, and server and shim go on."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from played import connected, played
from served_agents import reserved_port, serving
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from wayproof.agents.contract.agent_by_name import agent_maker
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.wire import shim
from wayproof.wire.client import TransportFault
from wayproof.wire.encoding import pack, unpack
from wayproof.wire.server import serve_agent

GIGABYTE = 1 << 30
PATIENCE_S = 60.0  # only a hang takes longer
Serve = Callable[..., contextlib.AbstractContextManager[str]]


@contextlib.contextmanager
def _shim_here(token: str = "") -> Iterator[str]:
    """The shim in a thread of this process, so that its limits can be changed."""

    class Idle:
        card = {"name": "idle", "sensors": ["depth"]}  # noqa: RUF012

        def start(self, brief: Any, seed: int) -> None:
            pass

        def act(self, observation: Any) -> str:
            return "stop"

    with reserved_port() as port:
        threading.Thread(target=shim.serve, args=(Idle, port), kwargs={"token": token}, daemon=True).start()
        until_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                assert time.monotonic() < until_s
                time.sleep(0.02)
        yield f"ws://127.0.0.1:{port}"


@contextlib.contextmanager
def _server_here(token: str = "") -> Iterator[str]:
    with serving(serve_agent(agent_maker("idle"), token=token or None)) as address:
        yield address


SERVERS = pytest.mark.parametrize("serve", [_shim_here, _server_here])


def _raw(address: str) -> socket.socket:
    """A connection that has shaken hands and heard the greeting."""
    host, port = address.removeprefix("ws://").split(":")
    line = socket.create_connection((host, int(port)), timeout=PATIENCE_S)
    line.sendall(
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    heard = b""
    while b"wayproof" not in heard.partition(b"\r\n\r\n")[2]:
        heard += line.recv(4096)
    return line


def _is_closed(line: socket.socket) -> bool:
    """Whether the other side ends the connection, perhaps with a word."""
    with contextlib.suppress(ConnectionError):
        while line.recv(4096):
            pass
    return True


@SERVERS
@pytest.mark.parametrize(
    "sent",
    [
        struct.pack("!BBQI", 0x82, 0x80 | 127, GIGABYTE, 0),  # a gigabyte, it says
        struct.pack("!BB", 0x82, 4) + b"open",  # a client's frame without a mask
        b"\xff" * 64,
    ],
)
def test_a_client_that_breaks_the_rules_is_cut_off_and_the_next_one_served(serve: Serve, sent: bytes) -> None:
    with serve() as address:
        with _raw(address) as line:
            line.sendall(sent)
            assert _is_closed(line)
        assert played(WebSocketAgent(address)).outcome.reason == "stop"


@SERVERS
def test_garbage_in_a_whole_frame_is_answered_in_words_and_the_session_goes_on(
    serve: Serve,
) -> None:
    with serve() as address, connect(address, compression=None) as line:
        assert unpack(line.recv(timeout=PATIENCE_S))["card"]["name"] == "idle"
        for garbage in (b"\xc1\xff", b"", pack([1, 2]), pack({"wayproof": "fly"})):
            line.send(garbage)
            told = line.recv(timeout=PATIENCE_S)
            assert isinstance(told, str) and ("Error" in told or "Fault" in told)
        line.send(pack({"wayproof": "end", "seq": 7}))
        assert unpack(line.recv(timeout=PATIENCE_S)) == {"seq": 7, "ok": True}


@SERVERS
def test_a_caller_who_drips_his_request_is_cut_off_in_time(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wayproof.wire.server.OPEN_S", 2.0)
    monkeypatch.setattr("wayproof.wire.shim.OPEN_S", 2.0)
    with serve() as address:
        host, port = address.removeprefix("ws://").split(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\n")
            with pytest.raises(OSError):
                for _ in range(1200):
                    slow.sendall(b"X-Drip: 1\r\n")
                    time.sleep(0.05)
        assert played(connected(address)).outcome.reason == "stop"


@SERVERS
def test_pages_in_a_browser_are_refused_without_a_token(serve: Serve) -> None:
    page, known = Origin("http://127.0.0.1:8000"), {"Authorization": "Bearer secret"}
    with serve() as address:
        with pytest.raises(InvalidStatus, match="40[13]"), connect(address, origin=page):
            pass
        with connect(address) as line:
            assert line.recv()
    with serve(token="secret") as address, connect(address, origin=page, additional_headers=known) as line:
        assert line.recv()


@SERVERS
def test_only_who_knows_the_token_is_let_in_and_a_run_says_why_not(
    serve: Serve,
) -> None:
    with serve(token="secret") as address:
        for wrong in (None, "", "wrong", "secret2", "Secret"):
            with pytest.raises(TransportFault, match="401.*is the token right"):
                WebSocketAgent(address, token=wrong)
        for header in ("Bearer secret", "Api-Key secret"):  # ours and openpi's
            with connect(address, compression=None, additional_headers={"Authorization": header}) as line:
                assert unpack(line.recv(timeout=PATIENCE_S))["card"]["name"] == "idle"
        assert played(WebSocketAgent(address, token="secret")).outcome.reason == "stop"
