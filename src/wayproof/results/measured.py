"""A number with its bounds, as reports and JSON have it; ratios of sums with theirs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from wayproof.results.estimates.interval import Floats, Interval
from wayproof.results.estimates.resampling import bounds, resample
from wayproof.results.intervals import SEED

LEVEL = 0.95


class Measured(msgspec.Struct, frozen=True):
    """A number with its bounds, None where they are not known, and of how many episodes it is."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def measured(interval: Interval | None, n: int) -> Measured:
    if interval is None:
        return Measured(None, None, None, n)
    return Measured(interval.estimate, interval.low, interval.high, n)


def ratio_of_sums(above: Sequence[float], below: Sequence[float]) -> Measured:
    """The sum of one column over the sum of another, resampled by episode; no bounds for fewer than two."""
    if not above or not sum(below) > 0.0:
        return Measured(None, None, None, len(above))
    columns = np.column_stack([np.array(above, float), np.array(below, float)])
    ratio = float(columns[:, 0].sum() / columns[:, 1].sum())
    if len(columns) < 2 or np.ptp(columns[:, 0] / columns[:, 1]) <= 1e-12:
        return Measured(ratio, None, None, len(columns))
    draws = resample(columns, _ratio, seed=SEED, name="ratio")
    low, high, _ = bounds(draws, 0, level=LEVEL, method="bca")
    return Measured(ratio, low, high, len(columns))


def _ratio(sums: Floats) -> Floats:
    return sums[:, :1] / sums[:, 1:]
