"""Success of twins: each episode once clean and once changed, counted in four cells."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.distributions import binomial_cdf, binomial_pmf, normal_quantile
from wayproof.results.estimates.interval import Interval, checked_counts, checked_level, checked_values
from wayproof.results.estimates.proportions import NO_EPISODES, wilson_bounds


@dataclass(frozen=True)
class PairCounts:
    """How many pairs succeeded in both, only clean, only in the other, in neither."""

    both: int
    clean_only: int  # harmed: success was lost
    other_only: int  # helped: success was won
    neither: int

    def __post_init__(self) -> None:
        checked_counts(
            both=self.both, clean_only=self.clean_only, other_only=self.other_only, neither=self.neither
        )

    @property
    def n(self) -> int:
        return self.both + self.clean_only + self.other_only + self.neither

    @property
    def discordant(self) -> int:
        return self.clean_only + self.other_only


def count_pairs(clean: Any, other: Any) -> PairCounts:
    """The four cells of two lists of outcomes, 1 or True for success, in the same order of episodes."""
    first, second = checked_values("clean", clean, 1), checked_values("other", other, 1)
    if first.shape != second.shape:
        raise InvalidInput(f"{len(first)} clean and {len(second)} other outcomes; pairs need as many of each")
    for name, values in (("clean", first), ("other", second)):
        if not np.isin(values, (0.0, 1.0)).all():
            raise InvalidInput(
                f"{name} has outcomes besides 0 and 1; use paired_differences for other metrics"
            )
    a, b = first == 1.0, second == 1.0
    cells = (a & b, a & ~b, ~a & b, ~a & ~b)
    return PairCounts(*(int(np.count_nonzero(cell)) for cell in cells))


def newcombe_paired(pairs: PairCounts, *, level: float = 0.95) -> Interval:
    """The change of the success rate (other minus clean) with Newcombe's score interval, his method 10.

    Two Wilson intervals are joined, with the correlation of the twins taken into account; it keeps a
    sensible width when no pair is discordant, where the bootstrap shrinks to a point.

    >>> change = newcombe_paired(PairCounts(both=59, clean_only=16, other_only=6, neither=80))
    >>> round(change.low, 4), round(change.high, 4)
    (-0.1186, -0.0046)
    """
    checked_level(level)
    n, method = pairs.n, "Newcombe paired"
    if n == 0:
        return Interval(None, -1.0, 1.0, level, 0, method, (NO_EPISODES,))
    z = normal_quantile(0.5 + level / 2)
    other, clean = (pairs.both + pairs.other_only) / n, (pairs.both + pairs.clean_only) / n
    other_low, other_high = wilson_bounds(other, n, z)
    clean_low, clean_high = wilson_bounds(clean, n, z)
    phi = _correlation(pairs)
    change = (pairs.other_only - pairs.clean_only) / n
    low = change - _joined(other - other_low, clean_high - clean, phi)
    high = change + _joined(other_high - other, clean - clean_low, phi)
    return Interval(change, max(-1.0, low), min(1.0, high), level, n, method)


def _joined(first: float, second: float, phi: float) -> float:
    return sqrt(max(0.0, first * first - 2 * phi * first * second + second * second))


def _correlation(pairs: PairCounts) -> float:
    """The phi coefficient; a positive numerator is shrunk by n/2 but not below zero, as Newcombe advises."""
    a, b, c, d = pairs.both, pairs.clean_only, pairs.other_only, pairs.neither
    product = (a + b) * (c + d) * (a + c) * (b + d)
    if product == 0:
        return 0.0
    excess: float = a * d - b * c
    if excess > 0:
        excess = max(0.0, excess - pairs.n / 2)
    return excess / sqrt(product)


def mcnemar(pairs: PairCounts, *, mid_p: bool = False) -> float:
    """Two-sided p-value of "losses and gains are equally likely", exact from the discordant pairs.

    With mid_p, half the probability of what was seen is left out: less cautious, close to its level.
    Without discordant pairs nothing speaks against equality and the value is 1.

    >>> round(mcnemar(PairCounts(59, 6, 16, 80)), 6), round(mcnemar(PairCounts(59, 6, 16, 80), mid_p=True), 6)
    (0.052479, 0.03469)
    """
    fewer, n = min(pairs.clean_only, pairs.other_only), pairs.discordant
    if n == 0:
        return 1.0
    exact = min(1.0, 2 * binomial_cdf(fewer, n, 0.5))
    if not mid_p:
        return exact
    as_seen = binomial_pmf(fewer, n, 0.5) * (1 if 2 * fewer == n else 2)
    return max(0.0, exact - 0.5 * as_seen)


def newcombe_p_value(pairs: PairCounts, null: float = 0.0) -> float:
    """Two-sided p-value of "the change is `null`": exact (McNemar) for no change, which needs at least six
    discordant pairs to be below 5 %; else one minus the level at which Newcombe's interval reaches `null`."""
    if null == 0.0:
        return mcnemar(pairs)
    low, high = 0.0, 1.0 - 1e-12  # levels: the interval leaves the null out, and it does not
    if pairs.n == 0 or newcombe_paired(pairs, level=1e-9).covers(null):
        return 1.0
    if not newcombe_paired(pairs, level=high).covers(null):
        return 1.0 - high
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if newcombe_paired(pairs, level=middle).covers(null) else (middle, high)
    return 1.0 - low
