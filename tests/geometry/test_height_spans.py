from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.geometry.height_spans import BORDER_M, HeightSpans, height_spans
from wayproof.geometry.solids import box

CELL = 0.05
coordinate = st.integers(-400, 400).map(lambda millimetres: millimetres / 1000)
triangles = st.lists(st.tuples(*[st.tuples(coordinate, coordinate, coordinate)] * 3), min_size=1, max_size=4)


def in_cell(spans: HeightSpans, x: float, z: float) -> list[tuple[float, float, float]]:
    i = int((x - spans.origin_m[0]) / spans.cell_m)
    j = int((z - spans.origin_m[1]) / spans.cell_m)
    cell = i * spans.shape[1] + j
    return [
        (spans.low_m[k], spans.high_m[k], spans.floor_m[k])
        for k in range(spans.first[cell], spans.first[cell + 1])
    ]


def mesh_of(corners: list) -> tuple[np.ndarray, np.ndarray]:
    vertices = np.array(corners, float).reshape(-1, 3)
    return vertices, np.arange(len(vertices)).reshape(-1, 3)


def test_a_box_takes_its_side_walls_from_bottom_to_top_and_its_inside_at_both_ends():
    solid = box((0.5, 0.4, 0.5), (0.0, 0.2, 0.0))
    spans = height_spans(solid.vertices_m, solid.faces)
    assert in_cell(spans, 0.24, 0.0) == [pytest.approx((0.2, 0.6, 0.6))]
    assert in_cell(spans, 0.01, 0.01) == [pytest.approx((0.2, 0.2, -np.inf)), pytest.approx((0.6, 0.6, 0.6))]
    assert in_cell(spans, 0.26, 0.0) == []


def test_a_wall_on_a_grid_line_fills_one_row_of_cells_whatever_the_rounding():
    for wobble in (-1e-6, 0.0, 1e-6):
        corners = [[0.1 + wobble, 0, 0], [0.1 + wobble, 2, 0], [0.1 + wobble, 0, 1]]
        spans = height_spans(*mesh_of(corners))
        columns = np.diff(spans.first).reshape(spans.shape).any(axis=1)
        assert columns.sum() == 1


def test_a_box_on_grid_lines_fills_its_own_cells_and_no_other():
    solid = box((0.3, 1.0, 0.2))
    spans = height_spans(solid.vertices_m, solid.faces)
    filled = np.argwhere(np.diff(spans.first).reshape(spans.shape) > 0) * CELL + np.array(spans.origin_m)
    assert filled.min(axis=0) == pytest.approx((-0.15, -0.1))
    assert filled.max(axis=0) + CELL == pytest.approx((0.15, 0.1))


def test_the_range_inside_a_cell_is_cut_to_the_cell():
    # A ramp that rises by 1 m over 1 m: in each cell of 5 cm it spans 5 cm.
    corners = [[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 0], [0, 0, 1], [1, 1, 1]]
    spans = height_spans(*mesh_of(corners))
    ((low, high, _),) = in_cell(spans, 0.525, 0.525)
    slack = 2 * BORDER_M
    assert low == pytest.approx(0.5, abs=slack) and high == pytest.approx(0.55, abs=slack)


@given(triangles)
def test_every_point_of_every_triangle_lies_in_a_span(corners):
    vertices, faces = mesh_of(corners)
    spans = height_spans(vertices, faces)
    weights = np.random.default_rng(0).dirichlet((0.4, 0.4, 0.4), 60)
    for face in faces:
        for x, y, z in weights @ vertices[face]:
            nearby = [
                span
                for dx in (-2 * BORDER_M, 0.0, 2 * BORDER_M)
                for dz in (-2 * BORDER_M, 0.0, 2 * BORDER_M)
                for span in in_cell(spans, x + dx, z + dz)
            ]
            assert any(low - 1e-9 <= y <= high + 1e-9 for low, high, _ in nearby)


@given(st.tuples(*[st.tuples(coordinate, coordinate)] * 3), st.floats(-1, 1), st.floats(-1, 1))
def test_ranges_agree_with_polygons_cut_by_shapely(plan, slope_x, slope_z):
    outline = shapely.Polygon(plan)
    if outline.area < 1e-4:
        return
    corners = [[x, slope_x * x + slope_z * z, z] for x, z in plan]
    spans = height_spans(*mesh_of(corners))

    def cut(x: float, z: float, more: float) -> np.ndarray:
        square = shapely.box(x - more, z - more, x + CELL + more, z + CELL + more)
        piece = shapely.intersection(outline, square)
        large = piece.area > CELL * 4 * BORDER_M
        return shapely.get_coordinates(piece) @ (slope_x, slope_z) if large else np.empty(0)

    for i in range(spans.shape[0]):
        for j in range(spans.shape[1]):
            x, z = spans.origin_m[0] + i * CELL, spans.origin_m[1] + j * CELL
            heights = cut(x, z, 0.0)
            if len(heights) == 0:
                continue
            # Between the piece in the cell and the piece in the cell grown by the border.
            wider = cut(x, z, 1.01 * BORDER_M)
            ((low, high, _),) = in_cell(spans, x + CELL / 2, z + CELL / 2)
            assert wider.min() - 1e-9 <= low <= heights.min() + 1e-9
            assert heights.max() - 1e-9 <= high <= wider.max() + 1e-9


def test_only_surfaces_that_face_up_and_are_not_steep_are_floors():
    level_up = [[0, 1, 0], [0, 1, 1], [1, 1, 0]]
    assert in_cell(height_spans(*mesh_of(level_up)), 0.2, 0.2)[0][2] == pytest.approx(1.0)
    facing_down = level_up[::-1]
    assert in_cell(height_spans(*mesh_of(facing_down)), 0.2, 0.2)[0][2] == -np.inf
    assert in_cell(height_spans(*mesh_of(facing_down), two_sided=True), 0.2, 0.2)[0][2] == pytest.approx(1.0)
    steep = [[0, 0, 0], [0, 0, 1], [1, 1.2, 0]]
    assert in_cell(height_spans(*mesh_of(steep)), 0.2, 0.2)[0][2] == -np.inf


def test_overlapping_pieces_become_one_span():
    low, high = box((0.2, 0.5, 0.2)), box((0.2, 0.5, 0.2), (0.0, 0.4, 0.0))
    faces = np.concatenate([low.faces, high.faces + len(low.vertices_m)])
    spans = height_spans(np.concatenate([low.vertices_m, high.vertices_m]), faces)
    assert in_cell(spans, 0.09, 0.0) == [pytest.approx((0.0, 0.9, 0.9))]


def test_a_mesh_without_triangles_takes_nothing():
    spans = height_spans(np.empty((0, 3)), np.empty((0, 3), int))
    assert spans.low_m.size == 0 and spans.first.tolist() == [0, 0]


@pytest.mark.parametrize("cell", [0.0, -0.1, np.nan])
def test_a_cell_without_a_size_is_refused(cell):
    with pytest.raises(InvalidInput, match="positive length"):
        height_spans(np.zeros((3, 3)), np.array([[0, 1, 2]]), cell_m=cell)


def test_a_mesh_in_the_wrong_unit_is_refused_with_advice():
    corners = np.array([[0.0, 0.0, 0.0], [9000.0, 0.0, 0.0], [0.0, 0.0, 9000.0]])
    with pytest.raises(InvalidInput, match="in metres"):
        height_spans(corners, np.array([[0, 1, 2]]))


def test_vertices_that_are_not_numbers_are_refused():
    with pytest.raises(InvalidInput, match="not finite"):
        height_spans(np.full((3, 3), np.nan), np.array([[0, 1, 2]]))


def test_the_order_of_triangles_and_the_width_of_numbers_do_not_matter() -> None:
    rng = np.random.default_rng(0)
    vertices = rng.uniform(0.0, 1.5, (240, 3)).astype(np.float32)
    faces = np.arange(240, dtype=np.int32).reshape(-1, 3)
    plain = height_spans(vertices, faces)
    for other in (
        height_spans(vertices, faces[rng.permutation(len(faces))]),
        height_spans(vertices.astype(np.float64), faces.astype(np.int64)),
    ):
        for name in ("first", "low_m", "high_m", "floor_m"):
            np.testing.assert_array_equal(getattr(plain, name), getattr(other, name))
