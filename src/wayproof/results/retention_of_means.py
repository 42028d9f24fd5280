"""Retention: how much of a number survives a suite of faults (NavTrust's PRS), and how much is lost.

The paper defines PRS as the mean of ratios and says that it lies between 0 and 1. It does not: a fault may
help, and with a clean value of 0 there is nothing to retain. So the plain mean stands beside the clipped one,
and what is undefined says why.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from wayproof.errors import InvalidInput
from wayproof.metrics import METRICS
from wayproof.results.means import mean_of
from wayproof.results.pairs import Twins

RETAINED = ("success", "spl")  # what the paper takes it of


class Retention(NamedTuple):
    """PRS of one metric; `value` and `clipped` are None where `undefined` gives a reason.

    value:   mean over conditions of corrupted / clean, as published
    clipped: the same with each ratio cut at 1, so that one gain cannot hide one loss
    """

    value: float | None
    clipped: float | None
    ratios: dict[str, float]
    undefined: str = ""


def retained(clean: float | None, corrupted: Mapping[str, float | None]) -> Retention:
    """PRS of mean values: one clean, one for each condition.

    >>> retained(0.5, {"fog": 0.25, "flare": 0.5}).value
    0.75
    """
    values = [value for value in (clean, *corrupted.values()) if value is not None]
    if not all(math.isfinite(value) and value >= 0.0 for value in values):
        raise InvalidInput(f"retention of {values}; it is defined for finite numbers from 0 up")
    blank = [name for name, value in corrupted.items() if value is None]
    if clean is None or blank:
        return Retention(None, None, {}, f"no mean under {', '.join(blank) or 'clean conditions'}")
    if not corrupted:
        return Retention(None, None, {}, "no corrupted condition")
    if clean == 0.0:
        return Retention(None, None, {}, "the clean mean is 0: there is nothing to retain")
    ratios = {name: value / clean for name, value in corrupted.items() if value is not None}
    cut = [min(1.0, ratio) for ratio in ratios.values()]
    return Retention(sum(ratios.values()) / len(ratios), sum(cut) / len(cut), ratios)


def retention(suites: Mapping[str, Twins], metric: str = "success") -> Retention:
    """PRS of a metric over the conditions of a suite (see twins_by_condition).

    Each ratio is taken over the pairs of its condition for which the metric is defined on both sides; where
    conditions lack episodes, each is set against its own clean twins. An undefined mean makes all undefined.
    """
    score = METRICS[metric].score
    ratios: dict[str, float] = {}
    for name, found in suites.items():
        both = [(score(pair.before), score(pair.after)) for pair in found.pairs]
        known = [(one, other) for one, other in both if one is not None and other is not None]
        part = retained(
            mean_of(one for one, _ in known).value, {name: mean_of(other for _, other in known).value}
        )
        if part.value is None:
            return Retention(None, None, {}, f"{name}: {part.undefined}")
        ratios[name] = part.value
    return retained(1.0, ratios)


def relative_drop(clean: float | None, corrupted: float | None) -> float | None:
    """The share of the clean value that is lost, below 0 if it grew; None without a clean value above 0.

    >>> relative_drop(0.5, 0.125)
    0.75
    """
    if clean is None or corrupted is None or clean == 0.0:
        return None
    return (clean - corrupted) / clean
