"""Our side of the wire: one WebSocket to an agent, with limits of size and time on everything.

Whatever goes wrong is a TransportFault, which ends the episode as invalid: a broken connection is not the
agent's decision. A server without Wayproof's hello counts as openpi's: it gets a plain observation and
answers with `actions`; a new connection is its reset.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from wayproof.errors import WayproofError
from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.encoding import (
    LARGEST_MESSAGE_BYTES,
    SOCKET_BUFFER_BYTES,
    WireFault,
    keep_memory,
    pack,
    unpack,
)
from wayproof.wire.messages import Hello, act_message, read_action, read_hello, read_map, start_message

OPEN_S = 10.0
NEAR = ("127.0.0.1", "localhost", "::1")  # reached without a proxy that the environment may name
CLOSE_S = 0.5  # for a server that does not confirm the end
# An openpi server does not say which sensors it needs; it is given what such policies see.
OPENPI_CARD = AgentCard("openpi", "a policy behind openpi's wire", sensors=("rgb",), actions=("velocity",))


class TransportFault(WayproofError):
    """The connection to an agent broke, or what came over it was not an answer."""


class LostConnection(TransportFault):
    """The other side is gone."""


class AgentClient:
    """A connection to one agent. It counts messages, bytes and seconds."""

    def __init__(self, address: str, *, token: str | None = None, answer_s: float = 60.0) -> None:
        self.address, self._token, self._answer_s = address, token, answer_s
        self._socket: ClientConnection | None = None
        self._stack = ExitStack()  # keeps the connection open from one call to the next
        self.hello: Hello | None = None
        self._seq = 0
        self.bytes_sent = self.bytes_received = 0
        self.seconds = 0.0

    def open(self) -> Hello | None:
        """Connect and read the first message; None from a plain openpi server."""
        keep_memory()
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else None
        try:
            opened = connect(
                self.address,
                max_size=LARGEST_MESSAGE_BYTES,
                open_timeout=OPEN_S,
                additional_headers=headers,
                compression=None,
                close_timeout=CLOSE_S,
                ping_interval=None,  # every answer has its own time limit, and the server pings idle clients
                proxy=None if urlsplit(self.address).hostname in NEAR else True,
            )
            self._socket = self._stack.enter_context(opened)
            # A server that stops reading must not block us for ever.
            limit = struct.pack("@ll", max(1, round(self._answer_s)), 0)
            self._socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
            self._socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER_BYTES)
        except (OSError, TimeoutError, WebSocketException, ValueError) as error:
            raise TransportFault(
                f"no agent at {self.address}: {error}; is `wayproof serve` (or the shim) running there, "
                "and is the token right?"
            ) from None
        self.hello = self._guarded(lambda: read_hello(unpack(self._received())))
        return self.hello

    def close(self) -> None:
        self._stack.close()
        self._socket = None

    def start(self, brief: Brief, seed: int) -> None:
        """Begin an episode; reconnect to an openpi server, and to one that closed an idle connection."""
        old = self._socket is not None and self.hello is not None
        if not old:
            self.reopen()
        if self.hello is None:
            return
        try:
            self._asked(start_message(brief, seed, self._next()))
        except LostConnection:
            if not old:
                raise
            self.reopen()
            self._asked(start_message(brief, seed, self._next()))

    def reopen(self) -> None:
        """A new connection in place of the old one."""
        self.close()
        self.open()

    def act(self, observation: Observation) -> Action:
        if self.hello is None:
            return self._openpi_action(observation)
        seq = self._next()
        answer = self._asked(act_message(observation, seq, time.time()))
        action: Action = self._guarded(lambda: read_action(answer, seq))
        return action

    def trace(self) -> dict[str, Any]:
        """What the agent thought at its last step."""
        seq = self._next()
        answer = self._asked({"wayproof": "trace", "seq": seq})
        trace: dict[str, Any] = self._guarded(lambda: read_map(answer, "trace", seq))
        return trace

    def save(self) -> dict[str, Any]:
        """All that the agent's next step depends on, as it gives it."""
        seq = self._next()
        answer = self._asked({"wayproof": "save", "seq": seq})
        state: dict[str, Any] = self._guarded(lambda: read_map(answer, "state", seq))
        return state

    def restore(self, state: Mapping[str, Any]) -> None:
        """Let the agent, which has just been started, go on from what it saved."""
        self._asked({"wayproof": "restore", "seq": self._next(), "state": dict(state)})

    def override(self, capability: str, value: object) -> None:
        self._asked({"wayproof": "override", "seq": self._next(), "capability": capability, "value": value})

    def _next(self) -> int:
        self._seq += 1
        return self._seq

    def _asked(self, message: Mapping[str, Any]) -> Any:
        """Send a message and wait for its answer."""
        if self._socket is None:
            raise TransportFault(f"the connection to {self.address} is closed")
        data = pack(message)
        began_s = time.perf_counter()
        try:
            self._socket.send(data)
        except (OSError, WebSocketException) as error:
            raise self._broken(error) from None
        self.bytes_sent += len(data)
        answer = self._guarded(lambda: unpack(self._received()))
        self.seconds += time.perf_counter() - began_s
        return answer

    def _received(self) -> bytes | str:
        assert self._socket is not None
        try:
            data = self._socket.recv(timeout=self._answer_s)
        except TimeoutError:
            self.close()
            raise TransportFault(f"{self.address} gave no answer within {self._answer_s:g} s") from None
        except (OSError, WebSocketException) as error:
            raise self._broken(error) from None
        self.bytes_received += len(data)
        return data

    def _guarded(self, read: Any) -> Any:
        """What was read, with faults of the encoding as faults of the transport."""
        try:
            return read()
        except WireFault as error:
            self.close()
            raise TransportFault(f"{self.address}: {error}") from None

    def _broken(self, error: Exception) -> LostConnection:
        self.close()
        return LostConnection(f"the connection to {self.address} broke: {type(error).__name__}: {error}")

    def _openpi_action(self, observation: Observation) -> Action:
        """One row of `actions`: forward speed and turn rate."""
        plain = {f"observation/{name}": reading for name, reading in observation.readings.items()}
        answer = self._asked({**plain, "prompt": observation.instruction or ""})
        if not isinstance(answer, Mapping) or "actions" not in answer:
            raise TransportFault(f"{self.address}: the answer has no `actions`")
        try:
            rows = np.atleast_2d(np.asarray(answer["actions"], float))
        except (ValueError, TypeError):
            raise TransportFault(f"{self.address}: `actions` are {str(answer['actions'])[:200]!r}") from None
        if rows.ndim != 2 or not len(rows) or rows.shape[1] < 2:
            raise TransportFault(f"{self.address}: `actions` of shape {rows.shape}; two numbers are needed")
        return Action("velocity", velocity=(float(rows[0, 0]), float(rows[0, 1])))
