"""Broken, missing, enormous: each is one sentence that names file and field, and nothing stays behind."""

from __future__ import annotations

import contextlib
import json
import struct
import tempfile
import zlib
from pathlib import Path

import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st
from plain_meshes import parts, picture, png, textured, whole, write

from wayproof.errors import BrokenFile, InvalidInput, WayproofError
from wayproof.scenes.meshes.mesh_reader import read_mesh


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def huge_png(width: int, height: int) -> bytes:
    """A PNG whose header promises an enormous picture and whose body is next to nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def gltf(folder: Path, **changes) -> Path:
    """A textured room as .gltf with its buffers and picture beside it; `changes` replace parts of it."""
    scene = trimesh.Scene({"floor": textured(parts()["floor"], picture(8, 8))})
    for name, content in trimesh.exchange.gltf.export_gltf(scene).items():
        (folder / name).write_bytes(content)
    document = json.loads((folder / "model.gltf").read_text())
    document["images"] = [{"uri": "wood.png"}]
    (folder / "wood.png").write_bytes(png(picture(8, 8)))
    for key, value in changes.items():
        document[key] = value(document[key]) if callable(value) else value
    file = folder / "room.gltf"
    file.write_text(json.dumps(document))
    return file


def test_a_gltf_with_files_beside_it_is_read(tmp_path: Path) -> None:
    scene = read_mesh(gltf(tmp_path)).scene
    assert (scene.textures[0] == (200, 100, 50)).all()


@pytest.mark.parametrize("content", [b"", b"glTF", b"\0" * 400, b"{}", b"ply\nnonsense", b"PK\x03\x04" * 30])
@pytest.mark.parametrize("suffix", [".glb", ".gltf", ".ply", ".obj"])
def test_what_is_no_mesh_is_called_so(suffix: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / f"room{suffix}"
    file.write_bytes(content)
    with pytest.raises(BrokenFile, match=r"room\."):
        read_mesh(file)


@pytest.mark.parametrize("suffix", [".glb", ".ply"])
@pytest.mark.parametrize("kept", [0.3, 0.9])
def test_a_torn_file_is_called_broken(suffix: str, kept: float, tmp_path: Path) -> None:
    file = write(whole(), tmp_path / f"room{suffix}")
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * kept)])
    with pytest.raises(BrokenFile, match=rf"room\{suffix}"):
        read_mesh(file)


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("suffix", [".glb", ".ply"])
def test_vertices_that_are_no_numbers_are_counted_and_refused(
    value: float, suffix: str, tmp_path: Path
) -> None:
    mesh = whole()
    file = write(mesh, tmp_path / f"room{suffix}")
    content = file.read_bytes()
    for vertex in (3, 5):
        place = mesh.vertices[vertex].astype("<f4")
        at = content.index(place.tobytes())
        place[1] = value
        content = content[:at] + place.tobytes() + content[at + 12 :]
    file.write_bytes(content)
    with pytest.raises(BrokenFile, match=r"2 vertices that are NaN or infinite, the first is number"):
        read_mesh(file)


@given(st.data())
def test_whatever_is_done_to_a_file_it_is_read_or_refused_in_a_sentence(data: st.DataObject) -> None:
    suffix = data.draw(st.sampled_from([".glb", ".ply", ".obj"]))
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", folder)
        file = write(whole(), Path(folder) / f"room{suffix}")
        content = bytearray(file.read_bytes())
        for _ in range(data.draw(st.integers(1, 4))):
            at = data.draw(st.integers(0, len(content) - 1))
            content[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=9))
        file.write_bytes(bytes(content))
        with contextlib.suppress(WayproofError):
            assert np.isfinite(read_mesh(file).scene.vertices_m).all()


def test_a_stray_vertex_high_above_is_noticed(tmp_path: Path) -> None:
    mesh = whole()
    mesh.vertices[3, 1] = 1e7
    with pytest.raises(InvalidInput, match="1e\\+04 km high"):
        read_mesh(write(mesh, tmp_path / "room.ply"))


def test_a_point_cloud_is_no_mesh(tmp_path: Path) -> None:
    file = tmp_path / "cloud.ply"
    file.write_bytes(trimesh.PointCloud(np.eye(3)).export(file_type="ply"))
    with pytest.raises(BrokenFile, match="no triangles"):
        read_mesh(file)


@pytest.mark.parametrize("missing", ["wood.png", "gltf_buffer_0.bin"])
def test_a_missing_file_is_named_with_the_field_that_asks_for_it(missing: str, tmp_path: Path) -> None:
    file = gltf(tmp_path)
    (tmp_path / missing).unlink()
    field = "images[0].uri" if missing.endswith("png") else "buffers[0].uri"
    with pytest.raises(BrokenFile) as error:
        read_mesh(file)
    assert field in str(error.value) and missing in str(error.value)


@pytest.mark.parametrize("field", ["mtllib", "map_kd"])
def test_an_obj_without_its_material_or_texture_says_which(field: str, tmp_path: Path) -> None:
    file = tmp_path / "room.obj"
    file.write_text("mtllib m.mtl\nv 0 0 0\nv 0 0 5\nv 5 0 5\nusemtl a\nf 1 2 3\n")
    if field == "map_kd":
        (tmp_path / "m.mtl").write_text("newmtl a\nmap_Kd nowhere.png\n")
    with pytest.raises(BrokenFile, match=f"{field} refers to"):
        read_mesh(file)


def test_a_ply_without_its_texture_says_so(tmp_path: Path) -> None:
    file = write(whole(), tmp_path / "room.ply")
    content = file.read_bytes().replace(
        b"\nelement vertex", b"\ncomment TextureFile gone.png\nelement vertex", 1
    )
    file.write_bytes(content)
    with pytest.raises(BrokenFile, match=r"comment TextureFile refers to 'gone\.png'"):
        read_mesh(file)


@pytest.mark.parametrize(("width", "height"), [(30_000, 30_000), (30_000, 8), (12_000, 12_000)])
@pytest.mark.parametrize("inside", [True, False])
def test_an_enormous_texture_is_refused_before_it_is_decoded(
    width: int, height: int, inside: bool, tmp_path: Path
) -> None:
    if inside:
        data = huge_png(width, height)
        import base64

        uri = "data:image/png;base64," + base64.b64encode(data).decode()
        file = gltf(tmp_path, images=[{"uri": uri}])
    else:
        file = gltf(tmp_path)
        (tmp_path / "wood.png").write_bytes(huge_png(width, height))
    with pytest.raises(BrokenFile, match="pixels"):
        read_mesh(file)


def test_a_broken_picture_inside_a_glb_is_named(tmp_path: Path) -> None:
    file = write({"floor": textured(parts()["floor"], picture(8, 8))}, tmp_path / "room.glb")
    content = file.read_bytes()
    at = content.index(b"\x89PNG")
    file.write_bytes(content[:at] + b"XXXX" + content[at + 4 :])
    with pytest.raises(BrokenFile, match=r"images\[0\]"):
        read_mesh(file)


def test_accessors_that_would_fill_the_memory_are_refused_by_the_header(tmp_path: Path) -> None:
    def bloated(accessors):
        return [*accessors, {"count": 2**31, "type": "VEC3", "componentType": 5126}]

    with pytest.raises(BrokenFile, match="accessors hold"):
        read_mesh(gltf(tmp_path, accessors=bloated))


@pytest.mark.parametrize("name", ["KHR_draco_mesh_compression", "KHR_texture_basisu", "EXT_unheard_of"])
def test_an_extension_that_would_be_misread_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match=f"extensionsRequired names '{name}'"):
        read_mesh(gltf(tmp_path, extensionsRequired=[name]))


@pytest.mark.parametrize("uri", ["../../../outside.bin", "../../etc/passwd"])
def test_references_do_not_leave_the_folder_above(uri: str, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    (tmp_path / "outside.bin").write_bytes(b"secret")
    with pytest.raises(BrokenFile, match="lies outside"):
        read_mesh(gltf(folder, buffers=[{"uri": uri, "byteLength": 6}]))


def test_other_files_and_absent_ones_are_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "room.fbx").write_bytes(b"Kaydara")
    with pytest.raises(InvalidInput, match=r"\.fbx.*\.glb"):
        read_mesh(tmp_path / "room.fbx")
    with pytest.raises(InvalidInput, match="there is no mesh file"):
        read_mesh(tmp_path / "absent.glb")
    with pytest.raises(InvalidInput, match="no file of labels"):
        read_mesh(write(whole(), tmp_path / "room.ply"), labels=tmp_path / "absent.json")


def test_a_refused_mesh_leaves_nothing_behind(tmp_path: Path, cache: Path) -> None:
    mesh = whole()
    mesh.vertices[0, 0] = np.nan
    with np.errstate(all="ignore"):
        file = write(mesh, tmp_path / "room.ply")
        with pytest.raises(BrokenFile):
            read_mesh(file)
    assert not [path for path in cache.rglob("*") if path.is_file()]
