"""A real HTTP server on the loopback whose answers are written down beforehand."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Script:
    """What to do at each request, the last line for all further ones; and what was asked."""

    lines: list[tuple[str, object]]
    asked: list[dict[str, object]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def next_line(self) -> tuple[str, object]:
        return self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]


def chat(text: object) -> bytes:
    """The body that a chat model sends."""
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()


@contextmanager
def serving(*lines: tuple[str, object]) -> Iterator[Script]:
    """Lines are ("say", text), ("answer", function of what was asked), ("send", bytes), ("status", n),
    ("limit", seconds of a Retry-After), ("hang", s), ("drip", s), ("redirect", to)."""
    script = Script(list(lines))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            script.asked.append({"path": self.path, **json.loads(self.rfile.read(size))})
            script.headers.append(dict(self.headers))
            _act(self, script)

        def log_message(self, *arguments: object) -> None:
            """Keep the test output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    script.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        script.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _act(handler: BaseHTTPRequestHandler, script: Script) -> None:
    kind, value = script.next_line()
    if kind == "hang":
        script.over.wait(float(str(value)))
        return
    if kind == "drip":
        _drip(handler, script, float(str(value)))
        return
    if kind == "answer" and callable(value):
        kind, value = "say", value(script.asked[-1])
    status = {"status": value, "redirect": 302, "limit": 429}.get(kind, 200)
    body = {"say": chat, "send": lambda content: content}.get(kind, lambda _: b"no")(value)
    handler.send_response(int(str(status)))
    if kind == "redirect":
        handler.send_header("Location", str(value))
    if kind == "limit":
        handler.send_header("Retry-After", str(value))
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    try:
        handler.wfile.write(body)
    except (BrokenPipeError, ConnectionResetError):
        return  # the client had enough


def _drip(handler: BaseHTTPRequestHandler, script: Script, seconds: float) -> None:
    """One byte now and then, so that no single wait is ever long."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    end = time.monotonic() + seconds
    while time.monotonic() < end and not script.over.is_set():
        try:
            handler.wfile.write(b" ")
            handler.wfile.flush()
        except OSError:
            return
        time.sleep(0.02)
