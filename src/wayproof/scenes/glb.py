"""Export a scene as binary glTF with a sidecar of labels, for other viewers and simulators.

glTF's frame is ours (right-handed, +Y up, metres), so positions go out as they are; only v is flipped, since
glTF counts texture rows from the top. One node per instance, named CATEGORY_ID, carries all its triangles.
A primitive per surface: the surface numbered n in the sidecar is the glTF material n. Colours of a scan go
out as COLOR_0, as they are shown; so does our light where a viewer shall show it (`light`, above 1 where it
is bright).
The sidecar (NAME.semantic.json) lists instances, rooms, doors, windows and lamps by the same ids.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wayproof import __version__
from wayproof.errors import InvalidInput
from wayproof.scenes.digest import content_hash
from wayproof.scenes.scene import Scene
from wayproof.storage import write_atomically

SIDECAR_FORMAT = "wayproof-semantics"
SPECK_M = 0.001
_FLOAT, _UINT = 5126, 5125
_ARRAY, _INDICES = 34962, 34963
_MAGIC, _JSON, _BINARY = 0x46546C67, 0x4E4F534A, 0x004E4942


def export_glb(
    scene: Scene, file: Path, *, light: NDArray[np.float32] | None = None, lowest_m: float | None = None
) -> Path:
    """Write FILE.glb and its sidecar; returns the sidecar's path.

    light (v, 3): goes out as COLOR_0, by which viewers multiply the textures. lowest_m: the height of a
    triangle of a millimetre below the floor, for programs that count heights from the lowest vertex.
    """
    if file.suffix != ".glb":
        raise InvalidInput(f"{file} must end in .glb: binary glTF is what this writes")
    sidecar = file.with_suffix(".semantic.json")
    write_atomically(file, _glb(scene, light, lowest_m))
    labels = semantics(scene) | {"light_in_colours": light is not None}
    write_atomically(sidecar, msgspec.json.format(msgspec.json.encode(labels), indent=1))
    return sidecar


def semantics(scene: Scene) -> dict[str, Any]:
    """The labels of a scene as plain data."""
    return {
        "format": SIDECAR_FORMAT,
        "version": 1,
        "scene": scene.name,
        "hash": content_hash(scene),
        "frame": "right-handed, +Y up, metres",
        "instances": scene.instances,
        "rooms": scene.rooms,
        "doors": scene.doors,
        "windows": scene.windows,
        "lamps": scene.lamps,
        "two_sided": scene.two_sided,
        "surfaces": [
            {"material": scene.materials[material], "glow": glow} for material, glow in _surfaces(scene)[0]
        ],
    }


def _surfaces(scene: Scene) -> tuple[list[tuple[int, int]], NDArray[np.int64]]:
    """The pairs of material and glow in use, and for each triangle the number of its pair."""
    pairs = np.stack([scene.face_material.astype(np.int64), scene.face_glow.astype(np.int64)], axis=1)
    found, number = np.unique(pairs, axis=0, return_inverse=True)
    return [(int(material), int(glow)) for material, glow in found], number.reshape(-1)


@dataclass
class _Buffer:
    """The binary chunk while it grows, with the glTF tables that describe it."""

    content: bytearray = field(default_factory=bytearray)
    views: list[dict[str, int]] = field(default_factory=list)
    accessors: list[dict[str, Any]] = field(default_factory=list)

    def view(self, raw: bytes, target: int | None = None) -> int:
        entry = {"buffer": 0, "byteOffset": len(self.content), "byteLength": len(raw)}
        if target is not None:
            entry["target"] = target
        self.content += raw + b"\0" * (-len(raw) % 4)
        self.views.append(entry)
        return len(self.views) - 1

    def accessor(self, values: NDArray[Any], kind: str, *, bounds: bool = False) -> int:
        indices = kind == "SCALAR"
        dtype, component = ("<u4", _UINT) if indices else ("<f4", _FLOAT)
        entry: dict[str, Any] = {
            "bufferView": self.view(values.astype(dtype).tobytes(), _INDICES if indices else _ARRAY),
            "componentType": component,
            "count": int(values.size if indices else len(values)),
            "type": kind,
        }
        if bounds:
            entry |= {"min": values.min(axis=0).tolist(), "max": values.max(axis=0).tolist()}
        self.accessors.append(entry)
        return len(self.accessors) - 1


def _glb(scene: Scene, light: NDArray[np.float32] | None, lowest_m: float | None) -> bytes:
    buffer = _Buffer()
    colours = light if scene.colours is None else scene.colours / 255.0 * (1.0 if light is None else light)
    surfaces, face_surface = _surfaces(scene)
    drawn = _by_instance(scene)
    meshes = [
        {"primitives": _primitives(scene, buffer, drawn[entry.id], face_surface, colours)}
        for entry in scene.instances
        if entry.id in drawn
    ]
    named = [entry for entry in scene.instances if entry.id in drawn]
    nodes = [
        {"mesh": index, "name": f"{entry.category}_{entry.id}", "extras": {"instance": entry.id}}
        for index, entry in enumerate(named)
    ]
    if lowest_m is not None:
        owner = next((entry for entry in named if entry.category == "floor"), named[0])
        nodes.append({"mesh": len(meshes), "name": "lowest_point", "extras": {"instance": owner.id}})
        meshes.append({"primitives": [_speck(scene, buffer, lowest_m)]})
    document = {
        "asset": {"version": "2.0", "generator": f"wayproof {__version__}"},
        "scene": 0,
        "scenes": [{"name": scene.name, "nodes": list(range(len(nodes)))}],
        "nodes": nodes,
        "meshes": meshes,
        "materials": [_material(scene, number, index) for number, (index, _) in enumerate(surfaces)],
        "textures": [{"source": index, "sampler": 0} for index in range(len(scene.textures))],
        "samplers": [{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497}],
        "images": [_image(texture, buffer) for texture in scene.textures],
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.content)}],
    }
    text = msgspec.json.encode(document)
    text += b" " * (-len(text) % 4)
    body = struct.pack("<II", len(text), _JSON) + text
    body += struct.pack("<II", len(buffer.content), _BINARY) + bytes(buffer.content)
    return struct.pack("<III", _MAGIC, 2, 12 + len(body)) + body


def _by_instance(scene: Scene) -> dict[int, NDArray[np.int64]]:
    """The triangles of each instance that has any, in the order of the scene."""
    order = np.argsort(scene.face_instance, kind="stable")
    ids, starts = np.unique(scene.face_instance[order], return_index=True)
    return dict(zip(ids.tolist(), np.split(order, starts[1:]), strict=True))


def _primitives(
    scene: Scene,
    buffer: _Buffer,
    mine: NDArray[np.int64],
    face_surface: NDArray[np.int64],
    colours: NDArray[Any] | None,
) -> list[dict[str, Any]]:
    """The triangles of one instance, one primitive per surface."""
    primitives = []
    for surface in np.unique(face_surface[mine]).tolist():
        faces = scene.faces[mine[face_surface[mine] == surface]]
        used, corners = np.unique(faces, return_inverse=True)
        uv = scene.uv[used] * (1.0, -1.0) + (0.0, 1.0)
        attributes = {
            "POSITION": buffer.accessor(scene.vertices_m[used], "VEC3", bounds=True),
            "NORMAL": buffer.accessor(scene.normals[used], "VEC3"),
            "TEXCOORD_0": buffer.accessor(uv, "VEC2"),
        }
        if colours is not None:
            attributes["COLOR_0"] = buffer.accessor(colours[used], "VEC3")
        indices = buffer.accessor(corners.reshape(-1), "SCALAR")
        primitives.append({"attributes": attributes, "indices": indices, "material": surface})
    return primitives


def _speck(scene: Scene, buffer: _Buffer, height_m: float) -> dict[str, Any]:
    """A triangle of a millimetre under the middle of the scene."""
    middle = (scene.vertices_m.min(axis=0) + scene.vertices_m.max(axis=0)) / 2
    corners = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, SPECK_M], [SPECK_M, 0.0, 0.0]])
    corners += (float(middle[0]), height_m, float(middle[2]))
    attributes = {
        "POSITION": buffer.accessor(corners, "VEC3", bounds=True),
        "NORMAL": buffer.accessor(np.tile([0.0, 1.0, 0.0], (3, 1)), "VEC3"),
        "TEXCOORD_0": buffer.accessor(np.zeros((3, 2)), "VEC2"),
    }
    return {"attributes": attributes, "indices": buffer.accessor(np.arange(3), "SCALAR"), "material": 0}


def _material(scene: Scene, number: int, index: int) -> dict[str, Any]:
    """The name ends in the surface's number, which other programs keep when they drop the order."""
    material = scene.materials[index]
    metallic = 0.8 if material.material == "metal" else 0.0
    return {
        "name": f"{material.name} #{number}",
        "doubleSided": scene.two_sided,
        "pbrMetallicRoughness": {
            "baseColorTexture": {"index": material.texture},
            "metallicFactor": metallic,
            "roughnessFactor": round(1.0 - 0.8 * material.gloss, 3),
        },
    }


def _image(texture: NDArray[np.uint8], buffer: _Buffer) -> dict[str, Any]:
    stream = io.BytesIO()
    Image.fromarray(texture).save(stream, "PNG")
    return {"bufferView": buffer.view(stream.getvalue()), "mimeType": "image/png"}
