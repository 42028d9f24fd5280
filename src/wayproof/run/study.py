"""A study: from suite and agent to a folder in which every episode has its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.recorder import software_versions
from wayproof.errors import InvalidInput
from wayproof.log import Comparable, protocol_hash
from wayproof.manifest import Manifest, StopRule, read_manifest
from wayproof.results.counted_episodes import counted_work
from wayproof.results.early_stopping import Stopping
from wayproof.results.table import Table, scores_of, tables_of
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import Tell, make_plan, open_folder, read_plan
from wayproof.run.plan import Plan, Work, shard_of
from wayproof.run.pool import Limits, Pool
from wayproof.run.ray_pool import RayPool
from wayproof.run.store import LOCK, key_of, locked, repair, stored_logs
from wayproof.run.worker import Report
from wayproof.run.worker import done as done_report
from wayproof.scenes.by_name import world_name_of
from wayproof.suites import Suite

MOST_WORKERS = 256


@dataclass(frozen=True)
class Options:
    """How a suite is run; all but `real_time` leave what an episode gives as it is."""

    limit: int | None = None
    workers: int = 1
    shard: tuple[int, int] = (1, 1)
    stop: StopRule | None = None
    keep_trace: bool = False
    real_time: bool = False


@dataclass(frozen=True)
class Study:
    """A run that is open in its folder."""

    folder: Path
    plan: Plan
    manifest: Manifest
    mine: tuple[Work, ...]  # the work of this shard


def open_study(suite: Suite, agent: str, folder: Path, options: Options, *, tell: Tell) -> Study:
    """Check everything that can be wrong, draw the episodes, and begin or resume the folder."""
    if not 1 <= options.workers <= MOST_WORKERS:
        raise InvalidInput(f"workers is {options.workers}; give 1 to {MOST_WORKERS}")
    if options.limit is not None and options.limit < 1:
        raise InvalidInput(f"limit is {options.limit}; give 1 or more episodes")
    shard_of((), options.shard)
    actor = load_agent(agent)
    plan = make_plan(suite, limit=options.limit, tell=tell)
    EpisodeRunner(plan, actor).check()
    manifest = Manifest(
        suite=suite,
        agent=agent,
        card=actor.card,
        plan=plan.digest,
        work=len(plan.work),
        protocols=_hashes(plan, options.real_time),
        limit=options.limit,
        shard=options.shard,
        stop=options.stop,
        keep_trace=options.keep_trace,
        real_time=options.real_time,
        software=software_versions(),
    )
    open_folder(folder, plan, manifest)
    return Study(folder, plan, manifest, tuple(shard_of(plan.work, options.shard)))


def _hashes(plan: Plan, real_time: bool) -> tuple[str, ...]:
    """Of the protocol of each episode set."""
    light = plan.suite.light
    return tuple(
        protocol_hash(Comparable(protocol, plan.settings, world_name_of(made.recipe.world), light, real_time))
        for protocol, made in zip(plan.protocols, plan.sets, strict=True)
    )


def run_study(
    study: Study,
    workers: int,
    *,
    executor: str = "local",
    on_report: Callable[[Report], None],
    tell: Tell,
) -> None:
    """Do what is not done yet. What is stored is reported first, so that a resumed table is whole."""
    stopping = Stopping(study.mine, study.manifest.stop) if study.manifest.stop else None
    with locked(study.folder, lock_name(study.manifest.shard)) as lock:
        for sentence in repair(study.folder):
            tell(f"repaired {sentence}")
        needless: set[int] = set()
        done: set[int] = set()

        def heard(report: Report) -> None:
            if report.kind == "done":
                done.add(report.work)
                if stopping is not None:
                    needless.update(stopping.heard(report.work, report.success))
                    if pool is not None:
                        pool.drop(needless)
            on_report(report)

        pool: Pool | RayPool | None = None
        for report in stored_reports(study):
            heard(report)
        left = [item for item in study.mine if item.number not in done | needless]
        if left:
            limits = Limits(study.plan.suite.step_limit_s, study.plan.suite.episode_limit_s)
            if executor == "ray":
                pool = RayPool(study.folder, left, workers, limits, heard)
            else:
                pool = Pool(study.folder, left, workers, limits, lock, heard)
            pool.run()


def lock_name(shard: tuple[int, int]) -> str:
    """Shards may share a folder, since each writes files of its own."""
    return LOCK if shard == (1, 1) else f"{LOCK}-{shard[0]}-of-{shard[1]}"


def stored_reports(study: Study) -> Iterator[Report]:
    """What is stored already, as reports; each piece of work once."""
    numbers = {item.key: item.number for item in study.plan.work}
    for log in stored_logs(study.folder):
        number = numbers.pop(key_of(log), None)
        if number is not None:
            yield done_report(number, log)


def tables(folder: Path) -> list[Table]:
    """The tables of a run folder, from what is stored; conditions that were stopped early are marked."""
    manifest, plan = read_manifest(folder), read_plan(folder)
    by_number = {}
    numbers = {item.key: item.number for item in plan.work}
    for log in stored_logs(folder):
        number = numbers.get(key_of(log))
        if number is not None:
            by_number[number] = scores_of(log)
    successes = {number: bool(scores.success) for number, scores in by_number.items()}
    counted = counted_work(manifest, plan, successes)
    kept = (by_number[number] for number in sorted(by_number) if number in counted.work)
    return tables_of(kept, stopped=counted.stopped, names=[condition.name for condition in plan.conditions])
