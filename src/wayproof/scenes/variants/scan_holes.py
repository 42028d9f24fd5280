"""What a scan misses: what nobody saw, and patches where the sensor fails.

Shares are ours, after what depth cameras and photogrammetry are known to lose: glass, mirrors and screens
most, then dark and thin things. Floor on which a body could stand is never missing.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.height_spans import HeightSpans
from wayproof.scenes.scene import SKY, STRUCTURE, Instance, Scene
from wayproof.scenes.variants.scan_noise import smooth_field

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

PATCH_M, FRAY_M, FRAYED = 0.3, 0.1, 0.35  # the size of a hole, of the bays of its rim, and how deep they are
ANYWHERE = 0.0015
GLOSSY, DARK, THIN = 0.10, 0.03, 0.05
GLOSS_FROM, DARK_BELOW, THIN_BELOW_M = 0.45, 60.0, 0.05
PLASTER = 0.3  # of these shares on walls and ceilings, which are large, flat and seen from many sides
PANE = 0.10  # window panes: the sky behind them is no surface
UNSEEN = 0.3  # the rest was filled in by the software
LEAST_KEPT = 0.5  # of every thing; one that would lose more stays whole
FLOORS = ("floor", "rug", "door", "scan")
# No body of ours stands where it is lower than this; floor so far inside such a place may be missing.
NO_BODY_M, INSIDE_M = 0.55, 0.15
UNEVEN_M, UPPER_STOREY_M = 0.1, 1.0


def gaps(
    scene: Scene, source: Ints, points_m: Doubles, number: Ints, is_seen: Flags, is_floor: Flags, key: int
) -> Doubles:
    """How much of a surface there is at the corners (n, 3) of small triangles: nothing where it is negative.

    source (n,): the scene's triangle that each is part of; points_m (w, 3): the vertices, number (n, 3) those
    of each corner; is_seen and is_floor (w,): whether a vertex was seen, and whether floor must be there.
    """
    rough = smooth_field(points_m, PATCH_M, key, 1)[:, 0]
    rough += np.float32(FRAYED) * smooth_field(points_m, FRAY_M, key + 1, 1)[:, 0]
    rank = np.searchsorted(np.sort(rough), rough) / max(len(rough), 1)
    looked_at, overlooked = _shares(scene)
    share = np.where(is_seen[number], looked_at[source, None], overlooked[source, None])
    gap = 1.0 - share - rank[number]
    thing = scene.face_instance[source].astype(np.int64)
    must = _flags(scene, lambda entry: entry.category in FLOORS)[thing][:, None] & is_floor[number]
    poor = _poor(scene, thing, np.asarray((gap > 0.0).all(axis=1)))[thing]
    return np.where(must.any(axis=1, keepdims=True) | poor[:, None], 1.0, gap)


def floor_to_keep(spans: HeightSpans, points_m: Doubles) -> Flags:
    """Whether each point (n,) lies on floor, but not deep below something low; upper storeys are kept."""
    low = np.append(spans.low_m, np.inf)
    high = np.append(spans.high_m, np.inf)
    first, last = spans.first[:-1], spans.first[1:]
    floor = np.where(first < last, high[np.minimum(first, len(high) - 1)], -np.inf)
    above = np.where(first + 1 < last, low[np.minimum(first + 1, len(low) - 1)], np.inf)
    roomy = (above - floor > NO_BODY_M).astype(np.uint8).reshape(spans.shape)
    reach = 2 * round(INSIDE_M / spans.cell_m) + 1
    wide = cv2.dilate(roomy, np.ones((reach, reach), np.uint8)).reshape(-1) > 0
    i, j = np.floor((points_m[:, [0, 2]] - spans.origin_m) / spans.cell_m).astype(np.int64).T
    cell = i.clip(0, spans.shape[0] - 1) * spans.shape[1] + j.clip(0, spans.shape[1] - 1)
    above_ground = points_m[:, 1] - floor[cell]
    kept: Flags = (wide[cell] & (np.abs(above_ground) < UNEVEN_M)) | (above_ground > UPPER_STOREY_M)
    return kept


def _shares(scene: Scene) -> tuple[Doubles, Doubles]:
    """How likely each triangle (t,) of the scene is to be missing, if it was looked at and if it was not."""
    gloss = np.array([material.gloss for material in scene.materials])
    means = [float(texture.mean()) for texture in scene.textures]
    bright = np.array([means[material.texture] for material in scene.materials])
    of_material = np.full(len(gloss), ANYWHERE)
    of_material += GLOSSY * np.clip((gloss - GLOSS_FROM) / (1.0 - GLOSS_FROM), 0.0, 1.0)
    of_material += DARK * (bright < DARK_BELOW)
    plain = _flags(scene, lambda entry: entry.category in ("wall", "ceiling"))
    outside = _flags(scene, lambda entry: entry.category in ("window", "door") or _is_facade(entry))
    thing = scene.face_instance
    share = of_material[scene.face_material] * np.where(plain[thing], PLASTER, 1.0)
    share = share + THIN * _flags(scene, _is_thin)[thing]
    looked_at = np.where(scene.face_glow == SKY, PANE, share)
    overlooked = np.where(outside[thing], 1.0, np.maximum(looked_at, UNSEEN))
    return looked_at, overlooked


def _is_facade(entry: Instance) -> bool:
    """Whether a wall belongs to no room: nobody scans a house from outside."""
    return entry.category == "wall" and entry.room is None


def _is_thin(entry: Instance) -> bool:
    """Whether a thing measures little in two directions at least."""
    size = np.subtract(entry.high_m, entry.low_m)
    return int((size < THIN_BELOW_M).sum()) >= 2


def _flags(scene: Scene, is_one: Callable[[Instance], bool]) -> Flags:
    """Which instances (i + 1,) are of a kind."""
    flags = np.zeros(len(scene.instances) + 1, bool)
    for instance in scene.instances:
        flags[instance.id] = is_one(instance)
    return flags


def _poor(scene: Scene, thing: Ints, is_there: Flags) -> Flags:
    """Things (i + 1,) of which too little is there; the building may lose what it will."""
    total = np.bincount(thing, minlength=len(scene.instances) + 1)
    kept = np.bincount(thing, is_there, len(total))
    return (kept < LEAST_KEPT * total) & ~_flags(scene, lambda entry: entry.category in STRUCTURE)
