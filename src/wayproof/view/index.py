"""One run as a list of short rows, one per episode, that grows while the run is going."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from wayproof.errors import BrokenFile, WayproofError
from wayproof.log import EpisodeLog, decode_log, key_of
from wayproof.manifest import FILE as MANIFEST
from wayproof.manifest import Manifest, read_manifest
from wayproof.metrics.failure_mode import failure_mode
from wayproof.metrics.goals import distances_m, succeeded
from wayproof.metrics.walked import driven_m
from wayproof.results.run_folder import planned_work
from wayproof.view.headline_columns import columns, headline_values, lead_mean, lead_of
from wayproof.view.shown_text import shortened
from wayproof.view.tail import Place, Tails, log_at
from wayproof.vocabulary import CLEAN

LONGEST_WORDS = 240  # characters of an instruction that a row keeps
Trial = tuple[str, str, str, int]  # what twins share: agent and protocol, scene, episode, repeat


class Row(msgspec.Struct, frozen=True):
    """One episode in short."""

    key: str  # of the record's content, so that a link never shows something else
    number: int  # in the order of the plan, so that it is the same however the run went
    condition: str
    scene: str
    episode: str
    repeat: int
    task: str
    success: bool
    mode: str
    reason: str
    steps: int
    metrics: dict[str, float | None]  # headlines of the task, the deciding one first; None: undefined
    goals: int  # how many there are
    path_m: float
    distance_m: float | None  # to the last goal pursued, at the end
    bumps: int
    words: str  # what the agent was told, shortened


class RunIndex:
    """The rows of one run. One thread reads, any thread looks."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name = path, name
        self.key = hashlib.blake2b(str(path.resolve()).encode(), digest_size=5).hexdigest()
        marked = path / MANIFEST if (path / MANIFEST).exists() else path
        self.stamp = (marked.stat().st_ino, marked.stat().st_ctime_ns if marked.is_file() else 0)
        self.rows: list[Row] = []
        self.by_key: dict[str, Row] = {}
        self.arrived_s = 0.0  # when the last record was written, as the disk tells
        self.whole = False  # whether everything that is on the disk has been read
        self._twins: dict[Trial, dict[str, Row]] = {}
        self._trials: dict[str, Trial] = {}
        self._places: dict[str, Place] = {}
        self._known: set[str] = set()
        self._tails = Tails(path)
        self._refused: list[str] = []
        self._reading = threading.Lock()

    def read_new(self, *, go_on: Callable[[], bool] = lambda: True) -> int:
        """Take in what was written since the last call; says how many episodes that were."""
        with self._reading:
            before = len(self.rows)
            for place, record in self._tails.fresh():
                if not go_on():
                    return len(self.rows) - before
                try:
                    self._take(place, record, decode_log(record, where=place.file.name))
                except BrokenFile as error:
                    self._refused.append(str(error))
            self.whole = True
            if len(self.rows) > before:
                self.arrived_s = max((file.stat().st_mtime for file in self._tails.files()), default=0.0)
            return len(self.rows) - before

    def twins(self, row: Row) -> dict[str, Row]:
        """The same trial under every condition that has been run, by condition."""
        return dict(self._twins[self._trials[row.key]])

    def clean_twin(self, row: Row) -> Row | None:
        return self._twins[self._trials[row.key]].get(CLEAN)

    def log(self, row: Row) -> EpisodeLog:
        """The whole log of a row."""
        return log_at(self._places[row.key])

    @property
    def troubles(self) -> list[str]:
        """What could not be read."""
        return [*self._tails.troubles, *self._refused]

    def about(self) -> dict[str, Any]:
        """What the run is, and how far it has come."""
        rows = self.rows[:]
        manifest = self._manifest()
        return {
            "key": self.key,
            "name": self.name,
            "suite": manifest.suite.name if manifest else None,
            "summary": manifest.suite.summary if manifest else "",
            "agent": manifest.agent_label if manifest else None,
            "planned": manifest.work if manifest else None,
            "shard": list(manifest.shard) if manifest else None,
            "done": len(rows),
            "successes": sum(row.success for row in rows),
            "metrics": columns(row.metrics for row in rows),
            "lead": lead_of(row.metrics for row in rows),
            "whole": self.whole,
            "quiet_s": max(0.0, time.time() - self.arrived_s) if rows else None,
            "troubles": self.troubles[:20],
        }

    def facets(self) -> dict[str, list[dict[str, Any]]]:
        """The values that rows can be filtered by, and how many rows have each."""
        rows = self.rows[:]
        won = Counter(row.condition for row in rows if row.success)
        conditions = Counter(row.condition for row in rows)
        manifest = self._manifest()
        planned = [line.name for line in manifest.suite.conditions] if manifest else []
        places = {name: place for place, name in enumerate(planned)}
        order = sorted(conditions, key=lambda name: (name != CLEAN, places.get(name, len(places)), name))
        means = self._lead_means(rows)
        return {
            "condition": [
                {"value": n, "count": conditions[n], "successes": won[n], "lead": means.get(n)} for n in order
            ],
            **{name: _counted(rows, name) for name in ("mode", "reason", "scene", "task")},
        }

    def _lead_means(self, rows: list[Row]) -> dict[str, dict[str, Any]]:
        """The mean of the metric that decides, by condition; empty where that is the result itself."""
        lead = lead_of(row.metrics for row in rows)
        if lead is None:
            return {}
        own: dict[str, list[tuple[dict[str, float | None], int]]] = {}
        for row in rows:
            own.setdefault(row.condition, []).append((row.metrics, row.goals))
        return {name: lead_mean(lead, members) for name, members in own.items()}

    def _take(self, place: Place, record: bytes, log: EpisodeLog) -> None:
        work = f"{log.protocol_hash}|{log.agent.name}|{log.mitigation}|{key_of(log)}"
        if work in self._known:  # a run that was stopped hard may hold an episode twice; the first counts
            return
        number = self._planned.get(key_of(log), len(self._planned) + len(self.rows))
        row = row_of(log, hashlib.blake2b(record, digest_size=8).hexdigest(), number)
        who = f"{log.protocol_hash}|{log.agent.name}|{log.mitigation}"
        trial = (who, row.scene, row.episode, row.repeat)
        self._known.add(work)
        self._places[row.key] = place
        self._trials[row.key] = trial
        self._twins[trial] = {**self._twins.get(trial, {}), row.condition: row}
        self.by_key[row.key] = row
        self.rows.append(row)

    @cached_property
    def _planned(self) -> dict[str, int]:
        """The place of each episode in the plan; empty where there is no plan that can be read."""
        manifest = self._manifest()
        try:
            work = planned_work(self.path, manifest) if manifest else ()
        except WayproofError:  # the episodes are shown in the order of arrival instead
            work = ()
        return {item.key: item.number for item in work}

    def _manifest(self) -> Manifest | None:
        if not (self.path / MANIFEST).exists():
            return None
        try:
            return read_manifest(self.path)
        except BrokenFile:
            return None


def row_of(log: EpisodeLog, key: str, number: int) -> Row:
    """A log in short."""
    goals = len(log.episode.goals)
    last = min(int(log.steps.goal[-1]), goals - 1) if len(log.steps.goal) else 0
    left_m = float(distances_m(log, last)[-1]) if goals and len(log.steps.goal) else float("inf")
    words = " / ".join(log.instructions) or log.episode.instruction or _goal_words(log)
    return Row(
        key=key,
        number=number,
        condition=log.condition.name,
        scene=log.episode.scene,
        episode=log.episode.id,
        repeat=log.repeat,
        task=log.comparable.task.task,
        success=succeeded(log),
        mode=failure_mode(log),
        reason=log.outcome.reason,
        steps=len(log.steps.action),
        metrics=headline_values(log),
        goals=goals,
        path_m=round(driven_m(log), 2),
        distance_m=round(left_m, 2) if left_m < 1e6 else None,
        bumps=int(log.steps.bumped.sum()),
        words=shortened(words, LONGEST_WORDS),
    )


def _goal_words(log: EpisodeLog) -> str:
    """What is sought, where no words are told: kinds of things, or a point so far away."""
    goals = log.episode.goals
    kinds = [goal.category.replace("_", " ") for goal in goals if goal.category]
    if kinds:
        return ", ".join(kinds)
    length_m = log.episode.shortest_length_m
    return "" if length_m is None or not goals else f"a point {length_m:.1f} m away"


def _counted(rows: list[Row], name: str) -> list[dict[str, Any]]:
    counts = Counter(getattr(row, name) for row in rows)
    return [{"value": value, "count": count} for value, count in sorted(counts.items())]
