"""Agents behind a WebSocket, served in a thread of the test."""

from __future__ import annotations

import contextlib
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
