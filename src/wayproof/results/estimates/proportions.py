"""One success rate: the Wilson interval for every day, Clopper-Pearson where a guarantee is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.distributions import beta_quantile, normal_quantile, student_quantile
from wayproof.results.estimates.interval import (
    Caution,
    Interval,
    checked_counts,
    checked_level,
    checked_values,
    few_scenes,
    scene_numbers,
)
from wayproof.results.estimates.resampling import jackknife_error, leave_one_out, scene_totals

NO_EPISODES = Caution("no_episodes", "no episodes: nothing is known, the interval holds every value")


def wilson(successes: int, n: int, *, level: float = 0.95, design_effect: float = 1.0) -> Interval:
    """The score interval: never outside 0 to 1, of sensible width at 0 and n successes.

    A design effect above 1 (see `power.design_effect`) counts episodes that share scenes as fewer.

    >>> interval = wilson(9, 10)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.596, 0.982)
    """
    _check(successes, n, level)
    if not design_effect >= 1.0:
        raise InvalidInput(f"design effect is {design_effect}; it is 1 for independent episodes, else above")
    method = "Wilson" if design_effect == 1.0 else f"Wilson, design effect {design_effect:.2f}"
    if n == 0:
        return Interval(None, 0.0, 1.0, level, 0, method, (NO_EPISODES,))
    low, high = wilson_bounds(successes / n, n / design_effect, normal_quantile(0.5 + level / 2))
    return Interval(successes / n, low, high, level, n, method)


def wilson_by_scene(outcomes: Any, scenes: Sequence[str | int], *, level: float = 0.95) -> Interval:
    """The score interval for other scenes: as many episodes as the spread between scenes is worth, at most
    those there are, and Student's t for so few scenes. It contains Wilson's.

    One scene shows no spread: Wilson's interval is given, which speaks of this scene alone.
    """
    values = checked_values("outcomes", outcomes, 1)
    labels = scene_numbers(scenes, len(values))
    hits, n = int(values.sum()), len(values)
    count = int(labels.max()) + 1 if n else 0
    if count < 2:
        return wilson(hits, n, level=level)
    columns = np.column_stack([values, np.ones(n)])
    estimate, left_out = leave_one_out(scene_totals(columns, labels), lambda sums: sums[:, :1] / sums[:, 1:])
    rate, variance = float(estimate[0]), jackknife_error(left_out[:, 0]) ** 2
    worth = n if variance * n <= rate * (1.0 - rate) else rate * (1.0 - rate) / variance
    low, high = wilson_bounds(rate, worth, student_quantile(0.5 + level / 2, count - 1))
    return Interval(rate, low, high, level, count, "Wilson by scene", few_scenes(count))


def wilson_bounds(rate: float, n: float, z: float) -> tuple[float, float]:
    """Bounds for a rate seen in n trials; n may be an effective number. Exact 0 and 1 at the edges."""
    middle = rate + z * z / (2 * n)
    spread = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    size = 1 + z * z / n
    low = 0.0 if rate == 0.0 else max(0.0, (middle - spread) / size)
    high = 1.0 if rate == 1.0 else min(1.0, (middle + spread) / size)
    return low, high


def clopper_pearson(successes: int, n: int, *, level: float = 0.95) -> Interval:
    """The exact interval: covers at least `level` whatever the rate, hence often wider than needed.

    >>> interval = clopper_pearson(13, 16)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5435, 0.9595)
    """
    _check(successes, n, level)
    if n == 0:
        return Interval(None, 0.0, 1.0, level, 0, "Clopper-Pearson", (NO_EPISODES,))
    tail = (1 - level) / 2
    low = 0.0 if successes == 0 else beta_quantile(tail, successes, n - successes + 1)
    high = 1.0 if successes == n else beta_quantile(1 - tail, successes + 1, n - successes)
    return Interval(successes / n, low, high, level, n, "Clopper-Pearson")


def _check(successes: int, n: int, level: float) -> None:
    checked_level(level)
    checked_counts(successes=successes, n=n)
    if successes > n:
        raise InvalidInput(f"{successes} successes in {n} episodes; give at most as many as episodes")
