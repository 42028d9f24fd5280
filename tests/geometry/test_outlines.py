"""Outlines in plan: what they touch, what they enclose, how they are drawn in."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon

from wayproof.geometry.outlines import arch, egg, oval, rectangle, rounded_rectangle, shrunk, with_hole

SIZES = st.floats(0.05, 3.0)


@given(SIZES, SIZES, st.integers(4, 30), st.floats(2.0, 14.0))
def test_an_oval_touches_its_width_and_depth_and_lies_between_ellipse_and_rectangle(
    width: float, depth: float, sides: int, squareness: float
) -> None:
    outline = oval(width, depth, sides=2 * (sides // 2), squareness=squareness, centre=(1.0, -2.0))
    assert np.ptp(outline, axis=0) == pytest.approx((width, depth))
    assert outline.mean(axis=0) == pytest.approx((1.0, -2.0), abs=1e-9)
    assert Polygon(outline).is_valid and Polygon(outline).area <= width * depth * (1 + 1e-9)


def test_a_squarish_oval_has_no_point_in_its_corners() -> None:
    for sides in (8, 12, 16, 20):
        outline = oval(2.0, 2.0, sides=sides, squareness=8.0)
        assert np.abs(np.abs(outline[:, 0]) - np.abs(outline[:, 1])).min() > 0.02


def test_squareness_fills_the_rectangle() -> None:
    areas = [Polygon(oval(2.0, 1.0, sides=40, squareness=power)).area for power in (2.0, 4.0, 8.0, 30.0)]
    assert areas[0] == pytest.approx(np.pi / 2, rel=0.01) and areas[-1] == pytest.approx(2.0, rel=0.02)
    assert areas == sorted(areas)


@given(SIZES, SIZES, st.floats(0.05, 0.5), st.integers(1, 12))
def test_rounded_corners_take_their_area_from_a_rectangle(
    width: float, depth: float, share: float, cuts: int
) -> None:
    rounding = share * min(width, depth)
    outline = rounded_rectangle(width, depth, rounding, cuts=cuts)
    polygon = 2 * cuts * rounding**2 * np.sin(np.pi / 2 / cuts)
    assert len(outline) == 4 * (cuts + 1)
    assert Polygon(outline).area == pytest.approx(width * depth - 4 * rounding**2 + polygon)
    assert np.ptp(outline, axis=0) == pytest.approx((width, depth))


def test_a_rectangle_is_centred_where_it_is_told() -> None:
    outline = rectangle(2.0, 1.0, centre=(3.0, 4.0))
    assert outline.min(axis=0) == pytest.approx((2.0, 3.5)) and outline.max(axis=0) == pytest.approx(
        (4.0, 4.5)
    )


def test_a_rectangle_and_its_hole_have_points_in_the_same_quarters() -> None:
    wall, circle = with_hole(1.0, 2.0, 0.5, per_corner=3)
    assert len(wall) == len(circle) == 12
    assert (np.sign(wall) == np.sign(circle)).all()
    assert np.allclose(np.linalg.norm(circle, axis=1), 0.25)


def test_an_egg_is_longer_in_front_and_an_arch_round_behind() -> None:
    seat = egg(0.2, 0.3, 0.15, sides=16)
    assert seat[:, 1].max() == pytest.approx(0.3) and seat[:, 1].min() == pytest.approx(-0.15)
    window = arch(1.0, 2.0, steps=40)
    assert np.ptp(window, axis=0) == pytest.approx((1.0, 2.0))
    assert Polygon(window).area == pytest.approx(1.5 + np.pi / 8, rel=1e-3)


@given(SIZES, SIZES, st.floats(0.0, 0.45))
def test_a_shrunk_outline_keeps_a_margin_on_each_side(width: float, depth: float, share: float) -> None:
    margin = share * min(width, depth)
    inner = shrunk(oval(width, depth, centre=(0.5, 0.0)), margin)
    assert np.ptp(inner, axis=0) == pytest.approx((width - 2 * margin, depth - 2 * margin))
    assert inner.mean(axis=0) == pytest.approx((0.5, 0.0), abs=1e-9)
