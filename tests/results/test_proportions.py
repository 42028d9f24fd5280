"""Intervals of one success rate against SciPy and statsmodels, and by their properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates.interval import Interval
from wayproof.results.estimates.proportions import clopper_pearson, wilson

METHODS = {"wilson": wilson, "exact": clopper_pearson}
counts = st.integers(1, 2500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
levels = st.floats(0.5, 0.999)
both = pytest.mark.parametrize("name", METHODS)


def bounds(interval: Interval) -> tuple[float, float]:
    assert interval.low is not None and interval.high is not None
    return interval.low, interval.high


@both
@given(counts, levels)
def test_bounds_agree_with_scipy(name: str, count: tuple[int, int], level: float) -> None:
    expected = stats.binomtest(*count).proportion_ci(level, method=name)
    assert bounds(METHODS[name](*count, level=level)) == pytest.approx(tuple(expected), rel=1e-7, abs=1e-10)


@both
@pytest.mark.parametrize("count", [(0, 7), (3, 10), (250, 251), (900, 1839)])
def test_bounds_agree_with_statsmodels(name: str, count: tuple[int, int]) -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    expected = proportion.proportion_confint(*count, method={"exact": "beta"}.get(name, name))
    assert bounds(METHODS[name](*count)) == pytest.approx(expected, abs=1e-9)


@both
@given(counts, levels)
def test_failures_mirror_successes(name: str, count: tuple[int, int], level: float) -> None:
    hits, n = count
    low, high = bounds(METHODS[name](hits, n, level=level))
    mirror_low, mirror_high = bounds(METHODS[name](n - hits, n, level=level))
    assert (1 - mirror_high, 1 - mirror_low) == pytest.approx((low, high), abs=1e-9)


@both
@given(counts, levels)
def test_bounds_stay_within_0_and_1_and_hold_the_rate(
    name: str, count: tuple[int, int], level: float
) -> None:
    interval = METHODS[name](*count, level=level)
    low, high = bounds(interval)
    assert 0.0 <= low <= count[0] / count[1] <= high <= 1.0
    assert interval.estimate == count[0] / count[1] and interval.n == count[1]


@both
@given(counts, st.floats(0.5, 0.9))
def test_more_confidence_means_a_wider_interval(name: str, count: tuple[int, int], level: float) -> None:
    narrow, wide = (METHODS[name](*count, level=chosen) for chosen in (level, level + 0.05))
    assert bounds(wide)[0] <= bounds(narrow)[0] and bounds(narrow)[1] <= bounds(wide)[1]
    assert wide.width > narrow.width


def test_the_exact_interval_covers_at_least_its_level_for_every_rate() -> None:
    n = 20
    intervals = [bounds(clopper_pearson(hits, n)) for hits in range(n + 1)]
    for rate in [number / 97 for number in range(1, 97)]:
        held = [low <= rate <= high for low, high in intervals]
        assert sum(stats.binom.pmf(range(n + 1), n, rate) * held) >= 0.95


def test_zero_failures_in_300_episodes_bound_the_rate_near_one_per_cent() -> None:
    assert clopper_pearson(0, 300, level=0.90).high == pytest.approx(1 - 0.05 ** (1 / 300))


@both
def test_without_episodes_everything_is_possible(name: str) -> None:
    interval = METHODS[name](0, 0)
    assert interval.estimate is None and bounds(interval) == (0.0, 1.0)
    assert [caution.code for caution in interval.cautions] == ["no_episodes"]


def test_a_design_effect_acts_like_fewer_episodes() -> None:
    assert bounds(wilson(60, 120, design_effect=2.0)) == pytest.approx(bounds(wilson(30, 60)))


@both
@pytest.mark.parametrize(
    ("count", "level", "says"),
    [
        ((3, 2), 0.95, "3 successes in 2 episodes"),
        ((-1, 2), 0.95, "successes is -1"),
        ((1.5, 2), 0.95, "whole number"),
        ((float("nan"), 2), 0.95, "whole number"),
        ((1, 2), 95, "write 0.95 for 95 %"),
        ((1, 2), float("nan"), "must lie between 0 and 1"),
    ],
)
def test_impossible_input_is_refused_with_a_sentence(name: str, count, level: float, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        METHODS[name](*count, level=level)
    with pytest.raises(InvalidInput, match="design effect"):
        wilson(1, 2, design_effect=0.5)
