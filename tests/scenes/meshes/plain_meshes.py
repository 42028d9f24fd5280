"""Hand-made meshes for the tests: an L of two rooms that no mirror image fits, with a table and a box."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import trimesh
from PIL import Image

FLOOR, WALL, TABLE, BOX = (0xB3, 0xA7, 0xFD), (0x10, 0x20, 0x30), (0xFF, 0x00, 0x00), (0x00, 0xC0, 0x40)


def box(size, low) -> trimesh.Trimesh:
    """A box by its size and its low corner."""
    size, low = np.asarray(size, float), np.asarray(low, float)
    return trimesh.creation.box(size, trimesh.transformations.translation_matrix(low + size / 2))


def sheet(x0: float, z0: float, x1: float, z1: float, y: float = 0.0) -> trimesh.Trimesh:
    """A level rectangle that looks up, with texture coordinates over its whole picture."""
    corners = np.array([[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]])
    mesh = trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 3]], process=False)
    mesh.visual = trimesh.visual.TextureVisuals(uv=np.array([[0, 1], [0, 0], [1, 0], [1, 1]], float))
    return mesh


def parts() -> dict[str, trimesh.Trimesh]:
    """Two floors of 4 x 3 and 2 x 5 m, a wall beside one, a table and a box; 2.6 m high under a ceiling."""
    return {
        "floor": sheet(0.0, 0.0, 4.0, 3.0),
        "second_floor": sheet(4.0, 0.0, 6.0, 5.0),
        "wall": box((0.1, 2.6, 3.0), (-0.1, 0.0, 0.0)),
        "table": box((1.0, 0.05, 0.6), (0.3, 0.7, 2.2)),
        "box": box((0.3, 0.25, 0.3), (5.4, 0.0, 4.4)),
        "ceiling": sheet(-0.1, 0.0, 6.0, 5.0, 2.6),
    }


def whole(names: tuple[str, ...] | None = None) -> trimesh.Trimesh:
    """The parts as one mesh without any looks."""
    chosen = parts()
    pieces = [
        trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
        for mesh in (chosen[name] for name in (names or chosen))
    ]
    return trimesh.util.concatenate(pieces)


def coloured(mesh: trimesh.Trimesh, colour) -> trimesh.Trimesh:
    copy = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    copy.visual = trimesh.visual.ColorVisuals(copy, vertex_colors=[*colour, 255])
    return copy


def picture(width: int, height: int, colour=(200, 100, 50)) -> Image.Image:
    return Image.new("RGB", (width, height), colour)


def png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def textured(mesh: trimesh.Trimesh, image: Image.Image) -> trimesh.Trimesh:
    copy = mesh.copy()
    uv = mesh.visual.uv if mesh.visual.kind == "texture" else mesh.vertices[:, [0, 2]]
    material = trimesh.visual.material.PBRMaterial(baseColorTexture=image)
    copy.visual = trimesh.visual.TextureVisuals(uv=uv, material=material)
    return copy


def write(mesh, file: Path) -> Path:
    """A mesh, or a dict of meshes by node name, as the suffix says."""
    if isinstance(mesh, dict):
        scene = trimesh.Scene()
        for name, part in mesh.items():
            scene.add_geometry(part, node_name=name, geom_name=name)
        mesh = scene
    content = mesh.export(file_type=file.suffix[1:])
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def tipped(mesh: trimesh.Trimesh, unit_m: float = 1.0) -> trimesh.Trimesh:
    """The same mesh as a z-up program with another unit would write it: (x, y, z) -> (x, -z, y) / unit."""
    x, y, z = mesh.vertices.T
    return trimesh.Trimesh(np.stack([x, -z, y], axis=1) / unit_m, mesh.faces, process=False)
