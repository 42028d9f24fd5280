"""Verdicts: three answers and nothing in between, with words that claim no more than is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.results.estimates.interval import Caution, Interval, few_scenes, wider, with_caution
from wayproof.results.estimates.verdicts import (
    ChangeEvidence,
    change_shown,
    change_verdict,
    gate_verdict,
    judge,
    judge_equivalence,
)

edges = st.tuples(st.floats(-1, 1), st.floats(-1, 1)).map(sorted)


def change(low: float | None, high: float | None, *cautions: Caution) -> Interval:
    middle = None if low is None or high is None else (low + high) / 2
    return Interval(middle, low, high, 0.95, 100, "test", cautions)


@pytest.mark.parametrize(
    ("low", "high", "max_drop", "verdict"),
    [
        (-0.02, 0.01, 0.03, "pass"),
        (-0.03, 0.01, 0.03, "pass"),
        (-0.031, 0.01, 0.03, "undecided"),
        (-0.20, -0.03, 0.03, "undecided"),
        (-0.20, -0.031, 0.03, "fail"),
        (-1.0, 1.0, 0.03, "undecided"),
        (0.01, 0.02, 0.0, "pass"),
        (-0.02, -0.01, 0.0, "fail"),
    ],
)
def test_the_gate_passes_fails_or_does_not_decide(
    low: float, high: float, max_drop: float, verdict: str
) -> None:
    judgement = judge(change(low, high), max_drop)
    assert judgement.verdict == verdict and judgement.text.startswith(f"{verdict}: ")


@given(edges, st.floats(0, 1), st.floats(0, 0.5))
def test_allowing_more_never_makes_a_verdict_worse(edge: list[float], max_drop: float, more: float) -> None:
    order = ("fail", "undecided", "pass")
    strict, lax = (judge(change(*edge), allowed).verdict for allowed in (max_drop, max_drop + more))
    assert order.index(lax) >= order.index(strict)


@given(edges, st.floats(0, 1))
def test_equivalence_is_not_being_worse_in_both_directions(edge: list[float], margin: float) -> None:
    low, high = edge
    there, back = judge(change(low, high), margin).verdict, judge(change(-high, -low), margin).verdict
    both_pass, one_fails = there == back == "pass", "fail" in (there, back)
    expected = "pass" if both_pass else "fail" if one_fails else "undecided"
    assert judge_equivalence(change(low, high), margin).verdict == expected


def test_without_an_interval_nothing_is_decided_and_the_reason_is_told() -> None:
    unknown = change(None, None, Caution("one_unit", "a single scene"))
    assert judge(unknown, 0.5).verdict == judge_equivalence(unknown, 0.5).verdict == "undecided"
    assert "a single scene" in judge(unknown, 0.5).text and change_shown(unknown) == "unknown"


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (-0.2, -0.1, "drop"),
        (0.1, 0.2, "gain"),
        (-0.1, 0.0, "no change shown"),
        (-0.1, 0.1, "no change shown"),
    ],
)
def test_change_is_named_by_the_interval(low: float, high: float, word: str) -> None:
    assert change_shown(change(low, high)) == word


def test_a_negative_or_missing_allowance_is_refused() -> None:
    for wrong in (-0.01, float("nan")):
        with pytest.raises(InvalidInput, match="give 0 or more"):
            judge(change(0, 0), wrong)
        with pytest.raises(InvalidInput, match="give 0 or more"):
            judge_equivalence(change(0, 0), wrong)


def test_the_wider_interval_wins_and_keeps_all_cautions() -> None:
    narrow = change(-0.1, 0.1, Caution("a", "first"))
    wide = change(-0.2, 0.2, Caution("b", "second"), Caution("a", "again"))
    for chosen in (wider(narrow, wide), wider(wide, narrow)):
        assert (chosen.low, chosen.high) == (-0.2, 0.2)
        assert sorted(caution.code for caution in chosen.cautions) == ["a", "b"]
    assert wider(wide, change(None, None)).width is None
    assert with_caution(narrow, Caution("a", "again")) == narrow


def test_bounds_that_are_not_known_hold_every_value() -> None:
    assert change(None, None).covers(7.0)
    assert change(-0.1, 0.1).covers(0.1) and not change(-0.1, 0.1).covers(0.11)


def test_few_scenes_are_warned_of() -> None:
    assert few_scenes(19)[0].code == "few_scenes" and "19 scenes" in few_scenes(19)[0].text
    assert few_scenes(20) == ()


def evidence(
    low: float, high: float, *, pairs: int = 40, differing: int = 9, scenes: int = 4
) -> ChangeEvidence:
    return ChangeEvidence(change(low, high), 0.001, pairs, differing, scenes)


@pytest.mark.parametrize(
    ("found", "p", "word", "why"),
    [
        (evidence(-0.3, -0.1), 0.049, "drop", ""),
        (evidence(0.1, 0.3), 0.049, "gain", ""),
        (evidence(-0.3, -0.1), 0.05, "no change shown", "adjusted p is 0.050"),
        (evidence(-0.3, 0.0), 0.001, "no change shown", ""),
        (evidence(-0.3, -0.1, differing=5), 0.001, "cannot decide", "only 5 of 40 pairs differ"),
        (evidence(-0.1, 0.1, differing=5), 1.0, "no change shown", ""),  # few twins differ: a small change
        (evidence(-1.0, -0.1, pairs=2, differing=2), 0.001, "cannot decide", "only 2 pairs"),
        (evidence(-1.0, 1.0, pairs=5, differing=0), 1.0, "cannot decide", "only 5 pairs"),
        (evidence(-0.3, -0.1, scenes=1), 0.001, "cannot decide", "in one scene"),
        (evidence(-0.1, 0.1, scenes=1), 0.5, "cannot decide", "in one scene"),
    ],
)
def test_a_change_needs_interval_adjusted_p_six_differing_pairs_and_two_scenes(
    found: ChangeEvidence, p: float, word: str, why: str
) -> None:
    told = change_verdict(found, p)
    assert told.word == word and why in told.caution and bool(why) == bool(told.caution)


@pytest.mark.parametrize(
    ("found", "p", "verdict"),
    [
        (evidence(-0.3, -0.1), 0.01, "fail"),
        (evidence(-0.3, -0.1), 0.06, "undecided"),
        (evidence(-0.3, -0.1, differing=5), 0.01, "undecided"),
        (evidence(-0.3, -0.1, scenes=1), 0.01, "undecided"),
        (evidence(-0.02, 0.1), 1.0, "pass"),  # a pass rests on the condition's own interval, nothing adjusted
        (evidence(-0.2, 0.1), 0.01, "undecided"),
    ],
)
def test_a_gate_fails_by_adjusted_p_values_and_passes_without(
    found: ChangeEvidence, p: float, verdict: str
) -> None:
    told = gate_verdict(found, p, 0.03)
    assert told.verdict == verdict and told.text.startswith(verdict)
