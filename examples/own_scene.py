"""A scene that stands in for yours: two textured rooms as a mesh, and the same rooms as a Gazebo world.

The mesh has pictures for its surfaces and no light in them, like most meshes that people model rather than
scan. The Gazebo world has the rooms as one model and a desk and two chairs as others.

Run: python examples/own_scene.py FOLDER
"""

import sys
from pathlib import Path

import numpy as np
import trimesh
from PIL import Image

from wayproof.seeding import generator_for

# Boxes as (name, picture, size, low corner) in metres, y up: two rooms with a doorway between them.
ROOMS = (
    ("floor", "planks", (9.0, 0.1, 5.0), (0.0, -0.1, 0.0)),
    ("ceiling", "plaster", (9.0, 0.1, 5.0), (0.0, 2.6, 0.0)),
    ("wall", "plaster", (9.2, 2.6, 0.1), (-0.1, 0.0, -0.1)),
    ("wall", "plaster", (9.2, 2.6, 0.1), (-0.1, 0.0, 5.0)),
    ("wall", "bricks", (0.1, 2.6, 5.0), (-0.1, 0.0, 0.0)),
    ("wall", "plaster", (0.1, 2.6, 5.0), (9.0, 0.0, 0.0)),
    ("wall", "plaster", (0.1, 2.6, 1.8), (4.5, 0.0, 0.0)),
    ("wall", "plaster", (0.1, 2.6, 2.2), (4.5, 0.0, 2.8)),
    ("wall", "plaster", (0.1, 0.5, 1.0), (4.5, 2.1, 1.8)),
)
DESK = (("desk", "planks", (1.4, 0.05, 0.7), (0.0, 0.7, 0.0)),) + tuple(
    ("desk", "planks", (0.06, 0.7, 0.06), (x, 0.0, z)) for x in (0.05, 1.29) for z in (0.05, 0.59)
)
CHAIR = (
    ("chair", "cloth", (0.45, 0.06, 0.45), (0.0, 0.42, 0.0)),
    ("chair", "cloth", (0.45, 0.5, 0.05), (0.0, 0.48, 0.0)),
) + tuple(("chair", "planks", (0.04, 0.42, 0.04), (x, 0.0, z)) for x in (0.0, 0.41) for z in (0.0, 0.41))
PLACES = (
    ("desk", DESK, (1.2, 0.0, 1.0)),
    ("chair", CHAIR, (1.7, 0.0, 2.0)),
    ("chair", CHAIR, (6.5, 0.0, 3.2)),
)


def picture(name: str) -> Image.Image:
    """A picture of a surface, 256 pixels for one metre, evenly lit."""
    row, column = np.mgrid[:256, :256]
    grain = generator_for(0, "own scene", name).normal(0.0, 6.0, (256, 256))
    if name == "planks":
        colour, shade = (
            (168, 122, 78),
            14.0 * np.sin(row / 4.0 + (column // 64) * 2.0) - 40.0 * (column % 64 < 2),
        )
    elif name == "bricks":
        joint = (row % 64 < 5) | ((column + (row // 64 % 2) * 64) % 128 < 5)
        colour, shade = (166, 84, 64), 70.0 * joint
    elif name == "cloth":
        colour, shade = (60, 92, 140), 12.0 * ((row // 4 + column // 4) % 2)
    else:
        colour, shade = (206, 202, 192), np.zeros((256, 256))
    pixels = np.clip(np.asarray(colour) + (shade + grain)[..., None], 0, 255)
    return Image.fromarray(pixels.astype(np.uint8))


def textured_box(size: tuple, low: tuple, material: trimesh.visual.material.PBRMaterial) -> trimesh.Trimesh:
    """A box whose picture repeats every metre on each side."""
    mesh = trimesh.creation.box(
        size, trimesh.transformations.translation_matrix(np.add(low, np.divide(size, 2)))
    )
    normals, corners = mesh.face_normals, mesh.vertices[mesh.faces]
    along = [[2, 1], [0, 2], [0, 1]]
    uv = np.concatenate(
        [corner[:, along[int(np.abs(n).argmax())]] for corner, n in zip(corners, normals, strict=True)]
    )
    flat = trimesh.Trimesh(corners.reshape(-1, 3), np.arange(len(corners) * 3).reshape(-1, 3), process=False)
    flat.visual = trimesh.visual.TextureVisuals(uv=uv, material=material)
    return flat


def mesh_of(boxes: tuple, materials: dict, at: tuple = (0.0, 0.0, 0.0)) -> list[trimesh.Trimesh]:
    return [textured_box(size, tuple(np.add(low, at)), materials[name]) for _, name, size, low in boxes]


def write_mesh(file: Path) -> None:
    """Everything in one GLB file."""
    names = ("planks", "bricks", "cloth", "plaster")
    materials = {
        name: trimesh.visual.material.PBRMaterial(
            name=name, baseColorTexture=picture(name), roughnessFactor=0.9
        )
        for name in names
    }
    boxes = mesh_of(ROOMS, materials)
    for _, parts, at in PLACES:
        boxes += mesh_of(parts, materials, at)
    file.write_bytes(trimesh.Scene(boxes).export(file_type="glb"))


def sdf_model(name: str, boxes: tuple) -> str:
    """Boxes as an SDF model, which is z up: (x, y, z) here is (x, -z, y) there."""
    colours = {
        "planks": "0.66 0.48 0.31",
        "bricks": "0.65 0.33 0.25",
        "cloth": "0.24 0.36 0.55",
        "plaster": "0.8 0.79 0.75",
    }
    visuals = []
    for number, (_, look, size, low) in enumerate(boxes):
        x, y, z = np.add(low, np.divide(size, 2))
        visuals.append(
            f'<visual name="v{number}"><pose>{x} {-z} {y} 0 0 0</pose>'
            f"<geometry><box><size>{size[0]} {size[2]} {size[1]}</size></box></geometry>"
            f"<material><diffuse>{colours[look]} 1</diffuse></material></visual>"
        )
    link = f'<link name="link">{"".join(visuals)}</link>'
    return f'<sdf version="1.6"><model name="{name}"><static>true</static>{link}</model></sdf>'


def write_world(folder: Path) -> None:
    """A world file beside a folder of models."""
    for name, boxes in (("rooms", ROOMS), ("desk", DESK), ("chair", CHAIR)):
        place = folder / "models" / name
        place.mkdir(parents=True, exist_ok=True)
        (place / "model.sdf").write_text(sdf_model(name, boxes))
        (place / "model.config").write_text(
            f'<model><name>{name}</name><sdf version="1.6">model.sdf</sdf></model>'
        )
    includes = ["<include><uri>model://sun</uri></include>", "<include><uri>model://rooms</uri></include>"]
    for number, (name, _, (x, y, z)) in enumerate(PLACES):
        includes.append(
            f"<include><uri>model://{name}</uri><name>{name}_{number}</name>"
            f"<pose>{x} {-z} {y} 0 0 0</pose></include>"
        )
    world = f'<sdf version="1.6"><world name="flat">{"".join(includes)}</world></sdf>'
    (folder / "flat.world").write_text(world)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("give the folder to write to: python examples/own_scene.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write_mesh(folder / "flat.glb")
    write_world(folder)
    print(f"wrote {folder / 'flat.glb'} and {folder / 'flat.world'}")
