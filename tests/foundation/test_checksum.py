"""The checksum of readings: the same for the same bytes, another for any other, whatever the layout."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from wayproof.episode.checksum import checksum

GOLDEN = 0x9E3779B97F4A7C15
SECOND, THIRD, FOURTH = 0x6A09E667F3BCC909, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B
MASK = (1 << 64) - 1


def slow_checksum(data: bytes) -> int:
    """The definition in Python's unbounded numbers."""
    whole = len(data) // 32 * 32
    rest = data[whole:].ljust(32, b"\0")
    lanes = [GOLDEN, SECOND, THIRD, FOURTH]
    for at in range(0, whole, 8):
        lane = at // 8 % 4
        mixed = (lanes[lane] ^ int.from_bytes(data[at : at + 8], "little")) * GOLDEN & MASK
        lanes[lane] = mixed ^ mixed >> 32
    total = len(data)
    for lane in range(4):
        word = int.from_bytes(rest[8 * lane : 8 * lane + 8], "little")
        mixed = (lanes[lane] ^ word) * SECOND & MASK
        total = (total ^ mixed ^ mixed >> 32) * THIRD & MASK
        total ^= total >> 32
    return total & 0xFFFFFFFF


@given(st.binary(max_size=200))
def test_it_is_what_the_definition_says(data: bytes) -> None:
    assert checksum(np.frombuffer(data, np.uint8)) == slow_checksum(data)


@given(st.binary(min_size=1, max_size=200), st.data())
def test_one_bit_changes_it(data: bytes, draw: st.DataObject) -> None:
    bit = draw.draw(st.integers(0, 8 * len(data) - 1))
    other = bytearray(data)
    other[bit // 8] ^= 1 << bit % 8
    assert checksum(np.frombuffer(data, np.uint8)) != checksum(np.frombuffer(bytes(other), np.uint8))


def test_layout_and_alignment_do_not_count() -> None:
    picture = np.arange(7 * 9 * 3, dtype=np.uint8).reshape(7, 9, 3)
    turned: NDArray[np.uint8] = np.asfortranarray(picture)
    shifted = np.concatenate([np.zeros(1, np.uint8), picture.ravel()])[1:]
    assert checksum(picture) == checksum(turned) == checksum(shifted)


def test_swapped_rows_and_longer_zeros_change_it() -> None:
    depth = np.linspace(0, 10, 64 * 64, dtype=np.float32).reshape(64, 64)
    assert checksum(depth) != checksum(depth[::-1])
    assert len({checksum(np.zeros(length, np.uint8)) for length in range(70)}) == 70


def test_pictures_that_differ_in_one_pixel_hardly_ever_meet() -> None:
    sums = set()
    for place in range(4096):
        picture = np.zeros((64, 64), np.uint8)
        picture.flat[place] = 1
        sums.add(checksum(picture))
    assert len(sums) == 4096
