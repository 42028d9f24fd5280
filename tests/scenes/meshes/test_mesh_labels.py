"""Labels: our own sidecar, by export or by hand, and HM3D's text with its painted mesh."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_meshes import BOX, FLOOR, TABLE, WALL, coloured, parts, picture, textured, tipped, whole, write

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.scenes.glb import export_glb
from wayproof.scenes.houses.house import build_house
from wayproof.scenes.meshes.mesh_reader import read_mesh
from wayproof.scenes.meshes.nearest_labels import NONE, nearest_labels, spread_over
from wayproof.scenes.scene import Scene


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="module")
def house() -> Scene:
    return build_house(5, rooms=2).scene


def triangles(scene: Scene) -> np.ndarray:
    """Every triangle with its labels, in an order that does not depend on the scene's."""
    rows = np.column_stack(
        [
            scene.vertices_m[scene.faces].reshape(-1, 9),
            scene.face_instance,
            scene.face_glow,
            [scene.materials[index].gloss for index in scene.face_material],
        ]
    )
    return rows[np.lexsort(rows.T)]


def test_a_house_comes_back_from_glb_with_its_triangles_and_labels(house: Scene, tmp_path: Path) -> None:
    export_glb(house, tmp_path / "house.glb")
    back = read_mesh(tmp_path / "house.glb").scene
    assert np.array_equal(triangles(back), triangles(house))
    for field in ("instances", "rooms", "doors", "windows", "lamps", "two_sided"):
        assert getattr(back, field) == getattr(house, field)
    assert back.colours is None and back.light is not None
    sums = []
    here = {(m.name, m.material, back.textures[m.texture].tobytes()) for m in back.materials}
    there = {(m.name, m.material, house.textures[m.texture].tobytes()) for m in house.materials}
    assert here == there
    for scene in (back, house):
        scene_uv = scene.uv[scene.faces].reshape(-1, 6).astype(float) @ (1, 2, 3, 4, 5, 6)
        sums.append(np.bincount(scene.face_instance, scene_uv))
    assert np.allclose(*sums, rtol=1e-4, atol=1e-3)


def test_the_colours_of_a_scan_come_back_from_glb(house: Scene, tmp_path: Path) -> None:
    shades = (np.arange(3 * len(house.vertices_m)) % 256).astype(np.uint8).reshape(-1, 3)
    export_glb(replace(house, colours=shades, two_sided=True), tmp_path / "scan.glb")
    back = read_mesh(tmp_path / "scan.glb").scene
    assert back.two_sided and back.light is None

    def shown(scene):
        rows = np.column_stack(
            [scene.vertices_m[scene.faces].reshape(-1, 9), scene.colours[scene.faces].reshape(-1, 9)]
        )
        return rows[np.lexsort(rows.T)]

    assert np.array_equal(shown(back), shown(replace(house, colours=shades)))


def test_a_sidecar_by_hand_needs_ids_and_categories_only(tmp_path: Path) -> None:
    names = {"floor_1": "floor", "floor_2": "second_floor", "dining_table_3": "table"}
    file = write({node: parts()[part] for node, part in names.items()}, tmp_path / "flat.glb")
    sidecar = {
        "format": "wayproof-semantics", "version": 1,
        "instances": [{"id": 1, "category": "floor", "room": 7}, {"id": 2, "category": "floor"},
                      {"id": 3, "category": "dining_table", "attributes": {"colour": "red"}}],
        "rooms": [{"id": 7, "type": "kitchen", "polygon_m": [[0, 0], [0, 3], [4, 3]], "height_m": 2.6}],
    }  # fmt: skip
    (tmp_path / "flat.semantic.json").write_text(json.dumps(sidecar))
    scene = read_mesh(file, light="none").scene
    assert [entry.category for entry in scene.instances] == ["floor", "floor", "dining_table"]
    assert scene.instances[2].attributes.colour == "red" and scene.instances[0].room == 7
    assert scene.instances[2].low_m == pytest.approx((0.3, 0.7, 2.2), abs=1e-4)
    assert scene.instances[2].high_m == pytest.approx((1.3, 0.75, 2.8), abs=1e-4)
    assert scene.rooms[0].type == "kitchen"
    assert (scene.face_instance == 3).sum() == 12


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "other"}, "format and version"),
        ({"instances": [{"id": 2, "category": "floor"}]}, r"instances\[0\].id is 2"),
        ({"instances": [{"id": 1}]}, "category"),
        ({"instances": [{"id": 1, "category": "floor", "room": 3}]}, r"instances\[0\].room is 3"),
        ({"instances": [{"id": 1, "category": "floor", "support": 9}]}, r"instances\[0\].support is 9"),
        ({"instances": [{"id": 1, "category": "carpet"}]}, "node 'floor_1'"),
        ({"surfaces": [{"material": {"name": "a", "texture": 0, "tile_m": 1, "gloss": 0, "material": "wood"},
                        "glow": 4}]}, r"surfaces\[0\].glow is 4"),
    ],
)  # fmt: skip
def test_a_wrong_sidecar_is_refused_by_field(change: dict, said: str, tmp_path: Path) -> None:
    file = write({"floor_1": parts()["floor"]}, tmp_path / "flat.glb")
    sidecar = {"format": "wayproof-semantics", "version": 1, "instances": [{"id": 1, "category": "floor"}]}
    (tmp_path / "labels.json").write_text(json.dumps(sidecar | change))
    with pytest.raises(BrokenFile, match=said):
        read_mesh(file, labels=tmp_path / "labels.json")


def test_our_sidecar_does_not_go_with_another_frame(tmp_path: Path) -> None:
    file = write({"floor_1": parts()["floor"]}, tmp_path / "flat.glb")
    sidecar = {"format": "wayproof-semantics", "version": 1, "instances": [{"id": 1, "category": "floor"}]}
    (tmp_path / "flat.semantic.json").write_text(json.dumps(sidecar))
    with pytest.raises(InvalidInput, match="--unit"):
        read_mesh(file, unit_m=2.0)


TEXT = (
    "HM3D Semantic Annotations\n"
    '1,B3A7FD,"floor",0\n2,102030,"wall",0\n3,FF0000,"Dining Table",0\n4,00C040,"cardboard box",1\n'
    '5,ABCDEF,"floor",1\n6,123456,"sofa",1\n'
)
PAINT = {"floor": FLOOR, "wall": WALL, "table": TABLE, "box": BOX, "second_floor": (0xAB, 0xCD, 0xEF)}


def hm3d(folder: Path, *, by: str, finer: bool = False) -> Path:
    """A z-up scan with its text and its painted mesh; the painted one may have other triangles."""
    shown = tipped(whole())
    file = write(textured(shown, picture(4, 4)), folder / "TEEsav.basis.glb")
    painted = {}
    for name, colour in PAINT.items():
        mesh = tipped(parts()[name])
        if finer:
            mesh = mesh.subdivide().subdivide()
        painted[name] = coloured(mesh, colour) if by == "vertices" else textured(mesh, picture(4, 4, colour))
    write(painted, folder / "TEEsav.semantic.glb")
    (folder / "TEEsav.semantic.txt").write_text(TEXT)
    return file


@pytest.mark.parametrize("by", ["vertices", "texture"])
@pytest.mark.parametrize("finer", [False, True])
def test_a_painted_mesh_labels_the_one_that_is_shown(by: str, finer: bool, tmp_path: Path) -> None:
    result = read_mesh(hm3d(tmp_path, by=by, finer=finer), up="z")
    scene = result.scene
    assert [entry.category for entry in scene.instances] == [
        "floor", "wall", "dining_table", "box", "floor", "couch", "scan"
    ]  # fmt: skip
    counts = np.bincount(scene.face_instance, minlength=8).tolist()
    # The underside of the box lies in the floor: with other triangles there, either name is right.
    assert counts in ([0, 2, 12, 12, 12, 2, 0, 2], [0, 2, 12, 12, 11, 3, 0, 2] if finer else None)
    assert scene.instances[3].low_m == pytest.approx((5.4, 0.0, 4.4), abs=1e-4)
    assert any("no triangle of their own" in note for note in result.notes)
    assert any("2 of 42 triangles have no label" in note for note in result.notes)


def test_the_painted_mesh_itself_can_be_read(tmp_path: Path) -> None:
    hm3d(tmp_path, by="vertices")
    scene = read_mesh(tmp_path / "TEEsav.semantic.glb", up="z").scene
    assert np.bincount(scene.face_instance, minlength=7).tolist() == [0, 2, 12, 12, 12, 2, 0]


def test_regions_become_rooms_over_their_floors(tmp_path: Path) -> None:
    scene = read_mesh(hm3d(tmp_path, by="vertices"), up="z").scene
    assert [(room.id, room.type) for room in scene.rooms] == [(1, "room"), (2, "room")]
    for room, (width, depth) in zip(scene.rooms, ((4.0, 3.0), (2.0, 5.0)), strict=True):
        x, z = np.array(room.polygon_m).T
        assert (np.ptp(x), np.ptp(z)) == pytest.approx((width, depth), abs=0.15)
        assert -(x * np.roll(z, -1) - np.roll(x, -1) * z).sum() / 2 == pytest.approx(width * depth, abs=0.8)
    assert scene.instances[3].room == 2 and scene.instances[2].room == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('HM3D\n1,B3A7FD,"floor"\n', "line 2"),
        ('HM3D\n1,XYZXYZ,"floor",0\n', "line 2"),
        ('HM3D\n1,B3A7FD,"floor",zero\n', "line 2"),
        ("HM3D\n", "lists no object"),
        ('HM3D\n1,010203,"floor",0\n', "none of its colours"),
    ],
)
def test_a_wrong_text_is_refused_by_line(text: str, said: str, tmp_path: Path) -> None:
    file = hm3d(tmp_path, by="vertices")
    (tmp_path / "TEEsav.semantic.txt").write_text(text)
    with pytest.raises(BrokenFile, match=said):
        read_mesh(file, up="z")


def test_a_text_without_its_painted_mesh_is_refused(tmp_path: Path) -> None:
    file = hm3d(tmp_path, by="vertices")
    (tmp_path / "TEEsav.semantic.glb").unlink()
    with pytest.raises(InvalidInput, match=r"TEEsav\.semantic\.glb"):
        read_mesh(file, up="z")


points = st.lists(st.tuples(*[st.floats(-1, 1, width=32)] * 3), min_size=1, max_size=40)


@given(points, points)
def test_the_nearest_sample_is_the_one_that_trying_all_finds(samples, asked) -> None:
    at, of = np.array(samples, np.float32), np.array(asked, np.float32)
    labels = np.arange(len(at), dtype=np.int32)
    found = nearest_labels(at, labels, of, 0.5)
    apart = np.linalg.norm(at[None].astype(float) - of[:, None].astype(float), axis=2)
    for row, label in enumerate(found):
        if label == NONE:
            assert apart[row].min() > 0.5 - 1e-5
        else:
            assert apart[row, label] == pytest.approx(apart[row].min(), abs=1e-6)


def test_samples_cover_a_triangle_as_densely_as_asked() -> None:
    corners = np.array([[[0, 0, 0], [1, 0, 0], [0, 0, 2]]], np.float32)
    at, owner = spread_over(corners, np.float32(0.05))
    assert (owner == 0).all()
    inside = np.random.Generator(np.random.Philox(key=5)).dirichlet((1, 1, 1), 500) @ corners[0]
    apart = np.linalg.norm(at[None] - inside[:, None], axis=2).min(axis=1)
    assert apart.max() < 0.05
