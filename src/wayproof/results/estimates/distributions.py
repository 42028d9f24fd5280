"""Normal, beta, Student and binomial distributions, as far as intervals need them and without SciPy."""

from __future__ import annotations

from functools import lru_cache
from math import erfc, exp, inf, lgamma, log, log1p, sqrt
from statistics import NormalDist

from wayproof.errors import InvalidInput

_STANDARD = NormalDist()
_TINY = 1e-300
_PRECISION = 1e-16
_MOST_TERMS = 100_000


def normal_cdf(z: float) -> float:
    """Probability that a standard normal number is at most z, accurate in both tails."""
    return 0.5 * erfc(-z / sqrt(2.0))


def normal_quantile(probability: float) -> float:
    """The z below which a standard normal number lies with this probability; infinite at 0 and 1.

    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    if not 0.0 <= probability <= 1.0:
        raise InvalidInput(f"probability is {probability}; it must lie in 0 to 1")
    if probability in (0.0, 1.0):
        return inf if probability else -inf
    return _STANDARD.inv_cdf(probability)


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function: probability that a Beta(a, b) number is at most x."""
    if not (a > 0.0 and b > 0.0 and 0.0 <= x <= 1.0):
        raise InvalidInput(f"a, b, x are {a}, {b}, {x}; a and b must be above 0 and x in 0 to 1")
    if x in (0.0, 1.0):
        return x
    # The fraction converges fast below the mean only; above it the mirror image is below it.
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - _below_mean(b, a, 1.0 - x, log1p(-x), log(x))
    return _below_mean(a, b, x, log(x), log1p(-x))


def _below_mean(a: float, b: float, x: float, log_x: float, log_rest: float) -> float:
    """Prefactor and continued fraction, evaluated from the front by Lentz's method."""
    front = exp(a * log_x + b * log_rest + lgamma(a + b) - lgamma(a) - lgamma(b)) / a
    c, d = 1.0, 1.0 / _not_zero(1.0 - (a + b) * x / (a + 1.0))
    value = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / _not_zero(1.0 + term * d)
            c = _not_zero(1.0 + term / c)
            value *= c * d
        if abs(c * d - 1.0) < _PRECISION * 4:
            break
    return min(1.0, front * value)


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def beta_quantile(probability: float, a: float, b: float) -> float:
    """The x with incomplete_beta(a, b, x) = probability, by halving until two floats are neighbours."""
    if not 0.0 <= probability <= 1.0:
        raise InvalidInput(f"probability is {probability}; it must lie in 0 to 1")
    low, high = 0.0, 1.0
    while True:
        middle = 0.5 * (low + high)
        if not low < middle < high or high - low < 1e-14 * middle:
            return middle
        if incomplete_beta(a, b, middle) < probability:
            low = middle
        else:
            high = middle


@lru_cache(maxsize=4096)
def student_quantile(probability: float, freedom: float) -> float:
    """The quantile of Student's t with so many degrees of freedom.

    >>> round(student_quantile(0.975, 4), 6)
    2.776445
    """
    if not freedom > 0.0:
        raise InvalidInput(f"degrees of freedom are {freedom}; they must be above 0")
    if probability in (0.0, 0.5, 1.0):
        return {0.0: -inf, 0.5: 0.0, 1.0: inf}[probability]
    tail = min(probability, 1.0 - probability)
    x = beta_quantile(2.0 * tail, freedom / 2.0, 0.5)
    size = sqrt(freedom * (1.0 - x) / x) if x > 0.0 else inf
    return size if probability > 0.5 else -size


def student_tails(t: float, freedom: float) -> float:
    """Probability that Student's t lies further from 0 than `t`, on either side.

    >>> round(student_tails(2.776445, 4), 6)
    0.05
    """
    if not freedom > 0.0:
        raise InvalidInput(f"degrees of freedom are {freedom}; they must be above 0")
    if abs(t) == inf:
        return 0.0
    return incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t))


def binomial_cdf(k: int, n: int, p: float) -> float:
    """Probability of at most k successes in n trials with success probability p."""
    if k < 0:
        return 0.0
    return 1.0 if k >= n else incomplete_beta(n - k, k + 1, 1.0 - p)


def binomial_pmf(k: int, n: int, p: float) -> float:
    """Probability of exactly k successes in n trials."""
    if not 0 <= k <= n:
        return 0.0
    if p in (0.0, 1.0):
        return float(k == n * p)
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p))
