"""Evidence that may be looked at after every pair: bets against a claim, bounds at all times, stopping.

A gambler who starts with 1 and bets against "the drop is at most the margin" cannot expect to gain while that
is true, so the capital ever reaches 1/alpha with probability at most alpha, however often one looks (Ville).
The capital is the mean over fixed bets; with margin 0 and successes it depends on discordant pairs alone.

What it assumes: pairs arrive in random order. Fix alpha, margin, cap and order before the run. Where scenes
differ and pairs arrive scene by scene, the promise breaks: then give the mean drop of each finished scene,
scenes in random order, in place of the drops of pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, inf, log
from typing import Any, Literal

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.interval import (
    Caution,
    Floats,
    Interval,
    Ints,
    checked_level,
    checked_share,
    checked_values,
)
from wayproof.results.estimates.sign_bets import sign_evidence

Decision = Literal["fail", "pass", "continue", "undecided"]
Evidence = Literal["means", "signs"]

BETS = (np.arange(100) + 0.5) / 100  # as shares of the largest bet that cannot ruin


@dataclass(frozen=True)
class StoppingRule:
    """What is fixed before the run: the margin that a drop may not exceed, the risks, and the cap.

    `conditions` run side by side share alpha (Bonferroni), so that one wrong stop among all is this rare.
    evidence: "means" bets on the mean drop, "signs" on the sign of each scene's drop (sign_bets.py).
    """

    margin: float = 0.0
    alpha: float = 0.05
    most_pairs: int | None = None
    conditions: int = 1
    evidence: Evidence = "means"

    def __post_init__(self) -> None:
        checked_share("alpha", self.alpha)
        _checked_margin(self.margin)
        if self.conditions < 1 or (self.most_pairs is not None and self.most_pairs < 1):
            raise InvalidInput(
                f"conditions are {self.conditions}, most_pairs {self.most_pairs}; give 1 or more of each"
            )

    @property
    def threshold(self) -> float:
        # Bets on signs are made in both directions at once, and either may be wrong.
        sides = 2 if self.evidence == "signs" else 1
        return sides * self.conditions / self.alpha


@dataclass(frozen=True)
class Look:
    """One look at a condition under way: the decision, and what both gamblers have won."""

    decision: Decision
    evidence_of_harm: float  # against "the drop is at most the margin"
    evidence_of_safety: float  # against "the drop is at least the margin"
    pairs: int


def look(drops: Any, rule: StoppingRule) -> Look:
    """Decide from the drops (clean minus other, each in -1 to 1) of all pairs so far.

    fail: the drop exceeds the margin. pass: it stays below. Each is wrong with probability at most alpha,
    whenever and however often one looks. undecided: the cap was reached first. The mean of a condition that
    was stopped overstates its change; `confidence_sequence` gives bounds that hold all the same.
    """
    values = _checked_drops(drops)
    if rule.evidence == "signs":
        harm, safety = sign_evidence(values, rule.margin), sign_evidence(-values, -rule.margin)
    else:
        harm, safety = evidence_above(values, rule.margin), evidence_below(values, rule.margin)
    decision: Decision = "continue"
    if harm >= rule.threshold or safety >= rule.threshold:
        decision = "fail" if harm >= safety else "pass"
    elif rule.most_pairs is not None and len(values) >= rule.most_pairs:
        decision = "undecided"
    return Look(decision, harm, safety, len(values))


def evidence_above(drops: Any, margin: float = 0.0) -> float:
    """The e-value against "the mean drop is at most the margin": 1 at first, large if the drop is larger."""
    return _capped_exp(_log_capital(*_tally(_checked_drops(drops)), _checked_margin(margin)))


def evidence_below(drops: Any, margin: float = 0.0) -> float:
    """The e-value against "the mean drop is at least the margin": large if the drop is smaller."""
    return _capped_exp(_log_capital(*_tally(-_checked_drops(drops)), -_checked_margin(margin)))


def anytime_p_value(e_value: float) -> float:
    """A p-value that stays valid at any stopping time; fit for `multiplicity.holm`."""
    if not e_value >= 0.0:
        raise InvalidInput(f"e-value is {e_value}; it must be 0 or more")
    return 1.0 if e_value <= 1.0 else 1.0 / e_value


def confidence_sequence(drops: Any, *, level: float = 0.95) -> Interval:
    """The mean change (other minus clean) with bounds that hold at all times at once, hence wide.

    A margin is inside if neither gambler has won 2/(1 - level) against it; both win less the nearer it is.
    """
    checked_level(level)
    values = _checked_drops(drops)
    method = "betting confidence sequence"
    if not len(values):
        return Interval(None, -1.0, 1.0, level, 0, method, (Caution("no_episodes", "no episodes"),))
    target, mean = log(2 / (1 - level)), float(values.mean())
    drop, gain = _tally(values), _tally(-values)
    least_drop = _crossing(lambda margin: _log_capital(*drop, margin) < target)
    least_gain = _crossing(lambda margin: _log_capital(*gain, margin) < target)
    return Interval(-mean, min(least_gain, -mean), max(-least_drop, -mean), level, len(values), method)


def _crossing(inside: Callable[[float], bool]) -> float:
    """The smallest margin in -1 to 1 that is inside, rounded outwards; capital falls as the margin grows."""
    low, high = -1.0, 1.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        if inside(middle):
            high = middle
        else:
            low = middle
    return low


def _log_capital(values: Floats, counts: Ints, margin: float) -> float:
    """Log of the mean capital over all bets on values above the margin; each value in -1 to 1 came so often.

    A bet b turns 1 into 1 - b + b (1 + value) / (1 + margin): never negative, 1 on average at the margin.
    """
    growth = 1.0 - BETS[:, None] + BETS[:, None] * (1.0 + values) / (1.0 + margin)
    logs = np.log(growth) @ counts
    top = logs.max()
    return float(top + log(np.exp(logs - top).mean()))


def _tally(values: Floats) -> tuple[Floats, Ints]:
    found, counts = np.unique(values, return_counts=True)
    return found, counts.astype(np.int64)


def _capped_exp(value: float) -> float:
    return exp(value) if value < 700 else inf


def _checked_drops(drops: Any) -> Floats:
    values = checked_values("drops", drops, 1)
    if len(values) and np.abs(values).max() > 1.0:
        raise InvalidInput("a drop is outside -1 to 1; divide the metric by its range first")
    return values


def _checked_margin(margin: float) -> float:
    if not -1.0 < margin < 1.0:
        raise InvalidInput(f"margin is {margin}; it must lie between -1 and 1: write 0.03 for 3 points")
    return float(margin)
