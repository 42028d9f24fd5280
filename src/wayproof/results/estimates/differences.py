"""Means and paired differences of any metric, many conditions at once, by episode or by scene.

By episode says what other episodes in the same scenes would give; by scene says what other scenes would give,
and needs many of them. Report the wider one (`interval.wider`) unless the scenes are the whole world.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.distributions import student_tails
from wayproof.results.estimates.interval import (
    Caution,
    Floats,
    Interval,
    checked_level,
    checked_values,
    few_scenes,
    scene_numbers,
)
from wayproof.results.estimates.resampling import (
    RESAMPLES,
    Draws,
    Method,
    bounds,
    jackknife_error,
    leave_one_out,
    resample,
    scene_totals,
)

Range = tuple[float, float]
NO_EPISODES = Caution("no_episodes", "no episodes: nothing is known")
ONE_UNIT = Caution("one_unit", "a single episode or scene: its spread cannot be seen, so no bounds")
NO_SPREAD = Caution("no_spread", "all values are equal: the bootstrap sees no spread to make bounds of")


def paired_differences(
    clean: Any,
    others: Any,
    *,
    seed: int,
    scenes: Sequence[str | int] | None = None,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    method: Method | None = None,
    value_range: Range | None = None,
) -> tuple[Interval, ...]:
    """The mean change (other minus clean) of each row of `others` (conditions, n) against `clean` (n,).

    With scene names, whole scenes are drawn. `value_range` is what the metric can be, (0, 1) for SPL: it
    gives honest bounds when all differences are equal; without it there are none then.
    """
    base, changed = checked_values("clean", clean, 1), checked_values("others", others, 2)
    if changed.shape[1] != len(base):
        raise InvalidInput(
            f"{len(base)} clean episodes and {changed.shape[1]} in the others; every episode needs its twin"
        )
    span = None if value_range is None else (value_range[0] - value_range[1], value_range[1] - value_range[0])
    return mean_intervals(
        changed - base,
        seed=seed,
        scenes=scenes,
        level=level,
        resamples=resamples,
        method=method,
        value_range=span,
    )


def mean_intervals(
    values: Any,
    *,
    seed: int,
    scenes: Sequence[str | int] | None = None,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    method: Method | None = None,
    value_range: Range | None = None,
) -> tuple[Interval, ...]:
    """The mean of each row of `values` (conditions, n), all rows resampled together.

    Default method: BCa by episode; by scene the jackknife with Student's t, which covers best where scenes
    are few.
    """
    rows = checked_values("values", values, 2)
    checked_level(level)
    count = rows.shape[1]
    units, cautions = _units(rows, scenes)
    unit_name = "episode" if scenes is None else "scene"
    chosen: Method = method or ("bca" if scenes is None else "jackknife")
    label = f"by {unit_name}, {chosen}"
    if len(units) < 2:
        caution = ONE_UNIT if count else NO_EPISODES
        means = [float(row.mean()) if count else None for row in rows]
        return tuple(Interval(mean, None, None, level, len(units), label, (caution,)) for mean in means)
    if chosen == "jackknife":
        estimate, left_out = leave_one_out(units, _means)
        draws = Draws(estimate, np.zeros((0, len(rows))), left_out)
    else:
        draws = resample(units, _means, seed=seed, name=unit_name, resamples=resamples)
    alike = np.ptp(_means(units), axis=0) <= 1e-12 * np.abs(draws.estimate)
    return tuple(
        _without_spread(draws, number, level, label, cautions, value_range)
        if alike[number]
        else _interval(draws, number, level, chosen, label, cautions, value_range)
        for number in range(len(rows))
    )


def scene_p_value(changes: Any, scenes: Sequence[str | int], null: float = 0.0) -> float:
    """Two-sided p-value of "the mean change over all possible scenes is `null`": Student's t over scenes.

    It agrees with the interval of `mean_intervals` by scene. Scenes that all show the same change have no
    spread to judge by: 1 if that change is the null, else 0; a test by episode has to speak then.
    """
    rows = checked_values("changes", changes, 1)[None]
    units, _ = _units(rows, scenes)
    if len(units) < 2:
        return 1.0
    estimate, left_out = leave_one_out(units, _means)
    away, error = float(estimate[0]) - null, jackknife_error(left_out[:, 0])
    if error <= 1e-12:
        return 1.0 if abs(away) <= 1e-12 else 0.0
    return student_tails(away / error, len(units) - 1)


def _units(rows: Floats, scenes: Sequence[str | int] | None) -> tuple[Floats, tuple[Caution, ...]]:
    """Episodes or scenes as rows of sums, the last column counting the episodes."""
    columns = np.column_stack([rows.T, np.ones(rows.shape[1])])
    if scenes is None:
        return columns, ()
    units = scene_totals(columns, scene_numbers(scenes, rows.shape[1]))
    return units, few_scenes(len(units))


def _means(sums: Floats) -> Floats:
    return sums[:, :-1] / sums[:, -1:]


def _interval(
    draws: Draws,
    number: int,
    level: float,
    method: Method,
    label: str,
    cautions: tuple[Caution, ...],
    span: Range | None,
) -> Interval:
    low, high, used = bounds(draws, number, level=level, method=method)
    if span is not None:
        low, high = max(low, span[0]), min(high, span[1])
    if used != method:
        text = "the correction for bias and skewness is not finite; plain percentiles are given"
        cautions = cautions + (Caution("percentile_instead", text),)
    estimate = float(draws.estimate[number])
    return Interval(estimate, low, high, level, len(draws.left_out), label, cautions)


def _without_spread(
    draws: Draws, number: int, level: float, label: str, cautions: tuple[Caution, ...], span: Range | None
) -> Interval:
    """All units alike: the share of unlike ones is at most 1 - (1 - level)^(1/n), each anywhere in range."""
    value, units = float(draws.estimate[number]), len(draws.left_out)
    unlike = 1.0 - (1.0 - level) ** (1.0 / units)
    low = None if span is None else value - unlike * (value - span[0])
    high = None if span is None else value + unlike * (span[1] - value)
    return Interval(value, low, high, level, units, label, (NO_SPREAD, *cautions))
