from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_scenes import block, scene_of, two_rooms, two_storeys

from wayproof.errors import InvalidInput
from wayproof.navigation.free_points import floor_height, island_of, sample_points, snap
from wayproof.navigation.free_space import free_space, free_space_of_plan
from wayproof.seeding import generator_for

BODY = {"radius_m": 0.2, "height_m": 1.2, "step_height_m": 0.1}


@pytest.fixture(scope="module")
def rooms():
    return free_space(scene_of(*two_rooms(door_m=0.3)), **BODY)


def test_samples_are_free_and_on_the_island_asked_for(rooms):
    for island in range(2):
        points = sample_points(rooms, generator_for(1, "sample"), 200, island=island)
        assert points.shape == (200, 3)
        assert all(rooms.contains(point) and island_of(rooms, point) == island for point in points)


def test_samples_cover_the_island_evenly(rooms):
    points = sample_points(rooms, generator_for(1, "sample"), 4000)
    low, high = points.min(axis=0), points.max(axis=0)
    counts, *_ = np.histogram2d(
        points[:, 0], points[:, 2], bins=4, range=[[low[0], high[0]], [low[2], high[2]]]
    )
    assert abs(counts - 250).max() < 5 * np.sqrt(250)


def test_the_same_generator_gives_the_same_points(rooms):
    first, second = (sample_points(rooms, generator_for(3, "again"), 5) for _ in range(2))
    assert (first == second).all()


def test_an_island_that_does_not_exist_is_refused(rooms):
    with pytest.raises(InvalidInput, match="numbered from 0"):
        sample_points(rooms, generator_for(1), 1, island=99)
    nowhere = free_space_of_plan(np.zeros((3, 3), bool))
    with pytest.raises(InvalidInput, match="fits nowhere"):
        sample_points(nowhere, generator_for(1), 1)


def test_a_free_point_snaps_to_itself_on_the_floor(rooms):
    point = sample_points(rooms, generator_for(1), 1)[0]
    assert snap(rooms, point + (0.0, 0.03, 0.0), 0.0) == pytest.approx(point)


@given(st.floats(-0.5, 8.5), st.floats(-0.5, 4.5))
def test_snapping_finds_the_nearest_free_point(x, z):
    free = free_space(scene_of(*two_rooms(door_m=0.3), block((5.0, 0.0, 1.0), (6.0, 1.0, 3.0))), **BODY)
    found = snap(free, np.array([x, 0.0, z]), 2.0)
    surface = free.surface
    on_ground = surface.floor_m < 0.5
    low = surface.cell_of[on_ground] * surface.cell_m + (surface.origin_x, surface.origin_z)
    gaps = np.hypot(*(np.clip((x, z), low, low + surface.cell_m) - (x, z)).T)
    assert found is not None and free.contains(found)
    assert np.hypot(found[0] - x, found[2] - z) == pytest.approx(gaps.min(), abs=0.02 * surface.cell_m)


def test_snapping_gives_up_beyond_its_reach(rooms):
    assert snap(rooms, np.array([-3.0, 0.0, 1.0]), 1.0) is None
    assert snap(rooms, np.array([1.0, 30.0, 1.0]), 1.0) is None


def test_snapping_can_be_kept_to_one_island(rooms):
    left, right = np.array([3.9, 0.0, 3.0]), np.array([7.0, 0.0, 1.0])
    other = island_of(rooms, right)
    assert snap(rooms, left, 1.0)[0] < 4.0
    assert snap(rooms, left, 1.0, island=other)[0] > 4.0


def test_snapping_prefers_the_floor_at_its_own_height():
    free = free_space(scene_of(*two_storeys()), radius_m=0.3, height_m=1.6, step_height_m=0.2)
    assert snap(free, np.array([1.0, 0.3, 3.0]), 3.0)[1] == pytest.approx(0.0)
    assert snap(free, np.array([1.0, 2.6, 3.0]), 3.0)[1] == pytest.approx(2.7)
    assert floor_height(free, np.array([1.0, 2.65, 3.0])) == pytest.approx(2.7)


def test_snapping_nonsense_is_refused(rooms):
    with pytest.raises(InvalidInput, match="max_m >= 0"):
        snap(rooms, np.array([0.0, 0.0, 0.0]), -1.0)
    with pytest.raises(InvalidInput, match="finite"):
        snap(rooms, np.array([np.inf, 0.0, 0.0]), 1.0)
