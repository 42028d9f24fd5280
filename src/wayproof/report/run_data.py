"""The runs of a report, each read once: parts (one agent under one protocol), labelled so as to differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog
from wayproof.manifest import Manifest, read_manifest
from wayproof.report.text import name, words
from wayproof.results.metric_result import MetricResult, metric_result
from wayproof.results.pairs import Pair
from wayproof.results.part import Part
from wayproof.results.run_folder import Run, finished_episodes, read_run
from wayproof.results.table import Line, MetricLine, Table, table_of
from wayproof.vocabulary import CLEAN, Condition

# What a report shows of each condition beside the headlines; scored while the logs are read.
METRICS = (
    "collisions",
    "minimum_distance",
    "stop_failure_positive",
    "stop_failure_negative",
    "oracle_stop_gain",
)


@dataclass(frozen=True)
class LabelledPart:
    """A part as a report shows it: the label tells the agents of a report apart."""

    label: str
    run: Run
    manifest: Manifest
    part: Part

    @cached_property
    def table(self) -> Table:
        """The table that `score` prints."""
        return table_of(self.part)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The rows of the table, without those of conditions that cannot reach the agent."""
        return tuple(line for line in self.table.conditions if line.name not in self.part.not_applicable)

    @property
    def lead_lines(self) -> tuple[MetricLine, ...]:
        """The same rows of the metric that decides."""
        return tuple(self.table.lead.under(line.name) for line in self.lines)

    @property
    def corrupted(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.name != CLEAN)

    @property
    def logs(self) -> tuple[EpisodeLog, ...]:
        return self.part.logs

    @property
    def conditions(self) -> dict[str, Condition]:
        return self.part.conditions

    @property
    def logs_by_condition(self) -> dict[str, list[EpisodeLog]]:
        return self.part.logs_by_condition

    def pairs(self, condition: str) -> tuple[Pair, ...]:
        return self.part.pairs(condition)

    def result(self, metric: str) -> MetricResult:
        """What the part says about a metric."""
        return metric_result(self.part, metric)


def read_parts(folders: Sequence[Path]) -> list[LabelledPart]:
    """All parts of all runs, in the order given. A folder without a finished episode is an error."""
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise InvalidInput("a run folder is given twice; name each one once")
    return _with_labels([part for folder in folders for part in _parts(folder)])


def _parts(folder: Path) -> list[LabelledPart]:
    manifest = read_manifest(folder)  # first: loose logs have none and make no report
    run = finished_episodes(read_run(folder, metrics=METRICS))
    return [LabelledPart(part.agent, run, manifest, part) for part in run.parts]


def _with_labels(parts: list[LabelledPart]) -> list[LabelledPart]:
    """Agents by name; those of one name by version, task or folder, whatever tells them apart."""
    tellers = (
        lambda one: one.part.agent,
        lambda one: f"{one.part.agent} {one.manifest.card.version}".strip(),
        lambda one: f"{one.part.agent} on {words(one.part.task.split('/')[0])}",
        lambda one: f"{one.part.agent}, {one.part.task}",
        lambda one: f"{one.part.agent}, {one.run.folder.name}",
    )
    choices = [[name(tell(one)) for one in parts] for tell in tellers]
    choices.append([name(f"{number}. {one.part.agent}") for number, one in enumerate(parts, 1)])
    labels = next(labels for labels in choices if len(set(labels)) == len(labels))
    return [replace(one, label=label) for label, one in zip(labels, parts, strict=True)]
