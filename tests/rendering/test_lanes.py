"""Vectors of eight behave like NumPy arrays of eight."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.rendering import lanes
from wayproof.rendering.lanes import (
    bits_of,
    ceiling,
    counting,
    first_bit,
    from_bits,
    gather,
    highest,
    least,
    load,
    lowest,
    magnitude,
    mask_bits,
    otherwise,
    peek,
    pick,
    real,
    spread,
    store,
    transposed,
    unsigned_shift,
    whole,
)
from wayproof.rendering.texel_pairs import texel_pairs

floats = arrays(np.float32, 8, elements=st.floats(-1000, 1000, width=32))
ints = arrays(np.int32, 8, elements=st.integers(-(2**31), 2**31 - 1))


@kernel
def _float_arithmetic(a: NDArray[np.float32], b: NDArray[np.float32], result: NDArray[np.float32]) -> None:
    x, y = load(a, 0), load(b, 0)
    store(result, 0, x + y)
    store(result, 8, x - y)
    store(result, 16, x * y)
    store(result, 24, x / y)
    store(result, 32, lowest(x, y))
    store(result, 40, highest(x, np.float32(2.5)))
    store(result, 48, ceiling(x))
    store(result, 56, magnitude(x))
    store(result, 64, pick((x < y) & otherwise(x <= np.float32(1.0)), x, np.float32(7.0)))
    store(result, 72, np.float32(3.0) - x)
    result[80] = least(x)


@given(floats, floats)
def test_arithmetic_on_floats_matches_numpy_to_the_bit(
    a: NDArray[np.float32], b: NDArray[np.float32]
) -> None:
    result = np.zeros(81, np.float32)
    _float_arithmetic(a, b, result)
    with np.errstate(all="ignore"):
        expected = [a + b, a - b, a * b, a / b, np.minimum(a, b), np.maximum(a, np.float32(2.5)), np.ceil(a)]
        expected += [np.abs(a), np.where((a < b) & ~(a <= 1), a, np.float32(7)), np.float32(3) - a, [a.min()]]
    assert np.array_equal(result, np.concatenate(expected), equal_nan=True)


@kernel
def _int_arithmetic(a: NDArray[np.int32], b: NDArray[np.int32], result: NDArray[np.int32]) -> int:
    x, y = load(a, 0), load(b, 0)
    store(result, 0, x + y)
    store(result, 8, x * y)
    store(result, 16, (x & y) | 5)
    store(result, 24, x >> 3)
    store(result, 32, unsigned_shift(x, 3))
    store(result, 40, spread(np.int32(1)) << (y & 31))
    store(result, 48, lowest(highest(x, 0), y))
    store(result, 56, counting())
    return mask_bits(x == y) | mask_bits(x >= y) << 8


@given(ints, ints)
def test_arithmetic_on_integers_wraps_like_numpy(a: NDArray[np.int32], b: NDArray[np.int32]) -> None:
    b[::3] = a[::3]
    result = np.zeros(64, np.int32)
    bits = _int_arithmetic(a, b, result)
    expected = [a + b, a * b, (a & b) | 5, a >> 3, (a.view(np.uint32) >> 3).view(np.int32)]
    expected += [np.int32(1) << (b & 31), np.minimum(np.maximum(a, 0), b), np.arange(8, dtype=np.int32)]
    assert np.array_equal(result, np.concatenate(expected))
    place = np.arange(8)
    assert bits == ((a == b) << place).sum() | ((a >= b) << place).sum() << 8


@kernel
def _conversions(a: NDArray[np.float32], table: NDArray[np.uint32], result: NDArray[np.int32]) -> None:
    x = load(a, 0)
    store(result, 0, whole(x))
    store(result, 8, bits_of(x))
    store(result, 16, bits_of(real(whole(x))))
    store(result, 24, bits_of(from_bits(bits_of(x))))
    store(result, 32, gather(table, whole(magnitude(x))))
    result[40] = peek(table, 3)


@given(floats)
def test_conversions_match_numpy(a: NDArray[np.float32]) -> None:
    table, result = np.arange(2000, dtype=np.uint32) * 7, np.zeros(41, np.int32)
    _conversions(a, table, result)
    cut = a.astype(np.int32)
    expected = [
        cut,
        a.view(np.int32),
        cut.astype(np.float32).view(np.int32),
        a.view(np.int32),
        np.abs(cut) * 7,
        [21],
    ]
    assert np.array_equal(result, np.concatenate(expected))


@kernel
def _transpose(square: NDArray[np.float32], result: NDArray[np.float32]) -> None:
    columns = transposed(
        load(square, 0), load(square, 8), load(square, 16), load(square, 24),
        load(square, 32), load(square, 40), load(square, 48), load(square, 56),
    )  # fmt: skip
    for row in range(8):
        store(result, 8 * row, columns[row])


def test_rows_become_columns() -> None:
    square, result = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    _transpose(square, result)
    assert np.array_equal(result.reshape(8, 8), square.reshape(8, 8).T)


@kernel
def _lowest_bit(bits: int) -> int:
    return first_bit(bits)


@given(st.integers(1, 2**62))
def test_the_first_bit_is_the_lowest_that_is_set(bits: int) -> None:
    assert _lowest_bit(bits) == (bits & -bits).bit_length() - 1


def test_there_are_eight_lanes() -> None:
    assert lanes.LANES == 8


@kernel
def _read_pairs(
    texels: NDArray[np.uint32], starts: NDArray[np.int32], at: int, result: NDArray[np.int32]
) -> None:
    first, second = texel_pairs(texels, starts, at)
    store(result, 0, first)
    store(result, 8, second)


@given(arrays(np.int32, 11, elements=st.integers(0, 98)), st.integers(0, 3))
def test_pairs_of_texels_are_an_element_and_the_next_in_the_order_of_the_starts(
    starts: NDArray[np.int32], at: int
) -> None:
    texels, result = np.arange(100, dtype=np.uint32) * np.uint32(40_000_003), np.empty(16, np.int32)
    _read_pairs(texels, starts, at, result)
    chosen = starts[at : at + 8]
    assert np.array_equal(result.view(np.uint32), np.concatenate([texels[chosen], texels[chosen + 1]]))
