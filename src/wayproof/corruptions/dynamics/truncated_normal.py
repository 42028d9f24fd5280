"""A normal distribution cut off at both ends, drawn by its inverse: one uniform number per draw."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

STANDARD = NormalDist()


def truncated_normal(
    rng: np.random.Generator, mean: float, spread: float, *, widest: float, lowest: float | None = None
) -> float:
    """One draw within `widest` spreads of the mean and not below `lowest`; takes one number from the rng.

    Without spread it is the mean. If the whole range lies below `lowest`, it is `lowest`.
    """
    share = float(rng.random())
    if spread <= 0.0:
        return mean if lowest is None else max(mean, lowest)
    low = -widest if lowest is None else max(-widest, (lowest - mean) / spread)
    if low >= widest:
        return mean + spread * low
    below, upto = STANDARD.cdf(low), STANDARD.cdf(widest)
    place = below + share * (upto - below)
    return mean + spread * min(max(STANDARD.inv_cdf(place), low), widest)
