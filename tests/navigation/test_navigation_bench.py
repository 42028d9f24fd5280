from __future__ import annotations

import numpy as np
import pytest

from wayproof.bench import navigation


def test_nine_rooms_are_joined_and_furnished():
    plan = navigation.nine_rooms()
    free = navigation.free_space_of_plan(plan)
    assert plan.shape == (400, 400) and not plan[0].any()
    assert free.island_area_m2[0] > 0.99 * free.area_m2


def test_the_reference_knows_the_way_round_a_wall():
    plan = np.ones((10, 10), bool)
    plan[5, :8] = False
    found = navigation.exact_distances(plan, 1.0, np.array([[4.5, 0.5]]), np.array([[6.5, 0.5], [4.5, 9.5]]))
    assert found == pytest.approx(np.array([[2 * np.hypot(0.5, 7.5) + 1.0, 9.0]]))


@pytest.mark.slow
def test_every_row_has_its_fields_and_our_errors_keep_the_promise():
    rows = navigation.navigation_rows()
    for row in rows:
        assert list(row) == ["area", "name", "value", "unit", "peer", "peer_value", "ratio"]
        assert row["area"] == "navigation" and np.isfinite(row["value"])
    value = {row["name"]: row["value"] for row in rows}
    assert value["error_400_mean"] < 1e-4 and value["error_400_p99"] < 1e-4
    assert value["error_400_fast_marching_mean"] < 0.6 and value["error_400_fast_marching_p99"] < 2.0
