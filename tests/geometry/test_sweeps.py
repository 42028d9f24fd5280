"""Bars, boards and posts along a path: mitred joints keep the volume, boxes follow the pieces."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solid_measures import area, assert_boxed, assert_closed, assert_sound, ngon_area, volume

from wayproof.geometry.curves import arc, bowed, spiral, traced
from wayproof.geometry.solid import Point
from wayproof.geometry.sweeps import board, four_legs, hoop, horn, leg, pipe, post, roller


@st.composite
def bent_paths(draw: st.DrawFn, *, level: bool = False) -> list[Point]:
    """Paths whose pieces are long beside a bar of 2 cm and bend by less than a right angle."""
    heading = np.array(draw(st.sampled_from([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.6, 0.0, 0.8)])))
    if level:
        heading = np.array([1.0, 0.0, 0.0])
    path = [np.zeros(3)]
    for _ in range(draw(st.integers(1, 5))):
        path.append(path[-1] + heading * draw(st.floats(0.3, 1.0)))
        side = np.array(draw(st.tuples(*[st.floats(-0.7, 0.7)] * 3)))
        side[1] = 0.0 if level else side[1]
        heading = heading + side - heading * (side @ heading)
        heading /= np.linalg.norm(heading)
    return [(float(x), float(y), float(z)) for x, y, z in path]


def length(path: list[Point]) -> float:
    return float(np.linalg.norm(np.diff(np.array(path), axis=0), axis=1).sum())


@given(bent_paths(), st.integers(3, 8))
def test_a_mitred_pipe_has_the_volume_of_a_straight_one(path: list[Point], sides: int) -> None:
    bar = pipe(path, 0.02, sides=sides)
    assert volume(bar) == pytest.approx(ngon_area(sides, 0.02) * length(path), rel=1e-6)
    assert len(bar.boxes_m) == len(path) - 1
    assert_sound(bar)
    assert_closed(bar)
    assert_boxed(bar)


@given(bent_paths(level=True))
def test_a_bent_board_has_the_volume_of_a_straight_one(path: list[Point]) -> None:
    strap = board(path, 0.05, 0.01, across=(0.0, 1.0, 0.0))
    assert volume(strap) == pytest.approx(0.05 * 0.01 * length(path), rel=1e-6)
    assert np.ptp(strap.vertices_m[:, 1]) == pytest.approx(0.05)
    assert_sound(strap)
    assert_closed(strap)
    assert_boxed(strap)


@given(st.integers(6, 40), st.integers(3, 12), st.floats(0.01, 0.1))
def test_a_hoop_is_a_torus_within_its_facets(sides: int, bar_sides: int, bar: float) -> None:
    ring = hoop(0.5, bar, (1.0, 2.0, 3.0), sides=sides, bar_sides=bar_sides)
    around = 2 * sides * 0.5 * np.sin(np.pi / sides)
    assert volume(ring) == pytest.approx(ngon_area(bar_sides, bar) * around, rel=1e-6)
    assert np.linalg.norm((ring.vertices_m - (1.0, 2.0, 3.0))[:, [0, 2]], axis=1).min() < 0.5
    assert_sound(ring)
    assert_closed(ring)
    assert_boxed(ring)


def test_a_fine_hoop_approaches_the_torus_formulas() -> None:
    ring = hoop(0.5, 0.1, sides=96, bar_sides=64)
    assert volume(ring) == pytest.approx(2 * np.pi**2 * 0.5 * 0.01, rel=3e-3)
    assert area(ring) == pytest.approx(4 * np.pi**2 * 0.5 * 0.1, rel=3e-3)


def test_a_straight_horn_is_a_cone() -> None:
    cone = horn([(0.0, 0.0, 0.0), (0.0, 0.6, 0.0)], [0.3, 0.1], sides=64)
    assert volume(cone) == pytest.approx(np.pi * 0.6 / 3 * (0.09 + 0.03 + 0.01), rel=3e-3)
    slant = np.hypot(0.6, 0.2)
    assert area(cone) == pytest.approx(np.pi * (0.4 * slant + 0.09 + 0.01), rel=3e-3)
    assert_sound(cone)


def test_an_open_pipe_has_no_ends() -> None:
    path = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)]
    closed, opened = pipe(path, 0.1, sides=8), pipe(path, 0.1, sides=8, capped=False)
    assert area(closed) - area(opened) == pytest.approx(2 * ngon_area(8, 0.1))


def test_a_bar_is_round_about_its_axis_and_sharp_at_an_elbow_and_at_its_ends() -> None:
    elbow = pipe([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 0.0, 1.0)], 0.05, sides=4)
    start = np.isclose(elbow.vertices_m[:, 0], 0.0)
    wall = start & (np.abs(elbow.normals[:, 0]) < 0.5)
    assert np.allclose(elbow.normals[wall] * 0.05, elbow.vertices_m[wall], atol=0.002)
    assert np.allclose(elbow.normals[start & ~wall], (-1.0, 0.0, 0.0))
    assert np.isclose(elbow.normals[:, 0], 0.0).sum() > 0 and np.isclose(elbow.normals[:, 2], 0.0).sum() > 0
    bend = np.isclose(elbow.vertices_m[:, 1], 0.0) & np.isclose(elbow.vertices_m[:, 0], 1.05)
    assert np.allclose(np.abs(elbow.normals[bend]).max(axis=1), 1.0)


def test_texture_runs_along_the_path() -> None:
    bar = pipe([(0.0, 0.0, 0.0), (0.0, 1.5, 0.0)], 0.02, sides=6)
    side = np.abs(bar.normals[:, 1]) < 0.5
    assert np.ptp(bar.uv_m[side][:, 0]) == pytest.approx(1.5)
    assert np.ptp(bar.uv_m[side][:, 1]) == pytest.approx(6 * 0.02)


def test_a_disc_rolls_on_the_ground() -> None:
    for sides in (6, 8, 10):
        wheel = roller(0.3, 0.1, (1.0, 0.3, 0.0), sides=sides)
        assert wheel.vertices_m[:, 1].min() == pytest.approx(0.0, abs=1e-12)
        assert np.ptp(wheel.vertices_m[:, 0]) == pytest.approx(0.1)


@given(st.floats(0.02, 0.2), st.floats(0.02, 0.2), st.floats(-0.3, 0.3), st.sampled_from((4, 6, 8)))
def test_a_slanting_leg_is_cut_level_and_tapers(foot: float, top: float, slant: float, sides: int) -> None:
    solid = leg((0.0, 0.0, 0.0), (slant, 0.7, 0.0), foot, top, sides=sides)
    section = 1.0 if sides == 4 else ngon_area(sides, 0.5)
    assert volume(solid) == pytest.approx(section * 0.7 / 3 * (foot**2 + foot * top + top**2))
    heights = solid.vertices_m[:, 1]
    assert (np.isclose(heights, 0.0) | np.isclose(heights, 0.7)).all()
    assert_sound(solid)
    assert_closed(solid)


def test_a_post_bends_through_its_points_and_gets_a_box_for_each_piece() -> None:
    solid = post([(0, 0, 0), (0, 0.4, 0.1), (0.1, 0.9, 0.1)], [0.05, 0.06, 0.04])
    assert len(solid.boxes_m) == 2
    assert_closed(solid)
    assert_boxed(solid)


def test_four_legs_stand_symmetrically() -> None:
    legs = four_legs((0.5, 0.0, 0.3), (0.4, 0.7, 0.25), 0.03, 0.05)
    assert volume(legs) == pytest.approx(4 * volume(leg((0.5, 0.0, 0.3), (0.4, 0.7, 0.25), 0.03, 0.05)))
    for axis in (0, 2):
        assert legs.vertices_m[:, axis].min() == pytest.approx(-legs.vertices_m[:, axis].max())


def test_paths_go_where_their_names_say() -> None:
    quarter = arc((1.0, 2.0, 3.0), 0.5, 0.0, np.pi / 2, steps=4, plane="zy")
    assert quarter[0] == pytest.approx((1.0, 2.0, 3.5)) and quarter[-1] == pytest.approx((1.0, 2.5, 3.0))
    assert all(np.hypot(y - 2.0, z - 3.0) == pytest.approx(0.5) for _, y, z in quarter)
    reach = [float(np.hypot(x, y)) for x, y, _ in spiral(0.1, 0.4, 0.0, 9.0, steps=12)]
    assert reach == pytest.approx(np.linspace(0.1, 0.4, 13).tolist())
    bow = bowed(0.5, 1.0, -0.2, 0.03, steps=4)
    assert bow[0] == pytest.approx((-0.5, 1.0, -0.2)) and bow[2] == pytest.approx((0.0, 1.0, -0.23))
    assert traced(lambda angle: (angle, 0.0, 0.0), 1.0, 2.0, steps=2) == [
        (1.0, 0, 0),
        (1.5, 0, 0),
        (2.0, 0, 0),
    ]
