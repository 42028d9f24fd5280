"""Adjusted p-values against SciPy, statsmodels and the definition by closed testing."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates.multiplicity import benjamini_hochberg, holm

p_values = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=7)
METHODS = {"holm": holm, "fdr_bh": benjamini_hochberg}


@given(p_values)
def test_holm_is_closed_testing_with_bonferroni(p: list[float]) -> None:
    """An adjusted value is the largest Bonferroni value over all sets that the condition belongs to."""
    members = range(len(p))
    sets = [chosen for size in members for chosen in combinations(members, size + 1)]
    expected = [
        max(min(1.0, len(s) * min(p[k] for k in s)) for s in sets if member in s) for member in members
    ]
    assert holm(p) == pytest.approx(expected)


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=60))
def test_benjamini_hochberg_agrees_with_scipy(p: list[float]) -> None:
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p, method="bh"))


@pytest.mark.parametrize("name", METHODS)
def test_both_agree_with_statsmodels(name: str) -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    p = [0.001, 0.2, 0.04, 0.04, 0.013, 0.9, 1.0]
    assert METHODS[name](p) == pytest.approx(multitest.multipletests(p, method=name)[1])


@pytest.mark.parametrize("method", METHODS.values())
@given(p_values, st.randoms(use_true_random=False))
def test_the_order_of_conditions_does_not_matter(method, p: list[float], shuffler) -> None:
    order = list(range(len(p)))
    shuffler.shuffle(order)
    assert method(np.array(p)[order]) == pytest.approx(method(p)[order])


@given(p_values)
def test_adjusting_never_helps_and_screening_is_milder_than_claiming(p: list[float]) -> None:
    close = 1e-12
    assert (holm(p) + close >= benjamini_hochberg(p)).all() and (benjamini_hochberg(p) + close >= p).all()


def test_no_conditions_give_no_values() -> None:
    assert len(holm([])) == 0 and len(benjamini_hochberg([])) == 0


@pytest.mark.parametrize("method", METHODS.values())
@pytest.mark.parametrize(("p", "says"), [([0.1, float("nan")], "not finite"), ([1.2], "must lie in 0 to 1")])
def test_what_is_no_p_value_is_refused(method, p: list[float], says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        method(p)
