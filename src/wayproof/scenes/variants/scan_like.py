"""The same layout as a consumer's scan would show it.

From any scene: clutter is left about (scan_clutter); somebody walks through with a camera (scan_stations);
what nobody saw, and patches of what sensors fail on, are missing (scan_holes); surfaces are cut small, worn
round and made uneven (scan_surface); the light of the day is frozen into the colours, shot by shot
(scan_colours). Rooms, doors and all things keep their ids and labels; clutter comes after them. Nothing is
lost that a body stands on, and every room stays within reach of the walker of houses/reachable_rooms.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.houses.reachable_rooms import RoomReach, reach_in, rooms_at_fault
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.scene import NO_GLOW, Instance, Scene, Vector
from wayproof.scenes.variants.joined_scenes import joined_scene, shared_rows
from wayproof.scenes.variants.scan_clutter import clutter_for
from wayproof.scenes.variants.scan_colours import baked_colours, softened
from wayproof.scenes.variants.scan_surface import ScanSurface, scan_surface, weighted
from wayproof.seeding import generator_for, key_for

VARIANT = "scan_like"
LESS_CLUTTER = 0.5  # of a room's clutter goes at once when it is in the way; the second time all of it
LESS_UNEVEN = (1.0, 0.5, 0.0)
POCKET_M2 = 0.5  # per room; a corner behind clutter that is cut off is not worth clearing


def scan_like(scene: Scene, seed: int = 0) -> Scene:
    """The scene as a scan, named NAME@scan_like; equal scenes and seeds give equal bytes."""
    cluttered, surface = _passable(scene, seed)
    lit = _lit(cluttered)
    light = light_at_vertices(lit).astype(np.float64)[lit.faces]
    shown = baked_colours(
        weighted(surface.weights, light, surface.source).reshape(-1, 3),
        surface.gain.reshape(-1, 3),
        surface.corners_m.reshape(-1, 3),
        key_for(seed, VARIANT, scene.name, "mottling"),
    )
    title = f"{scene.name}@{VARIANT}" + ("" if seed == 0 else f"-{seed}")
    return _scene(cluttered, surface, shown, title)


def _passable(scene: Scene, seed: int) -> tuple[Scene, ScanSurface]:
    """The cluttered scene and its scanned surface, with less of both where a room would be cut off."""
    before = {entry.room.id: entry for entry in reach_in(scene)}
    keep = {room.id: 1.0 for room in scene.rooms}
    key = key_for(seed, VARIANT, scene.name, "surface")
    uneven = list(LESS_UNEVEN)
    while True:
        rng = generator_for(seed, VARIANT, scene.name, "clutter")
        cluttered = joined_scene(scene, clutter_for(scene, rng, keep))
        exposures = generator_for(seed, VARIANT, scene.name, "exposure")
        surface = scan_surface(cluttered, key, uneven[0], exposures)
        faulty = rooms_at_fault(_worse(before, reach_in(_bare(cluttered, surface))), scene.doors)
        crowded = [room for room in sorted(faulty) if keep[room] > 0.0]
        if not faulty or (not crowded and len(uneven) == 1):
            return cluttered, surface
        for room in crowded:
            keep[room] = LESS_CLUTTER if keep[room] == 1.0 else 0.0
        if not crowded:
            uneven.pop(0)


def _worse(before: dict[int, RoomReach], after: Iterable[RoomReach]) -> list[RoomReach]:
    """The rooms after, where what was wrong before, or is a mere pocket, is not held against the scan."""
    judged = []
    for entry in after:
        was = before[entry.room.id]
        pocket = max(entry.cut_off_m2 - was.cut_off_m2, 0.0)
        judged.append(
            RoomReach(
                entry.room, entry.is_reached or not was.is_reached, pocket if pocket > POCKET_M2 else 0.0
            )
        )
    return judged


def _lit(scene: Scene) -> Scene:
    """With the light of the day, if there are windows or lamps; a scan keeps the light that it shows."""
    if scene.colours is not None or not (scene.windows or scene.lamps):
        return scene
    return lit(scene)


def _bare(scene: Scene, surface: ScanSurface) -> Scene:
    """The scanned geometry alone, for the walker."""
    count = len(surface.source)
    return replace(
        scene,
        vertices_m=surface.corners_m.reshape(-1, 3).astype(np.float32),
        faces=np.arange(3 * count, dtype=np.int32).reshape(-1, 3),
        face_instance=scene.face_instance[surface.source],
        two_sided=True,
    )


def _scene(scene: Scene, surface: ScanSurface, colours: NDArray[np.uint8], title: str) -> Scene:
    bare = _bare(scene, surface)
    weights, source = surface.weights, surface.source
    uv = weighted(weights, scene.uv.astype(np.float64)[scene.faces], source)
    normals = weighted(weights, scene.normals.astype(np.float64)[scene.faces], source)
    columns = (
        bare.vertices_m,
        normals.reshape(-1, 3).astype(np.float32),
        uv.reshape(-1, 2).astype(np.float32),
    )
    first, number = shared_rows(*columns, colours)
    return replace(
        bare,
        name=title,
        vertices_m=columns[0][first],
        normals=columns[1][first],
        uv=columns[2][first],
        faces=number.astype(np.int32).reshape(-1, 3),
        face_material=scene.face_material[source],
        face_glow=np.full(len(source), NO_GLOW, np.int16),
        textures=tuple(softened(texture) for texture in scene.textures),
        instances=_bounded(scene.instances, bare),
        light=None,
        colours=colours[first],
    )


def _bounded(instances: tuple[Instance, ...], bare: Scene) -> tuple[Instance, ...]:
    """The instances with the boxes of what is there of them; one of which nothing is there keeps its own."""
    corners = bare.vertices_m[bare.faces]
    order = np.argsort(bare.face_instance, kind="stable")
    ids, first = np.unique(bare.face_instance[order], return_index=True)
    low = np.minimum.reduceat(corners.min(axis=1)[order], first)
    high = np.maximum.reduceat(corners.max(axis=1)[order], first)
    boxes = {int(number): (_vector(a), _vector(b)) for number, a, b in zip(ids, low, high, strict=True)}
    return tuple(
        msgspec.structs.replace(entry, low_m=boxes[entry.id][0], high_m=boxes[entry.id][1])
        if entry.id in boxes
        else entry
        for entry in instances
    )


def _vector(values: NDArray[np.float32]) -> Vector:
    x, y, z = (round(float(value), 5) + 0.0 for value in values)
    return (x, y, z)
