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
from wayproof.scenes.procthor.mesh_match import match, usual_up
from wayproof.scenes.procthor.own_meshes import OwnMesh, own_mesh

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
    ["", "v 0 0 0\n", "f 1 2 3\n", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"],
    ids=["empty", "no face", "no vertex", "not a number"],
)
def test_a_broken_mesh_is_passed_over_with_its_reason(obj: str, tmp_path: Path) -> None:
    reading = imported(tmp_path, obj, 0.0)
    assert next(i for i in reading.scene.instances if i.category == "strange_gizmo").shape == "box"
    assert any(
        note.startswith("Wedge_1: ") and note.endswith("our own furniture is used instead")
        for note in reading.notes
    )


def z_up(obj: str) -> str:
    """The same mesh as Blender would write it with z up: our (x, y, z) as (x, -z, y)."""

    def turned(line: str) -> str:
        key, *values = line.split()
        if key != "v":
            return line
        x, y, z = map(float, values)
        return f"v {x} {-z} {y}"

    return "\n".join(map(turned, obj.splitlines())) + "\n"


def inside_out(obj: str) -> str:
    lines = [line.split() for line in obj.splitlines()]
    return "\n".join(" ".join([k[0], *k[:0:-1]] if k[0] == "f" else k) for k in lines) + "\n"


def points_of(found: OwnMesh | None) -> np.ndarray:
    assert found is not None and found.model is not None, found
    return np.concatenate([part.solid.vertices_m for part in found.model.parts])


def volume_of(found: OwnMesh | None) -> float:
    assert found is not None and found.model is not None, found
    corners = np.concatenate([part.solid.vertices_m[part.solid.faces] for part in found.model.parts])
    return float(np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum()) / 6


def test_a_z_up_mesh_is_turned_and_is_the_same_as_its_y_up_twin(tmp_path: Path) -> None:
    (tmp_path / "Wedge_1.obj").write_text(wedge())
    upright = points_of(own_mesh(tmp_path, ASSET))
    (tmp_path / "Wedge_1.obj").write_text(z_up(wedge(100.0)))
    found = own_mesh(tmp_path, ASSET)
    np.testing.assert_allclose(points_of(found), upright, atol=1e-6)
    assert found is not None
    assert found.note == "Wedge_1: your mesh was turned from z up; rescaled by 0.01"


def test_what_fits_both_ways_stands_as_its_folder_does(tmp_path: Path) -> None:
    """A cube with a dent on its top fits with either axis up; the wedge beside it tells which is meant."""
    cube = Asset("Cube_1", "StrangeGizmo", (0.3, 0.3, 0.3))
    corners = [(x, y, z) for x in (-0.15, 0.15) for y in (0.0, 0.3) for z in (-0.15, 0.15)]
    lines = "".join(f"v {x} {y} {z}\n" for x, y, z in [*corners, (0.0, 0.2, 0.0)])
    faces = "f 1 2 6\nf 1 6 5\nf 3 9 4\nf 4 9 8\nf 8 9 7\nf 7 9 3\n"
    (tmp_path / "Cube_1.obj").write_text(z_up(lines + faces))
    (tmp_path / "Wedge_1").mkdir()
    (tmp_path / "Wedge_1" / "part.obj").write_text(z_up(wedge()))
    assert usual_up(tmp_path, {"Cube_1": cube, "Wedge_1": ASSET}) == "z"
    dent = points_of(own_mesh(tmp_path, cube, usual_up="z"))[-1]
    np.testing.assert_allclose(dent, (0.0, 0.2, 0.0), atol=1e-6)
    (tmp_path / "Wedge_1" / "part.obj").write_text(wedge())
    assert usual_up(tmp_path, {"Cube_1": cube, "Wedge_1": ASSET}) == "y"


def test_an_inside_out_mesh_is_flipped_and_said(tmp_path: Path) -> None:
    (tmp_path / "Wedge_1.obj").write_text(inside_out(wedge()))
    found = own_mesh(tmp_path, ASSET)
    assert volume_of(found) == pytest.approx(WIDTH * HEIGHT * DEPTH / 3, rel=1e-6)
    assert found is not None and found.note == "Wedge_1: your mesh was inside out and was flipped"


def test_an_open_sheet_has_no_inside(tmp_path: Path) -> None:
    """A picture of one rectangle that looks forwards must not be turned to the wall."""
    asset = Asset("Painting_1", "Painting", (0.8, 0.6, 0.03))
    sheet = "v -0.4 0 0\nv 0.4 0 0\nv 0.4 0.6 0\nv -0.4 0.6 0\nf 1 2 3\nf 1 3 4\n"
    (tmp_path / "Painting_1.obj").write_text(sheet)
    found = own_mesh(tmp_path, asset)
    assert found is not None and found.model is not None and not found.note
    assert (found.model.parts[0].solid.normals[:, 2] > 0.9).all()


@pytest.mark.parametrize(
    ("kind", "box", "mesh", "fits"),
    [
        ("Painting", (0.8, 0.6, 0.02), (0.8, 0.6, 0.045), True),  # thin: its depth in centimetres
        ("Painting", (0.8, 0.6, 0.02), (0.8, 0.6, 0.2), False),
        ("Pencil", (0.01, 0.01, 0.18), (0.007, 0.008, 0.18), True),
        ("Pillow", (0.5, 0.2, 0.4), (0.5, 0.28, 0.4), True),  # soft: settled in the database
        ("Towel", (0.6, 0.9, 0.1), (0.6, 0.9, 0.14), True),
        ("Fridge", (0.8, 1.7, 0.7), (0.8, 1.7, 0.76), True),  # without its handles
        ("Fridge", (0.8, 1.7, 0.7), (0.8, 1.7, 1.1), False),
        ("Pillow", (0.5, 0.2, 0.4), (0.5, 0.5, 0.4), False),
    ],
)
def test_the_tolerance_suits_thin_and_soft_things(
    kind: str, box: tuple[float, float, float], mesh: tuple[float, float, float], fits: bool
) -> None:
    for scale in (1.0, 100.0):
        found = match(np.array(mesh) * scale, Asset("Twin", kind, box))
        assert (found is not None and found.up == "y") == fits


@pytest.mark.parametrize("library", ["newmtl m\nKd 0.7 0.1 0.1\nmap_Kd gone.png\n", None])
def test_a_missing_texture_costs_the_texture_and_not_the_mesh(library: str | None, tmp_path: Path) -> None:
    if library:
        (tmp_path / "a.mtl").write_text(library)
    (tmp_path / "Wedge_1.obj").write_text(wedge(material="mtllib a.mtl\nusemtl m\n"))
    found = own_mesh(tmp_path, ASSET)
    assert volume_of(found) == pytest.approx(WIDTH * HEIGHT * DEPTH / 3, rel=1e-6)
    assert found is not None and found.model is not None
    assert f"left without {'gone.png' if library else 'a.mtl'} (" in found.note
    if library:
        assert found.model.attributes.colour == "red"


def test_a_torn_texture_costs_the_texture(tmp_path: Path) -> None:
    Image.effect_noise((64, 64), 50).convert("RGB").save(tmp_path / "torn.png")
    whole = (tmp_path / "torn.png").read_bytes()
    (tmp_path / "torn.png").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "a.mtl").write_text("newmtl m\nmap_Kd torn.png\n")
    (tmp_path / "Wedge_1.obj").write_text(wedge(material="mtllib a.mtl\nusemtl m\n"))
    found = own_mesh(tmp_path, ASSET)
    assert found is not None and found.model is not None and "left without textures" in found.note


def test_a_house_of_z_up_twins_of_its_assets_takes_them_all(tmp_path: Path) -> None:
    """A box for each asset of the house, z up and in centimetres; none is refused, one line says so."""
    meshes = tmp_path / "meshes"
    meshes.mkdir()
    for name in ("Table_1", "Bed_1", "Lamp_1", "Painting_1", "Fridge_1", "Gizmo_1", "Apple_1"):
        w, h, d = (100 * side for side in SIZES[name][1])
        corners = [(x, y, z) for y in (0.0, h) for x, z in ((-w, -d), (w, -d), (w, d), (-w, d))]
        lines = "".join(f"v {x / 2} {y} {z / 2}\n" for x, y, z in corners)
        quads = [(1, 2, 3, 4), (8, 7, 6, 5), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 8, 4), (4, 8, 5, 1)]
        faces = "".join(f"f {a} {b} {c}\nf {a} {c} {d}\n" for a, b, c, d in quads)
        (meshes / f"{name}.obj").write_text(z_up(lines + faces))
    plain = tiny_house()
    used = {entry["assetId"] for entry in plain["objects"]} & {file.stem for file in meshes.iterdir()}
    reading = read_procthor(written(tmp_path, plain), assets=meshes, light=False)
    own = [i for i in reading.scene.instances if i.shape == "own_mesh"]
    assert used and len(own) >= len(used)
    assert not any("not the same thing" in note for note in reading.notes)
    assert sum("turned from z up" in note for note in reading.notes) == 1


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
    assert found is not None and found.model is not None
    assert "left without huge.png" in found.note and "pixels" in found.note


@pytest.mark.parametrize("name", ["../secret", "..", ".", "", "a/b", "a\\b", "/etc/x", "a\0b"])
def test_an_asset_id_cannot_leave_the_folder(name: str, tmp_path: Path) -> None:
    inner = tmp_path / "meshes"
    inner.mkdir()
    (tmp_path / "secret.obj").write_text(wedge())
    assert own_mesh(inner, Asset(name, "StrangeGizmo", ASSET.size_m)) is None
