"""The sign-flip test against SciPy's permutation test, and what it must keep to."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wayproof.results.estimates.sign_flips import EXACT_UNITS, FLIPS, sign_flip_test

numbers = st.floats(-1.0, 1.0).filter(lambda value: abs(value) > 1e-6)


def _by_scipy(changes: np.ndarray) -> float:
    found = stats.permutation_test(
        (changes,), np.mean, permutation_type="samples", n_resamples=np.inf, alternative="two-sided"
    )
    return float(found.pvalue)


@pytest.mark.parametrize("count", [3, 6, 9])
def test_few_changes_give_the_exact_value(count: int) -> None:
    changes = np.random.Generator(np.random.Philox(key=count)).normal(0.3, 1.0, count)
    assert sign_flip_test(changes, seed=0) == pytest.approx(_by_scipy(changes))


def test_many_changes_give_nearly_the_exact_value() -> None:
    count = EXACT_UNITS + 1
    changes = np.random.Generator(np.random.Philox(key=5)).normal(0.4, 1.0, count)
    exact = _by_scipy(changes)
    spread = (exact * (1 - exact) / FLIPS) ** 0.5
    assert sign_flip_test(changes, seed=0) == pytest.approx(exact, abs=4 * spread + 1 / FLIPS)


def test_scenes_are_flipped_as_wholes() -> None:
    """Twelve equal losses in two scenes are two units: each sign of each scene, one in two is as extreme."""
    changes, scenes = [-1.0] * 12, ["a"] * 6 + ["b"] * 6
    assert sign_flip_test(changes, seed=0, scenes=scenes) == 0.5
    assert sign_flip_test(changes, seed=0) == 2 / 2**12
    assert sign_flip_test(changes, seed=0, scenes=["a"] * 12) == 2 / 2**12  # one scene says nothing of scenes


@given(st.lists(numbers, min_size=1, max_size=8))
def test_signs_and_units_do_not_matter(changes: list[float]) -> None:
    p = sign_flip_test(changes, seed=0)
    assert 0.0 < p <= 1.0
    assert sign_flip_test([-value for value in changes], seed=0) == p
    assert sign_flip_test([value * 1000.0 for value in changes], seed=0) == pytest.approx(p)


def test_no_change_at_all_is_no_evidence() -> None:
    assert sign_flip_test([0.0, 0.0], seed=0) == 1.0 == sign_flip_test([], seed=0)
