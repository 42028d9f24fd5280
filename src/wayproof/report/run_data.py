"""Run folders, each log read once, sorted into parts: one agent under one protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog
from wayproof.manifest import Manifest, read_manifest
from wayproof.metrics.goals import succeeded
from wayproof.report.text import name, words
from wayproof.results.counted_episodes import counted_work
from wayproof.results.pairs import Pair, Twins, twins_by_condition
from wayproof.results.same_protocol import trial_key
from wayproof.results.table import Line, Table, scores_of
from wayproof.run.folder import read_plan
from wayproof.run.plan import Plan
from wayproof.run.store import key_of, stored_logs
from wayproof.run.study import tables
from wayproof.vocabulary import CLEAN, Condition


@dataclass(frozen=True)
class Run:
    """A run folder."""

    folder: Path
    manifest: Manifest
    plan: Plan
    logs: tuple[EpisodeLog, ...]  # those that count
    planned: int  # of them there are to be so many; a condition that was stopped early needs fewer


@dataclass(frozen=True)
class Part:
    """One agent under one protocol: the table that `score` prints, and the logs that it was made of."""

    label: str  # tells the agents of a report apart
    run: Run
    table: Table
    logs: tuple[EpisodeLog, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.table.conditions

    @property
    def corrupted(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.name != CLEAN)

    @cached_property
    def conditions(self) -> dict[str, Condition]:
        """By name, in the order of the table."""
        known = {log.condition.name: log.condition for log in self.logs}
        return {line.name: known[line.name] for line in self.lines}

    @cached_property
    def by_condition(self) -> dict[str, list[EpisodeLog]]:
        """Logs by condition, in the order of the table; each sorted by trial, as resampling wants it."""
        found: dict[str, list[EpisodeLog]] = {line.name: [] for line in self.lines}
        for log in sorted(self.logs, key=trial_key):
            found[log.condition.name].append(log)
        return found

    @cached_property
    def twins(self) -> dict[str, Twins]:
        """Clean episodes beside their twins; nothing where no clean one was run."""
        if not self.by_condition.get(CLEAN):
            return {}
        every = [log for members in self.by_condition.values() for log in members]
        return twins_by_condition(every)

    def pairs(self, condition: str) -> tuple[Pair, ...]:
        found = self.twins.get(condition)
        return () if found is None else found.pairs


def read_parts(folders: Sequence[Path]) -> list[Part]:
    """All parts of all runs, in the order given. A folder without a finished episode is an error."""
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise InvalidInput("a run folder is given twice; give each once")
    parts = [part for folder in folders for part in _parts(read_run(folder), folder)]
    return _with_labels(parts)


def read_run(folder: Path) -> Run:
    """A run folder with its logs, each piece of work once."""
    manifest, plan = read_manifest(folder), read_plan(folder)
    numbers = {item.key: item.number for item in plan.work}
    logs: dict[int, EpisodeLog] = {}
    for log in stored_logs(folder):
        number = numbers.get(key_of(log))
        if number is not None:
            logs[number] = log
    if not logs:
        raise InvalidInput(f"{folder} holds no finished episode yet; run it first, then report")
    wanted = counted_work(manifest, plan, {number: succeeded(log) for number, log in logs.items()}).work
    counting = tuple(log for number, log in sorted(logs.items()) if number in wanted)
    return Run(folder, manifest, plan, counting, len(wanted))


def _parts(run: Run, folder: Path) -> list[Part]:
    groups: dict[tuple[str, str], list[EpisodeLog]] = {}
    for log in run.logs:
        scores = scores_of(log)
        groups.setdefault((scores.protocol, scores.agent), []).append(log)
    return [
        Part(table.agent, run, table, tuple(groups[table.protocol, table.agent])) for table in tables(folder)
    ]


def _with_labels(parts: list[Part]) -> list[Part]:
    """Agents by name; those of one name by version, task or folder, whatever tells them apart."""
    tellers = (
        lambda part: part.table.agent,
        lambda part: f"{part.table.agent} {part.run.manifest.card.version}".strip(),
        lambda part: f"{part.table.agent} on {words(part.table.task.split('/')[0])}",
        lambda part: f"{part.table.agent}, {part.table.task}",
        lambda part: f"{part.table.agent}, {part.run.folder.name}",
    )
    choices = [[name(tell(part)) for part in parts] for tell in tellers]
    choices.append([name(f"{number}. {part.table.agent}") for number, part in enumerate(parts, 1)])
    labels = next(labels for labels in choices if len(set(labels)) == len(labels))
    return [Part(label, part.run, part.table, part.logs) for label, part in zip(labels, parts, strict=True)]
