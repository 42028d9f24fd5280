"""Time by the clock and of the processor, over several processes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Spent(NamedTuple):
    """Seconds by the clock and of the processor; the second is not known on every system."""

    clock_s: float
    cpu_s: float

    def minus(self, earlier: Spent) -> Spent:
        return Spent(self.clock_s - earlier.clock_s, self.cpu_s - earlier.cpu_s)


def spent_now(pids: Sequence[int]) -> Spent:
    """The present readings of both clocks, this process and others together."""
    others_s = 0.0
    if sys.platform == "linux":
        others_s = sum(time.clock_gettime((~pid << 3) | 2) for pid in pids)  # the CPU clocks of processes
    return Spent(time.perf_counter(), time.process_time() + others_s)


def spent_by(work: Callable[[], object], pids: Sequence[int] = ()) -> Spent:
    """What some work takes, here and in other processes that work for it."""
    before = spent_now(pids)
    work()
    return spent_now(pids).minus(before)
