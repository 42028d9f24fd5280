"""Does one loss foretell the other: Spearman's rank correlation over corruptions, with two intervals.

One interval asks what other episodes would have said of the same corruptions (bootstrap). The other asks what
other corruptions would have said (Bonett and Wright's standard error on Fisher's scale); with a dozen of them
it is the wider one by far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import atanh, sqrt, tanh
from typing import Any

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.distributions import normal_quantile
from wayproof.results.estimates.interval import (
    Caution,
    Floats,
    Interval,
    checked_level,
    checked_values,
    few_scenes,
    scene_numbers,
)
from wayproof.results.estimates.resampling import RESAMPLES, bounds, resample, scene_totals

FEWEST = 4  # corruptions; below, no rank correlation says anything
TOO_FEW = Caution("too_few", f"fewer than {FEWEST} corruptions: a rank correlation says nothing")
ALL_TIED = Caution("all_tied", "all losses on one side are the same: there are no ranks to compare")


@dataclass(frozen=True)
class RankAgreement:
    """The same correlation twice: as other episodes, and as other corruptions would move it."""

    over_episodes: Interval
    over_corruptions: Interval


def ranks(values: Floats) -> Floats:
    """Ranks from 1 in each row (rows, n); those that are equal share the mean of their ranks."""
    below = (values[:, None, :] < values[:, :, None]).sum(axis=2)
    equal = (values[:, None, :] == values[:, :, None]).sum(axis=2)
    return np.asarray(below + (equal + 1) / 2, np.float64)


def spearman(first: Floats, second: Floats) -> Floats:
    """The rank correlation of rows (rows, n) with rows; not a number where one side is all ties."""
    one, other = (side - side.mean(axis=1, keepdims=True) for side in (ranks(first), ranks(second)))
    spread = np.sqrt((one**2).sum(axis=1) * (other**2).sum(axis=1))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((one * other).sum(axis=1) / spread, np.float64)


def rank_agreement(
    foretold: Any,
    clean: Any,
    corrupted: Any,
    *,
    seed: int,
    scenes: Sequence[str | int],
    level: float = 0.95,
    resamples: int = RESAMPLES,
) -> RankAgreement:
    """Whether the losses `foretold` (corruptions,) rank as those from `clean` (n,) to `corrupted`
    (corruptions, n), whose episodes are drawn by scene."""
    static, base = checked_values("foretold", foretold, 1), checked_values("clean", clean, 1)
    changed = checked_values("corrupted", corrupted, 2)
    checked_level(level)
    if changed.shape != (len(static), len(base)):
        raise InvalidInput(
            f"corrupted has shape {changed.shape}, {len(static)} corruptions by {len(base)} expected"
        )
    units = scene_totals(np.column_stack([changed.T, base]), scene_numbers(scenes, len(base)))
    label = "Spearman, bootstrap by scene, expanded"
    if len(static) < FEWEST or len(units) < 2:
        nothing = Interval(None, None, None, level, len(static), label, (TOO_FEW,))
        return RankAgreement(nothing, nothing)
    draws = resample(units, partial(_agreement, static), seed=seed, name="ranks", resamples=resamples)
    estimate = float(draws.estimate[0])
    if np.isnan(estimate):
        tied = Interval(None, None, None, level, len(static), label, (ALL_TIED,))
        return RankAgreement(tied, tied)
    np.nan_to_num(draws.resampled, copy=False)  # a draw in which nothing was lost says nothing either way
    low, high, _ = bounds(draws, 0, level=level, method="expanded")
    episodes = Interval(estimate, low, high, level, len(units), label, few_scenes(len(units)))
    return RankAgreement(episodes, _over_corruptions(estimate, len(static), level))


def _agreement(static: Floats, sums: Floats) -> Floats:
    """Columns of sums: success under each corruption, then clean. The more was lost, the higher the rank."""
    lost = sums[:, -1:] - sums[:, :-1]
    # Sums that were left out one by one may differ by a hair where they are equal.
    return spearman(np.broadcast_to(static, lost.shape), np.round(lost, 9))[:, None]


def _over_corruptions(estimate: float, count: int, level: float) -> Interval:
    label = "Spearman, Bonett and Wright on Fisher's scale"
    if abs(estimate) == 1.0:
        return Interval(estimate, None, None, level, count, label, ())
    error = sqrt((1.0 + estimate**2 / 2.0) / (count - 3))
    reach = normal_quantile(0.5 + level / 2.0) * error
    return Interval(
        estimate, tanh(atanh(estimate) - reach), tanh(atanh(estimate) + reach), level, count, label
    )
