from __future__ import annotations

import numpy as np
import pytest
from plain_scenes import block, scene_of, two_storeys

from wayproof.geometry.solids import Solid, join, sheet
from wayproof.navigation.distance_fields import distance_field, field_distance
from wayproof.navigation.free_points import island_of, sample_points
from wayproof.navigation.free_space import FreeSpace, free_space
from wayproof.navigation.paths import Paths, distance, prepare_paths, shortest_path

TOP = 15 * 0.18


@pytest.fixture(scope="module")
def stairs() -> Paths:
    return prepare_paths(free_space(scene_of(*two_storeys()), radius_m=0.3, height_m=1.6, step_height_m=0.2))


def at(x: float, y: float, z: float) -> np.ndarray:
    return np.array([x, y, z])


def ramp(rise_m: float) -> list[Solid]:
    """Two floors at different heights and a slope of 3 m between them, 2 m wide."""
    slope = sheet([(2.0, 0.0, 2.0), (5.0, rise_m, 2.0), (5.0, rise_m, 0.0), (2.0, 0.0, 0.0)])
    return [
        block((0.0, -0.1, 0.0), (2.0, 0.0, 2.0)),
        join([slope]),
        block((5.0, rise_m - 0.1, 0.0), (7.0, rise_m, 2.0)),
    ]


def test_a_ramp_joins_its_floors_and_is_measured_along_the_slope():
    free = free_space(scene_of(*ramp(0.6)), radius_m=0.3, height_m=1.5, step_height_m=0.1)
    start, end = at(1.0, 0.0, 1.0), at(6.0, 0.6, 1.0)
    assert island_of(free, start) == island_of(free, end)
    paths = prepare_paths(free)
    assert distance(paths, start, end) == pytest.approx(2.0 + np.hypot(3.0, 0.6), rel=0.005)


def test_a_slope_too_steep_to_stand_on_joins_nothing():
    free = free_space(scene_of(*ramp(3.3)), radius_m=0.3, height_m=1.5, step_height_m=0.2)
    assert island_of(free, at(1.0, 0.0, 1.0)) != island_of(free, at(6.0, 3.3, 1.0))


def test_stairs_join_two_storeys_for_a_wide_body(stairs: Paths):
    assert island_of(stairs.free, at(1.0, 0.0, 1.0)) == island_of(stairs.free, at(1.0, TOP, 3.0)) == 0


def test_stairs_do_not_join_for_a_body_with_a_small_step():
    free = free_space(scene_of(*two_storeys()), radius_m=0.3, height_m=1.6, step_height_m=0.1)
    assert island_of(free, at(1.0, 0.0, 1.0)) != island_of(free, at(1.0, TOP, 3.0))


def test_floors_above_each_other_stay_apart(stairs: Paths):
    below, above = at(1.0, 0.0, 3.0), at(1.0, TOP, 3.0)
    assert stairs.free.contains(below) and stairs.free.contains(above)
    assert not stairs.free.contains(at(1.0, TOP / 2, 3.0))
    assert distance(stairs, below, above) > 12.0


def test_the_edge_of_the_upper_floor_is_kept_clear_by_the_radius(stairs: Paths):
    assert stairs.free.contains(at(4.0, TOP, 2.35)) and not stairs.free.contains(at(4.0, TOP, 2.25))


def test_stairs_are_measured_along_their_slope(stairs: Paths):
    expected = 2.5 + np.hypot(15 * 0.28, TOP) + 1.8
    assert distance(stairs, at(0.5, 0.0, 1.0), at(9.0, TOP, 1.0)) == pytest.approx(expected, rel=0.02)


def test_distances_over_stairs_are_symmetric_and_never_below_the_air_line(stairs: Paths):
    rng = np.random.default_rng(1)
    for start, end in zip(
        sample_points(stairs.free, rng, 60), sample_points(stairs.free, rng, 60), strict=True
    ):
        there = distance(stairs, start, end)
        assert there == pytest.approx(distance(stairs, end, start), rel=1e-9)
        assert there >= np.linalg.norm(start - end) - 1e-9


def test_the_path_over_stairs_stays_on_the_floor_and_is_as_long_as_the_distance(stairs: Paths):
    rng = np.random.default_rng(2)
    for start, end in zip(
        sample_points(stairs.free, rng, 30), sample_points(stairs.free, rng, 30), strict=True
    ):
        path = shortest_path(stairs, start, end)
        length = np.linalg.norm(np.diff(path, axis=0), axis=1).sum()
        assert length == pytest.approx(distance(stairs, start, end), rel=2e-3)
        assert all(on_floor(stairs.free, point) for point in path)


def on_floor(free: FreeSpace, point: np.ndarray) -> bool:
    return free.contains(point) and bool(abs(free.surface.floor_m - point[1]).min() < 1e-9)


def test_fields_agree_with_paths_over_stairs_and_marching_comes_close(stairs: Paths):
    rng = np.random.default_rng(3)
    goal = at(1.0, TOP, 3.0)
    exact, wave = distance_field(stairs, goal), distance_field(stairs, goal, marching=True)
    lengths = [distance(stairs, start, goal) for start in sample_points(stairs.free, rng, 40)]
    rng = np.random.default_rng(3)
    points = sample_points(stairs.free, rng, 40)
    assert [field_distance(exact, point) for point in points] == pytest.approx(lengths, rel=1e-6)
    errors = [abs(field_distance(wave, p) / d - 1) for p, d in zip(points, lengths, strict=True)]
    assert np.mean(errors) < 0.006 and max(errors) < 0.03
