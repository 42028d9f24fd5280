"""From an interval to a verdict: pass, fail or undecided against an allowed drop, and change put into words.

With a two-sided interval of level 0.95, a wrong pass and a wrong fail have a chance of 2.5 % each. Undecided
is an answer: with so few episodes nobody can know. Not finding a drop is never a proof that there is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wayproof.errors import InvalidInput
from wayproof.results.estimates.interval import Interval

Verdict = Literal["pass", "fail", "undecided"]
Change = Literal["drop", "gain", "no change shown", "unknown"]


@dataclass(frozen=True)
class Judgement:
    """A verdict and the sentence that explains it."""

    verdict: Verdict
    text: str


def judge(change: Interval, max_drop: float) -> Judgement:
    """Non-inferiority: is a drop of more than `max_drop` ruled out (pass), shown (fail), or neither?

    >>> judge(Interval(-0.01, -0.02, 0.0, 0.95, 900, "example"), 0.03).verdict
    'pass'
    """
    _check(max_drop)
    if change.estimate is None or change.low is None or change.high is None:
        return Judgement("undecided", f"undecided: no interval, {_reasons(change)}")
    seen = f"change {_range(change)}, allowed drop {max_drop:g}"
    if change.low >= -max_drop:
        return Judgement("pass", f"pass: the drop is at most {_number(max(0.0, -change.low))} ({seen})")
    if change.high < -max_drop:
        return Judgement("fail", f"fail: the drop is at least {_number(-change.high)} ({seen})")
    return Judgement(
        "undecided",
        f"undecided: the interval reaches over the allowed drop, more episodes are needed ({seen})",
    )


def judge_equivalence(change: Interval, margin: float) -> Judgement:
    """Is the change within plus or minus the margin (pass), outside it (fail), or is that not known?"""
    _check(margin)
    if change.estimate is None or change.low is None or change.high is None:
        return Judgement("undecided", f"undecided: no interval, {_reasons(change)}")
    seen = f"change {_range(change)}, margin {margin:g}"
    if -margin <= change.low and change.high <= margin:
        return Judgement("pass", f"pass: equivalent within the margin ({seen})")
    if change.high < -margin or change.low > margin:
        return Judgement("fail", f"fail: different by more than the margin ({seen})")
    return Judgement("undecided", f"undecided: neither equivalence nor a difference is shown ({seen})")


def change_shown(change: Interval) -> Change:
    """Whether the interval shows a drop, a gain or neither; "no change shown" does not mean no change."""
    if change.low is None or change.high is None:
        return "unknown"
    if change.high < 0.0:
        return "drop"
    return "gain" if change.low > 0.0 else "no change shown"


def _check(margin: float) -> None:
    if not margin >= 0.0:
        raise InvalidInput(
            f"the allowed change is {margin}; give 0 or more: 0.03 for 3 points of success rate"
        )


def _reasons(change: Interval) -> str:
    return "; ".join(caution.text for caution in change.cautions) or "its bounds are not known"


def _range(change: Interval) -> str:
    return f"{_number(change.low)} to {_number(change.high)}"


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4f}"
