"""How long a furnished house takes, part by part, and how our ray tree stands beside embreex."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from wayproof.geometry.ray_tree import any_hit, build_ray_tree
from wayproof.scenes.digest import content_hash
from wayproof.scenes.houses.floor_plan import draw_floor_plan
from wayproof.scenes.houses.house import build_house
from wayproof.scenes.light.bake import bake
from wayproof.scenes.scene import Scene
from wayproof.seeding import generator_for

ROOMS = 5
HOUSES = range(1, 6)
RAYS = 400_000


def rows() -> list[dict[str, Any]]:
    """CPU seconds per house of five rooms (median of five), warm, and rays per CPU second."""
    build_house(0, rooms=ROOMS)
    scenes = [build_house(seed, rooms=ROOMS).scene for seed in HOUSES]
    bake(scenes[0])
    plan = _median_s(lambda seed: draw_floor_plan(generator_for(seed, "bench"), ROOMS))
    house = _median_s(lambda seed: build_house(seed, rooms=ROOMS))
    light = _median_s(lambda seed: bake(scenes[seed - 1]))
    digest = _median_s(lambda seed: content_hash(scenes[seed - 1]))
    return [
        _row("floor_plan", plan, "CPU s"),
        _row("house_5_rooms", house, "CPU s"),
        _row("light_5_rooms", light, "CPU s"),
        _row("house_with_light_5_rooms", house + light, "CPU s"),
        _row("content_hash", digest, "CPU s"),
        _shadow_rays(scenes[0]),
    ]


def _median_s(job: Callable[[int], object]) -> float:
    times = []
    for seed in HOUSES:
        start = time.process_time()
        job(seed)
        times.append(time.process_time() - start)
    return float(np.median(times))


def _shadow_rays(scene: Scene) -> dict[str, Any]:
    """Rays between random points of a house: does anything stand between them?"""
    rng = generator_for(1, "bench", "rays")
    low, high = scene.vertices_m.min(axis=0), scene.vertices_m.max(axis=0)
    origins = rng.uniform(low, high, (RAYS, 3)).astype(np.float32)
    directions = rng.normal(size=(RAYS, 3)).astype(np.float32)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    tree = build_ray_tree(scene.vertices_m, scene.faces)
    any_hit(tree, origins[:10], directions[:10])
    start = time.process_time()
    any_hit(tree, origins, directions)
    ours = RAYS / (time.process_time() - start)
    theirs = _embreex_rays_per_s(scene, origins, directions)
    row = _row("shadow_rays", ours / 1e6, "million rays/CPU s")
    if theirs:
        row |= {"peer": "embreex", "peer_value": theirs / 1e6, "ratio": ours / theirs}
    return row


def _embreex_rays_per_s(scene: Scene, origins: Any, directions: Any) -> float | None:
    try:
        from embreex.mesh_construction import TriangleMesh  # noqa: PLC0415  # an optional peer
        from embreex.rtcore_scene import EmbreeScene  # noqa: PLC0415
    except ImportError:
        return None
    peer = EmbreeScene()
    TriangleMesh(peer, np.ascontiguousarray(scene.vertices_m[scene.faces], np.float32))
    start = time.process_time()
    peer.run(origins, directions, query="OCCLUDED")
    return RAYS / (time.process_time() - start)


def _row(name: str, value: float, unit: str) -> dict[str, Any]:
    return {
        "area": "scenes",
        "name": name,
        "value": round(value, 4),
        "unit": unit,
        "peer": None,
        "peer_value": None,
        "ratio": None,
    }
