"""The rasteriser agrees with Embree's rays, pixel by pixel."""

from __future__ import annotations

import math

import numpy as np
import pytest
from rendering_witness import look

from wayproof.bench.embree import EmbreeRays
from wayproof.rendering.camera import Camera, View
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import Renderer
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.scene import Scene

CAMERAS = [Camera(256, 256, math.pi / 2), Camera(320, 240, 1.1), Camera(123, 77, 2.2)]


def _shares_that_differ(scene: Scene, views: list[View]) -> tuple[float, float, float]:
    """Shares of pixels with another depth, another instance (ties apart), and none where Embree hits."""
    witness, renderer = EmbreeRays(scene), Renderer(prepare(scene))
    other_depth = other_instance = empty = total = 0
    for camera in CAMERAS:
        for view, frame in zip(views, renderer.render(views, camera), strict=True):
            sight = look(witness, view, camera)
            assert frame.depth_m is not None
            gap = np.abs(frame.depth_m - sight.depth_m)
            other_depth += int((gap > 0.01).sum())
            other_instance += int(((frame.instance != sight.instance) & (gap > 0.001)).sum())
            empty += int(((frame.depth_m == 0) & (sight.depth_m > 0)).sum())
            total += gap.size
    return other_depth / total, other_instance / total, empty / total


def test_a_furnished_flat_looks_as_embree_says(flat: Scene) -> None:
    views = EmbreeRays(flat).free_views(12, seed=1)
    depth, instance, empty = _shares_that_differ(flat, views)
    assert depth <= 1e-5
    assert instance <= 1e-3
    assert empty <= 1e-5


def test_a_dense_two_sided_mesh_looks_as_embree_says(dense_flat: Scene) -> None:
    assert len(dense_flat.faces) >= 100_000
    views = EmbreeRays(dense_flat).free_views(12, seed=2)
    depth, instance, empty = _shares_that_differ(dense_flat, views)
    assert depth <= 1e-5
    assert instance <= 1e-3
    assert empty <= 1e-5


@pytest.mark.parametrize("seed", [1, 2])
def test_a_house_looks_as_embree_says(seed: int) -> None:
    house = make_house(seed, light=False)
    views = EmbreeRays(house).free_views(8, seed=seed)
    depth, instance, empty = _shares_that_differ(house, views)
    assert depth <= 1e-5
    assert instance <= 1e-3
    assert empty <= 1e-5
