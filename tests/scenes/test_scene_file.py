import io
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wayproof.errors import BrokenFile, InvalidInput, StorageFailure
from wayproof.scenes.digest import content_hash
from wayproof.scenes.houses.house import build_house
from wayproof.scenes.scene import LightLayers, Scene
from wayproof.scenes.scene_file import load_scene, save_scene

ARRAYS = ("vertices_m", "normals", "uv", "faces", "face_instance", "face_material", "face_glow")


@pytest.fixture(scope="module")
def scene() -> Scene:
    return build_house(3, rooms=2).scene


@pytest.fixture
def saved(scene: Scene, tmp_path: Path) -> Path:
    save_scene(scene, tmp_path / "house.scene")
    return tmp_path / "house.scene"


def rewrite(file: Path, name: str, content: bytes | None) -> None:
    """Replace or drop one entry of a scene file."""
    with zipfile.ZipFile(file) as archive:
        entries = {entry: archive.read(entry) for entry in archive.namelist()}
    entries.pop(name)
    if content is not None:
        entries[name] = content
    with zipfile.ZipFile(file, "w") as archive:
        for entry, data in entries.items():
            archive.writestr(entry, data)


def test_a_scene_survives_its_file(scene: Scene, saved: Path) -> None:
    loaded = load_scene(saved)
    for name in ARRAYS:
        assert np.array_equal(getattr(loaded, name), getattr(scene, name)), name
    assert all(np.array_equal(a, b) for a, b in zip(loaded.textures, scene.textures, strict=True))
    for name in ("name", "materials", "instances", "rooms", "doors", "windows", "lamps", "two_sided"):
        assert getattr(loaded, name) == getattr(scene, name), name
    assert content_hash(loaded) == content_hash(scene)


def test_light_is_saved_but_does_not_count_for_the_hash(scene: Scene, tmp_path: Path) -> None:
    count = len(scene.vertices_m)
    light = LightLayers(
        ambient=np.full(count, 0.5, np.float16),
        sky=np.ones((count, 3), np.float16),
        lamps=np.zeros((len(scene.lamps), count), np.float16),
    )
    digest = save_scene(scene.with_light(light), tmp_path / "lit.scene")
    loaded = load_scene(tmp_path / "lit.scene")
    assert digest == content_hash(scene)
    assert loaded.light is not None and np.array_equal(loaded.light.sky, light.sky)


def test_equal_scenes_are_equal_files(scene: Scene, tmp_path: Path) -> None:
    save_scene(scene, tmp_path / "one.scene")
    save_scene(scene, tmp_path / "two.scene")
    assert (tmp_path / "one.scene").read_bytes() == (tmp_path / "two.scene").read_bytes()


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_torn_file_is_detected(saved: Path, share: float) -> None:
    content = saved.read_bytes()
    saved.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(BrokenFile, match="house.scene is damaged or not a scene file"):
        load_scene(saved)


def test_a_flipped_byte_is_detected(saved: Path) -> None:
    content = bytearray(saved.read_bytes())
    content[len(content) // 2] ^= 0xFF
    saved.write_bytes(bytes(content))
    with pytest.raises(BrokenFile, match="house.scene"):
        load_scene(saved)


def test_a_missing_field_is_named(saved: Path) -> None:
    rewrite(saved, "faces.npy", None)
    with pytest.raises(BrokenFile, match="field faces is missing"):
        load_scene(saved)


def test_an_index_out_of_range_is_named(scene: Scene, saved: Path) -> None:
    stream = io.BytesIO()
    np.save(stream, scene.faces + 10**6)
    rewrite(saved, "faces.npy", stream.getvalue())
    with pytest.raises(BrokenFile, match="field faces has .* values outside"):
        load_scene(saved)


def test_pickled_content_is_refused(saved: Path) -> None:
    stream = io.BytesIO()
    np.save(stream, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    rewrite(saved, "uv.npy", stream.getvalue())
    with pytest.raises(BrokenFile, match="field uv"):
        load_scene(saved)


def test_an_altered_label_is_noticed_by_the_hash(saved: Path) -> None:
    with zipfile.ZipFile(saved) as archive:
        labels = archive.read("labels.json")
    rewrite(saved, "labels.json", labels.replace(b'"floor"', b'"lava"'))
    with pytest.raises(BrokenFile, match="does not match its own hash"):
        load_scene(saved)


def test_another_version_and_another_kind_of_zip_are_refused(saved: Path) -> None:
    with zipfile.ZipFile(saved) as archive:
        labels = archive.read("labels.json")
    rewrite(saved, "labels.json", labels.replace(b'"version": 1', b'"version": 9'))
    with pytest.raises(BrokenFile, match="field version is 9"):
        load_scene(saved)
    rewrite(saved, "labels.json", None)
    with pytest.raises(BrokenFile, match=r"no labels\.json"):
        load_scene(saved)


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="make one with: wayproof scenes make"):
        load_scene(tmp_path / "absent.scene")


def test_a_place_that_cannot_be_written_is_named(scene: Scene, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageFailure, match="could not write"):
        save_scene(scene, tmp_path / "file" / "house.scene")


def test_arrays_of_a_scene_are_read_only(scene: Scene) -> None:
    with pytest.raises(ValueError, match="read-only"):
        scene.vertices_m[0] = 0


def test_the_hash_sees_geometry_labels_and_textures_but_not_dust(scene: Scene) -> None:
    digest = content_hash(scene)
    grid = np.round(scene.vertices_m.astype(np.float64) / 1e-4) * 1e-4
    exact = replace(scene, vertices_m=grid.astype(np.float32))
    dusty = replace(scene, vertices_m=(grid + 2e-5).astype(np.float32))
    assert content_hash(exact) == content_hash(dusty)
    assert content_hash(replace(scene, vertices_m=scene.vertices_m + np.float32(0.001))) != digest
    assert content_hash(replace(scene, rooms=scene.rooms[:-1])) != digest
    other = (scene.textures[0] ^ 1, *scene.textures[1:])
    assert content_hash(replace(scene, textures=other)) != digest
