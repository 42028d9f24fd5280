import json
from pathlib import Path

import numpy as np
import pytest
import trimesh

from wayproof.errors import InvalidInput
from wayproof.scenes.glb import export_glb
from wayproof.scenes.houses.house import build_house


@pytest.fixture(scope="module")
def house():
    return build_house(5, rooms=2).scene


@pytest.fixture(scope="module")
def exported(house, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("glb") / "house.glb"
    export_glb(house, file)
    return file


def test_another_library_reads_every_triangle_back(house, exported: Path) -> None:
    loaded = trimesh.load_scene(exported)
    assert sum(len(mesh.faces) for mesh in loaded.geometry.values()) == len(house.faces)
    assert np.allclose(loaded.bounds, [house.vertices_m.min(axis=0), house.vertices_m.max(axis=0)], atol=1e-5)


def test_the_area_of_each_instance_survives_under_its_label(house, exported: Path) -> None:
    sidecar = json.loads(exported.with_suffix(".semantic.json").read_text())
    labels = {f"{entry['category']}_{entry['id']}" for entry in sidecar["instances"]}
    areas: dict[int, float] = {}
    loaded = trimesh.load_scene(exported)
    for name in loaded.graph.nodes_geometry:
        label = next(part for part in (name, name.rsplit("_", 1)[0]) if part in labels)
        _, geometry = loaded.graph[name]
        number = int(label.rsplit("_", 1)[1])
        areas[number] = areas.get(number, 0.0) + loaded.geometry[geometry].area
    a, b, c = (house.vertices_m[house.faces[:, k]].astype(float) for k in range(3))
    size = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    expected = np.bincount(house.face_instance, weights=size)
    assert sorted(areas) == [instance.id for instance in house.instances]
    assert np.allclose([areas[k] for k in sorted(areas)], expected[1:], rtol=1e-3, atol=1e-5)


def test_the_sidecar_lists_rooms_and_attributes(house, exported: Path) -> None:
    sidecar = json.loads(exported.with_suffix(".semantic.json").read_text())
    assert [room["type"] for room in sidecar["rooms"]] == [room.type for room in house.rooms]
    assert len(sidecar["instances"]) == len(house.instances)
    chosen = next(k for k, instance in enumerate(house.instances) if instance.attributes.colour)
    assert sidecar["instances"][chosen]["attributes"]["colour"] == house.instances[chosen].attributes.colour


def test_textures_and_their_orientation_survive(house, exported: Path) -> None:
    loaded = trimesh.load_scene(exported)
    mesh = next(iter(loaded.geometry.values()))
    image = np.asarray(mesh.visual.material.baseColorTexture.convert("RGB"))
    assert any(texture.shape == image.shape and np.array_equal(texture, image) for texture in house.textures)


def test_only_glb_names_are_taken(house, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"must end in \.glb"):
        export_glb(house, tmp_path / "house.obj")
    assert list(tmp_path.iterdir()) == []
