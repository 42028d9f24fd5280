"""Serving the viewer on this machine: a loopback port, the address printed, the browser opened."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from wayproof.errors import InvalidInput
from wayproof.view.app import Viewer

LOOPBACK = "127.0.0.1"


def serve(path: Path, *, port: int = 0, browser: bool = True, tell: Callable[[str], None]) -> None:
    """Show the runs below a path until stopped; `tell` is given the address. Port 0 takes any free one."""
    listening = listen(port)
    viewer = Viewer(path)
    try:
        address = address_of(listening.getsockname()[1], viewer.token)
        tell(address)
        if browser and has_screen():
            threading.Timer(0.5, webbrowser.open, [address]).start()
        # The socket is ours, so that no other address can be asked for by accident.
        settings = uvicorn.Config(viewer.app(), log_level="warning", lifespan="off", server_header=False)
        uvicorn.Server(settings).run([listening])
    finally:
        viewer.close()
        listening.close()


def address_of(port: int, token: str) -> str:
    """The address to open first; from then on, the browser has a cookie."""
    return f"http://{LOOPBACK}:{port}/?token={token}"


def listen(port: int) -> socket.socket:
    """A socket of the loopback; a port that is taken is refused with a sentence."""
    if not 0 <= port <= 65535:
        raise InvalidInput(f"--port is {port}; give 0 (any free port) or 1024 to 65535")
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((LOOPBACK, port))
        made.listen(128)  # at once, so that requests may arrive before everything is ready
    except OSError as error:
        made.close()
        raise InvalidInput(
            f"port {port} cannot be used ({error.strerror}); choose another, or leave --port out"
        ) from None
    return made


def has_screen() -> bool:
    """Whether a browser window could appear; on a bare terminal Python would start a text browser."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY")
    )
