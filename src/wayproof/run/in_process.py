"""Episodes one after the other in this process, for an agent that is a Python object and has no name.

The counterpart of `pool.Pool`: same store, same order, same bits. There is no watchdog: an agent that hangs
or crashes the interpreter takes the run with it, and what is stored stays stored.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from wayproof.log import EpisodeLog
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.readable_record import readable_record
from wayproof.run.reconnect import run_reconnecting
from wayproof.run.store import Writer
from wayproof.run.worker import Report, done
from wayproof.work import Work


class InProcess:
    """Works off a list of work; `tell` hears each stored episode."""

    def __init__(
        self,
        folder: Path,
        work: Sequence[Work],
        runner: EpisodeRunner,
        patience_s: float,
        tell: Callable[[Report], None],
    ) -> None:
        self._folder, self._work, self._runner, self._tell = folder, work, runner, tell
        self._patience_s = patience_s
        self._dropped: set[int] = set()

    def drop(self, numbers: set[int]) -> None:
        """Leave out work that is no longer needed."""
        self._dropped.update(numbers)

    def _ran(self, item: Work) -> EpisodeLog:
        def warn(sentence: str) -> None:
            self._tell(Report("note", item.number, text=sentence))

        return run_reconnecting(self._runner, item, patience_s=self._patience_s, warn=warn)

    def run(self) -> None:
        writer = Writer(self._folder, f"{time.time_ns():x}-{os.getpid()}-here")
        try:
            for item in self._work:
                if item.number not in self._dropped:
                    log, record = readable_record(self._ran(item))
                    writer.append(record)
                    self._tell(done(item.number, log))
        finally:
            writer.close()
