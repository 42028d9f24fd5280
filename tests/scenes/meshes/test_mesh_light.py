"""Light for meshes whose pictures hold none: baked by default, on demand, or not at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh
from plain_meshes import box, coloured, picture, sheet, textured, write

from wayproof.errors import UnknownName
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.meshes.mesh_light import LAMP_SPACING_M
from wayproof.scenes.meshes.mesh_reader import read_mesh
from wayproof.scenes.scene import Scene


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def room() -> dict[str, trimesh.Trimesh]:
    """A closed room of 5 x 4 x 2.6 m with a table, under one small picture that is laid over everything."""
    image = picture(8, 8, (200, 200, 200))
    shell = {
        "floor": sheet(0.0, 0.0, 5.0, 4.0),
        "ceiling": sheet(0.0, 0.0, 5.0, 4.0, 2.6),
        "west": box((0.1, 2.6, 4.0), (-0.1, 0.0, 0.0)),
        "east": box((0.1, 2.6, 4.0), (5.0, 0.0, 0.0)),
        "north": box((5.0, 2.6, 0.1), (0.0, 0.0, -0.1)),
        "south": box((5.0, 2.6, 0.1), (0.0, 0.0, 4.0)),
        "table": box((1.4, 0.05, 1.4), (0.1, 0.75, 0.1)),
    }
    return {name: textured(mesh, image) for name, mesh in shell.items()}


def areas(scene: Scene) -> dict[int, float]:
    corners = scene.vertices_m[scene.faces].astype(float)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1) / 2
    return {i: area[scene.face_instance == i].sum() for i in np.unique(scene.face_instance).tolist()}


def test_a_textured_mesh_without_light_is_lit_and_the_table_casts_a_shadow(tmp_path: Path) -> None:
    reading = read_mesh(write(room(), tmp_path / "room.glb"))
    scene = reading.scene
    assert scene.light is not None and scene.colours is None
    assert any(
        "lamps below the ceiling was baked" in note and "--light none" in note for note in reading.notes
    )
    light = light_at_vertices(scene).mean(axis=1)
    x, y, z = scene.vertices_m.T
    on_floor = np.abs(y) < 1e-3
    below = light[on_floor & (x > 0.3) & (x < 1.2) & (z > 0.3) & (z < 1.2)]
    clear = light[on_floor & (x > 2.0) & (x < 4.0) & (z > 1.5) & (z < 3.0)]
    assert below.mean() < 0.8 * clear.mean() and 0.5 < clear.mean() < 1.25


def test_lamps_hang_inside_the_room_below_its_ceiling(tmp_path: Path) -> None:
    scene = read_mesh(write(room(), tmp_path / "room.glb")).scene
    places = np.array([place for lamp in scene.lamps for place in lamp.positions_m])
    # One of the four is above the table, where nobody walks and no room is.
    assert len(places) == round(5.0 / LAMP_SPACING_M) * round(4.0 / LAMP_SPACING_M) - 1
    assert ((places > (0.0, 2.0, 0.0)) & (places < (5.0, 2.6, 4.0))).all()


def test_cutting_long_triangles_changes_neither_surface_nor_labels(tmp_path: Path) -> None:
    file = write(room(), tmp_path / "room.glb")
    plain, lit = (read_mesh(file, light=light).scene for light in ("none", "auto"))
    assert areas(lit) == pytest.approx(areas(plain), rel=1e-5)
    assert plain.light is None and len(lit.faces) > len(plain.faces)


def test_vertex_colours_and_unlit_materials_are_light_of_their_own(tmp_path: Path) -> None:
    painted = {name: coloured(mesh, (90, 120, 200)) for name, mesh in room().items()}
    assert read_mesh(write(painted, tmp_path / "painted.glb")).scene.light is None
    for name, content in trimesh.Scene(room()).export(file_type="gltf").items():
        (tmp_path / name).write_bytes(content)
    file = tmp_path / "model.gltf"
    file.write_text(file.read_text().replace("{", '{"extensionsUsed": ["KHR_materials_unlit"], ', 1))
    assert read_mesh(file).scene.light is None
    assert read_mesh(file, light="bake").scene.light is not None


def test_a_picture_that_small_triangles_share_out_is_a_scan(tmp_path: Path) -> None:
    """The floor in 2,888 triangles, each with its own part of the picture."""
    steps = np.linspace(0.0, 1.0, 39)
    u, v = (axis.reshape(-1) for axis in np.meshgrid(steps, steps, indexing="ij"))
    at = np.arange(39 * 39).reshape(39, 39)
    a, b, c, d = (grid.reshape(-1) for grid in (at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]))
    faces = np.concatenate([np.stack([a, d, c], 1), np.stack([a, c, b], 1)])
    floor = trimesh.Trimesh(np.stack([5 * u, 0 * u, 4 * v], axis=1), faces, process=False)
    material = trimesh.visual.material.PBRMaterial(baseColorTexture=picture(64, 64))
    floor.visual = trimesh.visual.TextureVisuals(uv=np.stack([u, v], axis=1), material=material)
    assert read_mesh(write({"floor": floor}, tmp_path / "scan.glb")).scene.light is None
    repeated = floor.copy()
    repeated.visual = trimesh.visual.TextureVisuals(uv=3 * np.stack([u, v], axis=1), material=material)
    assert read_mesh(write({"floor": repeated}, tmp_path / "tiles.glb")).scene.light is not None


def test_a_light_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no light of a mesh named 'sun'"):
        read_mesh(write(room(), tmp_path / "room.glb"), light="sun")


def test_the_note_on_the_floor_names_the_body(tmp_path: Path) -> None:
    notes = read_mesh(write(room(), tmp_path / "room.glb")).notes
    assert any("for a body of 0.18 m radius and 0.88 m height" in note for note in notes)
