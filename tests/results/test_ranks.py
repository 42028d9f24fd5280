"""Rank correlation against SciPy, and its intervals against draws whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.results.estimates.ranks import rank_agreement, ranks, spearman
from wayproof.seeding import generator_for

ROWS = st.lists(st.integers(-3, 3), min_size=4, max_size=12)


@given(first=ROWS, seed=st.integers(0, 99))
def test_ranks_and_correlation_are_those_of_scipy_with_ties(first: list[int], seed: int) -> None:
    one = np.array(first, float)
    other = generator_for(seed, "test").integers(-2, 3, len(one)).astype(float)
    assert ranks(one[None])[0].tolist() == scipy.stats.rankdata(one).tolist()
    found = spearman(one[None], other[None])[0]
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(scipy.stats.spearmanr(one, other).statistic, abs=1e-12)


def study(strength: float, seed: int, corruptions: int = 12, scenes: int = 30, per_scene: int = 10):
    """Success of episodes whose loss follows `foretold` as strongly as that, 1 for to the letter."""
    rng = generator_for(seed, "study")
    foretold = np.linspace(0.0, 0.8, corruptions)
    true = strength * foretold + (1 - strength) * rng.permutation(foretold)
    names = [f"s{scene}" for scene in range(scenes) for _ in range(per_scene)]
    luck = rng.random((1, len(names)))
    clean = (luck[0] < 0.9).astype(float)
    corrupted = (luck < 0.9 * (1 - true)[:, None]).astype(float)
    return foretold, clean, corrupted, names


def test_what_is_foretold_to_the_letter_is_found_and_bounded() -> None:
    foretold, clean, corrupted, scenes = study(1.0, 1)
    found = rank_agreement(foretold, clean, corrupted, seed=0, scenes=scenes, resamples=2000)
    assert found.over_episodes.estimate is not None and found.over_episodes.estimate > 0.95
    assert found.over_episodes.low is not None and found.over_episodes.low > 0.9
    by_hand = scipy.stats.spearmanr(foretold, clean.mean() - corrupted.mean(axis=1)).statistic
    assert found.over_episodes.estimate == pytest.approx(by_hand)


def test_other_corruptions_move_it_more_than_other_episodes() -> None:
    foretold, clean, corrupted, scenes = study(0.6, 4)
    found = rank_agreement(foretold, clean, corrupted, seed=0, scenes=scenes, resamples=2000)
    assert found.over_corruptions.width is not None and found.over_episodes.width is not None
    assert found.over_corruptions.width > 2 * found.over_episodes.width


def test_the_interval_over_corruptions_covers_what_it_promises() -> None:
    """Pairs of losses drawn from a normal with a known Spearman correlation of 0.6."""
    pearson = 2 * np.sin(np.pi / 6 * 0.6)
    rng = generator_for(3, "cover")
    covered = 0
    for _ in range(400):
        pair = rng.multivariate_normal([0, 0], [[1, pearson], [pearson, 1]], 15)
        names = [f"s{k}" for k in range(2)]
        clean, corrupted = np.ones(2), 1.0 - np.repeat(pair[:, 1:], 2, axis=1)
        found = rank_agreement(pair[:, 0], clean, corrupted, seed=0, scenes=names, resamples=1)
        low, high = found.over_corruptions.low, found.over_corruptions.high
        covered += low is None or high is None or low <= 0.6 <= high
    assert 0.91 <= covered / 400 <= 0.985


def test_too_few_corruptions_and_ties_give_no_number_but_a_reason() -> None:
    three = rank_agreement([1, 2, 3], np.ones(4), np.ones((3, 4)), seed=0, scenes=list("aabb"))
    assert three.over_episodes.estimate is None and three.over_episodes.cautions[0].code == "too_few"
    tied = rank_agreement([1, 2, 3, 4], np.ones(4), np.ones((4, 4)), seed=0, scenes=list("aabb"))
    assert tied.over_episodes.estimate is None and tied.over_episodes.cautions[0].code == "all_tied"


def test_a_wrong_shape_is_refused_with_both_shapes() -> None:
    with pytest.raises(InvalidInput, match="4 corruptions by 3"):
        rank_agreement([1, 2, 3, 4], np.ones(3), np.ones((3, 4)), seed=0, scenes=list("abc"))
