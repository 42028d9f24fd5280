"""Points in polygons: the same answer as shapely's, and a stated one on the border."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from wayproof.geometry.polygons import points_in_polygon

ELL = np.array([(0.0, 0.0), (0.0, 4.0), (3.0, 4.0), (3.0, 2.0), (6.0, 2.0), (6.0, 0.0)])


@pytest.mark.parametrize("x", np.linspace(-1, 7, 9).tolist())
def test_points_are_inside_an_outline_with_a_corner_that_points_inwards(x: float) -> None:
    points = np.array([(x + 0.013, y) for y in np.linspace(-1.01, 5.01, 13)])
    expected = [shapely.Polygon(ELL).contains(shapely.Point(point)) for point in points]
    assert points_in_polygon(points, ELL).tolist() == expected
    assert points_in_polygon(points, ELL[::-1]).tolist() == expected


@given(st.lists(st.floats(0.2, 3.0), min_size=3, max_size=9), st.floats(0.0, 6.0))
def test_points_are_inside_star_shaped_polygons_as_shapely_says(radii: list[float], turn: float) -> None:
    angles = turn + np.arange(len(radii)) * 2 * np.pi / len(radii)
    polygon = np.array(radii)[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    shape = shapely.Polygon(polygon)
    x, y = np.meshgrid(np.linspace(-3, 3, 7), np.linspace(-3, 3, 7))
    points = np.stack([x, y], axis=-1)
    away = shapely.distance(shape.exterior, shapely.points(points)) > 1e-9
    expected = shapely.contains(shape, shapely.points(points))
    assert points_in_polygon(points, polygon).shape == (7, 7)
    assert (points_in_polygon(points, polygon) == expected)[away].all()


def test_of_two_rectangles_side_by_side_one_has_the_edge_between_them() -> None:
    left = np.array([(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0)])
    shared = np.array([(2.0, 1.0)])
    assert not points_in_polygon(shared, left)[0] and points_in_polygon(shared, left + (2.0, 0.0))[0]


def test_no_points_are_no_answers() -> None:
    assert points_in_polygon(np.zeros((0, 2)), ELL).shape == (0,)
