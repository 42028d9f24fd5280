"""Textures and colours: what a mesh shows is what its file shows, as it is by day."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh
from plain_meshes import coloured, parts, picture, textured, whole, write

from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import render
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.meshes.mesh_reader import read_mesh
from wayproof.scenes.meshes.mesh_textures import LARGEST_PX, edge_for
from wayproof.scenes.scene import Scene


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def looking_down(scene: Scene, x: float, z: float) -> np.ndarray:
    """The mean colour of a small spot on the floor."""
    view = view_from((x, 1.5, z), 0.0, pitch_rad=-np.pi / 2)
    frame = render(prepare(scene), [view], Camera(16, 16, 0.2), want=("rgb",))[0]
    return frame.rgb.reshape(-1, 3).mean(axis=0)


def quarters() -> trimesh.PIL.Image.Image:
    """Red and green above, blue and white below."""
    image = picture(64, 32)
    for x, y, colour in (
        (0, 0, (255, 0, 0)),
        (32, 0, (0, 255, 0)),
        (0, 16, (0, 0, 255)),
        (32, 16, (255,) * 3),
    ):
        image.paste(colour, (x, y, x + 32, y + 16))
    return image


def test_a_texture_lies_the_right_way_round_and_is_shown_as_it_is(tmp_path: Path) -> None:
    """The sheet's texture coordinates put the top left of the picture at low x, low z."""
    file = write({"floor": textured(parts()["floor"], quarters())}, tmp_path / "room.glb")
    scene = read_mesh(file, light="none").scene
    for place, colour in (
        ((1.0, 0.75), (255, 0, 0)),
        ((3.0, 0.75), (0, 255, 0)),
        ((1.0, 2.25), (0, 0, 255)),
        ((3.0, 2.25), (255, 255, 255)),
    ):
        assert np.allclose(looking_down(scene, *place), colour, atol=1)


@pytest.mark.parametrize("size", [(30, 17), (64, 64), (300, 40), (1, 1)])
def test_textures_become_squares_of_a_power_of_two(size: tuple[int, int], tmp_path: Path) -> None:
    file = write({"floor": textured(parts()["floor"], picture(*size))}, tmp_path / "room.glb")
    (texture,) = read_mesh(file).scene.textures
    edge = texture.shape[0]
    assert texture.shape == (edge, edge, 3) and edge & (edge - 1) == 0 and edge >= max(size)
    assert (texture == (200, 100, 50)).all()


def test_many_textures_share_the_budget_and_few_stay_sharp() -> None:
    assert edge_for(1) == LARGEST_PX
    for count in (1, 3, 10, 40, 150):
        assert edge_for(count) ** 2 * count <= 32 * 2**20 or edge_for(count) == 256


def test_vertex_colours_of_a_ply_are_shown_as_they_are(tmp_path: Path) -> None:
    scene = read_mesh(write(coloured(whole(), (10, 130, 250)), tmp_path / "room.ply")).scene
    assert scene.colours is not None and (scene.colours == (10, 130, 250)).all()
    assert np.allclose(looking_down(scene, 2.0, 1.0), (10, 130, 250), atol=1.5)


def test_vertex_colours_beside_a_texture_multiply_it(tmp_path: Path) -> None:
    floor = textured(parts()["floor"], picture(8, 8, (200, 100, 50)))
    floor.visual.vertex_attributes["color"] = np.tile(np.array([128, 255, 255, 255], np.uint8), (4, 1))
    scene = read_mesh(write({"floor": floor}, tmp_path / "room.glb")).scene
    assert np.allclose(looking_down(scene, 2.0, 1.0), (100, 100, 50), atol=1.5)


def test_face_colours_keep_their_borders(tmp_path: Path) -> None:
    mesh = parts()["floor"]
    mesh.visual = trimesh.visual.ColorVisuals(mesh, face_colors=[[255, 0, 0, 255], [0, 0, 255, 255]])
    scene = read_mesh(write(mesh, tmp_path / "room.ply")).scene
    shown = {tuple(colours) for colours in scene.colours[scene.faces].reshape(-1, 3).tolist()}
    assert shown == {(255, 0, 0), (0, 0, 255)}


def test_plain_materials_of_an_obj_keep_their_diffuse_colour(tmp_path: Path) -> None:
    (tmp_path / "m.mtl").write_text("newmtl red\nKd 0.8 0.2 0.1\n")
    (tmp_path / "room.obj").write_text(
        "mtllib m.mtl\nv 0 0 0\nv 0 0 5\nv 5 0 5\nv 5 0 0\nusemtl red\nf 1 2 3 4\n"
    )
    scene = read_mesh(tmp_path / "room.obj").scene
    assert (scene.textures[scene.materials[0].texture] == (204, 51, 26)).all()
    assert scene.colours is None  # bare colours are shaded, so that shapes can be told apart


def test_an_obj_finds_its_texture_whatever_the_case_of_its_name(tmp_path: Path) -> None:
    picture(16, 16, (9, 99, 199)).save(tmp_path / "Wood.PNG")
    (tmp_path / "m.mtl").write_text("newmtl wood\nKd 0 0 0\nmap_Kd -s 1 1 1 wood.png\n")
    (tmp_path / "room.obj").write_text(
        "mtllib m.mtl\nv 0 0 0\nv 0 0 5\nv 5 0 5\nv 5 0 0\nvt 0 0\nvt 0 1\nvt 1 1\nvt 1 0\n"
        "usemtl wood\nf 1/1 2/2 3/3 4/4\n"
    )
    scene = read_mesh(tmp_path / "room.obj", light="none").scene
    assert np.allclose(looking_down(scene, 2.0, 2.0), (9, 99, 199), atol=1)


def test_a_linear_colour_factor_is_shown_on_the_screens_curve(tmp_path: Path) -> None:
    floor = parts()["floor"]
    floor.visual = trimesh.visual.TextureVisuals(
        uv=floor.visual.uv, material=trimesh.visual.material.PBRMaterial(baseColorFactor=[0.5, 0.0, 1.0, 1.0])
    )
    scene = read_mesh(write({"floor": floor}, tmp_path / "room.glb")).scene
    assert np.allclose(scene.textures[0][0, 0], (188, 0, 255), atol=1)  # sRGB of one half is 188


def test_other_light_only_dims_what_a_scan_saw(tmp_path: Path) -> None:
    scene = read_mesh(write(coloured(whole(), (100, 150, 200)), tmp_path / "room.ply")).scene
    day = light_at_vertices(scene)
    assert np.allclose(day, np.array([100, 150, 200]) / 255)
    for lighting in ("evening", "lights_off"):
        ratio = light_at_vertices(scene, lighting=lighting) / day
        assert np.allclose(ratio, ratio[0]) and (ratio[0] < 0.7).all()
    assert (
        light_at_vertices(scene, lighting="lights_off").max()
        < light_at_vertices(scene, lighting="evening").max()
    )
