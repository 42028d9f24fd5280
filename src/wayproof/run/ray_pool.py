"""Work on a Ray cluster: actors hold a simulator and the agent, results go through the same store.

The actors need no shared disk: they are given the plan as bytes and give back encoded logs, which the process
that holds the run folder writes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode_set import EpisodeSet
from wayproof.errors import InvalidInput, WayproofError, missing_dependency
from wayproof.log import Outcome, decode_log
from wayproof.manifest import read_manifest
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import read_plan
from wayproof.run.memory import give_back
from wayproof.run.plan import Plan
from wayproof.run.pool import Limits
from wayproof.run.queues import Order, Queues
from wayproof.run.readable_record import readable_record
from wayproof.run.store import Writer
from wayproof.run.worker import Report, done
from wayproof.suite import Suite
from wayproof.work import NotApplicable, Work

START_S = 600.0


class Given(msgspec.Struct, frozen=True):
    """All that an actor needs, as it travels."""

    suite: Suite
    sets: tuple[EpisodeSet, ...]
    agent: str
    keep_trace: bool
    real_time: bool = False
    not_applicable: tuple[NotApplicable, ...] = ()


class Actor:
    """Lives in a process of the cluster."""

    def __init__(self, given: bytes) -> None:
        told = msgspec.json.decode(given, type=Given)
        self._runner = EpisodeRunner(
            Plan(told.suite, told.sets, told.real_time, told.not_applicable),
            load_agent(told.agent),
            keep_trace=told.keep_trace,
        )

    def run(self, order: bytes) -> bytes:
        """The encoded log of an order."""
        give_back()
        told = msgspec.json.decode(order, type=Order)
        work = self._runner.plan.work[told.work]
        if told.outcome is not None:
            return readable_record(self._runner.failed(work, told.outcome))[1]
        return readable_record(self._runner.run(work))[1]


@dataclass
class _Hand:
    actor: Any
    order: Order | None = None
    future: Any = None
    scene: str = ""
    since_s: float = field(default_factory=time.monotonic)


class RayPool:
    """The counterpart of `pool.Pool` on a cluster; RAY_ADDRESS or a local cluster, as Ray itself decides."""

    def __init__(
        self,
        folder: Path,
        work: Sequence[Work],
        workers: int,
        limits: Limits,
        tell: Callable[[Report], None],
    ) -> None:
        self._ray = _ray()
        manifest, plan = read_manifest(folder), read_plan(folder)
        how = (manifest.keep_trace, manifest.real_time, manifest.not_applicable)
        given = Given(manifest.suite, plan.sets, manifest.agent, *how)
        self._given = msgspec.json.encode(given)
        self._queues, self._limits, self._tell = Queues(work), limits, tell
        self._workers = max(1, min(workers, self._queues.scenes))
        self._writer = Writer(folder, f"ray-{time.time_ns():x}")
        self._hands: list[_Hand] = []

    def drop(self, numbers: set[int]) -> None:
        """Leave out work that is no longer needed; what is under way is finished."""
        self._queues.drop(numbers)

    def run(self) -> None:
        """Until all work is done; ends with the actors gone."""
        try:
            while self._queues.left() or any(hand.order for hand in self._hands):
                while len(self._hands) < min(self._workers, self._queues.left()) + self._busy():
                    if len(self._hands) >= self._workers:
                        break
                    self._hands.append(_Hand(self._actor()))
                for hand in list(self._hands):
                    if hand.order is None:
                        self._give(hand)
                self._collect()
        finally:
            for hand in self._hands:
                self._ray.kill(hand.actor)
            self._writer.close()

    def _actor(self) -> Any:
        return self._ray.remote(num_cpus=1, max_restarts=0)(Actor).remote(self._given)

    def _busy(self) -> int:
        return sum(hand.order is not None for hand in self._hands)

    def _give(self, hand: _Hand) -> None:
        order = self._queues.next(hand.scene, {other.scene for other in self._hands})
        if order is None:
            return
        hand.order, hand.scene = order, self._queues.by_number[order.work].scene
        hand.future = hand.actor.run.remote(msgspec.json.encode(order))
        hand.since_s = time.monotonic()

    def _collect(self) -> None:
        futures = {hand.future: hand for hand in self._hands if hand.order is not None}
        ready, _ = self._ray.wait(list(futures), num_returns=1, timeout=1.0)
        for future in ready:
            self._finish(futures[future])
        for hand in list(self._hands):
            if hand.order is not None and time.monotonic() - hand.since_s > self._limits.episode_s + START_S:
                self._give_up(hand)

    def _finish(self, hand: _Hand) -> None:
        order = hand.order
        assert order is not None
        try:
            record = self._ray.get(hand.future)
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause
            raise (cause if isinstance(cause, WayproofError) else InvalidInput(str(error))) from None
        except self._ray.exceptions.RayActorError as error:
            self._hands.remove(hand)
            how = str(error).split("\n")[0]
            self._tell(Report("crash", order.work, text=how))
            self._queues.crashed(order, how)
            return
        hand.order = None
        self._writer.append(record)
        self._tell(done(order.work, decode_log(record)))

    def _give_up(self, hand: _Hand) -> None:
        assert hand.order is not None
        self._ray.kill(hand.actor)
        self._hands.remove(hand)
        sentence = f"the episode took more than {self._limits.episode_s:g} s"
        self._queues.again(Order(hand.order.work, Outcome("agent_timeout", sentence)))


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415  # an extra, and heavy
    except ImportError:
        raise missing_dependency("ray", "ray", "--executor ray") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False, configure_logging=False)
    return ray
