"""Frames per CPU second of our renderer, beside Embree's rays with our own shading on their hits.

Both draw the same views of the same scenes in turns within one run, so that other jobs on the machine slow
both alike. The rays are made before the clock starts, and the peer's hits go through the same kernels as our
own.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from wayproof.bench.embree import EmbreeRays, pixel_rays
from wayproof.bench.hits import Hits, depth_of_hits, frame_of_hits, numbers_in_batch
from wayproof.bench.worlds import dense
from wayproof.rendering.camera import Camera, View
from wayproof.rendering.prepared_scene import PreparedScene, prepare
from wayproof.rendering.renderer import LAYERS, Renderer
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.packs.pack_files import installed_packs
from wayproof.scenes.scene import Scene
from wayproof.scenes.variants.pack_furniture import furnished_with_packs

Row = dict[str, Any]

SIZES = {"128": (128, 128), "256": (256, 256), "640x480": (640, 480)}
DENSE_TRIANGLES = 500_000
MILLION_TRIANGLES = 1_000_000
_MILLION_SIZE = "128"
HOUSE_SEED = 1
UNIT = "frames/CPU s"
_VIEWS = 12
_TURNS = 3
# How much CPU time our side gets per turn; the peer draws each view once.
_TURN_S = 0.25
_FIRST_FRAME_TARGET_S = 1.5


@dataclass(frozen=True)
class World:
    name: str
    prepared: PreparedScene
    views: tuple[View, ...]
    rays: EmbreeRays


def rows() -> list[Row]:
    """All rows of the area "render"; takes about a minute and a half."""
    house = make_house(HOUSE_SEED)
    made = [_world("house", house), _world("dense", dense(house, DENSE_TRIANGLES))]
    table = [row for world in made for size in SIZES for row in _rows_of(world, size)]
    table += _rows_of(_world("million", dense(house, MILLION_TRIANGLES)), _MILLION_SIZE)
    return [*table, *_pack_rows(house), _two_processes(), _first_frame()]


render_rows = rows


def _world(name: str, scene: Scene) -> World:
    rays = EmbreeRays(scene)
    prepared = prepare(scene, light=light_at_vertices(scene))
    return World(name, prepared, tuple(rays.free_views(_VIEWS, seed=HOUSE_SEED, level=True)), rays)


def _pack_rows(house: Scene) -> list[Row]:
    """The house with the installed furniture packs beside its own furniture; nothing without packs."""
    if not installed_packs():
        return []
    own, packed = _world("house", house), _world("packs", furnished_with_packs(house))
    rows = []
    for size, (width, height) in SIZES.items():
        camera = Camera(width, height, math.pi / 2)
        ours, theirs = Renderer(packed.prepared), Renderer(own.prepared)
        seconds = _compared(
            partial(_draw, ours, own.views, camera, LAYERS), partial(_draw, theirs, own.views, camera, LAYERS)
        )
        rows.append(_row(f"house_packs_{size}", _VIEWS / seconds[0], _VIEWS / seconds[1], "own furniture"))
    return rows


def _rows_of(world: World, size: str) -> list[Row]:
    """The full frame, colour alone and depth alone, at one size."""
    width, height = SIZES[size]
    camera = Camera(width, height, math.pi / 2)
    renderer = Renderer(world.prepared)
    hits = Hits(world.prepared, camera, numbers_in_batch(world.prepared, world.rays.scene))
    rays = [pixel_rays(view, camera).reshape(-1, 3) for view in world.views]
    seen = list(zip(world.views, rays, strict=True))

    def peer_full() -> None:
        for view, directions in seen:
            frame_of_hits(hits, view, *world.rays.cast(view.eye_m, directions))

    def peer_rgb() -> None:
        for view, directions in seen:
            frame_of_hits(hits, view, *world.rays.cast(view.eye_m, directions), want=("rgb",))

    def peer_depth() -> None:
        for view, directions in seen:
            depth_of_hits(hits, *world.rays.cast(view.eye_m, directions))

    name = f"{world.name}_{size}"
    full = _compared(lambda: _draw(renderer, world.views, camera, LAYERS), peer_full)
    rgb = _compared(lambda: _draw(renderer, world.views, camera, ("rgb",)), peer_rgb)
    depth = _compared(lambda: _draw(renderer, world.views, camera, ("depth",)), peer_depth)
    return [
        _row(name, _VIEWS / full[0], _VIEWS / full[1], "embreex"),
        _row(f"{name}_rgb", _VIEWS / rgb[0], _VIEWS / rgb[1], "embreex"),
        _row(f"{name}_depth", _VIEWS / depth[0], _VIEWS / depth[1], "embreex"),
    ]


def _draw(renderer: Renderer, views: Sequence[View], camera: Camera, want: Sequence[str]) -> None:
    for view in views:
        renderer.render([view], camera, want=want)


def _compared(ours: Callable[[], None], theirs: Callable[[], None]) -> tuple[float, float]:
    """CPU seconds of one call of each, the best of several turns that alternate."""
    ours()
    theirs()
    best_ours = best_theirs = math.inf
    for _ in range(_TURNS):
        best_ours = min(best_ours, _seconds(ours, _TURN_S))
        best_theirs = min(best_theirs, _seconds(theirs, 0.0))
    return best_ours, best_theirs


def _seconds(work: Callable[[], None], at_least_s: float) -> float:
    start, calls = time.process_time(), 0
    while calls == 0 or time.process_time() - start < at_least_s:
        work()
        calls += 1
    return (time.process_time() - start) / calls


def _row(
    name: str, value: float, peer_value: float, peer: str, *, unit: str = UNIT, ratio: float | None = None
) -> Row:
    return {
        "area": "render",
        "name": name,
        "value": round(value, 3),
        "unit": unit,
        "peer": peer,
        "peer_value": round(peer_value, 3),
        "ratio": round(value / peer_value if ratio is None else ratio, 2),
    }


def _two_processes() -> Row:
    """Two processes, each on a core of its own, against one alone: frames of the house at 256 x 256."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
    chosen = [cores[0], cores[-1]]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        alone = max(pool.map(_frames_per_second, [chosen[0]], chunksize=1))
        together = sum(pool.map(_frames_per_second, chosen, chunksize=1))
    return _row("house_256_two_processes", together, alone, "one process")


def _frames_per_second(core: int) -> float:
    """Frames per CPU second of this process, after it was bound to a core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    world = _world("house", make_house(HOUSE_SEED))
    renderer, camera = Renderer(world.prepared), Camera(256, 256, math.pi / 2)
    _draw(renderer, world.views, camera, LAYERS)
    best = min(_seconds(lambda: _draw(renderer, world.views, camera, LAYERS), _TURN_S) for _ in range(_TURNS))
    return _VIEWS / best


_FIRST_FRAME = """
import time
from wayproof.scenes.houses.house import make_house
start = time.process_time()
scene = make_house({seed})
spent = time.process_time() - start
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import render
render(prepare(scene), [view_from((1.0, 1.25, 1.0), 0.0)], Camera(256, 256, 1.57))
print(time.process_time() - spent)
"""


def _first_frame() -> Row:
    """CPU seconds from the start of Python to a first frame, without making the house, kernels on disk."""
    code = _FIRST_FRAME.format(seed=HOUSE_SEED)
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(2)
    ]
    value = min(runs)
    ratio = _FIRST_FRAME_TARGET_S / value
    return _row("house_first_frame", value, _FIRST_FRAME_TARGET_S, "target", unit="CPU s", ratio=ratio)
