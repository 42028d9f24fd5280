"""Interquartile mean and performance profile: SciPy, a plain stratified bootstrap, values of rliable."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates.resampling import expanded_tail
from wayproof.results.estimates.robust import interquartile_mean, iqm_interval, performance_profile
from wayproof.seeding import generator_for

values_lists = st.lists(st.floats(-10, 10), min_size=1, max_size=60)
RUNS, TASKS = 40, 6


def scores() -> tuple[np.ndarray, list[str]]:
    """Runs x tasks of different level and spread, flat, with the task of each."""
    rng = generator_for(6, "scores")
    table = rng.beta(2, np.arange(1, TASKS + 1), (RUNS, TASKS))
    return table.ravel(), [f"task {number}" for number in range(TASKS)] * RUNS


@given(values_lists)
def test_the_interquartile_mean_agrees_with_scipy(values: list[float]) -> None:
    assert interquartile_mean(values) == pytest.approx(stats.trim_mean(values, 0.25), abs=1e-12)


@given(values_lists, st.randoms(use_true_random=False))
def test_the_interquartile_mean_ignores_order_and_outliers(values: list[float], shuffler) -> None:
    shuffled = list(values)
    shuffler.shuffle(shuffled)
    assert interquartile_mean(shuffled) == interquartile_mean(values)
    if len(values) >= 4:
        wild = sorted(values)
        wild[-1] = 1e9
        assert interquartile_mean(wild) == interquartile_mean(values)


def plain_draws(values: np.ndarray, strata: list[str], statistic, count: int) -> np.ndarray:
    rng = generator_for(8, "plain")
    names = np.array(strata)
    parts = [values[names == name] for name in sorted(set(strata))]
    return np.array(
        [statistic(np.concatenate([rng.choice(part, len(part)) for part in parts])) for _ in range(count)]
    )


def test_the_interval_agrees_with_a_plain_stratified_bootstrap() -> None:
    values, tasks = scores()
    plain = plain_draws(values, tasks, lambda drawn: stats.trim_mean(drawn, 0.25), 3000)
    tail = expanded_tail(0.025, RUNS * TASKS, TASKS)
    expected = np.quantile(plain, [tail, 1 - tail])
    found = iqm_interval(values, strata=tasks, seed=1)
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=0.05 * (expected[1] - expected[0]))
    assert found.estimate == interquartile_mean(values)


def test_the_profile_agrees_with_a_plain_stratified_bootstrap() -> None:
    values, tasks = scores()
    found = performance_profile(values, [0.2, 0.5], strata=tasks, seed=1)
    for threshold, interval in zip([0.2, 0.5], found, strict=True):
        plain = plain_draws(values, tasks, lambda drawn, limit=threshold: (drawn > limit).mean(), 3000)
        tail = expanded_tail(0.025, RUNS * TASKS, TASKS)
        expected = np.quantile(plain, [tail, 1 - tail])
        assert interval.estimate == (values > threshold).mean()
        assert (interval.low, interval.high) == pytest.approx(tuple(expected), abs=0.01)


def test_both_agree_with_what_rliable_gives_for_the_same_scores() -> None:
    """Values of rliable 1.2.0 with 50,000 resamples."""
    values, tasks = scores()
    found = iqm_interval(values, strata=tasks, seed=1)
    assert found.estimate == pytest.approx(0.35654939)
    assert (found.low, found.high) == pytest.approx((0.33152, 0.38154), abs=0.0015)
    profile = performance_profile(values, [0.2, 0.5], strata=tasks, seed=1)
    assert [one.estimate for one in profile] == pytest.approx([0.76666667, 0.27083333])
    assert [one.low for one in profile] == pytest.approx([0.71667, 0.225], abs=0.005)
    assert [one.high for one in profile] == pytest.approx([0.81667, 0.31667], abs=0.005)


def test_whole_scenes_are_drawn_as_a_plain_loop_would() -> None:
    rng = generator_for(9, "whole")
    scenes = np.repeat(np.arange(30), rng.integers(2, 9, 30))
    values = np.clip(rng.normal(0.5, 0.2, 30)[scenes] + rng.normal(0, 0.2, len(scenes)), 0, 1)
    parts = [values[scenes == number] for number in range(30)]
    drawn = [np.concatenate([parts[k] for k in rng.integers(0, 30, 30)]) for _ in range(4000)]
    tail = expanded_tail(0.025, 30)
    for found, statistic in (
        (iqm_interval(values, scenes=scenes, seed=1), lambda x: stats.trim_mean(x, 0.25)),
        (performance_profile(values, [0.4], scenes=scenes, seed=1)[0], lambda x: (x > 0.4).mean()),
    ):
        expected = np.quantile([statistic(one) for one in drawn], [tail, 1 - tail])
        assert (found.low, found.high) == pytest.approx(tuple(expected), abs=0.06 * found.width)
        assert found.estimate == pytest.approx(statistic(values)) and found.n == 30


def test_strata_take_their_differences_out_of_the_interval() -> None:
    values, tasks = scores()
    assert iqm_interval(values, strata=tasks, seed=1).width < 0.9 * iqm_interval(values, seed=1).width


def test_a_profile_falls_with_the_threshold_and_the_same_seed_repeats_it() -> None:
    values, tasks = scores()
    thresholds = np.linspace(-0.1, 1.1, 13)
    profile = performance_profile(values, thresholds, strata=tasks, seed=1, resamples=500)
    for name in ("estimate", "low", "high"):
        series = [getattr(one, name) for one in profile]
        assert series == sorted(series, reverse=True) and (series[0], series[-1]) == (1.0, 0.0)
    assert profile == performance_profile(values, thresholds, strata=tasks, seed=1, resamples=500)


def test_nothing_and_lonely_values_have_stated_results() -> None:
    assert interquartile_mean([]) is None
    nothing = iqm_interval([], seed=1)
    assert nothing.estimate is None and nothing.cautions[0].code == "no_episodes"
    assert performance_profile([], [0.5], seed=1)[0].cautions[0].code == "no_episodes"
    lonely = iqm_interval([1.0, 2.0], strata=["a", "b"], seed=1)
    assert (lonely.estimate, lonely.low) == (1.5, None) and lonely.cautions[0].code == "one_unit"
    assert performance_profile([1.0], [0.5], seed=1)[0].cautions[0].code == "one_unit"
    one_scene = iqm_interval([1.0, 2.0], scenes=["a", "a"], seed=1)
    assert (one_scene.estimate, one_scene.low) == (1.5, None) and one_scene.cautions[0].code == "one_unit"
    assert performance_profile([1.0, 0.0], [], seed=1) == ()
    equal = iqm_interval([0.5] * 9, seed=1, resamples=50)
    assert equal.low == equal.high == 0.5 and equal.cautions[0].code == "no_spread"
    assert performance_profile([0.5] * 9, [0.1], seed=1, resamples=50)[0].cautions[0].code == "no_spread"


def test_wrong_input_is_refused_with_a_sentence() -> None:
    with pytest.raises(InvalidInput, match="not finite"):
        iqm_interval([1.0, float("nan")], seed=1)
    with pytest.raises(InvalidInput, match="choose one"):
        iqm_interval([1.0, 2.0], strata=["a", "b"], scenes=["a", "b"], seed=1)
    with pytest.raises(InvalidInput, match="one name per episode"):
        iqm_interval([1.0, 2.0], strata=["a"], seed=1)
    with pytest.raises(InvalidInput, match="level is 0"):
        performance_profile([1.0, 2.0], [1.0], seed=1, level=0)
