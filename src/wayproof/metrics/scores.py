"""All numbers of one episode, and of each of its goals."""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.log import EpisodeLog
from wayproof.metrics import METRICS, Metric

Scores = dict[str, float | None]
GoalScores = dict[str, tuple[float | None, ...]]


def score_all(log: EpisodeLog, names: Sequence[str] | None = None) -> Scores:
    """Each metric by name; None where it is not defined for this episode or not meant for its task.

    `names` asks for some of them only; an unknown one is an error that offers the nearest.
    """
    return {one.name: one.score(log) if _is_meant(one, log) else None for one in _chosen(names)}


def score_goals(log: EpisodeLog, names: Sequence[str] | None = None) -> GoalScores:
    """Of those metrics that are over goals, the value at each goal."""
    return {
        one.name: tuple(one.by_goal(log))
        for one in _chosen(names)
        if one.by_goal is not None and _is_meant(one, log)
    }


def _chosen(names: Sequence[str] | None) -> list[Metric]:
    return [METRICS[name] for name in names] if names is not None else list(METRICS)


def _is_meant(one: Metric, log: EpisodeLog) -> bool:
    return not one.tasks or log.episode.task in one.tasks
