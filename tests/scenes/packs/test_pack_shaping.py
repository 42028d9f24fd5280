import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st

from wayproof.scenes.packs.catalogue_file import CatalogueItem
from wayproof.scenes.packs.clean_mesh import MOST_KEPT, budget, shaped, upright
from wayproof.scenes.packs.material_looks import PartLook
from wayproof.scenes.packs.obj_file import Look, RawPart

PLAIN = PartLook((100, 100, 100), None, None, None, 0.1, True)


def _item(width: float, height: float, depth: float, rotation=None) -> CatalogueItem:
    return CatalogueItem(
        1, "Tiny#a", "Chair", (), "Living room", "Jane", "/a.obj", width, depth, height, rotation=rotation
    )


def _part(mesh: trimesh.Trimesh, uv: np.ndarray | None = None) -> RawPart:
    return RawPart(np.asarray(mesh.vertices), np.asarray(mesh.faces), uv, Look("a"))


@given(st.floats(0.05, 3), st.floats(0.05, 3), st.floats(0.05, 3), st.floats(0.001, 1000))
def test_a_model_gets_the_size_that_the_catalogue_states(
    width: float, height: float, depth: float, unit: float
) -> None:
    raw = trimesh.creation.box((unit, 2 * unit, 5 * unit)).vertices + 7 * unit
    (points,) = upright(_item(width, height, depth), [raw])
    assert np.ptp(points, axis=0) == pytest.approx((width, height, depth))
    assert points[:, 1].min() == pytest.approx(0.0, abs=1e-9)
    assert points.mean(axis=0)[[0, 2]] == pytest.approx((0.0, 0.0), abs=1e-6)


def test_the_rotation_is_applied_before_the_size() -> None:
    # A chair modelled with z up: its back rises along z at y = -1. Turned by the matrix, y must become up.
    raw = np.array([[0.0, 1, 0], [1, 1, 0], [0, -1, 0], [1, -1, 0], [0, -1, 4], [1, -1, 4]])
    rotation = (1.0, 0, 0, 0, 0, 1, 0, -1, 0)
    (points,) = upright(_item(0.5, 1.0, 0.4, rotation), [raw])
    back = points[4:]
    assert back[:, 1] == pytest.approx(1.0)
    assert back[:, 2] == pytest.approx(0.2)  # -y went to +z
    assert points[:2, 2] == pytest.approx(-0.2)


def test_a_flat_model_keeps_no_thickness_and_no_nan() -> None:
    sheet = RawPart(np.array([[0.0, 0, 0], [0, 0, 1], [1, 0, 1]]), np.array([[0, 1, 2]]), None, Look("a"))
    shape = shaped(_item(1.0, 0.01, 1.0), [sheet], [PLAIN])
    assert len(shape.faces) == 1 and np.isfinite(shape.vertices_m).all()


def test_a_box_has_sharp_edges_and_a_ball_has_none() -> None:
    box = shaped(_item(1, 1, 1), [_part(trimesh.creation.box())], [PLAIN])
    assert len(box.vertices_m) == 24
    assert sorted({tuple(np.round(normal).astype(int).tolist()) for normal in box.normals}) == sorted(
        {(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)}
    )
    ball = shaped(_item(1, 1, 1), [_part(trimesh.creation.icosphere(subdivisions=3))], [PLAIN])
    outward = ball.vertices_m - (0, 0.5, 0)
    outward /= np.linalg.norm(outward, axis=1)[:, None]
    assert (ball.normals * outward).sum(axis=1).min() > 0.98


def test_normals_agree_with_the_side_that_triangles_show() -> None:
    knot = trimesh.creation.torus(0.5, 0.2, major_sections=200, minor_sections=80)
    shape = shaped(_item(0.3, 0.1, 0.3), [_part(knot)], [PLAIN])
    a, b, c = (shape.vertices_m[shape.faces[:, k]].astype(float) for k in range(3))
    facing = np.cross(b - a, c - a)
    assert ((facing * shape.normals[shape.faces].mean(axis=1)).sum(axis=1) > 0).all()


def test_heavy_models_are_made_light_and_the_budget_grows_with_size() -> None:
    heavy = trimesh.creation.icosphere(subdivisions=5)
    item = _item(0.5, 0.5, 0.5)
    assert len(shaped(item, [_part(heavy)], [PLAIN]).faces) <= budget(item) < len(heavy.faces)
    assert budget(_item(0.05, 0.05, 0.05)) < budget(item) < budget(_item(2, 2, 2)) == MOST_KEPT


def test_triangles_on_see_through_parts_of_a_texture_are_left_out() -> None:
    opacity = np.zeros((8, 8), np.uint8)
    opacity[:, :4] = 255  # the left half can be seen
    look = PartLook((0, 0, 0), np.zeros((8, 8, 3), np.uint8), opacity, None, 0.1, True)
    points = np.array([[0.0, 0, 0], [0, 0, 1], [1, 0, 1], [2, 0, 0], [2, 0, 1], [3, 0, 1]])
    uv = np.array([[0.1, 0.1], [0.1, 0.9], [0.4, 0.9], [0.6, 0.1], [0.6, 0.9], [0.9, 0.9]])
    part = RawPart(points, np.array([[0, 1, 2], [3, 4, 5]]), uv, Look("a"))
    shape = shaped(_item(3, 0.1, 1), [part], [look])
    assert len(shape.faces) == 1
    assert shape.vertices_m[:, 0].max() < 0


def test_parts_that_cannot_be_seen_leave_no_triangles() -> None:
    unseen = PartLook((0, 0, 0), None, None, None, 0.1, False)
    assert len(shaped(_item(1, 1, 1), [_part(trimesh.creation.box())], [unseen]).faces) == 0
