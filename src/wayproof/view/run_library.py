"""The runs below one path: a run, a folder of runs, or log files without a run around them."""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from pathlib import Path

from wayproof.errors import InvalidInput, missing_run, unknown_name
from wayproof.log_files import SUFFIX
from wayproof.manifest import FILE as MANIFEST
from wayproof.view.index import RunIndex

DEPTHS = ("*", "*/*")  # how deep runs are looked for
LOOK_EVERY_S = 1.0
FIND_EVERY = 5  # looks at known runs between two searches for new ones
WATCHED_FOR_S = 15.0  # after the last question nobody is watching, and the disk is left in peace


def find_runs(path: Path) -> list[Path]:
    """Folders of runs below a path, in the order of their names; a path without any is refused."""
    if not path.exists():
        raise missing_run(path)
    if path.is_file() or (path / MANIFEST).exists():
        if path.is_file() and path.suffix != SUFFIX:
            raise InvalidInput(f"{path} is not a log file; name a run folder or a file that ends in {SUFFIX}")
        return [path]
    found = sorted(file.parent for depth in DEPTHS for file in path.glob(f"{depth}/{MANIFEST}"))
    if found:
        return found
    if next(path.rglob(f"*{SUFFIX}"), None) is not None:
        return [path]
    raise InvalidInput(
        f"{path} holds no run: neither {MANIFEST} nor {SUFFIX} files; name a folder made by `wayproof run`"
    )


class Library:
    """All runs below a path, kept up to date by a thread of its own while somebody is looking."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._runs: dict[str, RunIndex] = {}
        self._asked_s = time.monotonic()
        self._wake, self._closed = threading.Event(), threading.Event()
        self._find()
        self._thread = threading.Thread(target=self._watch, name="index", daemon=True)
        self._thread.start()

    def runs(self) -> list[RunIndex]:
        """All runs, in the order of their names."""
        self._note_question()
        return list(self._runs.values())

    def run(self, key: str) -> RunIndex:
        """A run by its key; the key is looked up, it is no path."""
        self._note_question()
        if key not in self._runs:
            raise unknown_name("run", key[:40], self._runs)
        return self._runs[key]

    def close(self) -> None:
        self._closed.set()
        self._wake.set()
        self._thread.join(timeout=5.0)

    def _note_question(self) -> None:
        self._asked_s = time.monotonic()
        self._wake.set()

    def _find(self) -> None:
        found = {}
        for folder in find_runs(self.path):
            name = str(folder.relative_to(self.path)) if folder != self.path else folder.resolve().name
            run = RunIndex(folder, name)
            known = self._runs.get(run.key)
            # Another run in a folder that was emptied has nothing to do with what was read before.
            found[run.key] = known if known is not None and known.stamp == run.stamp else run
        self._runs = found

    def _watch(self) -> None:
        for look in itertools.count(1):
            for run in self._runs.values():
                run.read_new(go_on=lambda: not self._closed.is_set())
            self._wake.clear()
            if time.monotonic() - self._asked_s > WATCHED_FOR_S:
                self._wake.wait()
            if self._closed.wait(LOOK_EVERY_S):
                return
            # A folder that is gone for now is no reason to forget what was read of it.
            if look % FIND_EVERY == 0:
                with contextlib.suppress(InvalidInput, OSError):
                    self._find()
