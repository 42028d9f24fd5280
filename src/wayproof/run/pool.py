"""Workers and their watchdog: hands out work, restarts who crashed, gives up what kills three times.

A worker keeps to one scene as long as there is work in it, since making a world takes longer than an episode.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from wayproof.errors import InvalidInput, StorageFailure
from wayproof.log import Outcome, decode_log, key_of
from wayproof.log_files import LOGS, SUFFIX, scan
from wayproof.run.episode_runner import WARM_UP_S
from wayproof.run.queues import Order, Queues
from wayproof.run.worker import Report, done
from wayproof.work import Work

GRACE_S = 5.0  # beyond the limit of a step, before the worker is killed
START_S = 300.0  # imports, compiling and loading an agent
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True)
class Limits:
    """Seconds for a step and for an episode."""

    step_s: float
    episode_s: float


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
        self._words = folder / "workers.txt"  # what workers and agents print
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
                    self._read(key.data)
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
        with self._words.open("ab") as stream:
            process = subprocess.Popen(
                [sys.executable, "-m", "wayproof.run.worker", str(self._folder), name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stream,
                env=environment,
                start_new_session=True,  # Ctrl-C is for the one who gives the orders
                pass_fds=(self._lock.fileno(),),
            )
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        hand = _Hand(name, process)
        self._hands.append(hand)
        self._selector.register(process.stdout, selectors.EVENT_READ, hand)

    def _read(self, hand: _Hand) -> None:
        assert hand.process.stdout is not None
        chunk = hand.process.stdout.read(65536)
        if not chunk:
            return
        *lines, hand.unread = (hand.unread + chunk).split(b"\n")
        for line in lines:
            self._heard(hand, msgspec.json.decode(line, type=Report))

    def _heard(self, hand: _Hand, report: Report) -> None:
        hand.alive_s = time.monotonic()
        if report.kind == "alive":
            hand.stepping = True
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
            self._read(hand)
            if hand in self._hands:
                self._lost(hand, f"ended with code {hand.process.returncode}")
            return
        now = time.monotonic()
        if not hand.ready and now - hand.since_s > START_S:
            raise InvalidInput(f"a worker was not ready after {START_S:g} s; see {self._words}")
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
                raise InvalidInput(f"a worker {how} before its first episode; see {self._words}")
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
        assert hand.process.stdout is not None and hand.process.stdin is not None
        self._selector.unregister(hand.process.stdout)
        hand.process.kill()
        hand.process.wait()
        hand.process.stdout.close()
        with contextlib.suppress(BrokenPipeError):  # an order that nobody read
            hand.process.stdin.close()
