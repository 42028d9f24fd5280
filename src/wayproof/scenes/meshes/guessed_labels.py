"""Floors and ceilings of a mesh that nobody labelled, told by where they lie; the rest stays as it is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.polygons import points_in_polygon
from wayproof.scenes.meshes.merged_mesh import Floats, Labels, Merged, instances_of
from wayproof.scenes.scene import Room

Flags = NDArray[np.bool_]

LEVEL = 0.9  # cosine of the slope that a floor or ceiling may have
FLOOR_WITHIN_M = 0.12
CEILING_FROM_M, CEILING_WITHIN_M = 1.9, 0.3  # above the floor; below most of what is level up there
BESIDE_M = 1.0  # a ceiling reaches over what stands along the walls, where nobody walks


def guessed_labels(merged: Merged, rooms: tuple[Room, ...], found: Labels) -> Labels:
    """Level triangles at the height of a room's floor are its floor; those well above, its ceiling.

    Only triangles of instances that are unknown change hands; floors and ceilings follow after the others.
    """
    categories = [instance.category for instance in found.instances]
    places = [instance.room for instance in found.instances]
    instance = found.face_instance.copy()
    free = np.isin(instance, found.unknown)
    for room, category, chosen in _claims(merged, rooms):
        mine = chosen & free
        if mine.any():
            categories.append(category)
            places.append(room.id)
            instance[mine] = len(categories)
            free &= ~mine
    return Labels(instance, instances_of(merged, instance, categories, places), rooms=rooms)


def _claims(merged: Merged, rooms: tuple[Room, ...]) -> Iterator[tuple[Room, str, Flags]]:
    """Each room's floor and ceiling as flags (t,) of triangles."""
    corners, middles = merged.vertices_m[merged.faces], merged.middles_m
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1)
    is_level = np.abs(normal[:, 1]) > LEVEL * length
    for room in rooms:
        outline = np.asarray(room.polygon_m, float)
        inside = points_in_polygon(middles[:, [0, 2]], outline)
        yield room, "floor", is_level & inside & (np.abs(middles[:, 1] - room.floor_m) < FLOOR_WITHIN_M)
        low, high = outline.min(axis=0) - BESIDE_M, outline.max(axis=0) + BESIDE_M
        storey = min((other.floor_m for other in rooms if other.floor_m > room.floor_m + 1.0), default=np.inf)
        overhead = (middles[:, 1] > room.floor_m + CEILING_FROM_M) & (middles[:, 1] < storey - FLOOR_WITHIN_M)
        overhead &= is_level & ((middles[:, [0, 2]] > low) & (middles[:, [0, 2]] < high)).all(axis=1)
        if overhead.any():
            usual = _middle_of(middles[overhead, 1], length[overhead])
            yield room, "ceiling", overhead & (middles[:, 1] > usual - CEILING_WITHIN_M)


def _middle_of(values: Floats, weights: Floats) -> float:
    """The weighted median."""
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])
