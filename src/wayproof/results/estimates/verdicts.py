"""From an interval to a verdict: pass, fail or undecided against an allowed drop, and change put into words.

With a two-sided interval of level 0.95, a wrong pass and a wrong fail have a chance of 2.5 % each. Undecided
is an answer: with so few episodes nobody can know. Not finding a drop is never a proof that there is none.
Where several conditions are tested, a drop, a gain or a failure needs a p-value adjusted for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from wayproof.errors import InvalidInput
from wayproof.results.estimates.interval import Interval, opposite

Verdict = Literal["pass", "fail", "undecided"]
Worse = Literal["drop", "rise"]  # a rise for metrics where lower is better
Change = Literal["drop", "gain", "no change shown", "cannot decide", "unknown"]
ALPHA = 0.05  # of one false drop or gain among all that is tested together
# Of fewer pairs that differ, even all in one direction, the exact test gives a p-value above 5 %: 2 / 2**5.
FEWEST_DIFFERING = 6


class ShownUnit(NamedTuple):
    """How sentences show a value: its unit, and how many of them one of the value's own are."""

    name: str = ""
    factor: float = 1.0


OWN_UNIT = ShownUnit()
POINTS = ShownUnit("points", 100.0)  # of shares, as people say them


@dataclass(frozen=True)
class Judgement:
    """A verdict and the sentence that explains it."""

    verdict: Verdict
    text: str


@dataclass(frozen=True)
class ChangeEvidence:
    """A paired change with its interval, its p-value, and of how many pairs, differing ones and scenes."""

    change: Interval
    p: float  # two-sided
    pairs: int
    differing: int  # pairs whose two values are not the same
    scenes: int


class ChangeVerdict(NamedTuple):
    """A word for tables and, where it needs one, the reason."""

    word: Change
    caution: str


def judge(change: Interval, max_drop: float, unit: ShownUnit = OWN_UNIT, worse: Worse = "drop") -> Judgement:
    """Non-inferiority: is a drop of more than `max_drop` ruled out (pass), shown (fail), or neither?

    Both are in the interval's own unit; `unit` and `worse` are for the sentence only. If a rise is worse, the
    caller turns the interval round, and the sentence shows it as measured.

    >>> judge(Interval(-0.01, -0.02, 0.0, 0.95, 900, "example"), 0.03).verdict
    'pass'
    """
    _check(max_drop)
    if change.estimate is None or change.low is None or change.high is None:
        return Judgement("undecided", f"undecided: no interval, {_reasons(change)}")
    measured = change if worse == "drop" else opposite(change)
    seen = f"change {_range(measured, unit)}, allowed {worse} {unit.factor * max_drop:g}"
    if change.low >= -max_drop:
        text = f"pass: the {worse} is at most {_amount(max(0.0, -change.low), unit)} ({seen})"
        return Judgement("pass", text)
    if change.high < -max_drop:
        return Judgement("fail", f"fail: the {worse} is at least {_amount(-change.high, unit)} ({seen})")
    return Judgement(
        "undecided",
        f"undecided: the interval includes the allowed {worse}, so more episodes are needed ({seen})",
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


def change_verdict(tested: ChangeEvidence, p_adjusted: float) -> ChangeVerdict:
    """Whether a change is shown: its p-value, adjusted for everything tested beside it, is below 5 % and its
    own 95 % interval lies on one side of 0. "No change shown" does not mean no change."""
    word = change_shown(tested.change)
    if tested.pairs < FEWEST_DIFFERING or tested.scenes < 2:
        return ChangeVerdict("cannot decide", _too_little(tested))
    if word in ("drop", "gain") and tested.differing < FEWEST_DIFFERING:
        return ChangeVerdict("cannot decide", _too_little(tested))
    if word in ("drop", "gain") and not p_adjusted < ALPHA:
        text = f"may be chance among all that was tested: adjusted p is {p_adjusted:.3f}"
        return ChangeVerdict("no change shown", text)
    return ChangeVerdict(word, "")


def gate_verdict(
    tested: ChangeEvidence,
    p_adjusted: float,
    max_drop: float,
    unit: ShownUnit = OWN_UNIT,
    worse: Worse = "drop",
) -> Judgement:
    """`judge`, with what a failure needs besides: several scenes, six pairs that differ, and an adjusted
    p-value (of "the drop is the allowed one") below 5 %. A pass rests on the condition's own interval."""
    found = judge(tested.change, max_drop, unit, worse)
    if found.verdict != "fail":
        return found
    if tested.scenes < 2 or tested.differing < FEWEST_DIFFERING:
        return Judgement("undecided", f"undecided: {_too_little(tested)} ({found.text})")
    if not p_adjusted < ALPHA:
        reason = f"may be chance among all conditions, adjusted p is {p_adjusted:.3f}"
        return Judgement("undecided", f"undecided: {reason} ({found.text})")
    return found


def _too_little(tested: ChangeEvidence) -> str:
    """Why neither a change nor its absence can be claimed."""
    if tested.scenes < 2:
        return "all episodes are in one scene, which says nothing about others; add scenes"
    if tested.pairs < FEWEST_DIFFERING:
        return f"only {tested.pairs} pairs; at least {FEWEST_DIFFERING} are needed to show a change"
    return (
        f"only {tested.differing} of {tested.pairs} pairs differ; a change needs at least {FEWEST_DIFFERING}"
    )


def change_shown(change: Interval) -> Change:
    """On which side of 0 an interval lies, taken alone; "no change shown" if it reaches over it."""
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


def _range(change: Interval, unit: ShownUnit = OWN_UNIT) -> str:
    return f"{_number(change.low, unit)} to {_number(change.high, unit)}"


def _amount(value: float, unit: ShownUnit) -> str:
    """A number with its unit."""
    return f"{_number(value, unit)} {unit.name}".rstrip()


def _number(value: float | None, unit: ShownUnit) -> str:
    digits = 2 if unit == POINTS else 4
    return "unknown" if value is None else f"{unit.factor * value + 0.0:.{digits}f}"  # never -0.00
