"""A worker process: reads orders from stdin, one JSON line each, runs the episode, stores its log, reports.

It is a plain subprocess, so that an agent that crashes takes nothing else with it. When the process that gave
the orders is gone, so is the worker, at once: an episode under way is not stored.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from queue import SimpleQueue
from typing import IO

import cv2
import msgspec

from wayproof.agents.contract.agent_source import source_hash
from wayproof.agents.elsewhere.own_process import agent_apart
from wayproof.errors import AgentGone, InvalidInput, StorageFailure, WayproofError
from wayproof.log import EpisodeLog
from wayproof.manifest import Manifest, read_manifest
from wayproof.memory import give_back
from wayproof.metrics.success import success
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import read_plan
from wayproof.run.queues import Order
from wayproof.run.readable_record import readable_record
from wayproof.run.reconnect import run_or_blame
from wayproof.run.store import Writer
from wayproof.wire.sandbox import hide_memory

ALIVE_EVERY_S = 0.5


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a worker tells: "ready", "fresh" (the agent has a new process), "alive", "done", "waiting" (for an
    agent), "gone" (the agent), "refused" (the set-up is wrong), "storage" (the disk). Those who follow a run
    also hear "crash" and "note"."""

    kind: str
    work: int = -1
    success: bool = False
    steps: int = 0
    reason: str = ""
    text: str = ""


def main() -> None:
    """`python -m wayproof.run.worker FOLDER NAME PATIENCE_S`: obey until stdin ends."""
    # Whatever an agent prints must not be mistaken for a report.
    reports = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    cv2.setNumThreads(1)  # there is a worker for each core already
    hide_memory()  # here are the episodes
    folder, name, patience_s = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    orders: SimpleQueue[Order] = SimpleQueue()
    threading.Thread(target=_listen, args=(orders,), daemon=True).start()
    try:
        manifest = read_manifest(folder)
        _check_source(manifest)
        agent = agent_apart(manifest.agent, hidden=[folder])
        runner = EpisodeRunner(
            read_plan(folder), agent, keep_trace=manifest.keep_trace, mitigation=manifest.mitigation
        )
        writer = Writer(folder, name)
    except WayproofError as error:
        _report(reports, Report("refused", text=str(error)))
        return
    _report(reports, Report("ready"))
    while True:
        order = orders.get()
        try:
            log, record = readable_record(_obeyed(runner, order, reports, patience_s))
            writer.append(record)
        except AgentGone as error:
            _report(reports, Report("gone", order.work, text=str(error)))
            return
        except StorageFailure as error:
            _report(reports, Report("storage", order.work, text=str(error)))
            return
        except WayproofError as error:
            _report(reports, Report("refused", order.work, text=str(error)))
            return
        _report(reports, done(order.work, log))
        del log, record
        give_back()


def _check_source(manifest: Manifest) -> None:
    """Refuse an agent whose file was changed after the run began."""
    if manifest.agent_source and source_hash(manifest.agent) != manifest.agent_source:
        raise InvalidInput(
            f"the file of {manifest.agent} was changed while the run was going; finish the run with the old "
            "one, choose another folder with -o, or resume with --mixed"
        )


def done(work: int, log: EpisodeLog) -> Report:
    """The report of a stored log."""
    return Report("done", work, bool(success(log)), len(log.steps.action), log.outcome.reason)


def _obeyed(runner: EpisodeRunner, order: Order, reports: IO[bytes], patience_s: float) -> EpisodeLog:
    work = runner.plan.work[order.work]
    if order.outcome is not None:
        return runner.failed(work, order.outcome)
    if runner.fresh:
        _report(reports, Report("fresh", order.work))
    last_s = -ALIVE_EVERY_S

    def tell() -> None:
        nonlocal last_s
        now_s = time.monotonic()
        if now_s - last_s >= ALIVE_EVERY_S:
            last_s = now_s
            _report(reports, Report("alive", order.work))

    def warn(sentence: str) -> None:
        _report(reports, Report("waiting", order.work, text=sentence))

    return run_or_blame(runner, work, patience_s=patience_s, tell=tell, warn=warn)


def _listen(orders: SimpleQueue[Order]) -> None:
    """Orders from stdin; its end means that nobody waits for this worker any more."""
    for line in sys.stdin.buffer:
        orders.put(msgspec.json.decode(line, type=Order))
    os._exit(0)


def _report(reports: IO[bytes], report: Report) -> None:
    reports.write(msgspec.json.encode(report) + b"\n")


if __name__ == "__main__":
    main()
