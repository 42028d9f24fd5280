import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st
from trimesh.ray.ray_pyembree import RayMeshIntersector

from wayproof.scenes.packs.model_fit import (
    LARGEST,
    LEAST_FILLED,
    SMALLEST,
    STRETCH,
    TALLER,
    Load,
    Place,
    carries,
    fits,
    heights_over,
    main_level_m,
)
from wayproof.scenes.packs.pack import PackModel
from wayproof.scenes.packs.surface_overlap import common_box, shared_cells
from wayproof.scenes.scene import Attributes

SIDES = st.floats(0.1, 3.0)


def _model(width: float, height: float, depth: float) -> PackModel:
    return PackModel("a", "A", "Jane", "chair", width, height, depth, None, 12, 12, Attributes(), ())


def _place(
    width: float, height: float, depth: float, *, level_m: float | None = None, category: str = "desk"
):
    low, high = np.array([-width / 2, 0.0, -depth / 2]), np.array([width / 2, height, depth / 2])
    return Place(category, "floor", low, high, (), level_m)


def _triangles(*boxes: tuple[tuple[float, float, float], tuple[float, float, float]]) -> np.ndarray:
    """Boxes by size and centre, as triangles (t, 3, 3)."""
    parts = [trimesh.creation.box(size, trimesh.transformations.translation_matrix(at)) for size, at in boxes]
    return np.concatenate([part.triangles for part in parts])


@given(st.tuples(SIDES, SIDES, SIDES), st.tuples(SIDES, SIDES, SIDES), st.sampled_from(["desk", "chair"]))
def test_no_model_leaves_the_box_of_what_it_replaces_nor_becomes_a_caricature(
    size: tuple[float, float, float], old: tuple[float, float, float], category: str
) -> None:
    place = _place(*old, category=category)
    for fit in fits(_model(*size), place, []):
        half = np.array([size[0] / 2, 0.0, size[2] / 2])
        low = -half * fit.scale + fit.offset_m
        high = (np.array(size) - half) * fit.scale + fit.offset_m
        assert (low >= place.low_m - 1e-9).all() and (high <= place.high_m + 1e-9).all()
        assert ((high - low) / old >= LEAST_FILLED - 1e-9).all()
        assert fit.scale.max() / fit.scale.min() <= STRETCH + 1e-9
        assert SMALLEST <= np.cbrt(fit.scale.prod()) <= LARGEST


@given(st.tuples(SIDES, SIDES, SIDES), st.floats(0.3, 1.0), st.floats(0.3, 1.0), st.floats(0.8, 1.25))
def test_the_height_that_carries_things_is_kept(
    size: tuple[float, float, float], share: float, own_share: float, factor: float
) -> None:
    old = tuple(factor * side for side in size)
    level = share * old[1]
    for fit in fits(_model(*size), _place(*old, level_m=level), [own_share * size[1]]):
        assert own_share * size[1] * fit.scale[1] == pytest.approx(level)
        assert size[1] * fit.scale[1] <= TALLER * old[1] + 1e-9


def test_the_same_box_fits_as_it_is() -> None:
    (fit,) = fits(_model(0.5, 0.9, 0.5), _place(0.5, 0.9, 0.5), [])
    assert fit.scale == pytest.approx((1, 1, 1)) and fit.offset_m == pytest.approx((0, 0, 0))


def test_a_shorter_model_stands_at_the_back_unless_one_walks_around_it() -> None:
    (desk,) = fits(_model(1.0, 1.0, 0.6), _place(1.0, 1.0, 1.0), [])
    assert desk.scale == pytest.approx((1, 1, STRETCH))
    assert desk.offset_m[2] == pytest.approx(-0.5 + 0.6 * STRETCH / 2)
    (chair,) = fits(_model(1.0, 1.0, 0.6), _place(1.0, 1.0, 1.0, category="chair"), [])
    assert chair.offset_m[2] == pytest.approx(0.0)


def test_other_proportions_do_not_fit() -> None:
    assert fits(_model(1.0, 1.0, 0.4), _place(1.0, 1.0, 1.0), []) == []
    assert fits(_model(0.3, 0.3, 0.3), _place(1.0, 1.0, 1.0), []) == []


TABLE = ((1.0, 0.04, 0.6), (0.0, 0.72, 0.0))  # top at 0.74


def _load(x: float, z: float, bottom: float, size: float = 0.1) -> Load:
    return Load(
        np.array([x - size / 2, bottom, z - size / 2]), np.array([x + size / 2, bottom + size, z + size / 2])
    )


@pytest.mark.parametrize(
    ("load", "carried"),
    [
        (_load(0.0, 0.0, 0.74), True),
        (_load(0.4, 0.2, 0.745), True),
        (_load(0.0, 0.0, 0.78), False),  # floats
        (_load(0.0, 0.0, 0.70), False),  # the top passes through it
        (_load(0.55, 0.0, 0.74), False),  # hangs over the edge
    ],
)
def test_a_table_carries_what_stands_on_its_top(load: Load, carried: bool) -> None:
    assert carries(_triangles(TABLE), [load]) is carried


def test_what_rises_from_the_surface_must_not_pierce_the_load() -> None:
    lamp = ((0.02, 0.3, 0.02), (0.0, 0.89, 0.0))
    assert not carries(_triangles(TABLE, lamp), [_load(0.0, 0.0, 0.74)])
    assert carries(_triangles(TABLE, lamp), [_load(0.3, 0.0, 0.74)])


@given(st.floats(-0.6, 0.6), st.floats(-0.6, 0.6))
def test_heights_over_a_point_are_those_that_rays_find(x: float, z: float) -> None:
    ball = trimesh.creation.icosphere(subdivisions=2, radius=0.5)
    found = np.unique(np.round(heights_over(ball.triangles, x, z), 5))
    caster = RayMeshIntersector(ball)
    hits = caster.intersects_location([[x, 5.0, z]], [[0.0, -1.0, 0.0]], multiple_hits=True)[0]
    expected = np.unique(np.round(hits[:, 1], 5)) if len(hits) else np.empty(0)
    if abs(np.hypot(x, z) - 0.5) > 0.02:
        assert found == pytest.approx(expected, abs=3e-5)


def test_the_main_level_is_the_widest_one_not_the_highest() -> None:
    tap = ((0.05, 0.3, 0.05), (0.0, 0.89, 0.2))
    legs = ((0.05, 0.7, 0.05), (0.0, 0.35, 0.0))
    assert main_level_m(_triangles(TABLE, tap, legs)) == pytest.approx(0.74)


def test_a_chair_under_a_table_shares_cells_with_it_only_when_it_passes_through() -> None:
    top = _triangles(TABLE)
    low, high = np.array([-0.3, 0.0, -0.3]), np.array([0.3, 0.9, 0.3])
    assert shared_cells(top, _triangles(((0.4, 0.04, 0.4), (0.0, 0.45, 0.0))), low, high) == 0
    assert shared_cells(top, _triangles(((0.4, 0.9, 0.04), (0.0, 0.45, 0.0))), low, high) > 10


def test_boxes_that_only_touch_are_apart() -> None:
    one = np.array([[0.0, 0, 0], [1, 1, 1]])
    assert common_box(one, one + (1.0, 0, 0)) is None
    common = common_box(one, one + (0.5, 0, 0))
    assert common is not None and common[0].tolist() == [0.5, 0, 0] and common[1].tolist() == [1, 1, 1]
