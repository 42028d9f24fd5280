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

from wayproof.agents.elsewhere.own_process import agent_apart
from wayproof.episode.agent_seed import AGENT_SEEDS
from wayproof.episode_set import EpisodeSet
from wayproof.errors import WayproofError, missing_dependency
from wayproof.log import Outcome, decode_log
from wayproof.manifest import read_manifest
from wayproof.memory import give_back
from wayproof.run.episode_runner import WARM_UP_S, EpisodeRunner
from wayproof.run.folder import read_plan
from wayproof.run.plan import Plan
from wayproof.run.pool import GRACE_S, Limits
from wayproof.run.queues import Order, Queues
from wayproof.run.readable_record import readable_record
from wayproof.run.reconnect import PATIENCE_S, run_or_blame
from wayproof.run.store import Writer
from wayproof.run.worker import Report, done
from wayproof.suite import Suite
from wayproof.wire.sandbox import hide_memory
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
    reconnect_s: float = PATIENCE_S
    agent_seeds: int = AGENT_SEEDS
    mitigation: str | None = None


class Actor:
    """Lives in a process of the cluster. One thread runs episodes, another says how long a step has taken."""

    def __init__(self, given: bytes) -> None:
        hide_memory()  # here are the episodes
        told = msgspec.json.decode(given, type=Given)
        self._patience_s = told.reconnect_s
        self._step_began_s: float | None = None
        self._runner = EpisodeRunner(
            Plan(told.suite, told.sets, told.real_time, told.not_applicable, told.agent_seeds),
            agent_apart(told.agent),
            keep_trace=told.keep_trace,
            mitigation=told.mitigation,
        )

    def run(self, order: bytes) -> bytes:
        """The encoded log of an order."""
        give_back()
        told = msgspec.json.decode(order, type=Order)
        work = self._runner.plan.work[told.work]
        if told.outcome is not None:
            return readable_record(self._runner.failed(work, told.outcome))[1]
        try:
            log = run_or_blame(
                self._runner, work, patience_s=self._patience_s, tell=self._stepped, warn=self._waited
            )
        finally:
            self._step_began_s = None
        return readable_record(log)[1]

    def quiet_s(self) -> float:
        """Seconds since the present step began; 0 outside of steps."""
        began_s = self._step_began_s
        return 0.0 if began_s is None else time.monotonic() - began_s

    def _stepped(self) -> None:
        self._step_began_s = time.monotonic()

    def _waited(self, sentence: str) -> None:
        self._step_began_s = None  # a remote agent that is gone has a limit of its own


@dataclass
class _Hand:
    actor: Any
    order: Order | None = None
    future: Any = None
    scene: str = ""
    since_s: float = field(default_factory=time.monotonic)
    finished: int = 0  # episodes
    asked: Any = None  # how long the present step takes
    heard_s: float = field(default_factory=time.monotonic)  # when that was answered last


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
        given = Given(
            manifest.suite,
            plan.sets,
            manifest.agent,
            manifest.keep_trace,
            manifest.real_time,
            manifest.not_applicable,
            limits.reconnect_s,
            manifest.agent_seeds,
            manifest.mitigation,
        )
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
        return self._ray.remote(num_cpus=1, max_restarts=0, max_concurrency=2)(Actor).remote(self._given)

    def _busy(self) -> int:
        return sum(hand.order is not None for hand in self._hands)

    def _give(self, hand: _Hand) -> None:
        order = self._queues.next(hand.scene, {other.scene for other in self._hands})
        if order is None:
            return
        hand.order, hand.scene = order, self._queues.by_number[order.work].scene
        hand.future = hand.actor.run.remote(msgspec.json.encode(order))
        hand.since_s = hand.heard_s = time.monotonic()

    def _collect(self) -> None:
        futures = {hand.future: hand for hand in self._hands if hand.order is not None}
        ready, _ = self._ray.wait(list(futures), num_returns=1, timeout=1.0)
        for future in ready:
            self._finish(futures[future])
        for hand in list(self._hands):
            if hand.order is None:
                continue
            if time.monotonic() - hand.since_s > self._limits.episode_s + START_S:
                self._give_up(hand, f"the episode took more than {self._limits.episode_s:g} s")
            elif self._step_s(hand) > self._limits.step_s + GRACE_S + (0.0 if hand.finished else WARM_UP_S):
                self._give_up(hand, f"a step took more than {self._limits.step_s:g} s")

    def _step_s(self, hand: _Hand) -> float:
        """How long the present step takes; an actor that does not even say so is as good as stuck."""
        now_s, errors = time.monotonic(), self._ray.exceptions
        if hand.asked is None:
            hand.asked = hand.actor.quiet_s.remote()
        if not self._ray.wait([hand.asked], timeout=0)[0]:
            return (now_s - hand.heard_s) if hand.finished else 0.0
        asked, hand.asked, hand.heard_s = hand.asked, None, now_s
        try:
            return float(self._ray.get(asked))
        except (errors.RayActorError, errors.RayTaskError):
            return 0.0  # it is gone; its order says how

    def _finish(self, hand: _Hand) -> None:
        order = hand.order
        assert order is not None
        try:
            record = self._ray.get(hand.future)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, WayproofError):
                raise error.cause from None
            self._crashed(hand, order, str(error).strip().split("\n")[-1])
            return
        except self._ray.exceptions.RayError as error:
            self._crashed(hand, order, str(error).split("\n")[0])
            return
        hand.order = None
        hand.finished += 1
        self._writer.append(record)
        self._tell(done(order.work, decode_log(record)))

    def _crashed(self, hand: _Hand, order: Order, how: str) -> None:
        """An actor is of no more use: its order is given to another, unless it has killed too often."""
        self._ray.kill(hand.actor)
        self._hands.remove(hand)
        self._tell(Report("crash", order.work, text=how))
        self._queues.crashed(order, how)

    def _give_up(self, hand: _Hand, sentence: str) -> None:
        assert hand.order is not None
        self._ray.kill(hand.actor)
        self._hands.remove(hand)
        self._queues.again(Order(hand.order.work, Outcome("agent_timeout", sentence)))


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415  # an extra, and heavy
    except ImportError:
        raise missing_dependency("ray", "ray", "--executor ray") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False, configure_logging=False)
    return ray
