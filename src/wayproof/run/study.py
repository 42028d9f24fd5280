"""A study: from suite and agent to a folder in which every episode has its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec

from wayproof.agents import AGENTS, Agent
from wayproof.agents.contract.agent_by_name import checked, load_agent
from wayproof.agents.contract.agent_source import source_hash
from wayproof.agents.elsewhere.own_process import agent_apart, close_agent
from wayproof.episode.agent_seed import AGENT_SEEDS
from wayproof.episode.recorder import software_versions
from wayproof.errors import InvalidInput
from wayproof.log import key_of
from wayproof.log_files import Damage, damage_told, stored_logs
from wayproof.manifest import FILE as MANIFEST
from wayproof.manifest import Manifest, StopRule, read_manifest
from wayproof.results.early_stopping import Stopping
from wayproof.run.applicable_conditions import check_some_apply, not_applicable
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import Tell, make_plan, open_folder
from wayproof.run.in_process import InProcess
from wayproof.run.plan import Plan
from wayproof.run.pool import Limits, Pool
from wayproof.run.ray_pool import RayPool
from wayproof.run.reconnect import PATIENCE_S
from wayproof.run.store import LOCK, locked, remove_logs, repair
from wayproof.run.worker import Report
from wayproof.run.worker import done as done_report
from wayproof.suite import Suite
from wayproof.vocabulary import AgentCard
from wayproof.work import NotApplicable, Work, shard_of

MOST_WORKERS = 256
IN_PROCESS = "in process: "  # before the class of an agent that was given as an object


@dataclass(frozen=True)
class Options:
    """How a suite is run; all but `real_time` and `mitigation` leave what an episode gives as it is."""

    limit: int | None = None
    workers: int = 1
    shard: tuple[int, int] = (1, 1)
    stop: StopRule | None = None
    keep_trace: bool = False
    real_time: bool = False
    mixed: bool = False  # go on although agent or software changed; every table says so
    keep_invalid: bool = False  # leave invalid episodes as they are instead of running them again
    reconnect_s: float = PATIENCE_S  # how long a remote agent that is gone is waited for
    mitigation: str | None = None  # what stands before the agent, by name


@dataclass(frozen=True)
class Study:
    """A run that is open in its folder."""

    folder: Path
    plan: Plan
    manifest: Manifest
    mine: tuple[Work, ...]  # the work of this shard
    agent: Agent | None = None  # an object that has no name, to be run in this process
    options: Options = Options()


def open_study(suite: Suite, agent: str | Agent, folder: Path, options: Options, *, tell: Tell) -> Study:
    """Check everything that can be wrong, draw the episodes, and begin or resume the folder.

    An agent that is an object instead of a name is run in this process.
    """
    if not 1 <= options.workers <= MOST_WORKERS:
        raise InvalidInput(f"workers is {options.workers}; give 1 to {MOST_WORKERS}")
    if options.limit is not None and options.limit < 1:
        raise InvalidInput(f"limit is {options.limit}; give 1 or more episodes")
    shard_of((), options.shard)
    actor = _seen_from_here(agent, folder) if isinstance(agent, str) else checked(agent, type(agent).__name__)
    needless = _not_applicable(folder, suite, actor.card)
    plan = make_plan(
        suite,
        limit=options.limit,
        real_time=options.real_time,
        not_applicable=needless,
        agent_seeds=_agent_seeds(folder),
        tell=tell,
    )
    EpisodeRunner(plan, actor, mitigation=options.mitigation).check()
    manifest = Manifest(
        suite=plan.suite,
        files=plan.files,
        agent=agent if isinstance(agent, str) else f"{IN_PROCESS}{type(agent).__qualname__}",
        card=actor.card,
        plan=plan.digest,
        work=len(plan.work),
        protocols=plan.protocol_hashes,
        limit=options.limit,
        shard=options.shard,
        stop=_stop_rule(folder, options.stop),
        keep_trace=options.keep_trace,
        real_time=options.real_time,
        not_applicable=needless,
        agent_seeds=plan.agent_seeds,
        software=software_versions(),
        agent_source=source_hash(agent),
        mitigation=options.mitigation,
    )
    with locked(folder):  # two that begin at the same moment must not both write a manifest
        manifest = open_folder(folder, plan, manifest, mixed=options.mixed)
    mine = tuple(shard_of(plan.work, options.shard))
    return Study(folder, plan, manifest, mine, None if isinstance(agent, str) else actor, options)


def _not_applicable(folder: Path, suite: Suite, card: AgentCard) -> tuple[NotApplicable, ...]:
    """What need not be run. A run that has begun goes on as it began, with what an earlier version ran."""
    if (folder / MANIFEST).exists():
        return read_manifest(folder).not_applicable
    needless = not_applicable(suite, card)
    check_some_apply(suite, card, needless)
    return needless


def _agent_seeds(folder: Path) -> int:
    """From how many seeds an agent gets its own. A run that has begun keeps to what it began with."""
    return read_manifest(folder).agent_seeds if (folder / MANIFEST).exists() else AGENT_SEEDS


def _stop_rule(folder: Path, wanted: StopRule | None) -> StopRule | None:
    """A run that has begun keeps the kind of evidence it began with."""
    if wanted is None or not (folder / MANIFEST).exists():
        return wanted
    began = read_manifest(folder).stop
    return wanted if began is None else msgspec.structs.replace(wanted, evidence=began.evidence)


def _seen_from_here(name: str, folder: Path) -> Agent:
    """An agent by its name, for its card alone; code that is not ours is loaded in a process of its own."""
    if name in AGENTS:
        return load_agent(name)
    agent = agent_apart(name, hidden=[folder])
    close_agent(agent)
    return agent


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
        for sentence in _made_ready(study):
            on_report(Report("note", text=sentence))
        damage: list[Damage] = []
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

        pool: Pool | RayPool | InProcess | None = None
        for report in stored_reports(study, damage):
            heard(report)
        if damage:
            on_report(Report("note", text=damage_told(damage)))
        left = [item for item in study.mine if item.number not in done | needless]
        if left:
            pool = _pool(study, left, workers, executor, lock, heard)
            pool.run()


def _made_ready(study: Study) -> Iterator[str]:
    """Repair the store and take out what is to be run again; says what was done."""
    for sentence in repair(study.folder):
        yield f"repaired {sentence}"
    if not study.options.keep_invalid:
        mine = {item.key for item in study.mine}
        removed = remove_logs(
            study.folder, lambda log: log.outcome.reason == "invalid" and key_of(log) in mine
        )
        if removed:
            yield f"{removed} invalid episodes are run again (--keep-invalid leaves them as they are)"


def _pool(
    study: Study,
    left: Sequence[Work],
    workers: int,
    executor: str,
    lock: IO[bytes],
    heard: Callable[[Report], None],
) -> Pool | RayPool | InProcess:
    """What runs the remaining episodes: this process, a pool of workers, or Ray."""
    suite, patience_s = study.plan.suite, study.options.reconnect_s
    limits = Limits(suite.step_limit_s, suite.episode_limit_s, patience_s)
    if study.agent is not None:
        manifest = study.manifest
        runner = EpisodeRunner(
            study.plan, study.agent, keep_trace=manifest.keep_trace, mitigation=manifest.mitigation
        )
        return InProcess(study.folder, left, runner, patience_s, heard)
    if executor == "ray":
        return RayPool(study.folder, left, workers, limits, heard)
    return Pool(study.folder, left, workers, limits, lock, heard)


def lock_name(shard: tuple[int, int]) -> str:
    """Shards may share a folder, since each writes files of its own."""
    return LOCK if shard == (1, 1) else f"{LOCK}-{shard[0]}-of-{shard[1]}"


def stored_reports(study: Study, damage: list[Damage]) -> Iterator[Report]:
    """What is stored already, as reports; each piece of work once. What cannot be read is named."""
    numbers = {item.key: item.number for item in study.plan.work}
    for log in stored_logs(study.folder, damage):
        number = numbers.pop(key_of(log), None)
        if number is not None:
            yield done_report(number, log)
