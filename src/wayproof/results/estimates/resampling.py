"""The bootstrap of anything that is a function of sums: means, differences, ratios, shares.

Units (episodes, or scenes with all their episodes added up) are drawn with replacement, all columns of a
unit together, so that pairs stay pairs and conditions are compared on the same draw. Draws come in blocks,
each from its own counter-based generator: the same seed gives the same bits, whatever else is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, inf, sqrt
from typing import Literal

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.distributions import normal_cdf, normal_quantile, student_quantile
from wayproof.results.estimates.interval import Floats, Ints, checked_level
from wayproof.results.estimates.resampling_kernels import sum_drawn
from wayproof.seeding import generator_for

Method = Literal["percentile", "bca", "expanded", "jackknife"]
Statistic = Callable[[Floats], Floats]  # sums (rows, columns) -> quantities (rows, quantities)

RESAMPLES = 10_000
BLOCK = 200  # resamples per generator; small enough for the cache, part of the draws' identity


@dataclass(frozen=True)
class Strata:
    """For each unit, where its stratum begins in the list of units and how many members it has."""

    order: Ints  # puts units of one stratum side by side
    starts: Ints
    sizes: Ints


@dataclass(frozen=True)
class Draws:
    """A statistic of the data, of many resamples of it, and of the data without each unit in turn."""

    estimate: Floats  # (quantities,)
    resampled: Floats  # (resamples, quantities)
    left_out: Floats  # (units, quantities)


def one_stratum(count: int) -> Strata:
    """All units exchangeable."""
    return Strata(np.arange(count), np.zeros(count, np.int64), np.full(count, count, np.int64))


def strata_of(labels: Ints) -> Strata:
    """Units exchangeable within their label only."""
    order = np.argsort(labels, kind="stable")
    _, first, size = np.unique(labels[order], return_index=True, return_counts=True)
    return Strata(order, np.repeat(first, size), np.repeat(size, size))


def uniform_blocks(count: int, resamples: int, seed: int, name: str) -> Iterator[tuple[slice, Floats]]:
    """Uniform numbers (rows, count) for one block of resamples after the other."""
    if resamples < 1:
        raise InvalidInput(f"resamples is {resamples}; give at least 1, better 2,000 or more")
    for number, begin in enumerate(range(0, resamples, BLOCK)):
        rows = slice(begin, min(begin + BLOCK, resamples))
        generator = generator_for(seed, "bootstrap", name, number)
        yield rows, generator.random((BLOCK, count))[: rows.stop - rows.start]


def resample(
    units: Floats,
    statistic: Statistic,
    *,
    seed: int,
    name: str,
    resamples: int = RESAMPLES,
    strata: Strata | None = None,
) -> Draws:
    """Draw units (n, columns) with replacement and compute the statistic of their sums each time."""
    groups = strata or one_stratum(len(units))
    ordered = np.ascontiguousarray(units[groups.order])
    sums = np.zeros((resamples, units.shape[1]))
    for rows, uniforms in uniform_blocks(len(units), resamples, seed, name):
        sum_drawn(ordered, uniforms, groups.starts, groups.sizes, sums[rows])
    estimate, left_out = leave_one_out(units, statistic)
    return Draws(estimate, statistic(sums), left_out)


def leave_one_out(units: Floats, statistic: Statistic) -> tuple[Floats, Floats]:
    """The statistic of all units, and without each in turn (units, quantities)."""
    # Exact sums: the same estimate in any order of units and whatever other columns there are.
    total = np.array([fsum(column) for column in units.T])
    return statistic(total[None])[0], statistic(total - units)


def jackknife_error(left_out: Floats) -> float:
    """The standard error of a statistic from its values without each unit in turn (Tukey).

    For a mean of equal units it is the usual one; for scenes of different size it is the cautious one of the
    cluster-robust errors (CR3).
    """
    count = len(left_out)
    return sqrt((count - 1) / count * float(((left_out - left_out.mean()) ** 2).sum()))


def bounds(
    draws: Draws, quantity: int, *, level: float, method: Method, strata: int = 1
) -> tuple[float, float, Method]:
    """The interval of one quantity and the method really used.

    percentile   the middle part of the resampled values
    bca          corrected for bias and skewness (Efron); falls back to percentile if these are not finite
    expanded     percentile with the tails that Student's t needs for so few units (Hesterberg)
    jackknife    Student's t around the estimate, its error from leaving out each unit in turn; no resamples
    """
    checked_level(level)
    if method == "jackknife":
        reach = jackknife_error(draws.left_out[:, quantity]) * student_quantile(
            0.5 + level / 2, len(draws.left_out) - strata
        )
        return float(draws.estimate[quantity] - reach), float(draws.estimate[quantity] + reach), method
    values, tail = draws.resampled[:, quantity], (1 - level) / 2
    shares: tuple[float, float] | None = (tail, 1 - tail)
    if method == "bca":
        shares = _corrected(draws.estimate[quantity], values, draws.left_out[:, quantity], tail)
        method = "bca" if shares else "percentile"
    elif method == "expanded":
        tail = expanded_tail(tail, len(draws.left_out), strata)
        shares = (tail, 1 - tail)
    elif method != "percentile":
        raise InvalidInput(f"method is {method!r}; allowed are percentile, bca, expanded and jackknife")
    low, high = np.quantile(values, shares or (tail, 1 - tail))
    return float(low), float(high), method


@lru_cache(maxsize=256)
def expanded_tail(tail: float, units: int, strata: int = 1) -> float:
    """The tail of the resampled values that Student's t needs, one degree of freedom lost per stratum.

    Resampling m units sees only (m - 1)/m of their variance, which matters in small strata.
    """
    freedom = units - strata
    if freedom < 1:
        return 0.0
    return normal_cdf(sqrt(units / freedom) * student_quantile(tail, freedom))


def _corrected(estimate: float, values: Floats, left_out: Floats, tail: float) -> tuple[float, float] | None:
    below = (np.count_nonzero(values < estimate) + np.count_nonzero(values <= estimate)) / (2 * len(values))
    bias = normal_quantile(below)
    away = left_out.mean() - left_out
    spread = float((away**2).sum())
    if abs(bias) == inf or not spread > 0.0:
        return None
    acceleration = float((away**3).sum()) / (6.0 * spread**1.5)
    shares = []
    for z in (normal_quantile(tail), normal_quantile(1 - tail)):
        slope = 1.0 - acceleration * (bias + z)
        if not slope > 0.0:
            return None
        shares.append(normal_cdf(bias + (bias + z) / slope))
    return shares[0], shares[1]


def scene_totals(columns: Floats, scenes: Ints) -> Floats:
    """Units by scene: the columns of all its episodes added up (scenes, columns)."""
    totals = np.zeros((int(scenes.max()) + 1 if len(scenes) else 0, columns.shape[1]))
    np.add.at(totals, scenes, columns)
    return totals
