"""The ray tree against Embree and against plain arithmetic."""

from __future__ import annotations

import numpy as np
import pytest
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from wayproof.geometry.ray_tree import any_hit, build_ray_tree, closest_hit
from wayproof.geometry.solids import Solid, box, cylinder, join, move, sphere

Floats = NDArray[np.float32]
UNIT_TRIANGLE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], np.float32)
ONE_FACE = np.array([[0, 1, 2]])


def soup(seed: int, count: int) -> tuple[Floats, NDArray[np.int64]]:
    """Triangles of many sizes without order, as vertices (3 t, 3) and faces (t, 3)."""
    rng = np.random.default_rng(seed)
    centres = rng.uniform(-2.0, 2.0, (count, 1, 3))
    corners = centres + rng.normal(size=(count, 3, 3)) * rng.choice([0.01, 0.1, 0.6], (count, 1, 1))
    return corners.reshape(-1, 3).astype(np.float32), np.arange(3 * count).reshape(-1, 3)


def furnished_room(seed: int) -> Solid:
    """A closed room with boxes, cylinders and balls that do not touch its walls."""
    rng = np.random.default_rng(seed)
    shell = [box((6.0, 0.1, 5.0), (0, -0.1, 0)), box((6.0, 0.1, 5.0), (0, 2.6, 0))]
    shell += [box((0.1, 2.6, 5.0), (x, 0, 0)) for x in (-3.0, 3.0)]
    shell += [box((6.0, 2.6, 0.1), (0, 0, z)) for z in (-2.5, 2.5)]
    makers = (lambda s: box((s, 1.5 * s, 0.7 * s)), lambda s: cylinder(s / 2, s), lambda s: sphere(s / 2))
    things = [
        move(
            makers[k % 3](float(rng.uniform(0.05, 0.5))),
            tuple(rng.uniform([-2.5, 0.01, -2.0], [2.5, 1.8, 2.0])),
        )
        for k in range(60)
    ]
    return join([*shell, *things])


def rays(seed: int, count: int, reach: float) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    origins = rng.uniform(-reach, reach, (count, 3)).astype(np.float32)
    ways = rng.normal(size=(count, 3))
    return origins, (ways / np.linalg.norm(ways, axis=1, keepdims=True)).astype(np.float32)


def assert_same_as_embree(vertices: Floats, faces: NDArray[np.int64], origins: Floats, ways: Floats) -> None:
    scene = EmbreeScene()
    TriangleMesh(scene, vertices.astype(np.float32)[faces])
    their_triangle = scene.run(origins, ways)
    their_distance = scene.run(origins, ways, query="DISTANCE")
    tree = build_ray_tree(vertices, faces)
    triangle, distance = closest_hit(tree, origins, ways)
    # Rays through an edge may count for either triangle or for none: rare, and Embree rounds otherwise.
    differs = triangle != their_triangle
    both = (triangle >= 0) & (their_triangle >= 0)
    assert differs.mean() < 2e-3
    assert np.allclose(distance[both & ~differs], their_distance[both & ~differs], rtol=1e-4, atol=1e-4)
    assert (any_hit(tree, origins, ways) == (triangle >= 0)).all()


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), count=st.integers(1, 600))
def test_random_triangles_are_hit_as_embree_hits_them(seed: int, count: int) -> None:
    assert_same_as_embree(*soup(seed, count), *rays(seed, 2000, 3.0))


@pytest.mark.parametrize("seed", [0, 1])
def test_a_furnished_room_is_seen_as_embree_sees_it(seed: int) -> None:
    room = furnished_room(seed)
    origins, ways = rays(seed, 20_000, 2.4)
    assert_same_as_embree(room.vertices_m.astype(np.float32), room.faces, origins, ways)


def test_no_ray_leaves_a_closed_room() -> None:
    shell = box((6.0, 3.0, 5.0), (0, -1.5, 0))
    origins, ways = rays(3, 50_000, 1.4)
    assert any_hit(build_ray_tree(shell.vertices_m, shell.faces), origins, ways).all()


def test_both_sides_of_a_triangle_are_hit_at_the_right_distance() -> None:
    tree = build_ray_tree(UNIT_TRIANGLE, ONE_FACE)
    origins = [[0.2, 0.2, 2.0], [0.2, 0.2, -3.0]]
    triangle, distance = closest_hit(tree, origins, [[0, 0, -1], [0, 0, 1]])
    assert triangle.tolist() == [0, 0]
    assert distance == pytest.approx([2.0, 3.0])


def test_distance_is_counted_in_lengths_of_the_direction() -> None:
    tree = build_ray_tree(UNIT_TRIANGLE, ONE_FACE)
    _, distance = closest_hit(tree, [[0.2, 0.2, 2.0]], [[0, 0, -4.0]])
    assert distance == pytest.approx([0.5])


def test_hits_beyond_the_limit_do_not_count() -> None:
    tree = build_ray_tree(UNIT_TRIANGLE, ONE_FACE)
    origin, way = [[0.2, 0.2, 2.0]], [[0, 0, -1]]
    assert any_hit(tree, origin, way, max_distance=2.1).all()
    assert not any_hit(tree, origin, way, max_distance=1.9).any()
    assert closest_hit(tree, origin, way, max_distance=1.9)[0] == [-1]


def test_what_lies_behind_a_ray_is_not_hit() -> None:
    assert not any_hit(build_ray_tree(UNIT_TRIANGLE, ONE_FACE), [[0.2, 0.2, 2.0]], [[0, 0, 1]]).any()


def test_an_empty_set_of_triangles_is_never_hit() -> None:
    tree = build_ray_tree(np.empty((0, 3)), np.empty((0, 3), int))
    assert closest_hit(tree, [[0, 0, 0]], [[1, 0, 0]])[0].tolist() == [-1]
    assert not any_hit(tree, [[0, 0, 0]], [[1, 0, 0]]).any()


def test_many_triangles_in_one_place_are_all_in_the_tree() -> None:
    faces = np.repeat(ONE_FACE, 500, axis=0)
    tree = build_ray_tree(UNIT_TRIANGLE, faces)
    assert sorted(tree.order.tolist()) == list(range(500))
    assert any_hit(tree, [[0.2, 0.2, 2.0]], [[0, 0, -1]]).all()


def test_triangles_that_shrink_without_end_do_not_overflow_the_walk() -> None:
    size = 0.5 ** np.arange(120.0)
    vertices = (UNIT_TRIANGLE[None] + (1.0, 1.0, 1.0)) * size[:, None, None]
    tree = build_ray_tree(vertices.reshape(-1, 3), np.arange(360).reshape(-1, 3))
    triangle, _ = closest_hit(tree, [[1.2, 1.2, 2.0], [0.3, 0.3, 0.6]], [[0, 0, -1], [0, 0, -1]])
    assert triangle.tolist() == [0, 2]
    assert sorted(tree.order.tolist()) == list(range(120))


def test_the_tree_cannot_be_changed() -> None:
    tree = build_ray_tree(UNIT_TRIANGLE, ONE_FACE)
    for array in tree.arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("side", [-1.0, 0.0, 1.0])
def test_a_ray_exactly_along_the_border_of_a_face_meets_it(axis: int, side: float) -> None:
    """A level ray at the very height of a table's top: boxes of the tree end there, too."""
    solid = join([box((0.4, 0.25, 0.4), (0.0, side - 0.125, 0.0)), box((0.1, 3.0, 3.0), (2.0, -1.5, 0.0))])
    turned = np.roll(solid.vertices_m.astype(np.float32), axis, axis=1)
    for height in (side - 0.125, side + 0.125):
        origin = np.roll(np.array([[-1.0, height, 0.03]], np.float32), axis, axis=1)
        way = np.roll(np.array([[1.0, 0.0, 0.0]], np.float32), axis, axis=1)
        _, distance = closest_hit(build_ray_tree(turned, solid.faces), origin, way)
        assert distance == pytest.approx([0.8])
