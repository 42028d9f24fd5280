"""Metrics: from the log of one episode to one number, one file each, from logs only.

A metric is a total function: it gives a number, or None where it is not defined for this episode, which the
docstring states. Means leave out what is undefined and say how many that were.

A metric over goals has a value for each goal of the episode as well (`by_goal`); tables average it over all
goals of all episodes, each goal counting once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps

from wayproof.catalogue import Catalogue
from wayproof.log import EpisodeLog

__all__ = ["METRICS", "Metric", "metric"]

Score = Callable[[EpisodeLog], float | None]
GoalScores = Callable[[EpisodeLog], Sequence[float | None]]  # one for each goal of the episode


@dataclass(frozen=True)
class Metric:
    """One number of an episode; low and high bound it (None: unbounded)."""

    name: str
    summary: str
    unit: str  # "share", "m", "s", "steps", "count", ...
    better: str  # "higher", "lower" or "neither"
    low: float | None
    high: float | None
    tasks: tuple[str, ...]  # for which it is meant; empty: all
    source: str
    score: Score
    outcome: bool = False  # whether it is 1 or 0 and nothing between, as success
    by_goal: GoalScores | None = None  # of metrics over goals; `score` is then their mean
    title: str = ""  # as tables head their columns

    @property
    def over(self) -> str:
        """What one observation is: an episode or a goal."""
        return "episode" if self.by_goal is None else "goal"


METRICS: Catalogue[Metric] = Catalogue("metric", "wayproof.metrics")


def metric(
    *,
    unit: str,
    better: str,
    source: str,
    low: float | None = 0.0,
    high: float | None = None,
    tasks: tuple[str, ...] = (),
    outcome: bool = False,
    by_goal: GoalScores | None = None,
    title: str | None = None,
) -> Callable[[Score], Score]:
    """Register a metric under its function's name; the docstring's first line is the summary.

    Its title is the name in words, unless another one is given: "SPL".
    """

    def register(score: Score) -> Score:
        name, summary = score.__name__, (score.__doc__ or "").strip().split("\n")[0]
        whole = _of_finite_states(score)
        goals = None if by_goal is None else _goals_of_finite_states(by_goal)
        METRICS.add(
            name,
            Metric(
                name,
                summary,
                unit,
                better,
                low,
                high,
                tasks,
                source,
                whole,
                outcome,
                goals,
                title or name.replace("_", " "),
            ),
        )
        return whole

    return register


def _of_finite_states(score: Score) -> Score:
    """The metric, undefined for a broken log: one with a pose, time or person that is not a number."""

    @wraps(score)
    def guarded(log: EpisodeLog) -> float | None:
        return score(log) if log.has_finite_states else None

    return guarded


def _goals_of_finite_states(by_goal: GoalScores) -> GoalScores:
    """The same for a metric over goals."""

    @wraps(by_goal)
    def guarded(log: EpisodeLog) -> Sequence[float | None]:
        return by_goal(log) if log.has_finite_states else [None] * len(log.episode.goals)

    return guarded
