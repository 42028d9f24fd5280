"""Path inflation: how much longer the way gets under a fault that the agent survives."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from wayproof.metrics.goals import succeeded
from wayproof.metrics.lengths import SHORTEST_M
from wayproof.metrics.walked import driven_m
from wayproof.results.pairs import Pair


class Inflation(NamedTuple):
    """Length after over length before, where both twins succeed; None if nowhere.

    ratio_of_sums: all metres after over all metres before; geometric_mean: of the pairs' ratios, in which a
    short episode counts as much as a long one.
    """

    ratio_of_sums: float | None
    geometric_mean: float | None
    pairs: int  # both succeed
    left_out: int  # the others


def path_inflation(pairs: Iterable[Pair]) -> Inflation:
    """1 is no change. Lengths below a centimetre count as a centimetre, as in SPL."""
    every = list(pairs)
    both = [pair for pair in every if succeeded(pair.before) and succeeded(pair.after)]
    if not both:
        return Inflation(None, None, 0, len(every))
    before_m, after_m = ([max(SHORTEST_M, driven_m(pair[side])) for pair in both] for side in (0, 1))
    logs = [math.log(after / before) for before, after in zip(before_m, after_m, strict=True)]
    mean = math.exp(sum(logs) / len(logs))
    return Inflation(sum(after_m) / sum(before_m), mean, len(both), len(every) - len(both))
