"""Planning: how many pairs a comparison needs, and the smallest drop that a given number of pairs can show.

`discordance` is the share of episodes whose outcome differs between the twins; the first hundred pairs tell
it. The less an agent's outcome varies for other reasons, the fewer pairs are needed.
"""

from __future__ import annotations

from math import ceil, floor, sqrt

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.distributions import binomial_cdf, binomial_pmf, normal_quantile
from wayproof.results.estimates.interval import checked_counts, checked_share
from wayproof.results.estimates.paired_proportions import PairCounts, mcnemar


def pairs_needed(
    drop: float, discordance: float, *, power: float = 0.8, alpha: float = 0.05, design_effect: float = 1.0
) -> int:
    """Pairs with which McNemar's test (two-sided, normal approximation) finds this drop with this power.

    >>> pairs_needed(0.05, 0.20)
    626
    """
    _check(drop, discordance, power, alpha)
    z_alpha, z_power = normal_quantile(1 - alpha / 2), normal_quantile(power)
    root = z_alpha * sqrt(discordance) + z_power * sqrt(discordance - drop * drop)
    return ceil(design_effect * (root / drop) ** 2)


def pairs_for_margin(
    margin: float,
    discordance: float,
    *,
    drop: float = 0.0,
    power: float = 0.8,
    alpha: float = 0.05,
    design_effect: float = 1.0,
) -> int:
    """Pairs with which a gate passes with this power: the interval of level 1 - alpha stays above -margin.

    `drop` is the true drop that shall still pass; 0 for an agent that has not changed.
    """
    if not drop < margin < 1.0:
        raise InvalidInput(f"margin is {margin}, drop {drop}; the margin must lie between the drop and 1")
    for name, share in (("power", power), ("alpha", alpha), ("discordance", discordance)):
        checked_share(name, share)
    variance = discordance - drop * drop
    if variance < 0.0:
        raise InvalidInput(f"drop {drop} with discordance {discordance}; a drop is at most the discordance")
    z = normal_quantile(1 - alpha / 2) + normal_quantile(power)
    return max(1, ceil(design_effect * variance * (z / (margin - drop)) ** 2))


def smallest_drop(pairs: int, discordance: float, *, power: float = 0.8, alpha: float = 0.05) -> float | None:
    """The smallest drop that so many pairs find with this power; None if they would miss even the largest."""
    checked_counts(pairs=pairs)
    _check(discordance, discordance, power, alpha)
    low, high = 0.0, discordance
    if pairs == 0 or pairs_needed(high, discordance, power=power, alpha=alpha) > pairs:
        return None
    for _ in range(60):
        middle = 0.5 * (low + high)
        enough = middle > 0.0 and pairs_needed(middle, discordance, power=power, alpha=alpha) <= pairs
        low, high = (low, middle) if enough else (middle, high)
    return high


def exact_power(
    pairs: int, drop: float, discordance: float, *, alpha: float = 0.05, mid_p: bool = False
) -> float:
    """Power of the exact test with so many independent pairs, over all numbers of discordant ones.

    A drop of 0 gives its chance of a false alarm.
    """
    checked_counts(pairs=pairs)
    _check(drop or discordance, discordance, 0.5, alpha)
    harmed = 0.5 * (1 + drop / discordance)
    total = 0.0
    spread = 9 * sqrt(pairs * discordance * (1 - discordance)) + 9
    first, last = max(0, floor(pairs * discordance - spread)), min(pairs, ceil(pairs * discordance + spread))
    for discordant in range(first, last + 1):
        fewest = critical_count(discordant, alpha, mid_p=mid_p)
        if fewest >= 0:
            found = binomial_cdf(fewest, discordant, harmed) + binomial_cdf(fewest, discordant, 1 - harmed)
            total += binomial_pmf(discordant, pairs, discordance) * found
    return min(1.0, total)


def critical_count(discordant: int, alpha: float, *, mid_p: bool = False) -> int:
    """The largest count of the rarer direction that is still significant; -1 if none is."""

    def significant(count: int) -> bool:
        return mcnemar(PairCounts(0, count, discordant - count, 0), mid_p=mid_p) <= alpha

    low, high = -1, (discordant + 1) // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if significant(middle) else (low, middle)
    return low


def pairs_needed_exact(
    drop: float, discordance: float, *, power: float = 0.8, alpha: float = 0.05, mid_p: bool = False
) -> int:
    """Pairs with which the exact test has this power, to about one per cent, from the formula's answer on."""
    pairs = pairs_needed(drop, discordance, power=power, alpha=alpha)
    step = max(1, pairs // 100)

    def enough(count: int) -> bool:
        return exact_power(count, drop, discordance, alpha=alpha, mid_p=mid_p) >= power

    while pairs > step and enough(pairs - step):
        pairs -= step
    while not enough(pairs):
        pairs += step
    return pairs


def design_effect(episodes_per_scene: float, scene_correlation: float) -> float:
    """How many times more episodes are needed because those of one scene resemble each other.

    >>> design_effect(26, 0.02)
    1.5
    """
    if not (episodes_per_scene >= 1.0 and np.isfinite(scene_correlation)):
        raise InvalidInput(
            f"{episodes_per_scene} episodes per scene, correlation {scene_correlation}; "
            "give 1 or more and a finite number"
        )
    return max(1.0, 1.0 + (episodes_per_scene - 1.0) * scene_correlation)


def _check(drop: float, discordance: float, power: float, alpha: float) -> None:
    checked_share("power", power)
    checked_share("alpha", alpha)
    if not 0.0 < discordance <= 1.0:
        raise InvalidInput(
            f"discordance is {discordance}; give the share of unlike pairs, above 0 and at most 1"
        )
    if not 0.0 < drop <= discordance:
        raise InvalidInput(
            f"drop is {drop} with discordance {discordance}; it must be above 0 and at most the discordance"
        )
