"""Spans beside a plain reference: every triangle against every cell, without rows, ranges or early ends."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.geometry.height_spans import BORDER_M, STEEPEST_FLOOR_RAD, height_spans
from wayproof.geometry.merged_spans import GAP_M
from wayproof.geometry.solids import box, lathe, move, turn

CELL_M = 0.1
Span = tuple[float, float, float]


def small_mesh(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A floor, a ramp, boxes and a dome askew to the grid, and loose triangles, large, tiny and upright."""
    rng = np.random.default_rng(seed)
    solids = [move(turn(box((1.3, 0.02, 0.9)), 0.3), (0.7, 0.0, 0.5))]
    solids += [
        move(turn(box(tuple(rng.uniform(0.03, 0.5, 3))), rng.uniform(0, 6)), tuple(rng.uniform(0.1, 1, 3)))
        for _ in range(3)
    ]
    solids += [move(lathe([(0.2, 0.0), (0.15, 0.1), (0.0, 0.2)]), (0.63, 0.31, 0.42))]
    corners = [solid.vertices_m[solid.faces] for solid in solids]
    loose = (
        rng.uniform(0.0, 1.2, (12, 1, 3))
        + rng.normal(size=(12, 3, 3)) * rng.choice([0.01, 0.4], 12)[:, None, None]
    )
    upright = rng.uniform(0.0, 1.2, (4, 3, 3))
    upright[:, 2] = upright[:, 0] + np.array([0.0, 0.7, 0.0])
    ramp = np.array([[[0.21, 0.0, 0.13], [0.21, 0.0, 0.93], [1.17, 0.5, 0.13]]])
    vertices = np.concatenate([*corners, loose, upright, ramp]).reshape(-1, 3)
    return vertices, np.arange(len(vertices)).reshape(-1, 3)


def half(polygon: list[np.ndarray], axis: int, limit: float, sign: float) -> list[np.ndarray]:
    """The part of a convex polygon where sign * coordinate is at most sign * limit."""
    kept = []
    for before, here in zip([*polygon[-1:], *polygon[:-1]], polygon, strict=True):
        over_before, over = sign * (before[axis] - limit), sign * (here[axis] - limit)
        if (over_before <= 0.0) != (over <= 0.0):
            kept.append(before + over_before / (over_before - over) * (here - before))
        if over <= 0.0:
            kept.append(here)
    return kept


def part_in_cell(corners: np.ndarray, low: np.ndarray) -> np.ndarray | None:
    """The part of a triangle over one cell and its border, if it counts there.

    A triangle counts in the rows (z) into which it reaches beyond the border, and its part over such a row in
    the cells (x) into which that part does.
    """
    polygon = list(corners)
    for axis, at in ((2, low[1]), (0, low[0])):
        along = [point[axis] for point in polygon]
        if not along or max(along) <= at + BORDER_M or min(along) >= at + CELL_M - BORDER_M:
            return None
        polygon = half(polygon, axis, at - BORDER_M, -1.0)
        polygon = half(polygon, axis, at + CELL_M + BORDER_M, 1.0)
    return np.array(polygon) if polygon else None


def spans_of(ranges: list[Span]) -> list[Span]:
    """Ranges from low to high; those that touch become one."""
    found: list[Span] = []
    for low, high, floor in sorted(ranges):
        if found and low <= found[-1][1] + GAP_M:
            below = found.pop()
            found.append((below[0], max(below[1], high), max(below[2], floor)))
        else:
            found.append((low, high, floor))
    return found


def cells_by_force(
    triangles: np.ndarray, origin: tuple[float, float], shape: tuple[int, int], two_sided: bool
) -> list[list[Span]]:
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    upward = np.abs(normals[:, 1]) if two_sided else normals[:, 1]
    stands = upward > np.cos(STEEPEST_FLOOR_RAD) * np.linalg.norm(normals, axis=1)
    cells = []
    for i in range(shape[0]):
        for j in range(shape[1]):
            low, ranges = np.array(origin) + CELL_M * np.array([i, j]), []
            for corners, flat in zip(triangles, stands, strict=True):
                part = part_in_cell(corners, low)
                if part is not None:
                    bottom, top = part[:, 1].min(), part[:, 1].max()
                    ranges.append((bottom, top, top if flat else -np.inf))
            cells.append(spans_of(ranges))
    return cells


@pytest.mark.parametrize(("seed", "two_sided"), [(0, False), (1, True), (2, False)])
def test_spans_are_those_of_every_triangle_cut_to_every_cell(seed: int, two_sided: bool) -> None:
    vertices, faces = small_mesh(seed)
    spans = height_spans(vertices, faces, cell_m=CELL_M, two_sided=two_sided)
    expected = cells_by_force(vertices[faces], spans.origin_m, spans.shape, two_sided)
    assert np.diff(spans.first).tolist() == [len(cell) for cell in expected]
    low, high, floor = np.array([span for cell in expected for span in cell]).T
    np.testing.assert_allclose(spans.low_m, low, atol=1e-9)
    np.testing.assert_allclose(spans.high_m, high, atol=1e-9)
    np.testing.assert_allclose(spans.floor_m, floor, atol=1e-9)
    assert np.diff(spans.first).max() >= 3 and np.isfinite(floor).any() and np.isinf(floor).any()
