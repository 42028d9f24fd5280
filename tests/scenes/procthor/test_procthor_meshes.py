"""The user's own meshes of assets: used, rescaled, or passed over with a note."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from tiny_houses import SIZES, thing, tiny_house, written

from wayproof.scenes.import_result import Imported
from wayproof.scenes.procthor import read_procthor
from wayproof.scenes.procthor.asset_sizes import Asset
from wayproof.scenes.procthor.own_meshes import own_mesh

WIDTH, HEIGHT, DEPTH = SIZES["Wedge_1"][1]
ASSET = Asset("Wedge_1", "StrangeGizmo", SIZES["Wedge_1"][1], "medium")


def wedge(scale: float = 1.0, *, depth: float = DEPTH, material: str = "") -> str:
    """A wall that rises to its full height at Unity's +x only: at -x in an exported OBJ.

    Its top edge is at the back (-z), so that all three directions can be told apart.
    """
    x, y, z = WIDTH / 2 * scale, HEIGHT * scale, depth / 2 * scale
    corners = [(-x, 0, -z), (x, 0, -z), (x, 0, z), (-x, 0, z), (-x, y, -z)]
    uv = "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.5 0.5\n"
    faces = [(1, 2, 3), (1, 3, 4), (1, 5, 2), (2, 5, 3), (3, 5, 4), (4, 5, 1)]
    lines = "".join(f"v {a} {b} {c}\n" for a, b, c in corners) + uv
    return material + lines + "".join(f"f {a}/{a} {b}/{b} {c}/{c}\n" for a, b, c in faces)


def imported(folder: Path, obj: str, *angles: float) -> Imported:
    meshes = folder / "meshes"
    meshes.mkdir(exist_ok=True)
    (meshes / "Wedge_1.obj").write_text(obj)
    plain = tiny_house()
    plain["objects"] = [thing("Wedge_1", 4.0 + 0.8 * k, 1.2, turned=angle) for k, angle in enumerate(angles)]
    return read_procthor(written(folder, plain), assets=meshes, light=False)


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 270.0])
def test_the_tip_of_an_asymmetric_mesh_is_where_unity_has_it(angle: float, tmp_path: Path) -> None:
    """Unity turns (x, z) to (x cos + z sin, z cos - x sin); our z is the other way round."""
    scene = imported(tmp_path, wedge(), angle).scene
    wedges = [instance.id for instance in scene.instances if instance.category == "strange_gizmo"]
    points = scene.vertices_m[scene.faces[scene.face_instance == wedges[0]]].reshape(-1, 3)
    tip = points[points[:, 1].argmax()]
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    own_x, own_z = WIDTH / 2, -DEPTH / 2
    unity_x, unity_z = 4.0 + own_x * cos + own_z * sin, 1.2 + own_z * cos - own_x * sin
    np.testing.assert_allclose(tip, [unity_x, HEIGHT, -unity_z], atol=1e-4)


def test_faces_still_look_outwards(tmp_path: Path) -> None:
    scene = imported(tmp_path, wedge(), 30.0).scene
    number = next(i.id for i in scene.instances if i.category == "strange_gizmo")
    a, b, c = (
        scene.vertices_m[scene.faces[scene.face_instance == number]][:, k].astype(float) for k in range(3)
    )
    volume = np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6
    assert volume == pytest.approx(WIDTH * HEIGHT * DEPTH / 3, rel=1e-3)


def test_a_mesh_in_centimetres_is_rescaled_and_said(tmp_path: Path) -> None:
    reading = imported(tmp_path, wedge(100.0), 0.0)
    instance = next(i for i in reading.scene.instances if i.category == "strange_gizmo")
    np.testing.assert_allclose(np.subtract(instance.high_m, instance.low_m), ASSET.size_m, atol=1e-4)
    assert instance.shape == "own_mesh"
    assert "Wedge_1: your mesh was rescaled by 0.01" in reading.notes


def test_a_mesh_of_other_proportions_is_not_used(tmp_path: Path) -> None:
    reading = imported(tmp_path, wedge(depth=2 * DEPTH), 0.0)
    instance = next(i for i in reading.scene.instances if i.category == "strange_gizmo")
    assert instance.shape == "box"
    assert any(note.startswith("Wedge_1: your mesh is 0.6 x 0.4 x 0.4") for note in reading.notes)


def test_a_texture_and_a_colour_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "meshes" / "Wedge_1"
    folder.mkdir(parents=True)
    pixels = np.zeros((1024, 512, 3), np.uint8)
    pixels[...] = (180, 40, 40)
    Image.fromarray(pixels).save(folder / "red.png")
    (folder / "a.mtl").write_text("newmtl m\nKd 1 1 1\nmap_Kd red.png\n")
    (folder / "a.obj").write_text(wedge(material="mtllib a.mtl\nusemtl m\n"))
    found = own_mesh(tmp_path / "meshes", ASSET)
    assert found is not None and found.model is not None and not found.note
    assert found.model.attributes.colour == "red" and found.model.attributes.material is None
    (texture,) = found.pictures.values()
    assert texture.shape == (512, 512, 3) and (texture == (180, 40, 40)).all()


@pytest.mark.parametrize(
    "obj",
    ["", "v 0 0 0\n", "f 1 2 3\n", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "mtllib gone.mtl\n" + wedge()],
    ids=["empty", "no face", "no vertex", "not a number", "missing material file"],
)
def test_a_broken_mesh_is_passed_over_with_its_reason(obj: str, tmp_path: Path) -> None:
    reading = imported(tmp_path, obj, 0.0)
    assert next(i for i in reading.scene.instances if i.category == "strange_gizmo").shape == "box"
    assert any(note.startswith("Wedge_1: ") and note.endswith("ours stands in") for note in reading.notes)


def _png_of(edge_px: int) -> bytes:
    """A picture that says it is huge, and is not."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", edge_px, edge_px, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )


def test_a_gigantic_texture_is_not_decoded(tmp_path: Path) -> None:
    (tmp_path / "huge.png").write_bytes(_png_of(30_000))
    (tmp_path / "a.mtl").write_text("newmtl m\nmap_Kd huge.png\n")
    (tmp_path / "Wedge_1.obj").write_text(wedge(material="mtllib a.mtl\nusemtl m\n"))
    found = own_mesh(tmp_path, ASSET)
    assert found is not None and found.model is None and "huge.png" in found.note and "pixels" in found.note


@pytest.mark.parametrize("name", ["../secret", "..", ".", "", "a/b", "a\\b", "/etc/x", "a\0b"])
def test_an_asset_id_cannot_leave_the_folder(name: str, tmp_path: Path) -> None:
    inner = tmp_path / "meshes"
    inner.mkdir()
    (tmp_path / "secret.obj").write_text(wedge())
    assert own_mesh(inner, Asset(name, "StrangeGizmo", ASSET.size_m)) is None
