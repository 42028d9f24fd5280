"""Workers and their watchdog: hands out work, restarts who crashed, gives up what kills three times.

A worker keeps to one scene as long as there is work in it, since making a world takes longer than an episode.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from wayproof.errors import AgentGone, InvalidInput, StorageFailure
from wayproof.log import Outcome, decode_log, key_of
from wayproof.log_files import LOGS, SUFFIX, scan
from wayproof.run.episode_runner import WARM_UP_S
from wayproof.run.queues import Order, Queues
from wayproof.run.reconnect import PATIENCE_S
from wayproof.run.words_file import WordsFile
from wayproof.run.worker import Report, done
from wayproof.work import Work

GRACE_S = 5.0  # beyond the limit of a step, before the worker is killed
LONGEST_REPORT = 1 << 20  # bytes
START_S = 300.0  # imports, compiling and loading an agent
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True)
class Limits:
    """Seconds for a step, for an episode, and for a remote agent to come back."""

    step_s: float
    episode_s: float
    reconnect_s: float = PATIENCE_S  # how long a remote agent that is gone is waited for


@dataclass
class _Hand:
    """One worker process, what it does and since when."""

    name: str
    process: subprocess.Popen[bytes]
    order: Order | None = None
    scene: str = ""
    ready: bool = False
    stepping: bool = False
    finished: int = 0  # episodes
    since_s: float = field(default_factory=time.monotonic)  # of the order, or of the start
    alive_s: float = field(default_factory=time.monotonic)
    unread: bytes = b""


class Pool:
    """Works off a list of work with so many workers; `tell` hears each stored episode and each mishap."""

    def __init__(
        self,
        folder: Path,
        work: Sequence[Work],
        workers: int,
        limits: Limits,
        lock: IO[bytes],
        tell: Callable[[Report], None],
    ) -> None:
        self._folder, self._limits, self._lock, self._tell = folder, limits, lock, tell
        self._words = WordsFile(folder)
        self._queues = Queues(work)
        self._wanted = max(1, min(workers, self._queues.scenes))
        self._hands: list[_Hand] = []
        self._selector = selectors.DefaultSelector()
        self._started = 0

    def drop(self, numbers: set[int]) -> None:
        """Leave out work that is no longer needed; what is under way is finished."""
        self._queues.drop(numbers)

    def run(self) -> None:
        """Until all work is done; ends with the workers gone, whatever happens."""
        try:
            while self._queues.left() or any(hand.order for hand in self._hands):
                while len(self._hands) < min(self._wanted, self._queues.left() + self._busy()):
                    self._hire()
                for key, _ in self._selector.select(timeout=0.2):
                    read, hand = key.data
                    read(hand)
                for hand in list(self._hands):
                    self._watch(hand)
        finally:
            for hand in list(self._hands):
                self._dismiss(hand)
            self._selector.close()

    def _busy(self) -> int:
        return sum(hand.order is not None or not hand.ready for hand in self._hands)

    def _hire(self) -> None:
        self._started += 1
        name = f"{time.time_ns():x}-{os.getpid()}-{self._started}"
        environment = {**os.environ, **dict.fromkeys(ONE_THREAD, "1")}
        words = ["-m", "wayproof.run.worker", str(self._folder), name, str(self._limits.reconnect_s)]
        process = subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the one who gives the orders
            pass_fds=(self._lock.fileno(),),
        )
        hand = _Hand(name, process)
        self._hands.append(hand)
        for stream, read in ((process.stdout, self._read), (process.stderr, self._read_words)):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, (read, hand))

    def _read_words(self, hand: _Hand) -> None:
        assert hand.process.stderr is not None
        self._words.write(hand.process.stderr.read(65536) or b"")

    def _read(self, hand: _Hand) -> None:
        """Take in reports; whoever writes something else there can no longer be trusted."""
        if hand not in self._hands:
            return  # dismissed a moment ago
        assert hand.process.stdout is not None
        *lines, hand.unread = (hand.unread + (hand.process.stdout.read(65536) or b"")).split(b"\n")
        for line in lines:
            try:
                report = msgspec.json.decode(line, type=Report)
            except (msgspec.DecodeError, UnicodeDecodeError):
                self._lost(hand, "wrote something that is not a report where reports belong")
                return
            self._heard(hand, report)
            if hand not in self._hands:
                return
        if len(hand.unread) > LONGEST_REPORT:
            self._lost(hand, f"wrote {LONGEST_REPORT} bytes without an end where reports belong")

    def _heard(self, hand: _Hand, report: Report) -> None:
        hand.alive_s = time.monotonic()
        doing = -1 if hand.order is None else hand.order.work
        if report.kind not in ("ready", "refused") and report.work != doing:
            self._lost(hand, f"reported on work {report.work}, which it had not been given")
        elif report.kind == "alive":
            hand.stepping = True
        elif report.kind == "waiting":  # for a remote agent: neither step nor episode go on meanwhile
            hand.stepping, hand.since_s = False, hand.alive_s
            self._tell(Report("note", report.work, text=report.text))
        elif report.kind == "gone":
            raise AgentGone(report.text)
        elif report.kind == "fresh":
            hand.finished = 0  # its agent has to warm up again
        elif report.kind == "storage":
            raise StorageFailure(report.text)
        elif report.kind == "refused":
            raise InvalidInput(report.text)
        else:
            if report.kind == "done":
                hand.finished += 1
                self._tell(report)
            hand.ready, hand.order = True, None
            self._give(hand)

    def _give(self, hand: _Hand) -> None:
        order = self._queues.next(hand.scene, {other.scene for other in self._hands})
        if order is None:
            self._dismiss(hand)
            return
        hand.order, hand.scene = order, self._queues.by_number[order.work].scene
        hand.stepping, hand.since_s = False, time.monotonic()
        assert hand.process.stdin is not None
        try:
            hand.process.stdin.write(msgspec.json.encode(order) + b"\n")
            hand.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has just died; `_watch` sees that and gives the order to another

    def _watch(self, hand: _Hand) -> None:
        """Restart workers that are gone; end those that take too long."""
        if hand.process.poll() is not None:
            self._read_words(hand)
            self._read(hand)
            if hand in self._hands:
                self._lost(hand, f"ended with code {hand.process.returncode}")
            return
        now = time.monotonic()
        if not hand.ready and now - hand.since_s > START_S:
            raise InvalidInput(f"a worker was not ready after {START_S:g} s; see {self._words.file}")
        if hand.order is None:
            return
        silent_s, busy_s = now - hand.alive_s, now - hand.since_s
        warm_up_s = 0.0 if hand.finished else WARM_UP_S
        if hand.stepping and silent_s > self._limits.step_s + GRACE_S + warm_up_s:
            self._timed_out(hand, f"a step took more than {self._limits.step_s:g} s")
        elif busy_s > self._limits.episode_s:
            self._timed_out(hand, f"the episode took more than {self._limits.episode_s:g} s")

    def _timed_out(self, hand: _Hand, sentence: str) -> None:
        assert hand.order is not None
        order = hand.order
        self._dismiss(hand)
        if not self._told_if_stored(hand, order):
            self._queues.again(Order(order.work, Outcome("agent_timeout", sentence)))

    def _lost(self, hand: _Hand, how: str) -> None:
        """A worker died: its order is given to another, unless it has killed too often or was stored."""
        order = hand.order
        self._dismiss(hand)
        if order is None:
            if not hand.ready:
                raise InvalidInput(f"a worker {how} before its first episode; see {self._words.file}")
            return
        if self._told_if_stored(hand, order):
            return
        self._tell(Report("crash", order.work, text=how))
        self._queues.crashed(order, how)

    def _told_if_stored(self, hand: _Hand, order: Order) -> bool:
        """Whether the worker wrote the log before it died; if so, that is told in its place."""
        file = self._folder / LOGS / f"{hand.name}{SUFFIX}"
        if not file.exists():
            return False
        records = scan(file.read_bytes(), where=str(file)).records
        log = decode_log(records[-1].data) if records else None
        if log is None or key_of(log) != self._queues.by_number[order.work].key:
            return False
        self._tell(done(order.work, log))
        return True

    def _dismiss(self, hand: _Hand) -> None:
        if hand not in self._hands:
            return
        self._hands.remove(hand)
        process = hand.process
        assert process.stdout is not None and process.stdin is not None and process.stderr is not None
        with contextlib.suppress(ProcessLookupError):
            # Its whole group: what the agent has forked holds the lock of the folder, too.
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdout, process.stderr):
            self._selector.unregister(stream)
            stream.close()
        with contextlib.suppress(BrokenPipeError):  # an order that nobody read
            process.stdin.close()
