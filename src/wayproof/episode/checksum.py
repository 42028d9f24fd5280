"""A checksum of a sensor's reading that costs next to nothing, so that every step of a log can have one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

# Odd 64-bit constants with well-mixed bits: the golden ratio and the fractional digits of three square roots.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_SECOND = np.uint64(0x6A09E667F3BCC909)
_THIRD = np.uint64(0xBB67AE8584CAA73B)
_FOURTH = np.uint64(0x3C6EF372FE94F82B)
_HALF = np.uint64(32)
LANE_BYTES = 32  # four words of 64 bits are taken in at once


def checksum(reading: NDArray[np.generic]) -> int:
    """32 bits that differ when any bit of the reading differs (but for one chance in four thousand million).

    The shape and the type do not count, only the bytes. Not for guarding against people: for noticing change.
    """
    data = np.ascontiguousarray(reading).reshape(-1).view(np.uint8)
    whole = len(data) - len(data) % LANE_BYTES
    rest = np.zeros(LANE_BYTES, np.uint8)
    rest[: len(data) - whole] = data[whole:]
    return int(_folded(_words(data[:whole]), rest.view(np.uint64), len(data)))


def _words(data: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The same bytes as words; copied only where they do not begin at a word's boundary."""
    aligned = data if data.ctypes.data % 8 == 0 else data.copy()
    return aligned.view(np.uint64)


@kernel
def _folded(words: NDArray[np.uint64], rest: NDArray[np.uint64], length: int) -> np.uint64:
    # Each lane multiplies, which carries a bit upwards, and then folds the upper half back down.
    a, b, c, d = _GOLDEN, _SECOND, _THIRD, _FOURTH
    for at in range(0, len(words), 4):
        a = (a ^ words[at]) * _GOLDEN
        b = (b ^ words[at + 1]) * _GOLDEN
        c = (c ^ words[at + 2]) * _GOLDEN
        d = (d ^ words[at + 3]) * _GOLDEN
        a ^= a >> _HALF
        b ^= b >> _HALF
        c ^= c >> _HALF
        d ^= d >> _HALF
    a = (a ^ rest[0]) * _SECOND
    b = (b ^ rest[1]) * _SECOND
    c = (c ^ rest[2]) * _SECOND
    d = (d ^ rest[3]) * _SECOND
    total = np.uint64(length)
    for lane in (a, b, c, d):
        total = (total ^ (lane ^ (lane >> _HALF))) * _THIRD
        total ^= total >> _HALF
    return total & np.uint64(0xFFFFFFFF)
