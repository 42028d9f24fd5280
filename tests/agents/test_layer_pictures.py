"""Value maps by layer in a trace: read, refused with a reason, and put on one scale."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wayproof.agents.contract.layer_pictures import MOST_LAYERS, on_one_scale, read_layer_maps
from wayproof.agents.contract.trace_pictures import value_picture
from wayproof.errors import InvalidInput


def layer(*values: float) -> dict[str, Any]:
    given = np.array([values])
    made = value_picture(given, np.isfinite(given), (0.0, 0.0), 0.5, "fit")
    assert made is not None
    return dict(made)


def test_layers_come_in_order_and_an_empty_one_stays_empty() -> None:
    low, nothing, high = read_layer_maps([layer(0.0, 1.0), None, layer(4.0, 5.0)])
    assert low is not None and high is not None and nothing is None
    assert (low.low, low.high, high.low, high.high) == (0.0, 1.0, 4.0, 5.0)


def test_on_one_scale_values_stay_and_shades_can_be_compared() -> None:
    told = read_layer_maps([layer(0.0, 1.0), None, layer(4.0, np.nan, 5.0)])
    low, nothing, high = on_one_scale(told)
    assert low is not None and high is not None and nothing is None
    assert low.cells.tolist() == [[1, 52]] and high.cells.tolist() == [[204, 0, 255]]
    assert low.values() == pytest.approx(np.array([[0.0, 1.0]]), abs=0.01)
    assert high.values() == pytest.approx(np.array([[4.0, np.nan, 5.0]]), abs=0.01, nan_ok=True)


def test_layers_of_one_value_alone_have_a_scale_too() -> None:
    (one,) = on_one_scale(read_layer_maps([layer(2.0, 2.0)]))
    assert one is not None and one.cells.tolist() == [[1, 1]] and one.values().tolist() == [[2.0, 2.0]]
    assert on_one_scale((None, None)) == (None, None)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"cells": ""}, f"a list of 1 to {MOST_LAYERS}"),
        ([], f"a list of 1 to {MOST_LAYERS}"),
        ([layer(1.0)] * (MOST_LAYERS + 1), f"a list of 1 to {MOST_LAYERS}"),
        ([layer(1.0), {"along_x": 1}], "layer 2: along_x|layer 2: along_y"),
        ([5], "layer 1: value_map is a int"),
    ],
)
def test_what_is_none_is_refused_with_the_layer(given: object, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        read_layer_maps(given)
