"""Scores that a few odd episodes cannot move: interquartile mean and performance profiles.

As in rliable (Agarwal et al. 2021) the interquartile mean leaves out a quarter of the values at each end, and
with `strata` resampling keeps each task's or scene's number of episodes: it speaks of these strata only. With
`scenes` whole scenes are drawn. Bounds are expanded percentiles, a little wider than rliable's, because plain
ones were measured to be too narrow with few episodes per stratum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.interval import (
    Caution,
    Floats,
    Interval,
    Ints,
    checked_level,
    checked_values,
    few_scenes,
    scene_numbers,
)
from wayproof.results.estimates.resampling import (
    RESAMPLES,
    Strata,
    bounds,
    expanded_tail,
    one_stratum,
    resample,
    scene_totals,
    strata_of,
    uniform_blocks,
)
from wayproof.results.estimates.resampling_kernels import trimmed_means_drawn

Names = Sequence[str | int]
NO_EPISODES = Caution("no_episodes", "no episodes: nothing is known")
ALONE = Caution(
    "one_unit", "a single scene, or one episode in each stratum: no spread can be seen, so no bounds"
)
NO_SPREAD = Caution("no_spread", "all resamples agree: the bounds are a point because no spread was seen")


@dataclass(frozen=True)
class Plan:
    """What is drawn: units (episodes, or scenes), exchangeable within strata; the unit of each episode."""

    unit_of: Ints
    groups: Strata
    strata: int
    cautions: tuple[Caution, ...] = ()

    @property
    def units(self) -> int:
        return len(self.groups.sizes)


def interquartile_mean(values: Any) -> float | None:
    """The mean without the smallest and the largest quarter (rounded down); None without values.

    >>> interquartile_mean([0, 1, 2, 3, 4, 5, 6, 100])
    3.5
    """
    ordered = np.sort(checked_values("values", values, 1))
    cut = len(ordered) // 4
    return float(ordered[cut : len(ordered) - cut].mean()) if len(ordered) else None


def iqm_interval(
    values: Any,
    *,
    seed: int,
    strata: Names | None = None,
    scenes: Names | None = None,
    level: float = 0.95,
    resamples: int = RESAMPLES,
) -> Interval:
    """The interquartile mean of values (n,) with bounds."""
    scores = checked_values("values", values, 1)
    checked_level(level)
    plan, estimate = _plan(strata, scenes, len(scores)), interquartile_mean(scores)
    method = f"bootstrap of the interquartile mean, {_way(strata, scenes)}"
    if estimate is None or plan.units == plan.strata:
        caution = NO_EPISODES if estimate is None else ALONE
        return Interval(estimate, None, None, level, plan.units, method, (caution,))
    means = _resampled_iqms(scores, plan, seed, resamples)
    tail = expanded_tail((1 - level) / 2, plan.units, plan.strata)
    low, high = np.quantile(means, (tail, 1 - tail))
    cautions = plan.cautions + ((NO_SPREAD,) if low == high else ())
    return Interval(estimate, float(low), float(high), level, plan.units, method, cautions)


def performance_profile(
    values: Any,
    thresholds: Any,
    *,
    seed: int,
    strata: Names | None = None,
    scenes: Names | None = None,
    level: float = 0.95,
    resamples: int = RESAMPLES,
) -> tuple[Interval, ...]:
    """For each threshold, the share of episodes whose value is above it; bounds hold point by point."""
    scores, levels = checked_values("values", values, 1), checked_values("thresholds", thresholds, 1)
    checked_level(level)
    plan = _plan(strata, scenes, len(scores))
    method = f"bootstrap of the performance profile, {_way(strata, scenes)}"
    above: Floats = (scores[:, None] > levels).astype(np.float64)
    if not len(scores) or plan.units == plan.strata:
        known = above.mean(axis=0).tolist() if len(scores) else [None] * len(levels)
        caution = ALONE if len(scores) else NO_EPISODES
        return tuple(Interval(share, None, None, level, plan.units, method, (caution,)) for share in known)
    columns = scene_totals(np.column_stack([above, np.ones(len(scores))]), plan.unit_of)
    draws = resample(columns, _shares, seed=seed, name="profile", resamples=resamples, strata=plan.groups)
    found = []
    for number, share in enumerate(draws.estimate.tolist()):
        low, high, _ = bounds(draws, number, level=level, method="expanded", strata=plan.strata)
        cautions = plan.cautions + ((NO_SPREAD,) if low == high else ())
        found.append(Interval(share, low, high, level, plan.units, method, cautions))
    return tuple(found)


def _plan(strata: Names | None, scenes: Names | None, count: int) -> Plan:
    if strata is not None and scenes is not None:
        raise InvalidInput(
            "both strata and scenes are given; choose one: keep each group, or draw whole groups"
        )
    if scenes is not None:
        labels = scene_numbers(scenes, count)
        units = int(labels.max()) + 1 if count else 0
        return Plan(labels, one_stratum(units), 1, few_scenes(units))
    groups = one_stratum(count) if strata is None else strata_of(scene_numbers(strata, count))
    return Plan(np.arange(count), groups, len(np.unique(groups.starts)))


def _way(strata: Names | None, scenes: Names | None) -> str:
    return "by scene" if scenes is not None else "by episode" if strata is None else "within strata"


def _shares(sums: Floats) -> Floats:
    return sums[:, :-1] / sums[:, -1:]


def _resampled_iqms(scores: Floats, plan: Plan, seed: int, resamples: int) -> Floats:
    """Interquartile means of many resamples; units side by side with those of their stratum."""
    place_of_unit = np.empty(plan.units, np.int64)
    place_of_unit[plan.groups.order] = np.arange(plan.units)
    places = place_of_unit[plan.unit_of]
    members = np.argsort(places, kind="stable")
    firsts = np.searchsorted(places[members], np.arange(plan.units + 1))
    by_size = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores), np.int64)
    ranks[by_size] = np.arange(len(scores))
    means, seen = np.empty(resamples), np.zeros(len(scores), np.int64)
    for rows, uniforms in uniform_blocks(plan.units, resamples, seed, "iqm"):
        trimmed_means_drawn(
            scores[by_size],
            ranks[members],
            firsts,
            uniforms,
            plan.groups.starts,
            plan.groups.sizes,
            seen,
            means[rows],
        )
    return means
