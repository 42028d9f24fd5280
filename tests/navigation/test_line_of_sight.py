from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from wayproof.bench.navigation import without_pinches
from wayproof.errors import InvalidInput
from wayproof.navigation.free_space import free_space_of_plan
from wayproof.navigation.line_of_sight import first_contact, line_of_sight

CELL = 0.05
plans = arrays(
    bool, st.tuples(st.integers(3, 9), st.integers(3, 9)), elements=st.sampled_from([True] * 3 + [False])
)
share = st.floats(0.02, 0.98)


def point_in(plan: np.ndarray, number: int, u: float, w: float) -> np.ndarray:
    cells = np.argwhere(plan)
    i, j = cells[number % len(cells)]
    return np.array([(i + u) * CELL, 0.0, (j + w) * CELL])


@given(plans, st.integers(0, 80), st.integers(0, 80), share, share, share, share)
def test_sight_agrees_with_polygons(plan, first, second, a, b, c, d):
    plan = without_pinches(plan)
    assume(plan.any())
    free = free_space_of_plan(plan)
    start, end = point_in(plan, first, a, b), point_in(plan, second, c, d)
    i, j = np.nonzero(plan)
    area = shapely.union_all(shapely.box(i, j, i + 1, j + 1))
    line = shapely.LineString([start[[0, 2]] / CELL, end[[0, 2]] / CELL])
    # Points are placed to 1/4096 of a cell; lines that pass a corner closer than that may go either way.
    if shapely.covers(area.buffer(-1e-3, join_style="mitre"), line):
        assert line_of_sight(free, start, end)
    if not shapely.covers(area.buffer(1e-3, join_style="mitre"), line):
        assert not line_of_sight(free, start, end)
    assert line_of_sight(free, start, end) == line_of_sight(free, end, start)


def test_a_line_may_graze_a_corner_but_not_slip_between_two():
    corner = np.ones((4, 4), bool)
    corner[1, 2] = False
    pinch = corner.copy()
    pinch[2, 1] = False
    start, end = np.array([0.5, 0, 0.5]) * CELL, np.array([3.5, 0, 3.5]) * CELL
    assert line_of_sight(free_space_of_plan(corner), start, end)
    assert not line_of_sight(free_space_of_plan(pinch), start, end)


@given(plans, st.integers(0, 80), share, share, st.floats(-0.6, 0.6), st.floats(-0.6, 0.6))
def test_a_move_ends_in_free_space_and_where_sight_ends(plan, number, u, w, dx, dz):
    assume(plan.any())
    free = free_space_of_plan(plan)
    start = point_in(plan, number, u, w)
    contact = first_contact(free, start, start + (dx, 0.0, dz))
    assert free.contains(contact.point_m)
    assert 0.0 <= contact.share <= 1.0
    assert np.linalg.norm(contact.point_m - start - np.array([dx, 0.0, dz]) * contact.share) < 1e-12
    assert (contact.share == 1.0) == (contact.normal == (0.0, 0.0))
    if contact.share < 1.0:
        beyond = start + np.array([dx, 0.0, dz]) * min(1.0, contact.share + 1e-3 / np.hypot(dx, dz))
        assert not free.contains(beyond) or not line_of_sight(free, start, beyond)


def test_a_move_into_a_wall_stops_at_it_and_names_its_side():
    free = free_space_of_plan(np.ones((10, 10), bool))
    contact = first_contact(free, np.array([0.2, 0.0, 0.2]), np.array([0.2, 0.0, -0.2]))
    assert contact.point_m == pytest.approx([0.2, 0.0, 0.0]) and contact.share == pytest.approx(0.5)
    assert contact.normal == (0.0, 1.0)
    stuck = first_contact(free, contact.point_m, np.array([0.2, 0.0, -0.2]))
    assert stuck.share == 0.0
    back = first_contact(free, contact.point_m, np.array([0.4, 0.0, 0.1]))
    assert back.share == 1.0


def test_points_off_the_free_space_are_refused_with_their_place():
    free = free_space_of_plan(np.ones((4, 4), bool))
    inside, outside = np.array([0.1, 0.0, 0.1]), np.array([0.1, 0.0, 0.9])
    with pytest.raises(InvalidInput, match=r"end point \(0.100, 0.000, 0.900\)"):
        line_of_sight(free, inside, outside)
    with pytest.raises(InvalidInput, match="start point"):
        first_contact(free, outside, inside)
    with pytest.raises(InvalidInput, match="finite"):
        first_contact(free, inside, np.array([np.nan, 0.0, 0.0]))
