"""Smooth random fields in space: the same wherever and in whatever order they are asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import inlined, kernel

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_MIX_1, _MIX_2, _MIX_3 = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)
_30, _27, _31, _11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
# Interpolated values of even spread in [-1, 1] deviate by this much, the mean over a cell of the lattice.
_SPREAD = 0.4008


def smooth_field(points_m: Doubles, wave_m: float, key: int, channels: int) -> Floats:
    """Hills (n, channels) of mean 0 and spread about 1 whose tops lie some `wave_m` apart."""
    seed = np.uint64(key & 0xFFFFFFFFFFFFFFFF)
    return _field(np.ascontiguousarray(points_m, np.float64), float(wave_m), seed, channels)


@kernel
def _field(points: Doubles, wave: float, key: np.uint64, channels: int) -> Floats:
    values = np.empty((len(points), channels), np.float32)
    share = np.empty((3, 2))
    corner = np.empty(3, np.int64)
    for row in range(len(points)):
        for d in range(3):
            at = points[row, d] / wave
            corner[d] = np.int64(np.floor(at))
            part = at - np.floor(at)
            share[d, 1] = part * part * part * (part * (part * 6.0 - 15.0) + 10.0)
            share[d, 0] = 1.0 - share[d, 1]
        for channel in range(channels):
            total = 0.0
            for i in range(2):
                for j in range(2):
                    for k in range(2):
                        value = _lattice(corner[0] + i, corner[1] + j, corner[2] + k, channel, key)
                        total += share[0, i] * share[1, j] * share[2, k] * value
            values[row, channel] = total / _SPREAD
    return values


@inlined
def _lattice(i: int, j: int, k: int, channel: int, key: np.uint64) -> float:
    """An even draw in [-1, 1) for a point of the lattice."""
    word = _mixed(key + np.uint64(i) * _MIX_1)
    word = _mixed(word + np.uint64(j) * _MIX_2)
    word = _mixed(word + np.uint64(k) * _MIX_3 + np.uint64(channel))
    return float(word >> _11) * (2.0 / 9007199254740992.0) - 1.0


@inlined
def _mixed(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> _30)) * _MIX_2
    word = (word ^ (word >> _27)) * _MIX_3
    return word ^ (word >> _31)
