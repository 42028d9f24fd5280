"""The viewer in a thread or a process of its own, somebody who asks it plainly, and a browser's set-up."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
BROWSER_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_S = 180.0  # only a hang takes longer
PROGRAM = (
    "import sys, pathlib, wayproof.cli.view as v; v.view(pathlib.Path(sys.argv[1]), port=0, browser=False)"
)


@contextmanager
def serving(path: Path) -> Iterator[str]:
    """The address of a viewer that shows a path; it is ended at the end, and must end by itself then."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, process.communicate()[1]
        yield address
    finally:
        process.send_signal(2)
        try:
            _, errors = process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
    assert process.returncode == 0, errors
    assert "Traceback" not in errors, errors


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    def json(self) -> Any:
        return json.loads(self.content)


@dataclass(frozen=True)
class Client:
    """Asks for addresses exactly as they are written, which no browser would do."""

    port: int
    token: str
    address: str  # as a user opens it

    def ask(
        self, path: str, *, method: str = "GET", host: str | None = None, cookie: str | None = None
    ) -> Answer:
        """The answer to somebody with the right cookie, or with another one."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            line.putrequest(method, path, skip_host=True)
            line.putheader("Host", f"127.0.0.1:{self.port}" if host is None else host)
            line.putheader("Cookie", f"wayproof_{self.port}={self.token}" if cookie is None else cookie)
            line.endheaders()
            response = line.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, headers, response.read())
        finally:
            line.close()

    def awaited(self, path: str) -> Answer:
        """An answer that may have to be made first."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            answer = self.ask(path)
            if answer.status != 202:
                return answer
        raise TimeoutError(path)


@contextmanager
def answering(path: Path) -> Iterator[Client]:
    """A viewer in a thread of this process, once it has read everything on the disk."""
    import uvicorn

    from wayproof.view.app import Viewer
    from wayproof.view.page_server import address_of, listen

    viewer = Viewer(path)
    until_s = time.monotonic() + PATIENCE_S
    while not all(run.whole for run in viewer.library.runs()):
        assert time.monotonic() < until_s, "the runs were not read"
        time.sleep(0.02)
    with listen(0) as listening:
        server = uvicorn.Server(uvicorn.Config(viewer.app(), log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            port = listening.getsockname()[1]
            yield Client(port, viewer.token, address_of(port, viewer.token))
        finally:
            server.should_exit = True
            thread.join(PATIENCE_S)
            assert not thread.is_alive()
            viewer.close()
