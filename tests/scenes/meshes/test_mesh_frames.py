"""Axes, units and sizes: a mesh stands where its file says, or the reader says what is odd."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from plain_meshes import parts, sheet, tipped, whole, write

from wayproof.errors import InvalidInput
from wayproof.scenes.meshes.floor_areas import outline_of
from wayproof.scenes.meshes.mesh_reader import read_mesh


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("suffix", [".glb", ".ply", ".obj"])
def test_vertices_and_triangles_are_those_of_the_file(suffix: str, tmp_path: Path) -> None:
    mesh = whole()
    scene = read_mesh(write(mesh, tmp_path / f"room{suffix}")).scene
    assert len(scene.faces) == len(mesh.faces)
    here, there = scene.vertices_m[scene.faces], mesh.vertices[mesh.faces]
    assert np.allclose(np.sort(here.mean(axis=1), axis=0), np.sort(there.mean(axis=1), axis=0), atol=1e-6)
    assert np.allclose(
        np.cross(here[:, 1] - here[:, 0], here[:, 2] - here[:, 0]).sum(axis=0),
        np.cross(there[:, 1] - there[:, 0], there[:, 2] - there[:, 0]).sum(axis=0),
        atol=1e-5,
    )


def test_a_z_up_file_in_centimetres_becomes_the_same_room(tmp_path: Path) -> None:
    plain = read_mesh(write(whole(), tmp_path / "plain.ply")).scene
    other = read_mesh(write(tipped(whole(), 0.01), tmp_path / "other.ply"), up="z", unit_m=0.01).scene
    assert np.allclose(other.vertices_m, plain.vertices_m, atol=1e-5)
    assert np.allclose(other.normals, plain.normals, atol=1e-5)
    assert other.rooms == plain.rooms


def test_the_box_stays_in_its_corner_and_no_hand_changes(tmp_path: Path) -> None:
    """The box stands at great x and great z; a mirrored frame would put it elsewhere."""
    scene = read_mesh(
        write(tipped(whole(("floor", "second_floor", "box"))), tmp_path / "l.ply"), up="z"
    ).scene
    low = scene.vertices_m[scene.vertices_m[:, 1] > 0.2].min(axis=0)
    assert np.allclose(low, (5.4, 0.25, 4.4), atol=1e-5)


def test_a_room_that_lies_on_its_side_is_refused_with_the_likely_axis(tmp_path: Path) -> None:
    file = write(tipped(whole()), tmp_path / "tipped.ply")
    with pytest.raises(InvalidInput, match="lies on its side. Most likely z is up: --up z"):
        read_mesh(file)
    assert not any("--up" in note for note in read_mesh(file, up="z").notes)


@pytest.mark.parametrize(
    ("factor", "said", "unit"),
    [(1000.0, "6.1 km", "0.001"), (0.01, "6.1 cm", "100"), (100.0, "610 m", "0.01")],
)
def test_a_wrong_unit_is_named_and_the_right_one_suggested(
    factor: float, said: str, unit: str, tmp_path: Path
) -> None:
    mesh = whole()
    mesh.apply_scale(factor)
    file = write(mesh, tmp_path / "far.ply")
    with pytest.raises(InvalidInput, match=rf"{said} wide.*--unit {unit}$"):
        read_mesh(file)
    scene = read_mesh(file, unit_m=float(unit)).scene
    assert 5.0 < np.ptp(scene.vertices_m[:, 0]) < 7.0


@pytest.mark.parametrize(
    ("up", "unit"), [("x", 1.0), ("Y", 1.0), ("y", 0.0), ("y", float("nan")), ("z", -1.0)]
)
def test_axes_and_units_that_do_not_exist_are_refused(up: str, unit: float, tmp_path: Path) -> None:
    file = write(whole(), tmp_path / "room.ply")
    with pytest.raises(InvalidInput, match="up is|the unit is"):
        read_mesh(file, up=up, unit_m=unit)


def test_a_mesh_without_floor_is_refused(tmp_path: Path) -> None:
    file = write(parts()["wall"], tmp_path / "wall.ply")
    with pytest.raises(InvalidInput, match="no floor"):
        read_mesh(file)


def test_the_room_of_an_unlabelled_mesh_is_its_floor(tmp_path: Path) -> None:
    result = read_mesh(write(whole(), tmp_path / "room.ply"))
    scene = result.scene
    assert [instance.category for instance in scene.instances] == ["scan", "floor", "ceiling"]
    assert scene.instances[1].high_m == pytest.approx((6.0, 0.0, 5.0), abs=1e-4)
    assert scene.instances[2].low_m[1] == pytest.approx(2.6, abs=1e-4)
    assert [room.type for room in scene.rooms] == ["room"]
    x, z = np.array(scene.rooms[0].polygon_m).T
    area = -(x * np.roll(z, -1) - np.roll(x, -1) * z).sum() / 2
    assert 17.0 < area < 23.0  # 22 m2 of floor, less the strip below the table
    assert any("nothing is labelled" in note for note in result.notes)


def test_the_outline_of_an_l_has_six_corners_and_runs_counter_clockwise() -> None:
    grid = np.stack(np.meshgrid(np.arange(0.05, 4, 0.1), np.arange(0.05, 3, 0.1)), axis=-1).reshape(-1, 2)
    shape = outline_of(grid[(grid[:, 0] < 2) | (grid[:, 1] < 1)])
    assert shape is not None and len(shape) == 6
    x, z = np.array(shape).T
    area = -(x * np.roll(z, -1) - np.roll(x, -1) * z).sum() / 2
    assert area == pytest.approx(8.0, abs=0.5)


def test_points_that_cover_next_to_nothing_have_no_outline() -> None:
    assert outline_of(np.array([[0.0, 0.0], [0.3, 0.0], [0.0, 0.3]])) is None
    assert outline_of(np.empty((0, 2))) is None


def test_inverted_floors_carry_and_are_seen_all_the_same(tmp_path: Path) -> None:
    from wayproof.rendering.camera import Camera, view_from
    from wayproof.rendering.prepared_scene import prepare
    from wayproof.rendering.renderer import render

    floor = sheet(0.0, 0.0, 5.0, 5.0)
    floor.invert()
    scene = read_mesh(write(floor, tmp_path / "inverted.ply")).scene
    assert scene.two_sided and scene.rooms
    for height, pitch in ((1.5, -np.pi / 2), (-1.5, np.pi / 2)):
        view = view_from((2.5, height, 2.5), 0.0, pitch_rad=pitch)
        frame = render(prepare(scene), [view], Camera(16, 16, 1.0), want=("instance",))[0]
        assert (frame.instance == 2).all() and scene.instances[1].category == "floor"


def test_a_ceiling_that_no_building_has_is_refused_and_one_of_a_hall_is_noted(tmp_path: Path) -> None:
    tenths, feet = whole(), whole()
    tenths.apply_scale(12.0)  # 73 units wide, which metres could be
    with pytest.raises(InvalidInput, match=r"no building is like that.*decimetres: --unit 0.1"):
        read_mesh(write(tenths, tmp_path / "tenths.ply"))
    feet.apply_scale(1 / 0.3048)
    notes = read_mesh(write(feet, tmp_path / "feet.ply")).notes
    assert any("right for a hall; if the file is in feet: --unit 0.3048" in note for note in notes)
    assert not any("hall" in note for note in read_mesh(tmp_path / "feet.ply", unit_m=0.3048).notes)
