"""Who runs cases: this process, or several beside it. Results come in the order of the cases either way."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Protocol as Interface

import cv2

from wayproof.agents.elsewhere.own_process import close_agent
from wayproof.errors import WayproofError
from wayproof.testing.case_result import CaseResult
from wayproof.testing.case_run import CaseRunner, RunnerOptions, agent_to_test
from wayproof.testing.cases.case import Case


class WorkerLost(WayproofError):
    """A process that ran cases ended; what it had finished is kept."""


class Workers(Interface):
    """Runs cases, and makes failing ones smaller."""

    def run(self, cases: Sequence[Case]) -> Iterator[CaseResult]: ...

    def shrink(self, results: Sequence[CaseResult]) -> Iterator[CaseResult]: ...


class Here:
    """In this process, one after another."""

    def __init__(self, runner: CaseRunner) -> None:
        self._runner = runner

    def run(self, cases: Sequence[Case]) -> Iterator[CaseResult]:
        return map(self._runner.run, cases)

    def shrink(self, results: Sequence[CaseResult]) -> Iterator[CaseResult]:
        return map(self._runner.shrunk, results)


class Beside:
    """In processes of their own, each with its own agent."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def run(self, cases: Sequence[Case]) -> Iterator[CaseResult]:
        return self._told(self._pool.map(_run, cases))

    def shrink(self, results: Sequence[CaseResult]) -> Iterator[CaseResult]:
        return self._told(self._pool.map(_shrink, results))

    @staticmethod
    def _told(results: Iterator[CaseResult]) -> Iterator[CaseResult]:
        try:
            yield from results
        except BrokenProcessPool:
            raise WorkerLost(
                "a process that ran test cases was killed; repeat the command to go on from the last result, "
                "with fewer workers if memory was short"
            ) from None


@contextmanager
def workers_for(agent: str, count: int, how: RunnerOptions) -> Iterator[Workers]:
    """So many workers for an agent; a single one is this process."""
    if count == 1:
        tested = agent_to_test(agent)
        try:
            yield Here(CaseRunner(tested, how))
        finally:
            close_agent(tested)
        return
    context = multiprocessing.get_context("spawn")
    begin = (agent, how)
    with ProcessPoolExecutor(count, context, initializer=_begin, initargs=begin) as pool:
        yield Beside(pool)


_runner: list[CaseRunner] = []  # of this process, if it is a worker


def _begin(agent: str, how: RunnerOptions) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    cv2.setNumThreads(1)  # there is a worker for each core already
    _runner.append(CaseRunner(agent_to_test(agent), how))


def _end_with_parent() -> None:
    """When the process that gave the work is gone, nobody waits for this one."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def _run(case: Case) -> CaseResult:
    return _runner[0].run(case)


def _shrink(result: CaseResult) -> CaseResult:
    return _runner[0].shrunk(result)
