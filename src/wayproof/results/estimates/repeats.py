"""Runs within episodes, episodes within scenes: how much each level varies.

Repeating a run shows the agent's own noise; only other episodes and scenes show how far a score generalises.
The spread between runs is therefore reported beside the interval over episodes, never in place of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from wayproof.results.estimates.interval import Caution, checked_values, scene_numbers


@dataclass(frozen=True)
class Components:
    """Variance within and between groups; correlation is between / (between + within)."""

    groups: int
    n: int
    within: float | None
    between: float | None  # may be estimated below 0, which means that none was seen
    correlation: float | None
    cautions: tuple[Caution, ...] = ()


@dataclass(frozen=True)
class RunSpread:
    """Repeated runs of the same episodes: the mean of each run, their spread, the noise of one episode."""

    run_means: tuple[float, ...]
    run_spread: float | None  # standard deviation of the run means
    flip_rate: float | None  # chance that two runs of one episode differ
    components: Components


def variance_components(values: Any, groups: Sequence[str | int]) -> Components:
    """One-way random effects by analysis of variance; groups may differ in size.

    Needs two groups and one group of two values; what cannot be told apart is None.
    """
    numbers = checked_values("values", values, 1)
    labels = scene_numbers(groups, len(numbers))
    sizes = np.bincount(labels) if len(labels) else np.zeros(0, np.int64)
    count, n = len(sizes), len(numbers)
    if count < 2 or n == count:
        text = f"{n} values in {count} groups: levels cannot be told apart"
        within = float(np.var(numbers, ddof=1)) if count == 1 and n > 1 else None
        return Components(count, n, within, None, None, (Caution("one_level", text),))
    means = np.bincount(labels, numbers) / sizes
    within = float(((numbers - means[labels]) ** 2).sum() / (n - count))
    between_square = float((sizes * (means - numbers.mean()) ** 2).sum() / (count - 1))
    typical = float((n - (sizes**2).sum() / n) / (count - 1))
    between = (between_square - within) / typical
    total = between + within
    return Components(count, n, within, between, between / total if total > 0.0 else 0.0)


def run_spread(values: Any) -> RunSpread:
    """Repeated runs: `values` (episodes, runs), the world seeded alike and the agent anew in each run."""
    table = checked_values("values", values, 2)
    episodes, runs = table.shape
    labels = np.repeat(np.arange(episodes), runs).tolist()
    components = variance_components(table.ravel(), labels)
    means = tuple(table.mean(axis=0).tolist()) if episodes else ()
    spread = float(np.std(means, ddof=1)) if len(means) > 1 else None
    return RunSpread(means, spread, _flip_rate(table), components)


def standard_error_of_runs(spread: RunSpread) -> float | None:
    """Standard error over runs, as papers with three seeds print it; it says nothing about new episodes."""
    return None if spread.run_spread is None else spread.run_spread / sqrt(len(spread.run_means))


def _flip_rate(table: Any) -> float | None:
    """Over all pairs of runs and all episodes, the share with different values."""
    episodes, runs = table.shape
    if episodes == 0 or runs < 2:
        return None
    first, second = np.triu_indices(runs, 1)
    return float((table[:, first] != table[:, second]).mean())
