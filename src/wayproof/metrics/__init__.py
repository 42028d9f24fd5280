"""Metrics: from the log of one episode to one number, one file each, from logs only.

A metric is a total function: it gives a number, or None where it is not defined for this episode, which the
docstring states. Means leave out what is undefined and say how many that were.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wayproof.catalogue import Catalogue
from wayproof.log import EpisodeLog

__all__ = ["METRICS", "Metric", "metric"]

Score = Callable[[EpisodeLog], float | None]


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
) -> Callable[[Score], Score]:
    """Register a metric under its function's name; the docstring's first line is the summary."""

    def register(score: Score) -> Score:
        summary = (score.__doc__ or "").strip().split("\n")[0]
        METRICS.add(
            score.__name__,
            Metric(score.__name__, summary, unit, better, low, high, tasks, source, score, outcome),
        )
        return score

    return register
