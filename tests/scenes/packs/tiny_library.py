"""A furniture library small enough to be made by a test: boxes for models, in one zip file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

Box = tuple[str, tuple[float, float, float], tuple[float, float, float]]  # material, low and high corner

HEADER = "# a comment\nname=Tiny catalogue\nlicense=Creative Commons Attribution 3.0\nversion=1\n"
MATERIALS = (
    "newmtl oak\nKd 0.45 0.30 0.17\nd 1\n\nnewmtl red_cloth\nKd 0.69 0.17 0.16\n\nnewmtl screen\nKd 0 0 0\n"
)

TABLE: list[Box] = [
    ("oak", (-1.0, 0.9, -0.5), (1.0, 1.0, 0.5)),
    *[
        ("oak", (x - 0.05, 0.0, z - 0.05), (x + 0.05, 0.9, z + 0.05))
        for x in (-0.9, 0.9)
        for z in (-0.4, 0.4)
    ],
]
CHAIR: list[Box] = [
    ("oak", (-0.5, 0.0, -0.5), (0.5, 0.9, 0.5)),
    ("red_cloth", (-0.5, 0.9, -0.5), (0.5, 1.0, 0.5)),
    ("oak", (-0.5, 1.0, -0.5), (0.5, 2.0, -0.4)),
]
CUBE: list[Box] = [("red_cloth", (0.0, 0.0, 0.0), (1.0, 1.0, 1.0))]


def obj_of(boxes: Sequence[Box], library: str = "model.mtl") -> str:
    """Boxes as OBJ, faces counter-clockwise from outside, with texture coordinates from 0 to 1."""
    lines = [f"mtllib {library}", "vt 0 0", "vt 1 0", "vt 1 1", "vt 0 1"]
    faces = []
    for number, (material, low, high) in enumerate(boxes):
        x, y, z = zip(low, high, strict=True)
        lines += [f"v {x[i]} {y[j]} {z[k]}" for i in (0, 1) for j in (0, 1) for k in (0, 1)]
        faces.append(f"usemtl {material}")
        sides = ((1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4))
        for side in sides:
            corners = (f"{8 * number + corner}/{place}" for place, corner in enumerate(side, start=1))
            faces.append("f " + " ".join(corners))
    return "\n".join([*lines, *faces]) + "\n"


def block(number: int, name: str, size_cm: tuple[float, float, float], model: str, **more: str) -> str:
    """The catalogue's lines for one model; the size is width, depth, height."""
    entries = {
        "id": f"Tiny#{model}",
        "name": name,
        "tags": "",
        "category": "Living room",
        "model": f"/tiny/{model}/{model}.obj",
        "width": str(size_cm[0]),
        "depth": str(size_cm[1]),
        "height": str(size_cm[2]),
        "movable": "true",
        "doorOrWindow": "false",
        "creator": "Jane Maker",
        **more,
    }
    return "".join(f"{key}#{number}={value}\n" for key, value in entries.items() if value is not None)


def picture_of(pixels: np.ndarray) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    return stream.getvalue()


def write_library(file: Path, catalogue: str, members: dict[str, str | bytes]) -> Path:
    """A .sh3f file of a catalogue and further members."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("PluginFurnitureCatalog.properties", (HEADER + catalogue).encode("latin-1"))
        for name, content in members.items():
            archive.writestr(name, content)
    return file


def model_files(name: str, boxes: Sequence[Box]) -> dict[str, str | bytes]:
    return {f"tiny/{name}/{name}.obj": obj_of(boxes), f"tiny/{name}/model.mtl": MATERIALS}


def tiny_library(file: Path) -> Path:
    """Seven models for things that every house has, and one that is of no use to us."""
    catalogue = (
        block(1, "Oak table", (160, 90, 75), "table")
        + block(2, "Chair", (45, 48, 92), "chair", creator="Ann Other")
        + block(3, "Refrigerator", (60, 62, 170), "fridge", category="Kitchen")
        + block(4, "Drawers cabinet", (60, 60, 88), "counter", category="Kitchen")
        + block(5, "Bookcase", (90, 30, 180), "bookcase")
        + block(6, "Female", (50, 40, 170), "woman", category="Characters")
        + block(7, "Plant", (40, 40, 90), "plant")
        + block(8, "Grand piano", (130, 170, 100), "piano")
    )
    members: dict[str, str | bytes] = {**model_files("table", TABLE), **model_files("chair", CHAIR)}
    for name in ("fridge", "counter", "bookcase", "woman", "plant", "piano"):
        members |= model_files(name, CUBE)
    return write_library(file, catalogue, members)
