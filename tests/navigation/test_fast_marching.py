from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from plain_scenes import block, scene_of, two_rooms

from wayproof.navigation.distance_fields import distance_field, distances_everywhere, field_distance
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.free_space import FreeSpace, free_space, free_space_of_plan
from wayproof.navigation.line_of_sight import line_of_sight
from wayproof.navigation.paths import distance, distances, prepare_paths, shortest_path
from wayproof.navigation.priority_queue import drop_first, push
from wayproof.seeding import generator_for

ragged = arrays(bool, (16, 16), elements=st.sampled_from([True] * 6 + [False]))


def rooms_with_blocks() -> FreeSpace:
    rng = generator_for(3, "blocks")
    things = []
    for x, z, w, d, turned in rng.uniform((0.5, 0.5, 0.2, 0.2, 0.0), (7.5, 3.5, 0.9, 0.6, 3.0), (9, 5)):
        things.append(block((x - w / 2, 0.0, z - d / 2), (x + w / 2, 0.8, z + d / 2), turned))
    return free_space(scene_of(*two_rooms(), *things), radius_m=0.18, height_m=1.2, step_height_m=0.1)


def scattered_cells() -> FreeSpace:
    return free_space_of_plan(generator_for(4, "cells").random((90, 90)) > 0.04)


@pytest.mark.parametrize("make", [rooms_with_blocks, scattered_cells])
def test_the_wave_is_within_the_promised_error_of_the_exact_distance(make):
    free = make()
    paths = prepare_paths(free)
    errors = []
    for goal in sample_points(free, generator_for(1, "goals"), 6):
        exact = distances_everywhere(distance_field(paths, goal))
        wave = distances_everywhere(distance_field(paths, goal, marching=True))
        assert (np.isfinite(wave) == np.isfinite(exact)).all()
        far = np.isfinite(exact) & (exact > 0.5)
        errors.append(abs(wave[far] / exact[far] - 1))
    errors = np.concatenate(errors)
    assert errors.mean() < 0.006
    assert np.quantile(errors, 0.99) < 0.02


@given(ragged, st.integers(0, 99))
def test_wave_distances_are_never_below_the_air_line_and_exact_in_sight(plan, number):
    assume(plan.sum() > 2)
    free = free_space_of_plan(plan)
    start, goal = sample_points(free, generator_for(number, "pair"), 2)
    found = field_distance(distance_field(free, goal, marching=True), start)
    assert found >= np.linalg.norm(start - goal)
    if line_of_sight(free, start, goal):
        assert found == pytest.approx(np.linalg.norm(start - goal), rel=1e-9)


def test_a_graph_that_would_be_too_large_gives_way_to_the_wave():
    free = rooms_with_blocks()
    exact, marched = prepare_paths(free), prepare_paths(free, most_sightings=10)
    assert exact.graph is not None and marched.graph is None
    starts, ends = sample_points(free, generator_for(2), 40).reshape(2, 20, 3)
    errors = abs(distances(marched, starts, ends) / distances(exact, starts, ends) - 1)
    assert errors.mean() < 0.006 and errors.max() < 0.03


@given(ragged, st.integers(0, 99))
def test_a_path_down_a_wave_is_free_and_hardly_longer_than_the_shortest(plan, number):
    assume(plan.sum() > 2)
    free = free_space_of_plan(plan)
    start, goal = sample_points(free, generator_for(number, "way"), 2)
    exact, marched = prepare_paths(free), prepare_paths(free, most_sightings=-1)
    path = shortest_path(marched, start, goal)
    assert (path[0] == start).all() and (path[-1] == goal).all()
    legs = np.diff(path, axis=0)
    for a, leg in zip(path[:-1], legs, strict=True):
        assert distance(exact, a, a + leg) == pytest.approx(np.linalg.norm(leg), abs=1e-5)
    shortest = distance(exact, start, goal)
    assert np.linalg.norm(legs, axis=1).sum() <= shortest * 1.1 + 2 * free.cell_m


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=40))
def test_the_heap_gives_back_the_smallest_first(numbers):
    keys, values = np.empty(len(numbers)), np.empty(len(numbers), np.int32)
    count = 0
    for value, key in enumerate(numbers):
        count = push(keys, values, count, key, value)
    found = []
    while count > 0:
        found.append((keys[0], values[0]))
        count = drop_first(keys, values, count)
    assert found == sorted((key, value) for value, key in enumerate(numbers))
