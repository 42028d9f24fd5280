"""The steps of a scan, one by one: cutting small, clipping, wearing round, unevenness, exposure."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon

from wayproof.scenes.variants.joined_scenes import shared_rows
from wayproof.scenes.variants.scan_colours import EXPOSURE, blended, gains_of, softened
from wayproof.scenes.variants.scan_cuts import clipped
from wayproof.scenes.variants.scan_noise import smooth_field
from wayproof.scenes.variants.scan_surface import weighted
from wayproof.scenes.variants.scan_tessellation import tessellated
from wayproof.scenes.variants.scan_worn_edges import FARTHEST_M, melted, welded
from wayproof.seeding import generator_for

coordinate = st.floats(-3, 3, width=32)
corner = st.tuples(coordinate, coordinate, coordinate)
triangle = st.tuples(corner, corner, corner)


def areas(corners: np.ndarray) -> np.ndarray:
    return np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2


@given(triangle, st.floats(0.3, 2.0))
def test_small_triangles_tile_the_large_one_and_have_short_edges(whole, longest: float) -> None:
    corners = np.array([whole], float)
    source, weights = tessellated(corners, np.array([longest]))
    parts = weighted(weights, corners, source)
    assert areas(parts).sum() == pytest.approx(areas(corners)[0], rel=1e-9, abs=1e-9)
    assert (np.linalg.norm(parts - np.roll(parts, 1, axis=1), axis=2) <= longest + 1e-9).all()
    assert np.allclose(weights.sum(axis=2), 1.0) and (weights >= 0).all()
    normal = np.cross(parts[:, 1] - parts[:, 0], parts[:, 2] - parts[:, 0])
    assert (normal @ np.cross(*(corners[0, 1:] - corners[0, 0])) >= -1e-9).all()  # none is turned over


@given(corner, corner, corner, corner)
def test_neighbours_cut_their_common_edge_at_the_same_points(a, b, c, d) -> None:
    corners = np.array([[a, b, c], [b, a, d]], float)
    source, weights = tessellated(corners, np.full(2, 0.5))
    along = np.array(b) - np.array(a)
    if np.linalg.norm(along) < 1e-3:
        return
    on_edge = [
        {tuple(np.round(row, 9)) for row in weights[source == k].reshape(-1, 3)[:, [0, 1, 2]] if row[2] == 0}
        for k in (0, 1)
    ]
    assert on_edge[0] == {(second, first, rest) for first, second, rest in on_edge[1]}


@given(triangle, st.tuples(*[st.floats(-1, 1)] * 3))
def test_what_is_kept_is_exactly_where_the_value_is_positive(whole, values) -> None:
    """Against shapely: the plan of the triangle cut by the half plane where the linear value is positive."""
    corners = np.array([whole], float)
    corners[..., 1] = 0.0
    values = np.array([values])
    if (
        areas(corners)[0] < 1e-2
        or np.abs(values).min() < 0.05
        or (np.abs(values).max() / np.abs(values).min() > 9)
    ):
        return
    parent, (parts,) = clipped(values, corners)
    plan = corners[0][:, [0, 2]]
    gradient = np.linalg.solve(np.column_stack([plan, np.ones(3)]), values[0])
    way = gradient[:2] / max(np.linalg.norm(gradient[:2]), 1e-12)
    if np.linalg.norm(gradient[:2]) < 1e-6:
        return
    foot = -gradient[2] * gradient[:2] / (gradient[:2] @ gradient[:2])
    side = np.array([-way[1], way[0]])
    half = Polygon(
        [foot + 99 * side, foot + 99 * side + 99 * way, foot - 99 * side + 99 * way, foot - 99 * side]
    )
    exact = Polygon(plan).intersection(half).area
    assert areas(parts).sum() == pytest.approx(exact, rel=1e-6, abs=1e-6)
    assert (parent == 0).all()


def test_triangles_without_a_change_of_sign_stay_or_go_whole() -> None:
    corners = generator_for(1, "clip").random((3, 3, 3))
    parent, (parts,) = clipped(np.array([[1.0, 1, 1], [-1, -1, -1], [1, 2, 3]]), corners)
    assert parent.tolist() == [0, 2]
    assert np.array_equal(parts, corners[[0, 2]])


def grid(size: int) -> tuple[np.ndarray, np.ndarray]:
    """A flat sheet of size x size squares of 5 cm, each of two triangles."""
    x, z = np.meshgrid(np.arange(size + 1), np.arange(size + 1), indexing="ij")
    points = np.stack([x, 0 * x, z], axis=-1).reshape(-1, 3) * 0.05
    a = (np.arange(size)[:, None] * (size + 1) + np.arange(size)).reshape(-1)
    return points, np.concatenate(
        [np.stack([a, a + 1, a + size + 2], 1), np.stack([a, a + size + 2, a + size + 1], 1)]
    )


def test_wearing_leaves_a_flat_sheet_flat_and_its_rim_straight() -> None:
    points, faces = grid(8)
    worn = melted(points, faces)
    inner = ((points[:, [0, 2]] > 0.01) & (points[:, [0, 2]] < 0.39)).all(axis=1)
    assert np.allclose(worn[:, 1], 0.0)
    rim_x = np.isclose(points[:, 0], 0.0) & (points[:, 2] > 0.11) & (points[:, 2] < 0.29)
    assert np.allclose(worn[rim_x, 0], 0.0)
    assert np.linalg.norm(worn[inner] - points[inner], axis=1).max() < 0.012


def test_a_ridge_is_worn_down_and_nothing_goes_far() -> None:
    points, faces = grid(8)
    points[:, 1] = np.maximum(0.0, 0.1 - np.abs(points[:, 0] - 0.2))
    worn = melted(points, faces)
    ridge = np.isclose(points[:, 0], 0.2) & (points[:, 2] > 0.1) & (points[:, 2] < 0.3)
    assert (worn[ridge, 1] < points[ridge, 1] - 0.005).all()
    assert np.linalg.norm(worn - points, axis=1).max() <= FARTHEST_M + 1e-9


def test_vertices_are_one_if_they_share_place_and_thing() -> None:
    points = np.array([[0, 0, 0], [0, 0, 1e-6], [0, 0, 0], [1, 0, 0]], float)
    first, number = welded(points, np.array([1, 1, 2, 1]))
    assert len(first) == 3 and number[0] == number[1] and len(set(number.tolist())) == 3
    assert np.allclose(points[first][number], points, atol=1e-3)


def test_fields_have_the_promised_spread_and_are_smooth_and_alike_everywhere() -> None:
    places = generator_for(3, "field").random((20_000, 3)) * 60 - 30
    values = smooth_field(places, 0.5, 99, 2)
    assert np.abs(values.mean(axis=0)).max() < 0.05 and np.allclose(values.std(axis=0), 1.0, atol=0.05)
    assert np.array_equal(smooth_field(places[::-1], 0.5, 99, 2)[::-1], values)
    assert abs(np.corrcoef(values.T)[0, 1]) < 0.05
    assert abs(np.corrcoef(values[:, 0], smooth_field(places, 0.5, 100, 1)[:, 0])[0, 1]) < 0.05
    near = smooth_field(places + (0.005, 0, 0), 0.5, 99, 2)
    assert np.abs(near - values).max() < 0.12


def test_shots_of_one_station_are_alike_and_unseen_pieces_take_their_neighbours_colour() -> None:
    shot = np.arange(1 + 40 * 18)
    gain = gains_of(shot, generator_for(0, "gains"))
    station = (shot[1:] - 1) // 18
    means = np.array([np.log(gain[1:, 1][station == k]).mean() for k in range(40)])
    within = np.log(gain[1:, 1]) - means[station]
    assert 0.02 < within.std() < 0.06 and 0.03 < means.std() < 0.1
    assert np.log(gain).mean() == pytest.approx(np.log(EXPOSURE), abs=0.04)
    number = np.array([[0, 1, 2], [1, 2, 3]])
    corners = blended(np.array([[1.2] * 3, [0.5] * 3]), np.array([True, False]), number)
    assert np.allclose(corners[0], 1.2)
    assert np.allclose(corners[1, :2], 1.2) and np.allclose(corners[1, 2], EXPOSURE)


def test_softened_textures_are_half_as_large_keep_their_mean_and_wrap() -> None:
    texture = generator_for(5, "texture").integers(0, 256, (64, 64, 3)).astype(np.uint8)
    soft = softened(texture)
    assert soft.shape == (32, 32, 3) and soft.std() < 0.5 * texture.std()
    assert abs(soft.mean() - texture.mean()) < 1.0
    shifted = softened(np.roll(texture, 32, axis=0))
    assert np.array_equal(shifted, np.roll(soft, 16, axis=0))
    assert softened(texture[:16, :16]) is not None and softened(texture[:16, :16]).shape[0] == 16


def test_equal_rows_are_found_across_columns() -> None:
    a = np.array([[1.0, 2.0], [1.0, 2.0], [-0.0, 1.0], [0.0, 1.0]], np.float32)
    b = np.array([[1, 2, 3], [1, 2, 4], [0, 0, 0], [0, 0, 0]], np.uint8)
    first, number = shared_rows(a, b)
    assert len(first) == 3 and number[2] == number[3] and number[0] != number[1]
    assert np.array_equal(a[first][number], a) and np.array_equal(b[first][number], b)
