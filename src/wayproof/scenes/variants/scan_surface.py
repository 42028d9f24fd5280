"""The geometry of a scan: which small triangles are there, where they lie, and which shot shows them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.height_spans import height_spans
from wayproof.geometry.ray_tree import build_ray_tree
from wayproof.scenes.scene import STRUCTURE, Scene
from wayproof.scenes.variants.scan_colours import blended, gains_of, shots_of
from wayproof.scenes.variants.scan_cuts import clipped
from wayproof.scenes.variants.scan_holes import floor_to_keep, gaps
from wayproof.scenes.variants.scan_noise import smooth_field
from wayproof.scenes.variants.scan_stations import backs_of_sheets, seen_from, stations_in
from wayproof.scenes.variants.scan_tessellation import tessellated
from wayproof.scenes.variants.scan_worn_edges import melted, welded

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

# Ours: edges of at most these lengths, on the building, on things, and on things of narrow strips: curtains.
BUILDING_EDGE_M, THING_EDGE_M, STRIP_EDGE_M = 0.16, 0.1, 0.25
STRIP_M = 0.06
MOST_TRIANGLES = 1_500_000  # a larger building gets longer edges
# Ours, after what is reported of phones and depth cameras at room scale: rooms that bend by a centimetre,
# bumps of some millimetres. Each is a wave length and the spread of the displacement along each axis.
UNEVEN_M = ((1.8, 0.007), (0.6, 0.0045))
UNEVEN_THINGS_M = ((0.2, 0.003),)
LEVEL = 0.5  # share of the unevenness that heights show; what lies flat is fitted best
# Doorways are walked through and seen from near: even within the first distance, as uneven as the rest from
# the second on.
DOOR_STEADY_M = (0.8, 1.4)


@dataclass(frozen=True)
class ScanSurface:
    """Small triangles (n,): the scene's triangle that each is part of, and its corners (n, 3, ...).

    weights (n, 3, 3): the corners in terms of that triangle's corners; corners_m (n, 3, 3): where they lie;
    gain (n, 3, 3): the brightness of the shots that show it, per channel.
    """

    source: Ints
    weights: Doubles
    corners_m: Doubles
    gain: Doubles


def scan_surface(scene: Scene, key: int, unevenness: float, rng: np.random.Generator) -> ScanSurface:
    """The surface of a scene as scanned; `unevenness` 1 is the documented amount."""
    corners = scene.vertices_m.astype(np.float64)[scene.faces]
    source, weights = _cut_small(corners, _edge_limits(scene))
    places = weighted(weights, corners, source)
    thing = scene.face_instance[source].astype(np.int64)
    first, number = welded(places.reshape(-1, 3), np.repeat(thing, 3))
    points, number = places.reshape(-1, 3)[first], number.reshape(-1, 3)
    stations, middles = stations_in(scene), places.mean(axis=1).astype(np.float32)
    tree = build_ray_tree(scene.vertices_m, scene.faces)
    normals = _normals(corners)[source]
    station = seen_from(tree, middles, normals, stations, scene.two_sided)
    if not len(stations):
        station[:] = 0  # nobody can stand anywhere: one shot from afar shows all
    gain = blended(gains_of(shots_of(middles, station, stations), rng), station >= 0, number)
    is_seen = np.zeros(len(points), bool)
    is_seen[number[station >= 0]] = True
    spans = height_spans(scene.vertices_m, scene.faces, two_sided=scene.two_sided)
    gap = gaps(scene, source, points, number, is_seen, floor_to_keep(spans, points), key)
    backs = backs_of_sheets(tree, middles, normals, number, station)
    gap[backs & ~_in_categories(scene, ("floor",))[thing]] = -1.0
    moved = _worn(scene, points, number, np.repeat(thing, 3)[first], key, unevenness)
    parent, (weights, places, gain) = clipped(gap, weights, moved[number], gain)
    return ScanSurface(source[parent], weights, places, gain)


def _cut_small(corners: Doubles, longest_m: Doubles) -> tuple[Ints, Doubles]:
    source, weights = tessellated(corners, longest_m)
    while len(source) > MOST_TRIANGLES and len(source) > 2 * len(corners):
        longest_m = longest_m * max(np.sqrt(len(source) / MOST_TRIANGLES), 1.1)
        source, weights = tessellated(corners, longest_m)
    return source, weights


def weighted(weights: Doubles, values: Doubles, source: Ints) -> Doubles:
    """Values (t, 3, d) at the corners of the scene's triangles, at the corners (n, 3, d) of their parts."""
    total = weights[:, :, 0, None] * values[source, None, 0]
    for corner in (1, 2):
        total += weights[:, :, corner, None] * values[source, None, corner]
    return total


def _edge_limits(scene: Scene) -> Doubles:
    """The longest edge (t,) that the parts of each triangle may have."""
    limit = np.where(_of_strips(scene), STRIP_EDGE_M, THING_EDGE_M)
    limit[_in_categories(scene, STRUCTURE)] = BUILDING_EDGE_M
    return np.asarray(limit[scene.face_instance])


def _of_strips(scene: Scene) -> NDArray[np.bool_]:
    """Which instances (i + 1,) are made of narrow strips for the most part."""
    a, b, c = (scene.vertices_m[scene.faces[:, k]].astype(np.float64) for k in range(3))
    longest = np.sqrt(np.max([((p - q) ** 2).sum(axis=1) for p, q in ((a, b), (b, c), (c, a))], axis=0))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    width = 2 * area / np.maximum(longest, 1e-9)
    count = len(scene.instances) + 1
    total = np.bincount(scene.face_instance, area, count)
    mean = np.bincount(scene.face_instance, area * width, count) / np.maximum(total, 1e-12)
    return np.asarray(mean < STRIP_M)


def _normals(corners: Doubles) -> NDArray[np.float32]:
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    return np.asarray(normal / np.maximum(length, 1e-12), np.float32)


def _worn(scene: Scene, points: Doubles, faces: Ints, thing: Ints, key: int, unevenness: float) -> Doubles:
    """The vertices (w, 3) of things (w,), rounded off and displaced; touching things stay in touch."""
    is_level = _in_categories(scene, ("floor", "ceiling", "rug"))[thing]
    keeps_shape = (_in_categories(scene, (*STRUCTURE, "rug")) | _of_strips(scene))[thing]
    moved = np.where(keeps_shape[:, None], points, melted(points, faces))
    shift = np.zeros_like(points)
    for turn, (wave_m, spread_m) in enumerate((*UNEVEN_M, *UNEVEN_THINGS_M)):
        share = np.where(keeps_shape, 1.0 if turn < len(UNEVEN_M) else 0.0, 1.0)[:, None]
        shift += share * unevenness * spread_m * smooth_field(points, wave_m, key + 100 + turn, 3)
    shift *= np.where(is_level[:, None], (0.0, LEVEL, 0.0), (1.0, LEVEL, 1.0)) * _steadiness(scene, points)
    return moved + shift


def _steadiness(scene: Scene, points: Doubles) -> Doubles:
    """0 in doorways to 1 away from them, (n, 1)."""
    share = np.ones(len(points))
    near, far = DOOR_STEADY_M
    for door in scene.doors:
        apart = np.hypot(points[:, 0] - door.centre_m[0], points[:, 2] - door.centre_m[1])
        share = np.minimum(share, np.clip((apart - near) / (far - near), 0.0, 1.0))
    return share[:, None]


def _in_categories(scene: Scene, categories: tuple[str, ...]) -> NDArray[np.bool_]:
    flags = np.zeros(len(scene.instances) + 1, bool)
    for instance in scene.instances:
        flags[instance.id] = instance.category in categories
    return flags
