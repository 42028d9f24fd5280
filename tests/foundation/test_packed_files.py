"""Damaged and hostile files of every kind get a sentence, and nothing unpacks beyond its bound."""

from __future__ import annotations

import gzip
import io
import json
import struct
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wayproof.corruptions.recordings import read_recording
from wayproof.episode_set import EpisodeSet, Recipe, read_set, write_set
from wayproof.errors import BrokenFile, InvalidInput, WayproofError
from wayproof.packed_files import npy_array
from wayproof.scenes.meshes.gltf_check import check_places, gltf_document
from wayproof.scenes.scene_file import load_scene
from wayproof.spec import read_json, read_toml
from wayproof.suite import Suite
from wayproof.wire.encoding import WireFault, unpack


def _npy(shape: str, descr: str = "<f4", data: bytes = b"") -> bytes:
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


@given(place=st.integers(0, 10**4), bit=st.integers(0, 7))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_episode_set_is_a_broken_file(tmp_path: Path, place: int, bit: int) -> None:
    file = tmp_path / "set.json.gz"
    write_set(file, EpisodeSet(Recipe("point_goal", 0), (), {"narrow": 3}, ("houses-v1/val/1",)))
    data = bytearray(file.read_bytes())
    data[place % len(data)] ^= 1 << bit
    file.write_bytes(data)
    try:
        read_set(file)
    except BrokenFile as error:
        assert str(file) in str(error)


def test_a_small_file_does_not_become_a_large_one(tmp_path: Path) -> None:
    file = tmp_path / "bomb.json.gz"
    file.write_bytes(gzip.compress(b" " * (400 << 20), 9))
    with pytest.raises(BrokenFile, match="200 times its size"):
        read_set(file)
    bomb = tmp_path / "bomb.scene"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("labels.json", b" " * (300 << 20))
    with pytest.raises(BrokenFile, match=r"bomb.scene would unpack from \d+ to 314572800 bytes"):
        load_scene(bomb)


@pytest.mark.parametrize(
    "shape", ["(10**18,)", "(1000000000, 1000000000)", "(-1,)", "(2, 3", "('a',)", "(99999999999999999999,)"]
)
def test_an_array_that_promises_more_than_there_is_gets_a_sentence(tmp_path: Path, shape: str) -> None:
    content = _npy(shape, data=b"\0" * 24)
    with pytest.raises(BrokenFile, match="field x"):
        npy_array(content, "field x")
    (tmp_path / "depth.npy").write_bytes(content)
    with pytest.raises(BrokenFile, match=r"depth.npy cannot be read as a NumPy array"):
        read_recording(tmp_path / "depth.npy")


def test_an_array_that_keeps_its_promise_comes_back() -> None:
    for array in (np.arange(6.0).reshape(2, 3), np.zeros((0, 3), np.uint8), np.asfortranarray(np.eye(3))):
        stream = io.BytesIO()
        np.save(stream, array)
        np.testing.assert_array_equal(npy_array(stream.getvalue(), "x"), array)


def test_an_oversized_picture_is_refused_by_its_header(tmp_path: Path) -> None:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    picture = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )
    (tmp_path / "large.png").write_bytes(picture)
    with pytest.raises(WayproofError, match=r"large.png (is a picture of 30000 x 30000|cannot be read)"):
        read_recording(tmp_path / "large.png")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("deep.toml", "x = " + "[" * 100_000),
        ("deep.json", "[" * 100_000),
        ("long.toml", "version = " + "9" * 5000),
        ("huge.toml", 'name = "a"\nversion = 99999999999999999999999\nsummary = ""\nepisodes = []'),
        ("odd.toml", "name = 2020-13-45"),
        ("bytes.toml", "\0\0\0"),
    ],
)
def test_extreme_toml_and_json_get_a_sentence(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    read = read_toml if name.endswith("toml") else read_json
    with pytest.raises((BrokenFile, InvalidInput), match=name):
        read(tmp_path / name, Suite)


def _scene_file(file: Path, arrays: dict[str, bytes]) -> Path:
    labels = {
        "format": "wayproof-scene",
        "version": 1,
        "hash": "",
        "name": "x",
        "two_sided": False,
        "has_light": False,
        "materials": [],
        "instances": [],
        "rooms": [],
        "doors": [],
        "windows": [],
        "lamps": [],
    }
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("labels.json", json.dumps(labels))
        for name, content in arrays.items():
            archive.writestr(f"{name}.npy", content)
    return file


FIELDS = ("vertices_m", "normals", "uv", "faces", "face_instance", "face_material", "face_glow")


@pytest.mark.parametrize(
    "content",
    [_npy("()", data=b"\0" * 4), _npy("(1,)", "<U1", b"\0" * 4), _npy("(2, 2, 1)", data=b"\0" * 16), b"x"],
)
def test_an_odd_scene_file_gets_a_sentence(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BrokenFile, match=r"odd.scene: field vertices_m"):
        load_scene(_scene_file(tmp_path / "odd.scene", dict.fromkeys(FIELDS, content)))


def _gltf(**more: object) -> dict[str, object]:
    return {"asset": {"version": "2.0"}, **more}


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (
            _gltf(bufferViews=[{"byteOffset": -4, "byteLength": 8}], buffers=[{"byteLength": 99}]),
            "byteOffset is -4",
        ),
        (
            _gltf(bufferViews=[{"byteOffset": 90, "byteLength": 10}], buffers=[{"byteLength": 99}]),
            "ends at byte 100",
        ),
        (_gltf(bufferViews=[{"byteLength": 10}]), "of buffer 0 of None"),
        (_gltf(accessors=[{"count": 1, "byteOffset": 10**30}]), "accessors.0..byteOffset"),
        (_gltf(nodes=[{"children": [k + 1]} for k in range(5000)] + [{}]), "lies deeper than 200"),
        (_gltf(nodes=[{"children": [1]}, {"children": [0]}]), "within itself"),
        (_gltf(nodes=[{"children": ["x"]}]), "not a list of numbers"),
        (_gltf(nodes=[{"children": [7]}]), "missing or another's"),
    ],
)
def test_gltf_that_would_lead_a_loader_astray_is_refused(document: dict[str, object], told: str) -> None:
    with pytest.raises(BrokenFile, match=told):
        check_places(document, Path("x.gltf"))


def test_deep_gltf_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deep.gltf").write_text('{"a":' + "[" * 100_000)
    with pytest.raises(BrokenFile, match="its JSON part is broken"):
        gltf_document(tmp_path / "deep.gltf")


@pytest.mark.parametrize(
    "scalar",
    [{b"data": 1}, {b"data": 300, b"dtype": "|u1"}, {b"dtype": "<f4"}, {b"data": {}, b"dtype": "<f4"}],
)
def test_a_scalar_that_is_none_is_a_fault_of_the_wire(scalar: dict[bytes, object]) -> None:
    import msgspec

    with pytest.raises(WireFault):
        unpack(msgspec.msgpack.encode({"x": {b"__npgeneric__": True, **scalar}}))
