"""The bench of rendering: the peer does the same work, and the rows have their shape."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wayproof.bench import render as bench
from wayproof.bench.embree import EmbreeRays, pixel_rays
from wayproof.bench.hits import Hits, depth_of_hits, frame_of_hits, numbers_in_batch
from wayproof.rendering.camera import Camera
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import render
from wayproof.scenes.scene import Scene


def test_the_peer_ends_up_with_the_same_picture(flat: Scene) -> None:
    rays, prepared, camera = EmbreeRays(flat), prepare(flat), Camera(100, 75, 1.4)
    hits = Hits(prepared, camera, numbers_in_batch(prepared, flat))
    for view in rays.free_views(3, seed=3):
        cast = rays.cast(view.eye_m, pixel_rays(view, camera).reshape(-1, 3))
        ours, theirs = render(prepared, [view], camera)[0], frame_of_hits(hits, view, *cast)
        assert np.array_equal(np.asarray(theirs.instance).reshape(-1), flat.face_instance[cast[1]])
        assert np.allclose(ours.depth_m, theirs.depth_m, atol=0.01)
        assert np.allclose(depth_of_hits(hits, *cast), ours.depth_m, atol=0.01)
        # Where things coincide, each may show another of them.
        same = np.asarray(ours.instance) == theirs.instance
        assert same.mean() > 0.95
        assert np.array_equal(np.asarray(ours.category)[same], np.asarray(theirs.category)[same])
        assert np.abs(np.asarray(ours.rgb, int) - theirs.rgb)[same].mean() < 0.5


@pytest.mark.slow
def test_every_row_names_its_peer_and_how_we_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    # Rows for furniture packs appear only where packs are installed; here none are, whatever the machine has.
    monkeypatch.setattr(bench, "installed_packs", tuple)
    monkeypatch.setattr(bench, "SIZES", {"32": (32, 32)})
    monkeypatch.setattr(bench, "DENSE_TRIANGLES", 20_000)
    monkeypatch.setattr(bench, "MILLION_TRIANGLES", 30_000)
    monkeypatch.setattr(bench, "_MILLION_SIZE", "32")
    monkeypatch.setattr(bench, "_TURN_S", 0.01)
    rows = bench.rows()
    assert [row["name"] for row in rows] == [
        "house_32",
        "house_32_rgb",
        "house_32_depth",
        "dense_32",
        "dense_32_rgb",
        "dense_32_depth",
        "million_32",
        "million_32_rgb",
        "million_32_depth",
        "house_256_two_processes",
        "house_first_frame",
    ]
    for row in rows:
        assert set(row) == {"area", "name", "value", "unit", "peer", "peer_value", "ratio"}
        assert row["area"] == "render"
        assert math.isfinite(row["ratio"])
        assert row["value"] > 0


def test_the_bench_draws_at_the_sizes_it_promises() -> None:
    assert bench.SIZES == {"128": (128, 128), "256": (256, 256), "640x480": (640, 480)}
    assert bench.DENSE_TRIANGLES >= 500_000
    assert bench.MILLION_TRIANGLES >= 1_000_000
