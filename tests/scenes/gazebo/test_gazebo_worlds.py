"""Gazebo worlds: poses, scales, includes, nested models, primitives and meshes stand where SDF puts them."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import trimesh

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.scenes.gazebo.sdf_poses import pose_matrix
from wayproof.scenes.gazebo.world_reader import read_world
from wayproof.scenes.meshes.bounded_xml import xml_root
from wayproof.scenes.scene import Instance, Scene

BOX = "<geometry><box><size>{}</size></box></geometry>"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


def visual(geometry: str, pose: str = "", more: str = "") -> str:
    return f'<visual name="v"><pose>{pose}</pose>{geometry}{more}</visual>'


def model(name: str, inside: str, pose: str = "") -> str:
    return f'<model name="{name}"><pose>{pose}</pose><link name="l">{inside}</link></model>'


FLOOR = model("floor", visual(BOX.format("6 4 0.1"), "0 0 -0.05 0 0 0"))


def world_file(folder: Path, *models: str, floor: str = FLOOR) -> Path:
    file = folder / "hall.world"
    file.write_text(f'<sdf version="1.6"><world name="w">{floor}{"".join(models)}</world></sdf>')
    return file


def included(folder: Path, name: str, inside: str, version: str = "1.6") -> None:
    """A model in a folder of its own, with its config."""
    place = folder / "models" / name
    (place / "meshes").mkdir(parents=True, exist_ok=True)
    (place / "model.sdf").write_text(f'<sdf version="{version}"><model name="{name}">{inside}</model></sdf>')
    (place / "model.config").write_text(
        f'<model><name>{name}</name><sdf version="{version}">model.sdf</sdf></model>'
    )


def only(scene: Scene, category: str) -> Instance:
    (found,) = (instance for instance in scene.instances if instance.category == category)
    return found


def bounds(scene: Scene, category: str) -> tuple[list[float], list[float]]:
    """Low and high corner of a thing in SDF's frame: x, y, z with z up."""
    thing = only(scene, category)
    low, high = thing.low_m, thing.high_m
    return [low[0], -high[2], low[1]], [high[0], -low[2], high[1]]


def test_poses_of_model_link_and_visual_follow_one_another(tmp_path: Path) -> None:
    quarter = f"{math.pi / 2}"
    chair = (
        f'<model name="chair"><pose>1 0.5 0 0 0 {quarter}</pose><link name="l"><pose>0.2 0 0.3 0 0 0</pose>'
        + visual(BOX.format("0.4 0.2 0.6"), "0.1 0 0 0 0 0")
        + "</link></model>"
    )
    scene = read_world(world_file(tmp_path, chair)).scene
    low, high = bounds(scene, "chair")
    assert low == pytest.approx([0.9, 0.6, 0.0], abs=1e-4) and high == pytest.approx(
        [1.1, 1.0, 0.6], abs=1e-4
    )


def test_turns_are_those_of_scipy() -> None:
    from scipy.spatial.transform import Rotation

    class Pose:
        text, attributes = "1 2 3 0.3 -0.5 1.1", {}

        def get(self, name: str, default: str | None = None) -> str | None:
            return self.attributes.get(name, default)

    matrix = pose_matrix(Pose(), "pose")  # type: ignore[arg-type]
    expected = Rotation.from_euler("xyz", [0.3, -0.5, 1.1])
    assert np.allclose(matrix[:3, :3], expected.as_matrix()) and np.allclose(matrix[:3, 3], (1, 2, 3))
    Pose.text, Pose.attributes = (
        "0 0 0 " + " ".join(map(str, expected.as_quat())),
        {"rotation_format": "quat_xyzw"},
    )
    assert np.allclose(pose_matrix(Pose(), "pose")[:3, :3], expected.as_matrix())  # type: ignore[arg-type]


def test_included_models_are_found_scaled_and_placed(tmp_path: Path) -> None:
    mesh = trimesh.creation.box((1.0, 2.0, 0.5))
    geometry = (
        "<geometry><mesh><uri>model://desk/meshes/top.stl</uri><scale>0.5 0.5 2</scale></mesh></geometry>"
    )
    included(
        tmp_path, "desk", f'<pose>9 9 9 0 0 0</pose><link name="l">{visual(geometry, "0 0 0.5 0 0 0")}</link>'
    )
    (tmp_path / "models" / "desk" / "meshes" / "top.stl").write_bytes(mesh.export(file_type="stl"))
    file = world_file(
        tmp_path, "<include><uri>model://desk</uri><name>d1</name><pose>1 0 0 0 0 0</pose></include>"
    )
    reading = read_world(file)
    low, high = bounds(reading.scene, "desk")
    assert low == pytest.approx([0.75, -0.5, 0.0], abs=1e-4)
    assert high == pytest.approx([1.25, 0.5, 1.0], abs=1e-4)
    assert any("2 models, 2 visuals, 1 meshes" in note for note in reading.notes)
    with pytest.raises(BrokenFile, match=r"model://shelf.*--models"):
        read_world(world_file(tmp_path, "<include><uri>model://shelf</uri></include>"))


def test_nested_models_and_frames_add_up(tmp_path: Path) -> None:
    included(tmp_path, "leg", f'<link name="l">{visual(BOX.format("0.1 0.1 0.4"), "0 0 0.2 0 0 0")}</link>')
    table = (
        '<model name="desk"><pose>1 1 0 0 0 0</pose><frame name="corner"><pose>0.4 0 0 0 0 0</pose></frame>'
        '<include><uri>model://leg</uri><pose relative_to="corner">0.1 0 0 0 0 0</pose></include>'
        '<link name="top">' + visual(BOX.format("1 0.6 0.1"), "0 0 0.45 0 0 0") + "</link></model>"
    )
    low, high = bounds(read_world(world_file(tmp_path, table)).scene, "desk")
    assert low == pytest.approx([0.5, 0.7, 0.0], abs=1e-4)
    assert high == pytest.approx([1.55, 1.3, 0.5], abs=1e-4)


@pytest.mark.parametrize(
    ("geometry", "size"),
    [
        ("<sphere><radius>0.3</radius></sphere>", (0.6, 0.6, 0.6)),
        ("<cylinder><radius>0.2</radius><length>0.9</length></cylinder>", (0.4, 0.4, 0.9)),
        ("<capsule><radius>0.2</radius><length>0.5</length></capsule>", (0.4, 0.4, 0.9)),
        ("<cone><radius>0.2</radius><length>0.5</length></cone>", (0.4, 0.4, 0.5)),
        ("<ellipsoid><radii>0.2 0.3 0.4</radii></ellipsoid>", (0.4, 0.6, 0.8)),
    ],
)
def test_primitives_have_their_size_about_their_middle(geometry: str, size, tmp_path: Path) -> None:
    thing = model("vase", visual(f"<geometry>{geometry}</geometry>"), "0 0 1 0 0 0")
    low, high = bounds(read_world(world_file(tmp_path, thing)).scene, "vase")
    assert np.subtract(high, low) == pytest.approx(size, rel=0.02)
    assert np.add(high, low) / 2 == pytest.approx((0.0, 0.0, 1.0), abs=0.01)


def test_a_ground_plane_reaches_no_farther_than_it_must(tmp_path: Path) -> None:
    ground = "<include><uri>model://ground_plane</uri></include><include><uri>model://sun</uri></include>"
    chair = model("chair", visual(BOX.format("0.5 0.5 1")), "3 0 0.5 0 0 0")
    scene = read_world(world_file(tmp_path, chair, floor=ground)).scene
    low, high = scene.vertices_m.min(axis=0), scene.vertices_m.max(axis=0)
    assert high - low == pytest.approx((4.5, 1.0, 4.5), abs=1e-3)
    assert {instance.category for instance in scene.instances} >= {"chair", "floor"}


def test_colours_come_from_the_visual(tmp_path: Path) -> None:
    red = "<material><diffuse>1 0 0 1</diffuse></material>"
    scene = read_world(world_file(tmp_path, model("vase", visual(BOX.format("1 1 1"), "", red)))).scene
    assert any((texture == (255, 0, 0)).all() for texture in scene.textures)


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        (model("a", visual(BOX.format("1 1"))), "should be 3 numbers"),
        (model("a", visual(BOX.format("1 1 nan"))), "should be 3 numbers"),
        (model("a", visual(BOX.format("1 1 -1"))), "above 0"),
        (model("a", visual(BOX.format("1 1 1"), "1 2 3")), "should be 6 numbers"),
        ("<include><uri>https://fuel.gazebosim.org/x</uri></include>", "download it"),
        ("<include><uri>model://../../etc</uri></include>", "in none of"),
        (
            '<model name="a"><link name="l"><pose relative_to="b"/></link><frame name="b"><pose '
            'relative_to="b"/></frame></model>',
            "in itself",
        ),
        (model("a", visual("<geometry><mesh><uri>file:///etc/passwd</uri></mesh></geometry>")), "in none of"),
    ],
)
def test_what_is_wrong_with_a_world_is_said(inside: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match=said):
        read_world(world_file(tmp_path, inside))


def test_a_model_that_includes_itself_ends_in_a_sentence(tmp_path: Path) -> None:
    included(tmp_path, "snake", "<include><uri>model://snake</uri></include>")
    with pytest.raises(BrokenFile, match="within themselves"):
        read_world(world_file(tmp_path, "<include><uri>model://snake</uri></include>"))


def test_entities_and_missing_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "hall.world"
    file.write_text('<!DOCTYPE x [<!ENTITY a "b">]><sdf><world/></sdf>')
    with pytest.raises(BrokenFile, match="document type"):
        read_world(file)
    with pytest.raises(InvalidInput, match="there is no file"):
        read_world(tmp_path / "none.world")
    file.write_text("<sdf><world/></sdf>")
    with pytest.raises(BrokenFile, match="no visuals"):
        read_world(file)
    with pytest.raises(BrokenFile, match="not with <sdf>"):
        file.write_text("<robot/>")
        xml_root(file, "sdf")


def test_lights_are_left_out_and_said_so(tmp_path: Path) -> None:
    reading = read_world(world_file(tmp_path, '<light name="s" type="point"/><light name="t" type="spot"/>'))
    assert any("left out, as it is not read: light (2)" in note for note in reading.notes)
