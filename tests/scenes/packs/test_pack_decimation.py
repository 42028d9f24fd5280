import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from wayproof.scenes.packs.decimation import Welded, decimated


def _welded(points: np.ndarray, corners: np.ndarray, part: np.ndarray | None = None) -> Welded:
    """A mesh without texture: one wedge per part."""
    owner = np.zeros(len(corners), np.int64) if part is None else part
    wedges = np.repeat(owner[:, None], 3, axis=1)
    return Welded(points.astype(float), corners.astype(np.int64), wedges, owner)


def _sheet(across: int) -> tuple[np.ndarray, np.ndarray]:
    """A square of 1 m in the plane y = 0, as across x across cells of two triangles."""
    at = np.linspace(0.0, 1.0, across + 1)
    x, z = np.meshgrid(at, at, indexing="ij")
    points = np.stack([x.ravel(), np.zeros(x.size), z.ravel()], axis=1)
    first = (np.arange(across)[:, None] * (across + 1) + np.arange(across)).ravel()
    a, b, c, d = first, first + 1, first + across + 2, first + across + 1
    return points, np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def _areas(mesh: Welded) -> np.ndarray:
    a, b, c = (mesh.points_m[mesh.corners[:, k]] for k in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2


@pytest.mark.parametrize("most", [4000, 1000, 300])
def test_a_ball_stays_a_closed_ball(most: int) -> None:
    ball = trimesh.creation.icosphere(subdivisions=5)
    light = decimated(_welded(ball.vertices, ball.faces), most)
    assert most * 0.95 <= len(light.corners) <= most
    mesh = trimesh.Trimesh(light.points_m, light.corners, process=True)
    assert mesh.is_watertight and mesh.is_winding_consistent
    assert mesh.volume == pytest.approx(ball.volume, rel=30 / most)
    spread = cKDTree(trimesh.sample.sample_surface(mesh, 20_000, seed=1)[0])
    assert spread.query(ball.vertices)[0].max() < 0.05 + 12 / most


def test_a_flat_sheet_keeps_its_outline_and_area_with_few_triangles() -> None:
    light = decimated(_welded(*_sheet(40)), 8)
    assert len(light.corners) <= 8
    assert _areas(light).sum() == pytest.approx(1.0, abs=1e-9)
    facing = np.cross(
        *(light.points_m[light.corners[:, k]] - light.points_m[light.corners[:, 0]] for k in (1, 2))
    )
    assert (facing[:, 1] > 0).all()


def test_a_sheet_of_two_sides_keeps_its_hem() -> None:
    points, corners = _sheet(40)
    both = np.concatenate([corners, corners[:, ::-1]])
    light = decimated(_welded(points, both), 200)
    assert len(light.corners) <= 200
    assert _areas(light).sum() == pytest.approx(2.0, abs=1e-6)


def test_the_border_between_two_materials_stays_where_it_was() -> None:
    points, corners = _sheet(40)
    middle = points[corners].mean(axis=1)
    part = (middle[:, 0] + 0.0 > 0.35).astype(np.int64)
    light = decimated(_welded(points, corners, part), 60)
    assert len(light.corners) <= 60
    areas = _areas(light)
    assert areas[light.part == 0].sum() == pytest.approx(0.35, abs=1e-6)
    assert areas[light.part == 1].sum() == pytest.approx(0.65, abs=1e-6)


@given(st.integers(3, 8), st.integers(30, 200), st.integers(0, 3))
def test_texture_coordinates_stay_on_their_points_and_seams_do_not_tear(
    cells: int, most: int, seams: int
) -> None:
    points, corners = _sheet(cells * (seams + 1))
    chart = np.floor(points[corners].mean(axis=1)[:, 2] * (seams + 1)).astype(np.int64)
    wedges = corners + chart[:, None] * len(points)
    light = decimated(Welded(points, corners, wedges, np.zeros(len(corners), np.int64)), most)
    # A wedge knows the point and the chart that it came from: both must still be true of each corner.
    assert (light.wedges % len(points) == light.corners).all()
    assert (light.wedges // len(points) == (light.wedges // len(points))[:, :1]).all()
    assert _areas(light).sum() == pytest.approx(1.0, abs=1e-9)


def test_leaves_that_stand_alone_do_not_vanish_but_hairs_may() -> None:
    leaf = np.array([[0.0, 0, 0], [0.1, 0, 0], [0.1, 0.1, 0.0], [0.0, 0.1, 0.0]])
    hair = leaf * (0.001, 0.001, 1.0)
    places = np.random.Generator(np.random.Philox(1)).uniform(0, 1, (200, 3))
    points = np.concatenate([(leaf if k < 100 else hair) + place for k, place in enumerate(places)])
    quads = np.array([[0, 1, 2], [0, 2, 3]])
    corners = np.concatenate([quads + 4 * k for k in range(200)])
    light = decimated(_welded(points, corners), 50)
    alive = {int(corner) // 4 for corner in light.corners[:, 0]}
    assert set(range(100)) <= alive
    assert len(alive) < 110


def test_a_mesh_that_is_light_enough_is_left_alone() -> None:
    mesh = _welded(*_sheet(4))
    same = decimated(mesh, 32)
    assert np.array_equal(same.corners, mesh.corners)
