from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from plain_scenes import block, scene_of, two_rooms

from wayproof.bench.navigation import exact_distances, plan_of, without_pinches
from wayproof.errors import InvalidInput
from wayproof.navigation.distance_fields import distance_field, distances_everywhere, field_distance
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.free_space import FreeSpace, free_space, free_space_of_plan
from wayproof.navigation.line_of_sight import line_of_sight
from wayproof.navigation.paths import Paths, distance, distances, prepare_paths, shortest_path
from wayproof.scenes.houses.house import make_house
from wayproof.seeding import generator_for

CELL = 0.05
ragged = arrays(
    bool, st.tuples(st.integers(4, 14), st.integers(4, 14)), elements=st.sampled_from([True] * 3 + [False])
)
blocks = st.lists(
    st.tuples(st.integers(0, 17), st.integers(0, 17), st.integers(1, 7), st.integers(1, 7)), max_size=9
)


def plan_with(rectangles: list[tuple[int, int, int, int]]) -> np.ndarray:
    plan = np.ones((18, 18), bool)
    for i, j, width, depth in rectangles:
        plan[i : i + width, j : j + depth] = False
    return plan


def points_on(free: FreeSpace, count: int, *names: str | int) -> np.ndarray:
    rng = generator_for(5, *names)
    islands = rng.integers(0, len(free.island_area_m2), count)
    return np.concatenate([sample_points(free, rng, 1, island=int(island)) for island in islands])


def in_plan(points: np.ndarray) -> np.ndarray:
    return points[:, [0, 2]]


@given(st.one_of(ragged, blocks.map(plan_with)), st.booleans())
def test_distances_equal_those_of_an_independent_visibility_graph(plan, centred):
    plan = without_pinches(plan)
    assume(plan.any())
    free = free_space_of_plan(plan)
    paths = prepare_paths(free)
    starts, ends = points_on(free, 5, "start"), points_on(free, 5, "end")
    if centred:  # the middles of cells, where lines pass exactly through corners
        starts, ends = (np.round(p / CELL - 0.5) * CELL + (CELL / 2, 0.0, CELL / 2) for p in (starts, ends))
    reference = exact_distances(plan, CELL, in_plan(starts), in_plan(ends))
    found = np.array([[distance(paths, a, b) for b in ends] for a in starts])
    assert (np.isfinite(found) == np.isfinite(reference)).all()
    assert found == pytest.approx(reference, rel=1e-6, abs=1e-9)


@given(ragged)
def test_fields_and_tables_and_many_at_once_agree(plan):
    assume(plan.any())
    free = free_space_of_plan(plan)
    paths, without_table = prepare_paths(free), prepare_paths(free, most_corners=0)
    starts, ends = points_on(free, 4, "a"), points_on(free, 4, "b")
    one_by_one = [distance(paths, a, b) for a, b in zip(starts, ends, strict=True)]
    assert distances(paths, starts, ends) == pytest.approx(one_by_one)
    assert distances(without_table, starts, ends) == pytest.approx(one_by_one)
    in_fields = [field_distance(distance_field(free, b), a) for a, b in zip(starts, ends, strict=True)]
    assert in_fields == pytest.approx(one_by_one)


@given(ragged, st.data())
def test_distance_is_a_metric_and_never_below_the_air_line(plan, data):
    assume(plan.any())
    free = free_space_of_plan(plan)
    paths = prepare_paths(free)
    a, b, c = points_on(free, 3, data.draw(st.integers(0, 50)))
    ab, bc, ac = distance(paths, a, b), distance(paths, b, c), distance(paths, a, c)
    assert ab == pytest.approx(distance(paths, b, a), rel=1e-9)
    assert ac <= ab + bc + 1e-6
    assert ab >= np.linalg.norm(a - b)
    assert distance(paths, a, a) == 0.0
    if line_of_sight(free, a, b):
        assert ab == pytest.approx(np.linalg.norm(a - b), rel=1e-12)


@given(ragged, st.integers(0, 13), st.integers(0, 13), st.integers(1, 4), st.integers(1, 4))
def test_an_obstacle_never_shortens_a_way(plan, i, j, width, depth):
    assume(plan.any())
    fuller = plan.copy()
    fuller[i : i + width, j : j + depth] = False
    assume(fuller.any())
    before, after = prepare_paths(free_space_of_plan(plan)), prepare_paths(free_space_of_plan(fuller))
    starts, ends = points_on(after.free, 6, "s"), points_on(after.free, 6, "e")
    assert (distances(after, starts, ends) >= distances(before, starts, ends) - 1e-6).all()


@given(ragged, st.booleans())
def test_a_path_is_free_taut_and_as_long_as_its_distance(plan, with_table):
    assume(plan.any())
    free = free_space_of_plan(plan)
    paths = prepare_paths(free) if with_table else prepare_paths(free, most_corners=0)
    start, end = sample_points(free, generator_for(1, "path"), 2)
    path = shortest_path(paths, start, end)
    assert (path[0] == start).all() and (path[-1] == end).all()
    assert np.linalg.norm(np.diff(path, axis=0), axis=1).sum() == pytest.approx(distance(paths, start, end))
    for a, b in pairwise(path):
        assert distance(paths, a, b) == pytest.approx(np.linalg.norm(a - b), abs=2e-5)
    turns = np.diff(np.arctan2(np.diff(path[:, 2]), np.diff(path[:, 0])))
    assert (abs(turns) > 1e-9).all()


@pytest.fixture(scope="module")
def furnished() -> Paths:
    things = [
        block((1.0, 0.0, 0.8), (2.2, 0.7, 1.4), 0.4),
        block((5.5, 0.0, 2.0), (6.5, 0.9, 2.6), 1.1),
        block((2.6, 0.0, 2.5), (3.0, 1.8, 3.6)),
        block((6.8, 0.0, 0.5), (7.4, 0.5, 1.3), 0.8),
    ]
    scene = scene_of(*two_rooms(), *things)
    return prepare_paths(free_space(scene, radius_m=0.2, height_m=1.2, step_height_m=0.1))


@pytest.fixture(scope="module")
def house() -> Paths:
    scene = make_house(3, light=False)
    return prepare_paths(free_space(scene, radius_m=0.18, height_m=0.9, step_height_m=0.1))


@pytest.mark.parametrize("place", ["furnished", "house"])
def test_distances_among_furniture_are_exact(place, request):
    paths = request.getfixturevalue(place)
    surface = paths.free.surface
    plan = without_pinches(plan_of(paths.free))
    starts, ends = (sample_points(paths.free, generator_for(2, name), 12) for name in ("a", "b"))
    origin = (surface.origin_x, surface.origin_z)
    reference = exact_distances(plan, CELL, in_plan(starts) - origin, in_plan(ends) - origin)
    found = np.array([[distance(paths, a, b) for b in ends] for a in starts])
    rises = starts[:, None, 1] - ends[None, :, 1]  # rugs and mats, which the plan does not know
    assert found == pytest.approx(np.hypot(reference, rises), rel=1e-6)


def test_a_door_is_passed_at_its_edge(furnished):
    path = shortest_path(furnished, np.array([3.5, 0.0, 3.5]), np.array([4.5, 0.0, 3.5]))
    assert path[:, 2].min() == pytest.approx(1.95 - 0.2)


@given(ragged, st.integers(0, 50))
def test_distances_everywhere_are_those_asked_one_by_one(plan, number):
    assume(plan.any())
    free = free_space_of_plan(plan)
    field = distance_field(free, points_on(free, 1, number)[0])
    middles = (free.surface.cell_of + 0.5) * CELL
    expected = [field_distance(field, np.array([x, 0.0, z])) for x, z in middles]
    assert distances_everywhere(field) == pytest.approx(expected)


def test_thin_rugs_do_not_lengthen_a_way():
    rug = block((1.0, 0.0, 0.5), (3.0, 0.01, 2.5))
    free = free_space(scene_of(*two_rooms(), rug), radius_m=0.2, height_m=1.2, step_height_m=0.1)
    paths = prepare_paths(free)
    across = distance(paths, np.array([0.5, 0.0, 1.5]), np.array([3.5, 0.0, 1.5]))
    assert across == pytest.approx(3.0, rel=1e-9)
    onto = distance(paths, np.array([0.5, 0.0, 1.5]), np.array([2.0, 0.01, 1.5]))
    assert onto == pytest.approx(np.hypot(1.5, 0.01), rel=1e-9)


def test_another_island_is_infinitely_far_and_has_no_path():
    plan = np.ones((5, 5), bool)
    plan[2] = False
    paths = prepare_paths(free_space_of_plan(plan))
    here, there = np.array([0.05, 0.0, 0.1]), np.array([0.2, 0.0, 0.1])
    assert distance(paths, here, there) == np.inf
    assert field_distance(distance_field(paths, there), here) == np.inf
    assert field_distance(distance_field(paths, there, marching=True), here) == np.inf
    with pytest.raises(InvalidInput, match="on one island"):
        shortest_path(paths, here, there)


def test_points_off_the_free_space_are_refused(furnished):
    inside, wall = np.array([1.0, 0.0, 3.0]), np.array([4.0, 0.0, 3.0])
    with pytest.raises(InvalidInput, match="end point"):
        distance(furnished, inside, wall)
    with pytest.raises(InvalidInput, match="start 1 point"):
        distances(furnished, np.stack([inside, wall]), np.stack([inside, inside]))
    with pytest.raises(InvalidInput, match="goal point"):
        distance_field(furnished, wall)
    with pytest.raises(InvalidInput, match="given point"):
        field_distance(distance_field(furnished, inside), wall)
    with pytest.raises(InvalidInput, match="one end for each start"):
        distances(furnished, np.stack([inside, inside]), inside)
