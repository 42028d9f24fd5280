"""Lofts against the volumes of what they draw, whichever way their rings run, and the edges they keep."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon
from solid_measures import area, assert_boxed, assert_closed, assert_sound, ngon_area, volume

from wayproof.geometry.lofts import (
    FLAT,
    closed_stack,
    cloth,
    extruded,
    loft,
    picture,
    prism,
    sheet_over,
    stack,
)
from wayproof.geometry.outlines import at_height, oval, rectangle, ring, rounded_rectangle, with_hole
from wayproof.geometry.solid import Floats


@st.composite
def star_outlines(draw: st.DrawFn) -> Floats:
    """Outlines that may be hollow in places but are seen whole from their middle, in either sense."""
    count = draw(st.integers(4, 12))
    reach = np.array(draw(st.lists(st.floats(0.5, 1.0), min_size=count, max_size=count)))
    angle = np.arange(count) * (2 * np.pi / count)
    outline = np.stack([reach * np.cos(angle), reach * np.sin(angle)], axis=1)
    outline -= outline.mean(axis=0)
    return outline[::-1].copy() if draw(st.booleans()) else outline


@given(star_outlines(), st.floats(0.05, 2.0))
def test_a_prism_has_the_area_of_its_outline_times_its_height(outline: Floats, height: float) -> None:
    solid = prism(outline, height, (1.0, 2.0, 3.0))
    shape = Polygon(outline)
    assert volume(solid) == pytest.approx(shape.area * height)
    assert area(solid) == pytest.approx(2 * shape.area + shape.length * height)
    assert_sound(solid)
    assert_closed(solid)
    assert solid.vertices_m[:, 1].min() == pytest.approx(2.0)


@given(star_outlines(), st.sampled_from("xz"))
def test_an_extruded_outline_stands_upright_across_its_axis(outline: Floats, axis: str) -> None:
    solid = extruded(outline, 0.4, axis=axis)
    assert volume(solid) == pytest.approx(Polygon(outline).area * 0.4)
    across, along = (0, 2) if axis == "z" else (2, 0)
    assert np.ptp(solid.vertices_m[:, along]) == pytest.approx(0.4)
    assert solid.vertices_m[:, across].max() == pytest.approx(outline[:, 0].max())
    assert solid.vertices_m[:, 1].min() == pytest.approx(outline[:, 1].min())
    assert_sound(solid)


@given(st.integers(3, 20), st.floats(0.1, 1.0), st.floats(0.1, 1.0), st.booleans(), st.booleans())
def test_a_loft_faces_outwards_whichever_way_its_rings_run(
    sides: int, low: float, high: float, backwards: bool, downwards: bool
) -> None:
    angle = np.arange(sides) * (2 * np.pi / sides)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)[:: -1 if backwards else 1]
    rings = [at_height(circle * low, 0.0), at_height(circle * high, 0.8)][:: -1 if downwards else 1]
    solid = loft(rings)
    expected = ngon_area(sides, 1.0) * 0.8 / 3 * (low**2 + low * high + high**2)
    assert volume(solid) == pytest.approx(expected, rel=1e-6) or sides < 5  # quads of coarse cones bend
    assert volume(solid) > 0
    assert_sound(solid)
    assert_closed(solid)
    assert_boxed(solid)


def test_a_stack_that_comes_back_down_inside_is_hollow() -> None:
    outer, inner = rectangle(1.0, 0.6), rectangle(0.9, 0.5)
    tub = stack([(0.0, outer), (0.4, outer), (0.4, inner), (0.05, inner)], (0.0, 1.0, 0.0))
    assert volume(tub) == pytest.approx(1.0 * 0.6 * 0.4 - 0.9 * 0.5 * 0.35)
    assert_closed(tub)
    assert tub.boxes_m.ravel() == pytest.approx((-0.5, 1.0, -0.3, 0.5, 1.4, 0.3))


def test_a_closed_stack_is_a_ring_of_matter() -> None:
    outer, inner = oval(1.0, 1.0, sides=32), oval(0.6, 0.6, sides=32)
    seat = closed_stack([(0.0, outer), (0.1, outer), (0.1, inner), (0.0, inner)])
    assert volume(seat) == pytest.approx(0.1 * (ngon_area(32, 0.5) - ngon_area(32, 0.3)))
    assert_sound(seat)
    assert_closed(seat)


def test_a_wall_with_a_round_hole_keeps_both_outlines() -> None:
    wall, circle = with_hole(0.6, 0.8, 0.4)
    body = stack([(0.0, wall), (0.3, wall), (0.3, circle), (0.1, circle)])
    assert volume(body) == pytest.approx(0.6 * 0.8 * 0.3 - ngon_area(16, 0.2) * 0.2)
    assert_sound(body)
    assert_closed(body)


def test_gentle_bends_are_shaded_round_and_sharp_ones_keep_their_edge() -> None:
    drum = stack([(0.0, oval(1.0, 1.0, sides=16)), (1.0, oval(1.0, 1.0, sides=16))])
    walls = drum.normals[np.abs(drum.normals[:, 1]) < 0.5]
    radial = drum.vertices_m[np.abs(drum.normals[:, 1]) < 0.5] * (2.0, 0.0, 2.0)
    assert np.allclose((walls * radial).sum(axis=1), 1.0, atol=1e-6)
    crate = stack([(0.0, rectangle(1.0, 1.0)), (1.0, rectangle(1.0, 1.0))])
    assert np.allclose(np.abs(crate.normals).max(axis=1), 1.0)


def test_a_bevelled_rim_runs_softly_into_a_flat_end() -> None:
    block = rounded_rectangle(1.0, 1.0, 0.1)
    soft = stack([(0.0, block), (0.4, block), (0.5, block * 0.8)])
    rim = np.isclose(soft.vertices_m[:, 1], 0.5)
    assert np.allclose(soft.normals[rim], (0.0, 1.0, 0.0))
    flat = stack([(0.0, block), (0.4, block), (0.5, block * 0.8)], crease_rad=FLAT)
    faceted = flat.vertices_m[flat.faces]
    facing = np.cross(faceted[:, 1] - faceted[:, 0], faceted[:, 2] - faceted[:, 0])
    facing /= np.linalg.norm(facing, axis=1, keepdims=True)
    assert ((facing[:, None] * flat.normals[flat.faces]).sum(axis=2) > 0.99).all()


def test_smooth_corners_are_shared_and_flat_ones_are_not() -> None:
    circle = oval(1.0, 1.0, sides=16)
    rings = [(0.0, circle), (0.5, circle * 1.1), (1.0, circle)]
    # One seam more than there are points around, and two flat ends.
    assert len(stack(rings).vertices_m) == 3 * 17 + 2 * 16
    assert len(stack(rings, crease_rad=FLAT).vertices_m) == 2 * 16 * 4 + 2 * 16


def test_a_ring_that_shrinks_to_a_point_leaves_no_empty_faces() -> None:
    circle = oval(1.0, 1.0, sides=12)
    tip = stack([(0.0, circle), (1.0, circle * 0.0)])
    assert len(tip.faces) == 12 + 10
    assert volume(tip) == pytest.approx(ngon_area(12, 0.5) / 3)
    assert_sound(tip)
    assert_closed(tip)


@given(star_outlines())
def test_a_picture_looks_at_us_and_shows_its_texture_once(outline: Floats) -> None:
    view = picture(outline, (0.0, 1.0, 0.2))
    assert area(view) == pytest.approx(Polygon(outline).area)
    assert_sound(view)
    assert (view.normals == (0.0, 0.0, 1.0)).all() and np.allclose(view.vertices_m[:, 2], 0.2)
    assert view.uv_m.min() == pytest.approx(0.0) and view.uv_m.max() == pytest.approx(1.0)
    top = view.vertices_m[:, 1].argmax()
    assert view.uv_m[top, 1] == pytest.approx(1.0)


def test_cloth_is_seen_from_both_sides_and_takes_no_room() -> None:
    x, y = np.meshgrid(np.linspace(0.0, 1.0, 5), np.linspace(0.0, 2.0, 3))
    grid = np.stack([x, y, 0.1 * np.sin(x * 3)], axis=-1)
    front, both = sheet_over(grid), cloth(grid)
    assert (front.normals[:, 2] > 0).all()
    assert area(both) == pytest.approx(2 * area(front)) and volume(both) == pytest.approx(0.0)
    assert_sound(both)
    assert not len(both.boxes_m)
    assert front.uv_m.max(axis=0) == pytest.approx((area(front) / 2.0, 2.0), rel=1e-3)


def test_level_faces_of_a_loft_carry_their_texture_in_plan() -> None:
    outer, inner = rectangle(1.0, 0.6), rectangle(0.5, 0.3)
    frame = stack([(0.0, outer), (0.1, outer), (0.1, inner), (0.05, inner)])
    level = np.isclose(np.abs(frame.normals[:, 1]), 1.0)
    assert np.allclose(frame.uv_m[level], frame.vertices_m[level][:, [0, 2]])


def test_rings_stand_across_their_axis() -> None:
    outline = np.array([[0.2, -0.5], [-0.2, -0.5], [0.0, 0.5]])
    assert ring(outline, (1, 2, 3))[0].tolist() == pytest.approx([1.2, 2.0, 2.5])
    assert ring(outline, (1, 2, 3), axis="z")[0].tolist() == pytest.approx([1.2, 2.5, 3.0])
    assert ring(outline, (1, 2, 3), axis="x")[0].tolist() == pytest.approx([1.0, 2.5, 2.8])
