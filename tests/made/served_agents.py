"""Agents behind a WebSocket, served in a thread of the test, and a port for servers that come and go."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

from websockets.sync.server import Server


@contextlib.contextmanager
def serving(server: Server) -> Iterator[str]:
    """The address of a server that serves in a thread."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
    finally:
        server.shutdown()
        thread.join()


@contextlib.contextmanager
def reserved_port() -> Iterator[int]:
    """A port for the servers of one test: bound here, so nobody else gets it, and not listened on as yet."""
    with socket.socket() as held:
        held.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # servers, who set it too, may bind it again
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])
