"""PRS: NavTrust's printed rows, joint resampling, and the cases in which it is undefined."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates.retention import retention, score_of_means
from wayproof.seeding import generator_for

# Success rates in per cent as NavTrust prints them: clean, corrupted, PRS.
PRINTED = [
    (65, [57, 53, 48, 56, 61, 60, 59, 55], 0.8635),
    (40, [29, 25, 11, 37, 38, 40, 20, 3], 0.6344),
    (44, [41, 38, 3, 21, 33, 41, 16, 17], 0.5966),
    (50, [47, 48, 49, 45, 50, 48, 46, 44], 0.9425),
    (65, [33, 24, 55, 48], 0.6154),
    (50, [0, 47, 27, 49], 0.6150),
    (57, [56, 29, 19, 24, 31, 17, 20, 25], 0.4846),
    (40, [42, 39, 30, 38, 39, 32, 33, 25, 30], 0.8556),
]


def study(n: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Clean and four corrupted outcomes that share each episode's difficulty."""
    rng = generator_for(3, "study")
    hard = rng.normal(0, 1.5, n)
    hidden = hard + rng.normal(0, 0.5, (5, n)) + np.array([0.3, 0.1, -0.3, -1.0, -2.0])[:, None]
    return (hidden[0] > 0).astype(float), (hidden[1:] > 0).astype(float)


@pytest.mark.parametrize(("clean", "corrupted", "printed"), PRINTED)
def test_printed_scores_are_met_by_means_and_by_episodes(
    clean: int, corrupted: list[int], printed: float
) -> None:
    assert score_of_means(clean, corrupted) == pytest.approx(printed, abs=5e-5)
    episodes = np.array([[1.0] * rate + [0.0] * (100 - rate) for rate in (clean, *corrupted)])
    found = retention(episodes[0], episodes[1:], seed=1, resamples=200)
    assert found.score.estimate == pytest.approx(printed, abs=5e-5)
    assert [one.estimate for one in found.ratios] == pytest.approx([rate / clean for rate in corrupted])


def test_a_score_may_exceed_one_unless_each_ratio_is_clipped() -> None:
    clean, corrupted = 40, [42, 39, 30, 38, 39, 32, 33, 25, 30]
    clipped = score_of_means(clean, corrupted, clip=True)
    assert clipped == pytest.approx(0.8556 - 0.05 / 9, abs=5e-5)
    base = np.array([1.0, 0.0] * 20)
    better = retention(base, np.ones((1, 40)), seed=1, resamples=500)
    assert better.score.estimate == 2.0 and better.clipped.estimate == 1.0
    assert better.score.high > 2.0 and better.ratios[0] == better.score


def test_the_interval_agrees_with_scipys_paired_bootstrap() -> None:
    clean, corrupted = study()
    expected = stats.bootstrap(
        (clean, *corrupted),
        lambda base, *others, axis: np.mean([o.mean(axis) / base.mean(axis) for o in others], axis=0),
        paired=True,
        method="percentile",
        n_resamples=8000,
        batch=500,
        rng=generator_for(1, "scipy"),
    ).confidence_interval
    found = retention(clean, corrupted, seed=1, resamples=8000).score
    assert (found.low, found.high) == pytest.approx(
        tuple(expected), abs=0.04 * (expected.high - expected.low)
    )


def test_drawing_twins_together_is_narrower_than_apart() -> None:
    clean, corrupted = study()
    rng = generator_for(1, "apart")
    apart = []
    for _ in range(2000):
        base = rng.choice(clean, len(clean)).mean()
        apart.append(np.mean([rng.choice(row, len(row)).mean() / base for row in corrupted]))
    low, high = np.quantile(apart, [0.025, 0.975])
    assert retention(clean, corrupted, seed=1).score.width < 0.8 * (high - low)


def test_by_scene_and_the_same_seed() -> None:
    clean, corrupted = study()
    scenes = [number % 10 for number in range(400)]
    found = retention(clean, corrupted, seed=1, scenes=scenes, resamples=500)
    assert found.score.n == 10 and found.score.cautions[0].code == "few_scenes"
    assert found == retention(clean, corrupted, seed=1, scenes=scenes, resamples=500)
    assert found.score.estimate == retention(clean, corrupted, seed=1, resamples=10).score.estimate


def test_clean_performance_of_zero_is_said_not_computed() -> None:
    found = retention(np.zeros(30), np.ones((2, 30)), seed=1, resamples=50)
    for interval in (found.score, found.clipped, *found.ratios):
        assert (interval.estimate, interval.low, interval.high) == (None, None, None)
        assert interval.cautions[0].code == "clean_is_zero"
    assert score_of_means(0, [1, 2]) is None and score_of_means(5, []) is None


def test_resamples_in_which_clean_is_zero_are_counted() -> None:
    clean = np.zeros(30)
    clean[:5] = 1.0  # a resample misses all five with probability (5/6)^30 = 0.4 %
    found = retention(clean, clean[None] * 0.5, seed=1, resamples=20_000)
    assert found.undefined_resamples == pytest.approx(20_000 * (5 / 6) ** 30, rel=0.35)
    assert found.score.low is None and found.score.cautions[0].code == "no_spread"
    other = np.roll(clean, 1)
    usual = retention(clean, other[None], seed=1, resamples=2000)
    assert usual.score.low is not None and usual.score.cautions[0].code == "undefined_resamples"
    rare = np.zeros(30)
    rare[0] = 1.0
    hopeless = retention(rare, clean[None], seed=1, resamples=500)
    assert hopeless.score.estimate == 5.0 and hopeless.score.low is None
    assert hopeless.score.cautions[0].code == "clean_too_low"


def test_a_condition_stopped_early_is_compared_on_what_it_ran() -> None:
    clean, corrupted = study()
    ran = np.ones(corrupted.shape, bool)
    ran[3, 61:] = False
    found = retention(clean, corrupted, ran=ran, seed=1, resamples=300)
    assert found.ratios[3].estimate == pytest.approx(corrupted[3, :61].sum() / clean[:61].sum())
    whole = retention(clean, corrupted, seed=1, resamples=300)
    assert found.ratios[:3] == whole.ratios[:3]
    assert found.ratios[3].width > 2 * whole.ratios[3].width
    ran[3] = False
    assert retention(clean, corrupted, ran=ran, seed=1, resamples=300).ratios[3].estimate is None


@given(st.floats(0.1, 10))
def test_the_unit_of_the_metric_does_not_matter(scale: float) -> None:
    clean, corrupted = study(60)
    plain = retention(clean, corrupted, seed=1, resamples=200).score
    scaled = retention(scale * clean, scale * corrupted, seed=1, resamples=200).score
    found = (scaled.estimate, scaled.low, scaled.high)
    assert found == pytest.approx((plain.estimate, plain.low, plain.high), rel=1e-9)


def test_nothing_to_retain_and_a_single_episode_have_stated_results() -> None:
    assert retention([], np.zeros((2, 0)), seed=1).score.cautions[0].code == "nothing_to_retain"
    assert retention([1.0], np.zeros((0, 1)), seed=1).score.estimate is None
    single = retention([1.0], [[0.5]], seed=1).score
    assert (single.estimate, single.low) == (0.5, None) and single.cautions[0].code == "one_unit"


@pytest.mark.parametrize(
    ("clean", "corrupted", "options", "says"),
    [
        ([1.0, float("nan")], [[1.0, 1.0]], {}, "counts as a failure"),
        ([1.0, 1.0], [[1.0]], {}, "every episode needs its twin"),
        ([1.0, -1.0], [[1.0, 1.0]], {}, "a value is below 0"),
        ([1.0, 1.0], [[1.0, 1.0]], {"ran": [[True]]}, "ran has shape"),
        ([1.0, 1.0], [[1.0, 1.0]], {"ran": [[1.0, 0.5]]}, "give true or false"),
    ],
)
def test_wrong_input_is_refused_with_a_sentence(clean, corrupted, options, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        retention(clean, corrupted, seed=1, **options)
