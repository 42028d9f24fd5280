"""What a long run shows as it runs: rate, time left, success by condition; few lines if piped."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from wayproof.cli.output import say
from wayproof.run.study import Study
from wayproof.run.worker import Report

PIPED_EVERY_S = 30.0
INTERRUPTED = 130  # the exit code of shells for Ctrl-C


class Progress:
    """A live table on a terminal; a line now and then elsewhere. All on stderr."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._live = Live(console=self._console, refresh_per_second=4) if sys.stderr.isatty() else None
        self._study: Study | None = None
        self._began_s = self._told_s = time.monotonic()
        self._counts: dict[int, list[int]] = {}
        self._stored_before, self.done, self._crashes, self._faults = 0, 0, 0, 0
        self._resuming = True

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    @property
    def fresh(self) -> int:
        """Episodes of this call, without those that were stored before."""
        return self.done - self._stored_before

    @property
    def planned(self) -> int:
        """Episodes in all; 0 before the study is open."""
        return 0 if self._study is None else len(self._study.mine)

    def begin(self, study: Study) -> None:
        self._study = study
        self._counts = {index: [0, 0] for index in range(len(study.plan.conditions))}
        self._began_s = time.monotonic()

    def say(self, sentence: str) -> None:
        if self._live is not None:
            self._live.update(Text(sentence))
        elif time.monotonic() - self._told_s > PIPED_EVERY_S:
            self._told_s = time.monotonic()
            self._console.print(sentence, highlight=False)

    def report(self, report: Report) -> None:
        assert self._study is not None
        if report.kind == "note":  # stays on the screen, whatever follows
            self._console.print(report.text, highlight=False, markup=False)
            return
        if report.kind == "crash":
            self._crashes += 1
        if report.kind == "done":
            self.done += 1
            if time.monotonic() - self._began_s < 0.5:
                self._stored_before = self.done  # what a resumed folder holds is told at once
            counts = self._counts[self._study.plan.work[report.work].condition]
            counts[0] += 1
            counts[1] += report.success
            self._faults += report.reason in ("agent_error", "bad_action", "agent_timeout", "invalid")
        if self._live is not None:
            self._live.update(self._view(self._study))
        else:
            self.say(self._line(self._study))

    def _line(self, study: Study) -> str:
        return f"{self.done}/{len(study.mine)} episodes, {self._rate():.2f}/s, {self._left(study)} left"

    def _rate(self) -> float:
        return self.fresh / max(time.monotonic() - self._began_s, 1e-6)

    def _left(self, study: Study) -> str:
        if not self.fresh:
            return "?"
        seconds = (len(study.mine) - self.done) / self._rate()
        return f"{seconds / 60:.0f} min" if seconds > 90 else f"{seconds:.0f} s"

    def _view(self, study: Study) -> Group:
        table = Table(box=None, pad_edge=False)
        for title in ("condition", "episodes", "success"):
            table.add_column(title, justify="left" if title == "condition" else "right")
        for index, (count, good) in self._counts.items():
            share = f"{good / count:.0%}" if count else ""
            table.add_row(study.plan.conditions[index].name, str(count), share)
        troubles = (
            f", {self._faults} agent faults, {self._crashes} crashes" if self._faults + self._crashes else ""
        )
        bar = Table.grid()  # a bar alone ends without a new line
        bar.add_row(ProgressBar(total=max(1, len(study.mine)), completed=self.done, width=40))
        return Group(Text(self._line(study) + troubles), bar, table)


def stopped(folder: Path, progress: Progress) -> int:
    """What Ctrl-C says, and its exit code."""
    say(
        f"stopped after {progress.done} of {progress.planned} episodes; all of them are stored in {folder}. "
        "Repeat the same command to resume."
    )
    return INTERRUPTED
