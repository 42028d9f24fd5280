"""Random bits inside compiled loops: a hash of (key, position), so a draw needs no state and no order.

A frame's key is the only thing taken from the step's generator. The hash is SplitMix64's finaliser, whose
outputs for successive positions pass the usual batteries of randomness tests.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import inlined, kernel

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)

QUANTILES = 65536
_WIDEST = 6.0  # in standard deviations: far beyond the outermost of the quantiles, 4.3


def draw_key(rng: np.random.Generator) -> np.uint64:
    """A key for one frame's worth of draws."""
    return np.uint64(rng.integers(2**64, dtype=np.uint64))


@inlined
def bits_at(key: np.uint64, position: int) -> np.uint64:
    """64 random bits that belong to the key and the position."""
    bits = key + np.uint64(position) * _STEP
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


def normal_quantiles() -> NDArray[np.float32]:
    """65536 equally likely values of a standard normal, with a variance of exactly 1."""
    places = np.linspace(-_WIDEST, _WIDEST, 24001)
    middles = (np.arange(QUANTILES) + 0.5) / QUANTILES
    quantiles = np.interp(middles, _normal_shares(places), places)
    return np.asarray(quantiles / quantiles.std(), np.float32)


@kernel
def _normal_shares(places: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.empty(places.size, np.float64)
    for k in range(places.size):
        shares[k] = 0.5 + 0.5 * math.erf(places[k] / math.sqrt(2.0))
    return shares
