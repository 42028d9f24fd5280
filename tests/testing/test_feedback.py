"""CanTest's formulas in their sound reading, on literal examples and as properties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.testing.behaviour_letters import behaviour_distance
from wayproof.testing.oracles import ORDER
from wayproof.testing.search.feedback import (
    FLOOR,
    balance,
    case_score,
    mild_probability,
    selection_probabilities,
)

SCORES = st.lists(st.floats(-1.0, 5.0), min_size=1, max_size=20)


@given(SCORES)
def test_selection_is_in_proportion_to_scores_and_leaves_nobody_out(scores: list[float]) -> None:
    found = selection_probabilities(scores)
    raised = np.maximum(scores, 0.0) + FLOOR
    np.testing.assert_allclose(found, raised / raised.sum())
    assert min(found) > 0.0


@given(SCORES)
def test_the_best_case_is_changed_mildly_and_the_worst_aggressively(scores: list[float]) -> None:
    found = [mild_probability(score, scores) for score in scores]
    assert all(0.0 <= one <= 1.0 for one in found)
    if max(scores) > min(scores):
        assert mild_probability(max(scores), scores) == 1.0 and mild_probability(min(scores), scores) == 0.0


@given(st.dictionaries(st.sampled_from(ORDER), st.integers(0, 50)))
def test_the_rarer_capability_weighs_more(counts: dict[str, int]) -> None:
    weights = [balance(counts, name) for name in ORDER]
    assert all(weight > 0 for weight in weights)
    rarest = min(ORDER, key=lambda name: counts.get(name, 0))
    assert max(weights) == balance(counts, rarest) >= 1.0


@pytest.mark.parametrize(
    ("failed", "error", "switches", "score"),
    [
        (False, 1.0, {}, 0.0),
        (True, 0.5, {}, 2.0),
        (True, None, {}, 1.0),
        (True, 0.5, {"failure_feedback": False}, 1.0),
        (True, 0.5, {"capability_feedback": False}, 1.0),
        (True, 0.5, {"failure_feedback": False, "capability_feedback": False}, 0.0),
    ],
)
def test_a_failure_scores_one_and_its_weighted_error(failed, error, switches, score) -> None:
    assert case_score(failed, error, 2.0, **switches) == score


@given(st.text("abc", max_size=8), st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_the_distance_of_behaviours_is_a_distance(one: str, other: str, third: str) -> None:
    assert behaviour_distance(one, other) == behaviour_distance(other, one)
    assert (behaviour_distance(one, other) == 0.0) == (one == other)
    assert 0.0 <= behaviour_distance(one, third) <= 1.0
