"""Light for meshes that have none of their own: their pictures show colours, not how bright a place is.

A scan has its light in its colours and pictures; baking more would light it twice. What tells a scan: colours
at its vertices, labels of HM3D, materials that its file calls unlit, or a picture of which nearly every part
is used, and used once, by thousands of small triangles.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import unknown_name
from wayproof.geometry.polygons import points_in_polygon
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.meshes.gltf_check import gltf_document
from wayproof.scenes.meshes.merged_mesh import Floats, Merged
from wayproof.scenes.scene import Lamp, Room, Scene, Vector
from wayproof.scenes.variants.joined_scenes import shared_rows
from wayproof.scenes.variants.scan_tessellation import tessellated

LIGHTS = ("auto", "bake", "none")
MOST_LIT_TRIANGLES = 300_000  # a larger mesh is lit on demand only: that takes minutes
ATLAS_TRIANGLES = 2000  # a scan's picture is shared by thousands of triangles, none of which repeats it
LONGEST_EDGE_M = 0.6  # light is kept at vertices: a wall of two triangles could show no shadow
LAMP_SPACING_M = 2.5
LAMP_POWER = 3.0  # ours: rooms come out about as bright as our houses by day
LAMP_COLOUR: Vector = (1.0, 0.97, 0.92)
BELOW_CEILING_M = 0.25


def check_light(light: str) -> None:
    if light not in LIGHTS:
        raise unknown_name("light of a mesh", light, LIGHTS)


def holds_light(merged: Merged, file: Path) -> bool:
    """Whether the pictures and colours of a mesh show light already, as those of a scan do."""
    if merged.colours is not None or _is_unlit(file):
        return True
    pictured = [number for number, look in enumerate(merged.looks) if look.picture is not None]
    return all(_is_atlas(merged, number) for number in pictured)


def _is_unlit(file: Path) -> bool:
    if file.suffix.lower() not in (".glb", ".gltf"):
        return False
    used = gltf_document(file).get("extensionsUsed", [])
    return isinstance(used, list) and "KHR_materials_unlit" in used


def _is_atlas(merged: Merged, look: int) -> bool:
    """Whether triangles share a picture out among them, each with a part of its own."""
    uv = merged.uv[merged.faces[merged.face_look == look]]
    if len(uv) < ATLAS_TRIANGLES or uv.min() < -0.01 or uv.max() > 1.01:
        return False
    first, second = uv[:, 1] - uv[:, 0], uv[:, 2] - uv[:, 0]
    used = np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]).sum() / 2
    return 0.2 < float(used) < 1.05


def lit_mesh(scene: Scene) -> Scene:
    """The scene under baked light: from its windows and lamps, or from lamps below its ceilings."""
    if not scene.windows and not scene.lamps:
        scene = replace(scene, lamps=_ceiling_lights(scene))
    return lit(_finer(scene))


def _ceiling_lights(scene: Scene) -> tuple[Lamp, ...]:
    """A group of lamps for each room, evenly spread below its ceiling."""
    lamps = []
    for room in scene.rooms:
        ceilings = [i for i in scene.instances if i.category == "ceiling" and i.room == room.id]
        usual = room.floor_m + room.height_m
        top = min((i.low_m[1] for i in ceilings), default=usual)
        places = _spread(room, top - BELOW_CEILING_M)
        if places:
            owner = ceilings[0].id if ceilings else 1
            power = LAMP_POWER * len(places)
            lamps.append(
                Lamp(f"light of {room.type} {room.id}", owner, room.id, places, LAMP_COLOUR, power, True)
            )
    return tuple(lamps)


def _spread(room: Room, height_m: float) -> tuple[Vector, ...]:
    """Places on a grid inside a room; its middle where the grid misses it."""
    outline = np.asarray(room.polygon_m, float)
    low, high = outline.min(axis=0), outline.max(axis=0)
    counts = np.maximum(np.round((high - low) / LAMP_SPACING_M), 1).astype(int)
    axes = [low[k] + (np.arange(counts[k]) + 0.5) * (high[k] - low[k]) / counts[k] for k in range(2)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)
    inside = grid[points_in_polygon(grid, outline)]
    chosen = inside if len(inside) else outline.mean(axis=0, keepdims=True)
    return tuple((round(float(x), 3), round(height_m, 3), round(float(z), 3)) for x, z in chosen)


def _finer(scene: Scene) -> Scene:
    """Long triangles cut, so that light may differ along them; corners that are equal in all are joined."""
    corners = scene.vertices_m[scene.faces].astype(np.float64)
    longest = np.full(len(corners), LONGEST_EDGE_M)
    source, weights = tessellated(corners, longest)
    if len(source) == len(scene.faces) or len(source) > 2 * MOST_LIT_TRIANGLES:
        return scene
    columns: list[NDArray[Any]] = [scene.vertices_m, scene.normals, scene.uv]
    if scene.colours is not None:
        columns.append(scene.colours)
    cut = [_at_corners(values, scene.faces, source, weights) for values in columns]
    kept, number = shared_rows(*cut)
    vertices, normals, uv, *colours = (column[kept] for column in cut)
    lengths = np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return replace(
        scene,
        vertices_m=vertices,
        normals=(normals / lengths).astype(np.float32),
        uv=uv,
        faces=number.reshape(-1, 3).astype(np.int32),
        face_instance=scene.face_instance[source],
        face_material=scene.face_material[source],
        face_glow=scene.face_glow[source],
        colours=np.rint(colours[0]).astype(np.uint8) if colours else None,
    )


def _at_corners(
    values: NDArray[Any], faces: NDArray[np.int32], source: NDArray[np.int64], weights: Floats
) -> NDArray[np.float32]:
    """Values (v, n) of vertices at the corners (3 t, n) of the small triangles."""
    own = values[faces[source]].astype(np.float64)
    mixed = np.einsum("tck,tkn->tcn", weights, own)
    return np.asarray(mixed.reshape(-1, values.shape[1]), np.float32)
