"""What is cropped and put back is the array that it was, whatever it holds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.agents.contract.saved_arrays import cropped, put_back

PLACES = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 7)), max_size=5)


@given(
    PLACES, st.sampled_from([(np.bool_, 0, 1), (np.int32, 0, -3), (np.float32, 9.0, 0.0), (np.uint8, 255, 0)])
)
def test_nothing_is_lost_and_only_what_is_empty_is_left_out(places, values) -> None:
    kind, empty, held = values
    array = np.full((12, 8), empty, kind)
    for place in places:
        array[place] = held
    saved = cropped(array, empty)
    again = np.full((12, 8), empty, kind)
    put_back(again, saved)
    np.testing.assert_array_equal(again, array)
    if not places:
        assert saved is None
    else:
        high, wide = (1 + max(one) - min(one) for one in zip(*places, strict=True))
        assert saved is not None and saved["cells"].shape == (high, wide)


@pytest.mark.parametrize("empty", [0, 255])
def test_what_was_saved_does_not_change_with_the_array(empty: int) -> None:
    array = np.full((4, 4), empty, np.uint8)
    array[1, 2] = 7
    saved = cropped(array, empty)
    array[1, 2] = 8
    assert saved is not None and saved["cells"].tolist() == [[7]]
