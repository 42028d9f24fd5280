"""A scene as a stage that Habitat-Sim shows and walks as we do: mesh with light, floor, semantics.

STAGE.glb                  the mesh; our light is its vertex colours
STAGE.stage_config.json    names the files below; found by Habitat beside the mesh
STAGE.semantic.ply         the same triangles with the number of their instance
STAGE.semantic.txt         colour, category and room of each instance, as HM3D lists them
STAGE.semantic.json        our own labels, for reading the stage back
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.glb import export_glb
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.scene import Scene
from wayproof.storage import write_atomically

# Habitat takes .glb files as +Z up unless it is told otherwise.
FRAME: dict[str, Any] = {"up": [0, 1, 0], "front": [0, 0, -1], "origin": [0, 0, 0], "units_to_meters": 1.0}
# Recast counts heights in cells of 0.2 m from the lowest vertex, and puts its navmesh on top of the cell in
# which the floor lies. A vertex 0.16 m below the floor leaves the navmesh 4 cm above it.
CELL_HEIGHT_M, BELOW_FLOOR_M = 0.2, 0.16
HEADING = "HM3D Semantic Annotations"
_MIX = 0x9E3779B1  # odd, so that numbers below 2**24 keep colours of their own


def write_stage(scene: Scene, file: Path) -> list[Path]:
    """Write a stage around FILE.glb; returns what was written."""
    light = light_at_vertices(scene) if scene.light is not None else None
    sidecar = export_glb(scene, file, light=light, lowest_m=lowest_vertex_m(scene))
    paths = {
        kind: file.with_suffix(kind) for kind in (".stage_config.json", ".semantic.ply", ".semantic.txt")
    }
    write_atomically(paths[".semantic.ply"], _painted(scene))
    write_atomically(paths[".semantic.txt"], _descriptor(scene).encode())
    config = FRAME | {
        "render_asset": file.name,
        "semantic_asset": paths[".semantic.ply"].name,
        "semantic_descriptor_filename": paths[".semantic.txt"].name,
    }
    write_atomically(paths[".stage_config.json"], msgspec.json.format(msgspec.json.encode(config), indent=1))
    return [file, *paths.values(), sidecar]


def lowest_vertex_m(scene: Scene) -> float:
    """Where a hidden vertex puts the navmesh 4 cm above the main floor: whole cells below all others."""
    floor = min((room.floor_m for room in scene.rooms), default=0.0)
    lowest = float(scene.vertices_m[:, 1].min())
    cells = max(0, math.ceil((floor - BELOW_FLOOR_M - lowest) / CELL_HEIGHT_M - 1e-9))
    return floor - BELOW_FLOOR_M - cells * CELL_HEIGHT_M


def paint_of(instance: int) -> tuple[int, int, int]:
    """A colour for each number, black for none; no two of the first sixteen million are alike."""
    mixed = instance * _MIX % (1 << 24)
    return mixed >> 16, mixed >> 8 & 255, mixed & 255


def _descriptor(scene: Scene) -> str:
    lines = [HEADING]
    for instance in scene.instances:
        red, green, blue = paint_of(instance.id)
        room = 0 if instance.room is None else instance.room
        lines.append(f'{instance.id},{red:02X}{green:02X}{blue:02X},"{instance.category}",{room}')
    return "\n".join(lines) + "\n"


def _painted(scene: Scene) -> bytes:
    """Binary PLY: vertices with the colour of their instance, triangles with its number.

    Habitat tips PLY files over, so ours lie the other way: (x, -z, y).
    """
    owners = np.repeat(scene.face_instance.astype(np.int64), 3)
    pairs = np.stack([scene.faces.reshape(-1).astype(np.int64), owners], axis=1)
    used, number = np.unique(pairs, axis=0, return_inverse=True)
    vertices = np.empty(len(used), [("place", "<f4", 3), ("paint", "u1", 3)])
    x, y, z = scene.vertices_m[used[:, 0]].T
    vertices["place"] = np.stack([x, -z, y], axis=1)
    vertices["paint"] = _paints(len(scene.instances))[used[:, 1]]
    faces = np.empty(len(scene.faces), [("count", "u1"), ("corners", "<i4", 3), ("object", "<i4")])
    faces["count"], faces["object"] = 3, scene.face_instance
    faces["corners"] = number.reshape(-1, 3)
    header = [
        "ply", "format binary_little_endian 1.0", f"element vertex {len(vertices)}",
        *(f"property float {axis}" for axis in "xyz"),
        *(f"property uchar {channel}" for channel in ("red", "green", "blue")),
        f"element face {len(faces)}", "property list uchar int vertex_indices", "property int object_id",
        "end_header",
    ]  # fmt: skip
    return "\n".join(header).encode() + b"\n" + vertices.tobytes() + faces.tobytes()


def _paints(instances: int) -> NDArray[np.uint8]:
    return np.array([paint_of(number) for number in range(instances + 1)], np.uint8)
