"""The agent's side of the wire: puts an agent behind a WebSocket; each connection gets an agent of its own.

Loopback unless told otherwise. With a token, whoever does not bring it is turned away before a word is said.
GET /healthz answers "OK", as openpi's server does.
"""

from __future__ import annotations

import hmac
import http
import threading
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from wayproof.protocol.messages import action_message, hello_of, read_act, read_start
from wayproof.protocol.wire import LARGEST_MESSAGE_BYTES, WireFault, pack, unpack
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

LOOPBACK = "127.0.0.1"
OPEN_S = 10.0
MOST_CONNECTIONS = 64


class Served(Protocol):
    """What is put behind the wire: an agent as agents/__init__.py describes it."""

    card: AgentCard

    def start(self, brief: Brief, seed: int) -> None: ...

    def act(self, observation: Observation) -> Action: ...


def serve_agent(
    make: Callable[[], Served], *, host: str = LOOPBACK, port: int = 0, token: str | None = None
) -> Server:
    """A server that is bound and not yet serving: call `serve_forever()`, in a thread if you like."""
    slots = threading.BoundedSemaphore(MOST_CONNECTIONS)

    def handle(line: ServerConnection) -> None:
        if not slots.acquire(blocking=False):
            line.close(1013, "too many connections")
            return
        try:
            _talk(line, make())
        except ConnectionClosed:
            pass  # the other side has gone; nothing is left to be said
        finally:
            slots.release()

    def process_request(line: ServerConnection, request: Request) -> Response | None:
        if request.path == "/healthz":
            return line.respond(http.HTTPStatus.OK, "OK\n")
        given = request.headers.get("Authorization", "")
        if token is not None and not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
            return line.respond(http.HTTPStatus.UNAUTHORIZED, "wrong or missing token\n")
        return None

    return serve(
        handle,
        host,
        port,
        process_request=process_request,
        max_size=LARGEST_MESSAGE_BYTES,
        compression=None,
        open_timeout=OPEN_S,
    )


def _talk(line: ServerConnection, agent: Served) -> None:
    line.send(pack(hello_of(agent.card)))
    for data in line:
        try:
            answer = _answer(agent, unpack(data))
        except Exception:
            # In words, as openpi does; the other side ends the episode and may go on with another.
            line.send(traceback.format_exc(limit=-3))
            continue
        line.send(pack(answer))


def _answer(agent: Served, message: Any) -> dict[str, Any]:
    if not isinstance(message, Mapping):
        raise WireFault(f"a message must be a map, not a {type(message).__name__}")
    seq, kind = int(message.get("seq", 0)), message.get("wayproof")
    if kind == "start":
        brief, seed = read_start(message)
        agent.start(brief, seed)
        return {"seq": seq, "ok": True}
    if kind == "act":
        action = agent.act(read_act(message))
        trace = getattr(agent, "trace", None)  # both are optional parts of the contract
        return action_message(action, seq, None if trace is None else trace())
    override = getattr(agent, "override", None)
    if kind == "override" and override is not None:
        override(str(message.get("capability")), message.get("value"))
        return {"seq": seq, "ok": True}
    if kind == "end":
        return {"seq": seq, "ok": True}
    raise WireFault(f"unknown message {kind!r}; known: start, act, override, end")
