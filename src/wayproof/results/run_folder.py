"""A run folder, read once: what it is about, the logs that count, and its parts (one agent, one protocol).

Reading needs no simulator, no task and no corruption: manifest, episode sets and logs are plain data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from wayproof.episode_set import EpisodeSet, read_set
from wayproof.errors import BrokenFile, InvalidInput, missing_run
from wayproof.log import Comparable, EpisodeLog, key_of
from wayproof.log_files import Damage, damage_told, read_logs, stored_logs
from wayproof.manifest import FILE, Manifest, mixed_told, read_manifest, set_file
from wayproof.metrics.goals import succeeded
from wayproof.results.counted_episodes import counted_work
from wayproof.results.episode_scores import EpisodeScores, episode_scores
from wayproof.results.part import Part, parts_of
from wayproof.results.records import as_frame, records
from wayproof.results.trial_content import EpisodeContent
from wayproof.suite import condition_names
from wayproof.work import Work, listed_work


@dataclass(frozen=True)
class Run:
    """The episodes of a run that count, in the order of its plan."""

    folder: Path
    manifest: Manifest | None  # None: log files without a run around them
    scores: tuple[EpisodeScores, ...]
    protocols: Mapping[str, Comparable]  # by their hash
    logs: tuple[EpisodeLog, ...]  # of the same episodes; empty if they were not kept
    planned: Mapping[tuple[str, str], int]  # trials that are to count, by protocol and condition
    stopped: tuple[str, ...] = ()  # conditions that were stopped early
    damage: tuple[Damage, ...] = ()  # what could not be read

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """One for each agent and protocol."""
        names = condition_names(self.manifest.suite) if self.manifest else ()
        return tuple(
            parts_of(
                self.scores,
                self.protocols,
                logs=self.logs,
                names=names,
                stopped=self.stopped,
                planned=self.planned,
                cautions=self.cautions,
                not_run=_not_run(self.manifest),
            )
        )

    @property
    def cautions(self) -> tuple[str, ...]:
        """What limits trust in all numbers of the run."""
        mixed = mixed_told(self.manifest) if self.manifest else ""
        return tuple(told for told in (mixed, damage_told(self.damage)) if told)

    def table(self, metric: str = "success") -> Any:
        """A metric under every condition, with interval, paired change, adjusted p-value and verdict.

        A pandas DataFrame where pandas is installed, else a list of records with the same columns.
        """
        known = all(metric in one.values for one in self.scores)
        if not known and not self.logs:
            return read_run(self.folder, metrics=(metric,), keep_logs=False).table(metric)
        return as_frame([row for part in self.parts for row in records(part, metric)])

    @property
    def wanted(self) -> int:
        """How many trials are to count; a condition that was stopped early needs fewer."""
        return sum(self.planned.values())

    @property
    def is_finished(self) -> bool:
        return len(self.scores) >= self.wanted


def read_run(folder: Path | str, *, metrics: Sequence[str] | None = (), keep_logs: bool = True) -> Run:
    """Read a run folder, or any log files.

    Each episode is scored with what its table shows and with `metrics` (None: all there are). Without
    `keep_logs` only these scores are kept, which takes little memory however long the run.
    """
    path = Path(folder)
    if not path.exists():
        raise missing_run(path)
    if not (path / FILE).exists():
        return _loose(path, metrics, keep_logs)
    manifest = read_manifest(path)
    work = planned_work(path, manifest)
    numbers = {item.key: item.number for item in work}
    found: dict[int, tuple[EpisodeScores, EpisodeLog | None]] = {}
    successes: dict[int, bool] = {}
    protocols: dict[str, Comparable] = {}
    known: dict[str, EpisodeContent] = {}
    damage: list[Damage] = []
    for log in stored_logs(path, damage):
        number = numbers.get(key_of(log))
        if number is not None:
            found[number] = (episode_scores(log, metrics, known), log if keep_logs else None)
            successes[number] = succeeded(log)
            protocols.setdefault(log.protocol_hash, log.comparable)
    counted = counted_work(manifest, work, successes)
    kept = [entry for number, entry in sorted(found.items()) if number in counted.work]
    logs = tuple(log for _, log in kept if log is not None)
    scores = tuple(score for score, _ in kept)
    names = condition_names(manifest.suite)
    planned = Counter(
        (manifest.protocols[item.set], names[item.condition]) for item in work if item.number in counted.work
    )
    return Run(path, manifest, scores, protocols, logs, planned, counted.stopped, tuple(damage))


def _not_run(manifest: Manifest | None) -> dict[tuple[str, str], str]:
    """Why conditions were not run, by protocol and condition."""
    if manifest is None:
        return {}
    return {(manifest.protocols[one.set], one.condition): one.why for one in manifest.not_applicable}


def finished_episodes(run: Run) -> Run:
    """The run, if it holds any; a run without a finished episode says nothing and is refused."""
    if not run.scores:
        told = f" ({damage_told(run.damage)})" if run.damage else ""
        raise InvalidInput(f"{run.folder} holds no finished episode yet{told}; run it first")
    return run


def read_sets(folder: Path, manifest: Manifest) -> tuple[EpisodeSet, ...]:
    """The episode sets that are stored in a run folder."""
    return tuple(read_set(set_file(folder, number)) for number in range(len(manifest.suite.episodes)))


def planned_work(folder: Path, manifest: Manifest) -> tuple[Work, ...]:
    """The list of work of a run folder, from what is stored there."""
    suite = manifest.suite
    sets, names = read_sets(folder, manifest), condition_names(suite)
    return listed_work(sets, manifest.protocols, names, suite.repeats, manifest.not_applicable)


def _loose(path: Path, metrics: Sequence[str] | None, keep_logs: bool) -> Run:
    scores, logs = [], []
    protocols: dict[str, Comparable] = {}
    known: dict[str, EpisodeContent] = {}
    damage: list[Damage] = []
    for log in read_logs(path, damage):
        protocols.setdefault(log.protocol_hash, log.comparable)
        scores.append(episode_scores(log, metrics, known))
        if keep_logs:
            logs.append(log)
    if damage and not scores:
        raise BrokenFile(f"{path}: {damage_told(damage)}")
    planned = Counter((one.protocol, one.condition) for one in scores)
    return Run(path, None, tuple(scores), protocols, tuple(logs), planned, damage=tuple(damage))
