"""A scan of a million triangles is drawn as fast as the bench's dense house of as many."""

from __future__ import annotations

import math
import time

import pytest

from wayproof.bench.worlds import dense
from wayproof.rendering.camera import Camera, View, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import LAYERS, Renderer
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.variants import scan_surface
from wayproof.scenes.variants.scan_like import scan_like
from wayproof.scenes.variants.scan_stations import stations_in

TURNS = 5


def seconds(renderer: Renderer, views: list[View], camera: Camera) -> float:
    start = time.process_time()
    renderer.render(views, camera, want=LAYERS)
    return time.process_time() - start


@pytest.mark.slow
def test_a_scan_of_a_million_triangles_keeps_the_pace_of_the_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_surface, "BUILDING_EDGE_M", 0.10)
    monkeypatch.setattr(scan_surface, "THING_EDGE_M", 0.075)
    house = make_house(1, split="val", light=False)
    scan = scan_like(house)
    assert len(scan.faces) > 1_000_000
    views = [
        view_from((float(x), float(y), float(z)), math.pi / 4 * number)
        for number, (x, y, z) in enumerate(stations_in(scan)[:16])
    ]
    camera = Camera(256, 256, math.pi / 2)
    renderers = [Renderer(prepare(scene)) for scene in (scan, dense(house, len(scan.faces)))]
    best = [math.inf, math.inf]
    for _ in range(TURNS):  # in turns, so that other work on the machine slows both alike
        for number, renderer in enumerate(renderers):
            best[number] = min(best[number], seconds(renderer, views, camera))
    assert best[0] < 2.0 * best[1]  # about equal on a quiet machine
