"""The bootstrap of means and differences: SciPy, full enumeration, a plain cluster bootstrap, properties."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates.differences import mean_intervals, paired_differences
from wayproof.results.estimates.resampling import bounds, expanded_tail, resample, strata_of
from wayproof.seeding import generator_for

BY_SCENE = [f"scene {number % 25}" for number in range(300)]


def skewed(n: int = 300, conditions: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """SPL-like numbers: many zeros, skewed, conditions that lose more and more."""
    rng = generator_for(4, "skewed")
    clean = (rng.random(n) < 0.7) * rng.beta(8, 2, n)
    losses = np.linspace(0.05, 0.5, conditions)
    return clean, clean * (rng.random((conditions, n)) > losses[:, None]) * rng.beta(9, 1, (conditions, n))


def ends(interval) -> tuple[float, float]:
    return interval.low, interval.high


@pytest.mark.parametrize("method", ["percentile", "BCa"])
def test_bounds_agree_with_scipy_up_to_chance(method: str) -> None:
    clean, others = skewed()
    expected = stats.bootstrap(
        (others[2] - clean,),
        np.mean,
        method=method,
        n_resamples=20_000,
        batch=1000,
        rng=generator_for(1, "scipy"),
    ).confidence_interval
    found = paired_differences(clean, others, seed=3, method=method.lower(), resamples=20_000)[2]
    assert ends(found) == pytest.approx(tuple(expected), abs=0.03 * (expected.high - expected.low))


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_the_same_draws_give_the_same_bounds_as_scipy(method: str) -> None:
    """A ratio, with real bias and skewness so that the corrections matter; SciPy is handed our draws."""
    rng = generator_for(2, "ratio")
    units = np.column_stack([rng.exponential(1.0, 40), rng.exponential(1.0, 40) + 0.2])
    draws = resample(units, lambda sums: sums[:, :1] / sums[:, 1:], seed=1, name="ratio", resamples=5000)
    expected = stats.bootstrap(
        (units[:, 0], units[:, 1]),
        lambda a, b, axis: a.mean(axis) / b.mean(axis),
        paired=True,
        method=method,
        n_resamples=0,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=draws.resampled[:, 0]),
    ).confidence_interval
    low, high, used = bounds(draws, 0, level=0.95, method=method)
    assert used == method and (low, high) == pytest.approx(tuple(expected), rel=1e-9)


def test_four_values_give_the_distribution_over_all_resamples() -> None:
    values = np.array([0.0, 0.1, 0.7, 1.0])
    exact = np.array([np.mean(chosen) for chosen in product(values, repeat=4)])
    draws = resample(values[:, None], lambda sums: sums / 4, seed=9, name="four", resamples=50_000)
    drawn = draws.resampled[:, 0]
    assert np.quantile(drawn, [0.1, 0.5, 0.9]) == pytest.approx(np.quantile(exact, [0.1, 0.5, 0.9]), abs=0.03)
    assert (drawn.mean(), drawn.std()) == pytest.approx((exact.mean(), exact.std()), abs=0.005)


def test_scenes_are_drawn_whole() -> None:
    """Against a plain bootstrap that joins the lists of all episodes of the drawn scenes."""
    rng = generator_for(5, "plain")
    scenes = np.repeat(np.arange(12), rng.integers(2, 30, 12))
    values = rng.normal(0, 1, len(scenes)) + rng.normal(0, 2, 12)[scenes]
    parts = [values[scenes == number] for number in range(12)]
    plain = [
        np.concatenate([parts[chosen] for chosen in rng.integers(0, 12, 12)]).mean() for _ in range(20_000)
    ]
    expected = np.quantile(plain, [0.025, 0.975])
    found = mean_intervals(values[None], scenes=scenes, seed=1, method="percentile", resamples=20_000)[0]
    assert ends(found) == pytest.approx(tuple(expected), abs=0.03 * (expected[1] - expected[0]))
    assert found.estimate == pytest.approx(values.mean()) and found.n == 12


def test_episodes_alone_in_their_scenes_are_as_good_as_independent() -> None:
    clean, others = skewed()
    alone = paired_differences(clean, others, seed=1, scenes=list(range(300)), method="percentile")
    plain = paired_differences(clean, others, seed=1, method="percentile")
    for one, other in zip(alone, plain, strict=True):
        assert ends(one) == pytest.approx(ends(other), abs=0.04 * other.width)


def test_each_stratum_keeps_its_number_of_units() -> None:
    labels = generator_for(1, "labels").integers(0, 4, 50)
    units = np.column_stack([labels == number for number in range(4)]).astype(float)
    draws = resample(units, lambda sums: sums, seed=1, name="strata", resamples=500, strata=strata_of(labels))
    assert (draws.resampled == units.sum(axis=0)).all()


def test_the_same_seed_gives_the_same_bits_and_another_seed_does_not() -> None:
    clean, others = skewed()
    first, again, other = (paired_differences(clean, others, seed=seed, resamples=500) for seed in (1, 1, 2))
    assert first == again and first != other


@pytest.mark.parametrize("scenes", [None, BY_SCENE])
def test_a_condition_has_the_same_interval_whatever_stands_beside_it(scenes: list[str] | None) -> None:
    clean, others = skewed()
    together = paired_differences(clean, others, seed=1, scenes=scenes, resamples=500)
    alone = paired_differences(clean, others[1:2], seed=1, scenes=scenes, resamples=500)
    backwards = paired_differences(clean, others[::-1], seed=1, scenes=scenes, resamples=500)
    assert together[1] == alone[0] and together == backwards[::-1]


def test_more_resamples_begin_with_the_same_ones() -> None:
    units = np.arange(30.0)[:, None]
    few, many = (
        resample(units, lambda sums: sums, seed=1, name="x", resamples=count).resampled
        for count in (250, 777)
    )
    assert (few == many[:250]).all()


@given(st.floats(-3, 3), st.floats(0.1, 5))
def test_the_interval_follows_shift_and_scale(shift: float, scale: float) -> None:
    values = generator_for(1, "values").exponential(1.0, (1, 40))
    plain = mean_intervals(values, seed=1, resamples=400)[0]
    moved = mean_intervals(scale * values + shift, seed=1, resamples=400)[0]
    assert ends(moved) == pytest.approx([scale * end + shift for end in ends(plain)], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("scenes", [None, BY_SCENE])
@pytest.mark.parametrize("method", ["percentile", "bca", "expanded"])
def test_more_confidence_means_a_wider_interval(scenes: list[str] | None, method: str) -> None:
    clean, others = skewed()
    intervals = [
        paired_differences(clean, others, seed=1, scenes=scenes, method=method, level=level, resamples=2000)[
            0
        ]
        for level in (0.5, 0.8, 0.95, 0.99)
    ]
    widths = [interval.width for interval in intervals]
    assert widths == sorted(widths) and len(set(widths)) == 4
    assert all(interval.covers(interval.estimate) for interval in intervals)


def test_the_order_of_episodes_matters_no_more_than_chance() -> None:
    clean, others = skewed()
    order = generator_for(1, "order").permutation(len(clean))
    one = paired_differences(clean, others, seed=1)[0]
    other = paired_differences(clean[order], others[:, order], seed=1)[0]
    assert one.estimate == other.estimate
    assert ends(one) == pytest.approx(ends(other), abs=0.05 * one.width)


def test_twins_are_compared_with_their_own_twin() -> None:
    """Strongly correlated pairs: the paired interval is far narrower than that of independent samples."""
    rng = generator_for(1, "pairs")
    clean = rng.random(400)
    change = paired_differences(clean, (clean - 0.05 + 0.01 * rng.random(400))[None], seed=1)[0]
    assert change.width < 0.002 and change.covers(change.estimate)


def test_the_expanded_tail_matches_students_t() -> None:
    for units in (2, 5, 36, 1000):
        z = stats.t.ppf(0.025, units - 1) * np.sqrt(units / (units - 1))
        assert expanded_tail(0.025, units) == pytest.approx(stats.norm.cdf(z), rel=1e-6)
    assert expanded_tail(0.025, 1) == 0.0


def test_no_episodes_one_episode_and_one_scene_have_stated_results() -> None:
    nothing = paired_differences([], np.zeros((2, 0)), seed=1)
    assert [(one.estimate, one.low, one.n) for one in nothing] == [(None, None, 0)] * 2
    assert nothing[0].cautions[0].code == "no_episodes"
    single = paired_differences([0.5], [[0.25]], seed=1)[0]
    assert (single.estimate, single.low, single.high) == (-0.25, None, None)
    clean, others = skewed()
    one_scene = paired_differences(clean, others, seed=1, scenes=["home"] * 300)[0]
    assert one_scene.low is None and one_scene.n == 1 and one_scene.cautions[0].code == "one_unit"
    assert paired_differences(clean, np.zeros((0, 300)), seed=1) == ()


def test_few_scenes_carry_a_caution() -> None:
    clean, others = skewed()
    few = paired_differences(clean, others, seed=1, scenes=[n % 8 for n in range(300)], resamples=200)[0]
    many = paired_differences(clean, others, seed=1, scenes=BY_SCENE, resamples=200)[0]
    assert [caution.code for caution in few.cautions] == ["few_scenes"] and many.cautions == ()


def test_equal_differences_get_bounds_from_the_range_of_the_metric_only() -> None:
    clean = np.full(100, 0.4)
    same = paired_differences(clean, clean[None], seed=1)[0]
    assert (same.estimate, same.low, same.high) == (0.0, None, None)
    known = paired_differences(clean, clean[None], seed=1, value_range=(0.0, 1.0))[0]
    unlike = stats.binomtest(0, 100).proportion_ci(0.90, method="exact").high  # one-sided 95 %
    assert ends(known) == pytest.approx((-unlike, unlike))
    assert known.cautions[0].code == same.cautions[0].code == "no_spread"


def test_equal_scene_means_have_no_spread_either() -> None:
    values = [[0.0, 1.0, 1.0, 0.0, 0.5, 0.5]]
    found = mean_intervals(values, seed=1, scenes=list("aabbcc"))[0]
    assert found.estimate == 0.5 and found.low is None and found.cautions[0].code == "no_spread"


def test_one_odd_episode_falls_back_or_gives_finite_bounds() -> None:
    values = np.zeros((1, 3))
    values[0, 0] = 1.0
    found = mean_intervals(values, seed=1, method="bca", resamples=300)[0]
    assert np.isfinite(ends(found)).all() and 0.0 <= found.low <= found.high <= 1.0


@pytest.mark.parametrize(
    ("clean", "others", "options", "says"),
    [
        ([0.1, float("nan")], [[0.1, 0.2]], {}, "counts as a failure"),
        ([0.1, 0.2], [[0.1, float("inf")]], {}, "others has 1 values that are not finite"),
        ([0.1, 0.2], [[0.1]], {}, "every episode needs its twin"),
        ([0.1, 0.2], [0.1, 0.2], {}, "others has 1 dimensions; 2 expected"),
        ([0.1, 0.2], [[0.1, 0.3]], {"scenes": ["a"]}, "1 scene names for 2 episodes"),
        ([0.1, 0.2], [[0.1, 0.3]], {"method": "t"}, "allowed are percentile, bca, expanded and jackknife"),
        ([0.1, 0.2], [[0.1, 0.3]], {"level": 1.0}, "level is 1.0"),
        ([0.1, 0.2], [[0.1, 0.3]], {"resamples": 0}, "give at least 1"),
    ],
)
def test_wrong_input_is_refused_with_a_sentence(clean, others, options, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        paired_differences(clean, others, seed=1, **options)
