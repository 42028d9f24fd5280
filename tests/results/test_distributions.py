"""The special functions against SciPy, over the range that intervals ask for."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates import distributions as d

shapes = st.floats(0.5, 5000.0)
shares = st.floats(0.0, 1.0)


@given(shapes, shapes, shares)
def test_the_incomplete_beta_function_agrees_with_scipy(a: float, b: float, x: float) -> None:
    assert d.incomplete_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), rel=1e-9, abs=1e-13)


@given(st.integers(1, 3000), st.integers(1, 3000), st.floats(1e-6, 1 - 1e-6))
def test_the_beta_quantile_agrees_with_scipy(a: int, b: int, probability: float) -> None:
    assert d.beta_quantile(probability, a, b) == pytest.approx(
        special.betaincinv(a, b, probability), rel=1e-8
    )


@given(st.floats(1e-9, 1 - 1e-9), st.integers(1, 400))
def test_the_student_quantile_agrees_with_scipy(probability: float, freedom: int) -> None:
    expected = stats.t.ppf(probability, freedom)
    assert d.student_quantile(probability, freedom) == pytest.approx(expected, rel=1e-7, abs=1e-7)


@given(st.integers(0, 2000), st.data(), st.floats(0.001, 0.999))
def test_binomial_probabilities_agree_with_scipy(n: int, data: st.DataObject, p: float) -> None:
    k = data.draw(st.integers(0, n))
    assert d.binomial_cdf(k, n, p) == pytest.approx(stats.binom.cdf(k, n, p), rel=1e-8, abs=1e-13)
    assert d.binomial_pmf(k, n, p) == pytest.approx(stats.binom.pmf(k, n, p), rel=1e-8, abs=1e-13)


@given(st.floats(-8.0, 8.0))
def test_normal_probability_and_quantile_undo_each_other(z: float) -> None:
    assert d.normal_cdf(z) == pytest.approx(stats.norm.cdf(z), rel=1e-12)
    assert d.normal_quantile(d.normal_cdf(-abs(z))) == pytest.approx(-abs(z), abs=1e-8)


def test_the_edges_have_stated_values() -> None:
    assert d.normal_quantile(0.0) == -math.inf and d.normal_quantile(1.0) == math.inf
    assert d.incomplete_beta(2, 3, 0.0) == 0.0 and d.incomplete_beta(2, 3, 1.0) == 1.0
    assert d.student_quantile(0.5, 3) == 0.0 and d.student_quantile(0.0, 3) == -math.inf
    assert d.binomial_cdf(-1, 5, 0.3) == 0.0 and d.binomial_cdf(5, 5, 0.3) == 1.0
    assert d.binomial_pmf(6, 5, 0.3) == 0.0 and d.binomial_pmf(0, 5, 0.0) == 1.0


def test_what_is_no_probability_is_refused() -> None:
    with pytest.raises(InvalidInput, match="must lie in 0 to 1"):
        d.normal_quantile(1.5)
    with pytest.raises(InvalidInput, match="must be above 0"):
        d.incomplete_beta(0.0, 1.0, 0.5)
    with pytest.raises(InvalidInput, match="must lie in 0 to 1"):
        d.beta_quantile(math.nan, 1, 1)
    with pytest.raises(InvalidInput, match="degrees of freedom"):
        d.student_quantile(0.9, 0)
