"""How much performance survives: the performance retention score (PRS) of NavTrust, with an interval.

PRS is the mean over corruptions of m_k / m_clean for a metric m such as SR or SPL. It may exceed 1, since an
agent may do better under a mild corruption; the clipped score cuts each ratio at 1 and stands beside it.
Clean episodes and all their corrupted twins are drawn together, because they share what makes them hard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.interval import (
    Caution,
    Floats,
    Interval,
    checked_level,
    checked_values,
    few_scenes,
    scene_numbers,
)
from wayproof.results.estimates.resampling import RESAMPLES, Draws, Method, bounds, resample, scene_totals

METHOD = "joint bootstrap of ratios of means"
CLEAN_IS_ZERO = Caution("clean_is_zero", "clean performance is 0, so retention is undefined")
NOTHING = Caution("nothing_to_retain", "no episodes or no corruptions: retention is undefined")


@dataclass(frozen=True)
class Retention:
    """The score, the same with ratios cut at 1, each ratio, and in how many resamples it was undefined."""

    score: Interval
    clipped: Interval
    ratios: tuple[Interval, ...]
    undefined_resamples: int
    resamples: int


def score_of_means(clean: float, corrupted: Any, *, clip: bool = False) -> float | None:
    """PRS of printed means; None if clean is 0 or nothing was corrupted.

    >>> round(score_of_means(65, [57, 53, 48, 56, 61, 60, 59, 55]), 4)
    0.8635
    """
    means = checked_values("corrupted", corrupted, 1)
    if clean == 0 or not len(means):
        return None
    ratios = means / checked_values("clean", clean, 0)
    return float(np.minimum(ratios, 1.0).mean() if clip else ratios.mean())


def retention(
    clean: Any,
    corrupted: Any,
    *,
    seed: int,
    scenes: Sequence[str | int] | None = None,
    ran: Any = None,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    method: Method | None = None,
) -> Retention:
    """PRS of a metric of 0 and above: `clean` (n,) and `corrupted` (corruptions, n), episodes in one order.

    With scene names, whole scenes are drawn. `ran` (corruptions, n) marks the episodes that a condition
    stopped early did run; its ratio is then taken over those, clean and corrupted alike.
    """
    base, changed = checked_values("clean", clean, 1), checked_values("corrupted", corrupted, 2)
    kept = _checked_kept(base, changed, ran)
    checked_level(level)
    # One clean column serves all corruptions unless each ran episodes of its own.
    clean_columns = base[:, None] if ran is None else (base * kept).T
    columns = np.concatenate([(changed * kept).T, clean_columns], axis=1)
    cautions: tuple[Caution, ...] = ()
    if scenes is not None:
        columns = scene_totals(columns, scene_numbers(scenes, len(base)))
        cautions = few_scenes(len(columns))
    chosen: Method = method or ("percentile" if scenes is None else "jackknife")
    label = f"{METHOD} by {'episode' if scenes is None else 'scene'}, {chosen}"
    if not len(base) or not len(changed):
        return _unknown(NOTHING, len(changed), len(columns), level, label)
    statistic = partial(_retained, corruptions=len(changed))
    draws = resample(columns, statistic, seed=seed, name="retention", resamples=resamples)
    found = [
        _interval(draws, number, level, chosen, label, cautions) for number in range(len(draws.estimate))
    ]
    undefined = int(np.count_nonzero(~np.isfinite(draws.resampled[:, 0])))
    return Retention(found[0], found[1], tuple(found[2:]), undefined, resamples)


def _checked_kept(base: Floats, changed: Floats, ran: Any) -> Floats:
    if changed.shape[1] != len(base):
        raise InvalidInput(
            f"{len(base)} clean episodes and {changed.shape[1]} corrupted; every episode needs its twin"
        )
    if (base < 0).any() or (changed < 0).any():
        raise InvalidInput(
            "a value is below 0; retention is defined for metrics of 0 and above, as SR and SPL"
        )
    kept = np.ones(changed.shape) if ran is None else checked_values("ran", ran, 2)
    if kept.shape != changed.shape or not np.isin(kept, (0.0, 1.0)).all():
        raise InvalidInput(f"ran has shape {kept.shape}; give true or false for each of {changed.shape}")
    return kept


def _retained(sums: Floats, corruptions: int) -> Floats:
    """Columns: score, clipped score, then each ratio; not a number where clean is 0."""
    base = sums[:, corruptions:]
    # Sums of metrics left out one by one may end a hair above 0 instead of at it.
    zero = base <= 1e-12 * base.max(initial=0.0)
    ratios = np.where(zero, np.nan, sums[:, :corruptions] / np.where(zero, 1.0, base))
    return np.column_stack([ratios.mean(axis=1), np.minimum(ratios, 1.0).mean(axis=1), ratios])


def _interval(
    draws: Draws, number: int, level: float, method: Method, label: str, cautions: tuple[Caution, ...]
) -> Interval:
    units, values = len(draws.left_out), draws.resampled[:, number]
    if np.isnan(draws.estimate[number]):
        return Interval(None, None, None, level, units, label, (CLEAN_IS_ZERO, *cautions))
    estimate, defined = float(draws.estimate[number]), np.isfinite(values)
    reason = _why_no_bounds(units, values, level)
    if reason:
        return Interval(estimate, None, None, level, units, label, (reason, *cautions))
    if not defined.all():
        share = 100 * (1.0 - defined.mean())
        text = f"clean performance is 0 in {share:.2f} % of resamples, which are left out"
        cautions = (Caution("undefined_resamples", text), *cautions)
    left_out = draws.left_out[np.isfinite(draws.left_out[:, number])]
    low, high, _ = bounds(
        Draws(draws.estimate, draws.resampled[defined], left_out), number, level=level, method=method
    )
    return Interval(estimate, max(0.0, low), high, level, units, label, cautions)


def _why_no_bounds(units: int, values: Floats, level: float) -> Caution | None:
    if units < 2:
        return Caution("one_unit", "a single episode or scene: its spread cannot be seen, so no bounds")
    missing = float(np.isnan(values).mean())
    if missing > (1 - level) / 2:
        text = f"clean performance is 0 in {100 * missing:.1f} % of resamples: too low for an interval"
        return Caution("clean_too_low", text)
    if np.nanmax(values) - np.nanmin(values) <= 1e-12 * np.nanmax(values):
        return Caution("no_spread", "all resamples agree: the bootstrap sees no spread to make bounds of")
    return None


def _unknown(reason: Caution, corruptions: int, units: int, level: float, label: str) -> Retention:
    nothing = Interval(None, None, None, level, units, label, (reason,))
    return Retention(nothing, nothing, (nothing,) * corruptions, 0, 0)
