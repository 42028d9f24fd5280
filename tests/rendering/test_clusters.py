"""Clusters: a permutation of the triangles that keeps neighbours together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.rendering.clusters import cluster_order
from wayproof.rendering.prepared_scene import prepare
from wayproof.scenes.scene import Scene
from wayproof.seeding import generator_for


@given(st.integers(1, 700), st.sampled_from([8, 32, 64]), st.booleans())
def test_every_triangle_comes_exactly_once(count: int, leaf: int, all_alike: bool) -> None:
    corners = generator_for(count, "corners").random((count, 9)).astype(np.float32)
    order = cluster_order(corners * (not all_alike), leaf)
    assert np.array_equal(np.sort(order), np.arange(count))


def test_a_cluster_is_much_smaller_than_the_whole() -> None:
    centres = generator_for(1, "centres").random((4096, 1, 3))
    corners = np.broadcast_to(centres, (4096, 3, 3)).reshape(-1, 9).astype(np.float32)
    order = cluster_order(corners, 64)
    clusters = centres[order, 0].reshape(64, 64, 3)
    # 64 clusters in a unit cube: about a quarter of it along each axis.
    assert np.ptp(clusters, axis=1).max() < 0.4


@pytest.mark.parametrize("leaf", [0, 4, 12])
def test_a_leaf_that_does_not_fill_vectors_is_refused(flat: Scene, leaf: int) -> None:
    with pytest.raises(InvalidInput, match="multiple of 8"):
        prepare(flat, leaf=leaf)


@pytest.mark.parametrize("leaf", [8, 32, 128])
def test_the_size_of_clusters_cannot_be_seen(flat: Scene, leaf: int) -> None:
    from wayproof.rendering.camera import Camera, view_from
    from wayproof.rendering.renderer import render

    view, camera = view_from((2.5, 1.3, 2.0), 1.0), Camera(96, 96, 1.4)
    expected = render(prepare(flat), [view], camera)[0]
    frame = render(prepare(flat, leaf=leaf), [view], camera)[0]
    assert np.array_equal(frame.depth_m, expected.depth_m)
    assert (np.asarray(frame.instance) != np.asarray(expected.instance)).mean() < 1e-3
