"""Boxes, cylinders, balls and lathed shapes against formulas; moving and turning against what they keep."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solid_measures import area, assert_boxed, assert_closed, assert_sound, ngon_area, volume

from wayproof.geometry.lofts import prism
from wayproof.geometry.solid import (
    Point,
    Solid,
    at_corners,
    both_sides,
    enlarged,
    facing,
    in_one_box,
    join,
    lying,
    mirror_x,
    move,
    stretched,
    turn,
    upright_grain,
    with_boxes,
    without_boxes,
)
from wayproof.geometry.solids import box, cushion, cylinder, disc, lathe, panel, sheet, slat, sphere, upright
from wayproof.geometry.sweeps import pipe

SIZES = st.floats(0.05, 2.0)
POINTS = st.tuples(*[st.floats(-2.0, 2.0)] * 3)
ANGLES = st.floats(-7.0, 7.0)
BOWL = [(0.0, 0.0), (0.6, 0.0), (1.0, 0.7), (0.9, 0.7), (0.5, 0.1), (0.0, 0.1)]

CLOSED: dict[str, Solid] = {
    "box": box((0.4, 0.6, 0.3), (1.0, 0.5, -1.0)),
    "cylinder": cylinder(0.3, 0.5, (0.1, 0.0, 0.2), sides=9),
    "frustum": cylinder(0.4, 0.7, top_radius_m=0.1, sides=7),
    "sphere": sphere(0.5, (0.0, 1.0, 0.0), stretch=(1.0, 0.5, 2.0)),
    "bowl": lathe(BOWL, sides=11, smooth=False),
    "prism": prism([(0.0, 0.0), (1.0, 0.0), (0.3, -0.8)], 0.4),
    "pipe": pipe([(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.8, 1.0, 0.3)], 0.05, sides=5),
}
each_closed = pytest.mark.parametrize("solid", CLOSED.values(), ids=CLOSED)
SOLIDS = st.sampled_from(list(CLOSED.values()))


@each_closed
def test_a_closed_shape_is_sound_watertight_and_inside_its_boxes(solid: Solid) -> None:
    assert_sound(solid)
    assert_closed(solid)
    assert_boxed(solid)
    assert volume(solid) > 0


def test_a_cushion_bulges_within_its_box() -> None:
    solid = cushion((0.5, 0.2, 0.4), (0.0, 0.3, 0.0), softness=0.4)
    assert_sound(solid)
    assert_closed(solid)
    assert 0.6 * 0.04 < volume(solid) < 0.04
    assert (solid.vertices_m >= solid.boxes_m[0, 0]).all() and (solid.vertices_m <= solid.boxes_m[0, 1]).all()


@given(SIZES, SIZES, SIZES, POINTS)
def test_a_box_has_the_volume_and_area_of_its_size_and_stands_on_its_place(
    width: float, height: float, depth: float, at: Point
) -> None:
    solid = box((width, height, depth), at)
    assert volume(solid) == pytest.approx(width * height * depth)
    assert area(solid) == pytest.approx(2 * (width * height + height * depth + depth * width))
    assert solid.vertices_m.min(axis=0) == pytest.approx((at[0] - width / 2, at[1], at[2] - depth / 2))
    assert solid.uv_m.max(axis=0) == pytest.approx((max(width, depth), max(height, depth)))


@given(SIZES, SIZES, SIZES, st.integers(3, 24))
def test_a_frustum_has_the_volume_of_the_formula_for_its_polygon(
    radius: float, top: float, height: float, sides: int
) -> None:
    solid = cylinder(radius, height, top_radius_m=top, sides=sides)
    factor = ngon_area(sides, 1.0)
    assert volume(solid) == pytest.approx(factor * height / 3 * (radius**2 + radius * top + top**2))


def test_fine_cylinders_cones_and_balls_approach_the_smooth_formulas() -> None:
    fine = 128
    assert volume(cylinder(0.5, 2.0, sides=fine)) == pytest.approx(np.pi * 0.25 * 2.0, rel=1e-3)
    assert area(cylinder(0.5, 2.0, sides=fine)) == pytest.approx(2 * np.pi * 0.5 * 2.5, rel=1e-3)
    cone = lathe([(0.0, 0.0), (0.6, 0.0), (0.0, 0.8)], sides=fine, smooth=False)
    assert volume(cone) == pytest.approx(np.pi * 0.36 * 0.8 / 3, rel=1e-3)
    assert area(cone) == pytest.approx(np.pi * 0.6 * (0.6 + 1.0), rel=1e-3)
    ball = sphere(0.7, sides=fine)
    assert volume(ball) == pytest.approx(4 / 3 * np.pi * 0.343, rel=2e-3)
    assert area(ball) == pytest.approx(4 * np.pi * 0.49, rel=1e-3)


def test_a_ball_rests_on_its_place_and_its_normals_point_away_from_its_middle() -> None:
    ball = sphere(0.5, (1.0, 2.0, 3.0), sides=16)
    assert ball.vertices_m[:, 1].min() == pytest.approx(2.0)
    away = (ball.vertices_m - (1.0, 2.5, 3.0)) / 0.5
    assert (away * ball.normals).sum(axis=1).min() > 0.98


def test_a_hollow_profile_encloses_only_its_wall() -> None:
    solid = lathe(BOWL, sides=24, smooth=False)
    outer = volume(lathe([*BOWL[:3], (0.0, 0.7)], sides=24))
    inner = volume(lathe([(0.0, 0.1), (0.5, 0.1), (0.9, 0.7), (0.0, 0.7)], sides=24))
    assert volume(solid) == pytest.approx(outer - inner)


def test_a_lathed_shape_is_smooth_across_a_point_and_sharp_across_a_repeated_one() -> None:
    round_edge = lathe([(0.5, 0.0), (0.6, 0.5), (0.5, 1.0)], sides=8)
    sharp_edge = lathe([(0.5, 0.0), (0.6, 0.5), (0.6, 0.5), (0.5, 1.0)], sides=8)
    middle = round_edge.normals[np.isclose(round_edge.vertices_m[:, 1], 0.5)]
    assert np.allclose(middle[:, 1], 0.0)
    slopes = sharp_edge.normals[np.isclose(sharp_edge.vertices_m[:, 1], 0.5)][:, 1]
    assert (np.abs(slopes) > 0.1).all() and {-1.0, 1.0} == set(np.sign(slopes))


def test_flat_pieces_take_no_room_and_show_their_texture() -> None:
    picture = panel(0.4, 0.3, (0.0, 1.0, 0.2))
    assert area(picture) == pytest.approx(0.12) and (picture.normals == (0.0, 0.0, 1.0)).all()
    assert picture.uv_m.min() == 0.0 and picture.uv_m.max() == 1.0
    top = disc(0.5, (0.0, 0.7, 0.0), sides=64)
    assert area(top) == pytest.approx(ngon_area(64, 0.5)) and np.allclose(top.vertices_m[:, 1], 0.7)
    leaf = sheet([(0, 0, 0), (1, 0, 0), (1, 1, 0.2), (0, 1, 0)])
    assert volume(leaf) == pytest.approx(0.0) and area(leaf) > 2.0
    assert not len(picture.boxes_m) and not len(top.boxes_m) and not len(leaf.boxes_m)


def test_grain_runs_up_a_post_and_along_a_box() -> None:
    lying_box, post = box((0.1, 2.0, 0.1)), upright((0.1, 2.0, 0.1))
    assert np.ptp(lying_box.uv_m[:, 1]) == pytest.approx(2.0) and np.ptp(post.uv_m[:, 0]) == pytest.approx(
        2.0
    )
    assert np.array_equal(upright_grain(post).uv_m, lying_box.uv_m)


def test_a_slat_is_a_post_without_its_ends() -> None:
    size = (0.1, 2.0, 0.3)
    assert area(slat(size)) == pytest.approx(area(box(size)) - 2 * 0.1 * 0.3)
    assert np.array_equal(slat(size).boxes_m, box(size).boxes_m)


@given(SOLIDS, POINTS, ANGLES, st.sampled_from("xyz"), POINTS)
def test_moving_and_turning_keep_volume_area_and_soundness(
    solid: Solid, offset: Point, angle: float, axis: str, about: Point
) -> None:
    changed = turn(move(solid, offset), angle, axis=axis, about=about)
    assert volume(changed) == pytest.approx(volume(solid), rel=1e-6)
    assert area(changed) == pytest.approx(area(solid))
    assert_sound(changed)
    assert_boxed(changed)


@given(SOLIDS, ANGLES, st.sampled_from("xyz"), POINTS)
def test_turning_back_restores_the_vertices(solid: Solid, angle: float, axis: str, about: Point) -> None:
    back = turn(turn(solid, angle, axis=axis, about=about), -angle, axis=axis, about=about)
    assert np.allclose(back.vertices_m, solid.vertices_m, atol=1e-9)
    assert np.allclose(back.normals, solid.normals, atol=1e-9)


@given(SOLIDS)
def test_mirroring_keeps_volume_and_area_and_twice_is_nothing(solid: Solid) -> None:
    mirrored = mirror_x(solid)
    assert volume(mirrored) == pytest.approx(volume(solid))
    assert area(mirrored) == pytest.approx(area(solid))
    assert_sound(mirrored)
    assert_boxed(mirrored)
    assert np.array_equal(mirror_x(mirrored).vertices_m, solid.vertices_m)
    assert np.allclose(both_sides(solid).vertices_m[:, 0].min(), -both_sides(solid).vertices_m[:, 0].max())


@given(SOLIDS, *[st.floats(0.5, 2.0)] * 3)
def test_enlarging_and_stretching_scale_volume_and_area(solid: Solid, x: float, y: float, z: float) -> None:
    assert volume(enlarged(solid, x)) == pytest.approx(volume(solid) * x**3)
    assert area(enlarged(solid, x)) == pytest.approx(area(solid) * x**2)
    longer = stretched(solid, (x, y, z))
    assert volume(longer) == pytest.approx(volume(solid) * x * y * z)
    assert_sound(longer)
    assert_boxed(longer)


@given(st.lists(SOLIDS, min_size=1, max_size=4))
def test_joining_adds_volumes_areas_and_boxes(solids: list[Solid]) -> None:
    whole = join(solids)
    assert volume(whole) == pytest.approx(sum(volume(solid) for solid in solids))
    assert area(whole) == pytest.approx(sum(area(solid) for solid in solids))
    assert len(whole.boxes_m) == sum(len(solid.boxes_m) for solid in solids)
    assert_sound(whole)


def test_what_faces_us_can_be_laid_on_its_back_again() -> None:
    knob = facing(cylinder(0.1, 0.3), (0.0, 1.0, 0.5))
    assert knob.vertices_m[:, 2].max() == pytest.approx(0.8) and knob.vertices_m[:, 1].max() == pytest.approx(
        1.1
    )
    assert np.allclose(lying(facing(CLOSED["bowl"])).vertices_m, CLOSED["bowl"].vertices_m)


def test_four_copies_stand_at_the_corners() -> None:
    feet = at_corners(box((0.1, 0.2, 0.1)), 0.5, 0.3)
    assert volume(feet) == pytest.approx(4 * 0.002)
    assert feet.vertices_m.max(axis=0) == pytest.approx((0.55, 0.2, 0.35))
    assert feet.vertices_m.min(axis=0) == pytest.approx((-0.55, 0.0, -0.35))


def test_boxes_can_be_taken_away_set_and_merged() -> None:
    pair = both_sides(box((0.1, 0.2, 0.1), (0.5, 0.0, 0.0)))
    assert len(pair.boxes_m) == 2 and not len(without_boxes(pair).boxes_m)
    assert in_one_box(pair).boxes_m.ravel() == pytest.approx((-0.55, 0.0, -0.05, 0.55, 0.2, 0.05))
    assert with_boxes(pair, [((0, 0, 0), (1, 2, 3))]).boxes_m.tolist() == [[[0, 0, 0], [1, 2, 3]]]
