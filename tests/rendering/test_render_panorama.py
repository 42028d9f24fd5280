"""All around at once: directions, distances and seams."""

from __future__ import annotations

import math

import numpy as np
import pytest
from rendering_witness import closed_room, scene_of

from wayproof.bench.embree import EmbreeRays
from wayproof.errors import InvalidInput
from wayproof.geometry.solids import box
from wayproof.rendering.camera import view_from
from wayproof.rendering.panorama import render_panorama
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import Renderer
from wayproof.scenes.scene import Scene


def test_left_is_left_and_up_is_up() -> None:
    solids = [closed_room(), box((0.3, 0.3, 0.3), (-1.5, 1.0, 0.0)), box((0.3, 0.1, 0.3), (0.0, 2.2, 0.0))]
    renderer = Renderer(prepare(scene_of(solids)))
    instance = render_panorama(renderer, view_from((0, 1.15, 0), 0.0), 128, 64, want=("instance",)).instance
    assert instance is not None
    rows, columns = np.nonzero(instance == 2)
    assert columns.mean() == pytest.approx(31.5, abs=1)  # a quarter turn to the left of the middle
    assert rows.mean() == pytest.approx(31.5, abs=1)
    assert (instance[0] == 3).all()


def test_distances_and_labels_agree_with_embree(flat: Scene) -> None:
    witness = EmbreeRays(flat)
    view = witness.free_views(1, seed=11)[0]
    frame = render_panorama(Renderer(prepare(flat)), view, 256, 128)
    azimuth = (0.5 - (np.arange(256) + 0.5) / 256) * 2 * math.pi
    elevation = ((0.5 - (np.arange(128) + 0.5) / 128) * math.pi)[:, None]
    level = np.cos(elevation)
    rays = np.stack(
        np.broadcast_arrays(-np.sin(azimuth) * level, np.sin(elevation), np.cos(azimuth) * level), axis=-1
    )
    distance, triangle = witness.cast(view.eye_m, (rays @ view.rotation).reshape(-1, 3).astype(np.float32))
    assert frame.depth_m is not None
    # The sides of the cube are sampled at their nearest pixel, up to 0.4 degrees away.
    close = np.abs(frame.depth_m.reshape(-1) - distance) < 0.02 * distance + 0.02
    assert close.mean() > 0.95
    assert (np.asarray(frame.instance).reshape(-1) == flat.face_instance[triangle]).mean() > 0.95


def test_the_picture_of_an_even_room_has_no_seams() -> None:
    renderer = Renderer(prepare(scene_of([closed_room()]), light=np.ones((144, 3), np.float32)))
    rgb = render_panorama(renderer, view_from((0.2, 1.1, 0.3), 0.5), 200, 100, want=("rgb",)).rgb
    assert rgb is not None
    assert (rgb == 255).all()


def test_a_panorama_without_size_is_refused() -> None:
    renderer = Renderer(prepare(scene_of([closed_room()])))
    with pytest.raises(InvalidInput, match="sides go from 1"):
        render_panorama(renderer, view_from((0, 1, 0), 0.0), 0, 64)
