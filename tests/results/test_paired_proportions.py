"""Newcombe's paired interval and the exact McNemar test: published examples, peers, properties."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates.paired_proportions import PairCounts, count_pairs, mcnemar, newcombe_paired
from wayproof.seeding import generator_for

cells = st.integers(0, 300)
tables = st.builds(PairCounts, cells, cells, cells, cells).filter(lambda pairs: pairs.n > 0)


def swapped(pairs: PairCounts) -> PairCounts:
    return PairCounts(pairs.both, pairs.other_only, pairs.clean_only, pairs.neither)


# Each table as (both, first only, second only, neither) and the bounds of first minus second.
@pytest.mark.parametrize(
    ("table", "low", "high", "digits"),
    [
        ((36, 12, 2, 0), 0.0569, 0.3404, 4),  # Newcombe 1998
        ((14, 5, 0, 22), 0.011, 0.226, 2),  # Altman et al. 2000, table 6.2
        ((1, 1, 7, 12), -0.507, -0.026, 3),  # Fagerland et al. 2014, airway hyper-responsiveness
        ((59, 6, 16, 80), -0.1186, -0.0046, 4),  # Fagerland et al. 2017, response to therapy
    ],
)
def test_published_intervals_are_met(table: tuple[int, ...], low: float, high: float, digits: int) -> None:
    change = newcombe_paired(PairCounts(*table))
    close = 0.51 * 10.0**-digits
    assert (-change.high, -change.low) == (pytest.approx(low, abs=close), pytest.approx(high, abs=close))


@pytest.mark.parametrize(
    ("table", "exact", "mid"),
    [((59, 6, 16, 80), 0.052479, 0.034690), ((1, 1, 7, 12), 0.0703, 0.0391)],
)
def test_published_p_values_are_met(table: tuple[int, ...], exact: float, mid: float) -> None:
    assert mcnemar(PairCounts(*table)) == pytest.approx(exact, abs=5e-5)
    assert mcnemar(PairCounts(*table), mid_p=True) == pytest.approx(mid, abs=5e-5)


@given(st.integers(0, 400), st.integers(0, 400))
def test_the_exact_test_is_the_binomial_test_on_discordant_pairs(harmed: int, helped: int) -> None:
    expected = stats.binomtest(harmed, harmed + helped, 0.5).pvalue if harmed + helped else 1.0
    assert mcnemar(PairCounts(5, harmed, helped, 9)) == pytest.approx(expected, rel=1e-8)


@given(st.integers(0, 30), st.integers(0, 30))
def test_mid_p_leaves_out_half_of_what_is_as_extreme_as_seen(harmed: int, helped: int) -> None:
    n = harmed + helped
    chance = {k: comb(n, k) / 2**n for k in range(n + 1)}
    beyond = sum(p for k, p in chance.items() if abs(2 * k - n) > abs(harmed - helped))
    same = sum(p for k, p in chance.items() if abs(2 * k - n) == abs(harmed - helped))
    expected = beyond + same / 2 if n else 1.0
    assert mcnemar(PairCounts(0, harmed, helped, 0), mid_p=True) == pytest.approx(expected)


def test_the_exact_test_agrees_with_statsmodels() -> None:
    tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    for cells in ((10, 4, 17, 3), (0, 0, 5, 0), (80, 40, 41, 12)):
        expected = tables.mcnemar(np.reshape(cells, (2, 2)), exact=True).pvalue
        assert mcnemar(PairCounts(*cells)) == pytest.approx(expected)


@given(tables, st.floats(0.5, 0.999))
def test_swapping_the_twins_turns_the_interval_round(pairs: PairCounts, level: float) -> None:
    change, back = newcombe_paired(pairs, level=level), newcombe_paired(swapped(pairs), level=level)
    assert (change.low, change.high) == pytest.approx((-back.high, -back.low))
    assert mcnemar(pairs) == mcnemar(swapped(pairs))


@given(tables, st.floats(0.5, 0.9))
def test_bounds_hold_the_change_and_widen_with_the_level(pairs: PairCounts, level: float) -> None:
    narrow, wide = newcombe_paired(pairs, level=level), newcombe_paired(pairs, level=level + 0.05)
    assert -1.0 <= wide.low <= narrow.low <= narrow.estimate <= narrow.high <= wide.high <= 1.0


@given(tables)
def test_mid_p_is_never_larger_than_exact_p(pairs: PairCounts) -> None:
    assert 0.0 <= mcnemar(pairs, mid_p=True) <= mcnemar(pairs) <= 1.0


def test_without_discordant_pairs_a_width_remains() -> None:
    change = newcombe_paired(PairCounts(50, 0, 0, 50))
    assert change.estimate == 0.0 and change.low < -0.01 and change.high > 0.01
    assert mcnemar(PairCounts(50, 0, 0, 50)) == 1.0


def test_without_pairs_everything_is_possible() -> None:
    change = newcombe_paired(count_pairs([], []))
    assert (change.estimate, change.low, change.high) == (None, -1.0, 1.0)
    assert change.cautions[0].code == "no_episodes"


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
def test_counting_pairs_does_not_depend_on_their_order(outcomes: list[tuple[bool, bool]]) -> None:
    clean, other = [pair[0] for pair in outcomes], [pair[1] for pair in outcomes]
    pairs = count_pairs(clean, other)
    order = generator_for(1, "order").permutation(len(outcomes))
    assert count_pairs(np.array(clean)[order], np.array(other)[order]) == pairs
    assert pairs.clean_only == outcomes.count((True, False))
    assert pairs.other_only == outcomes.count((False, True))
    assert pairs.both == outcomes.count((True, True)) and pairs.n == len(outcomes)


@pytest.mark.parametrize(
    ("clean", "other", "says"),
    [
        ([1, 0], [1], "2 clean and 1 other"),
        ([1, float("nan")], [1, 0], "not finite, the first at \\(1,\\)"),
        ([0.5, 1], [1, 0], "clean has outcomes besides 0 and 1"),
        (["yes"], [1], "cannot be read as numbers"),
    ],
)
def test_wrong_outcomes_are_refused_with_a_sentence(clean, other, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        count_pairs(clean, other)


def test_negative_cells_are_refused() -> None:
    with pytest.raises(InvalidInput, match="clean_only is -1"):
        PairCounts(1, -1, 0, 0)
