"""A hand-made house in ProcTHOR's format: where all is, what it is called, whether one gets through."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tiny_houses import HEIGHT_M, SIZES, Json, thing, tiny_house, written

from wayproof.agents.oracle import Oracle
from wayproof.episode.rollout import rollout
from wayproof.geometry.ray_tree import build_ray_tree, closest_hit
from wayproof.metrics.success import success
from wayproof.scenes.digest import content_hash
from wayproof.scenes.houses.reachable_rooms import reach_in
from wayproof.scenes.import_result import Imported
from wayproof.scenes.procthor import read_procthor
from wayproof.scenes.procthor.procthor_plan import WALL_M
from wayproof.scenes.scene import SKY, Instance, Scene
from wayproof.scenes.scene_file import load_scene, save_scene
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.tasks.point_goal import ROBUSTNAV, sample_episode


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return read_procthor(written(tmp_path_factory.mktemp("tiny"), tiny_house()), light=False)


def reading(folder: Path, house: Json) -> Imported:
    return read_procthor(written(folder, house), light=False)


def only(scene: Scene, category: str) -> Instance:
    found = [instance for instance in scene.instances if instance.category == category]
    assert len(found) == 1, [instance.category for instance in scene.instances]
    return found[0]


def middle(instance: Instance) -> tuple[float, float]:
    low, high = instance.low_m, instance.high_m
    return ((low[0] + high[0]) / 2, (low[2] + high[2]) / 2)


def test_rooms_have_names_and_the_floor_of_the_file(house: Imported) -> None:
    rooms = {room.type: np.asarray(room.polygon_m) for room in house.scene.rooms}
    half = WALL_M / 2
    assert set(rooms) == {"bedroom", "kitchen"}
    np.testing.assert_allclose(rooms["bedroom"].min(axis=0), [half, -4 + half])
    np.testing.assert_allclose(rooms["bedroom"].max(axis=0), [3 - half, -half])
    np.testing.assert_allclose(rooms["kitchen"].min(axis=0), [3 + half, -2.5 + half])
    np.testing.assert_allclose(rooms["kitchen"].max(axis=0), [7 - half, -half])
    assert all(room.height_m == HEIGHT_M for room in house.scene.rooms)


def test_what_is_on_the_right_in_unity_is_on_the_right_here(house: Imported) -> None:
    """From the bed towards the lamp in the north-east, the fridge in the south-east is on the right."""
    bed, lamp, fridge = (middle(only(house.scene, name)) for name in ("bed", "floor_lamp", "refrigerator"))
    ahead = (lamp[0] - bed[0], lamp[1] - bed[1])
    aside = (fridge[0] - bed[0], fridge[1] - bed[1])
    # Ours is right-handed with +z towards the viewer: seen from above, x ahead and z aside is a right turn.
    assert ahead[0] * aside[1] - ahead[1] * aside[0] > 0
    # In Unity, with z ahead, the same three places are a right turn by the opposite sign.
    unity_ahead, unity_aside = (2.6 - 0.8, 3.6 - 2.9), (6.55 - 0.8, 0.42 - 2.9)
    assert unity_ahead[0] * unity_aside[1] - unity_ahead[1] * unity_aside[0] < 0


def test_things_stand_where_the_file_has_them_in_the_size_of_the_database(house: Imported) -> None:
    scene = house.scene
    places = {"bed": (0.8, -2.9), "floor_lamp": (2.6, -3.6), "dining_table": (5.0, -0.7)}
    for category, place in places.items():
        assert middle(only(scene, category)) == pytest.approx(place, abs=WALL_M)
    table, bed = only(scene, "dining_table"), only(scene, "bed")
    for instance, asset in ((table, "Table_1"), (bed, "Bed_1")):
        size = np.subtract(instance.high_m, instance.low_m)
        np.testing.assert_allclose(size, SIZES[asset][1], atol=1e-4)
        assert instance.low_m[1] == 0.0


def test_a_turned_thing_has_its_head_at_the_wall(house: Imported) -> None:
    """The bed is turned by 180 degrees: its front looks south (+z here), its head is at the north wall."""
    assert only(house.scene, "bed").heading_rad == pytest.approx(0.0)
    assert only(house.scene, "dining_table").heading_rad == pytest.approx(np.pi, abs=1e-6)


def test_what_hangs_on_a_wall_is_before_it_and_not_in_it(house: Imported) -> None:
    picture = only(house.scene, "picture")
    assert picture.low_m[2] == pytest.approx(-4 + WALL_M / 2, abs=1e-4)
    assert picture.low_m[1] == pytest.approx(1.2, abs=1e-4)


def test_children_rest_on_what_carries_them(house: Imported) -> None:
    scene = house.scene
    apple, table = only(scene, "apple"), only(scene, "dining_table")
    assert (apple.support, apple.relation) == (table.id, "on")
    assert apple.low_m[1] == pytest.approx(0.75, abs=1e-3)  # the file lets it hover at 0.81
    egg, fridge = only(scene, "egg"), only(scene, "refrigerator")
    assert (egg.support, egg.relation) == (fridge.id, "in")
    assert all(egg.low_m[k] > fridge.low_m[k] and egg.high_m[k] < fridge.high_m[k] for k in range(3))


def test_rooms_and_attributes_are_given_to_every_thing(house: Imported) -> None:
    scene = house.scene
    types = {room.id: room.type for room in scene.rooms}
    assert types[only(scene, "bed").room or 0] == "bedroom"
    assert types[only(scene, "egg").room or 0] == "kitchen"
    table = only(scene, "dining_table")
    assert table.attributes.colour and table.attributes.material
    assert table.attributes.size == "small"  # beside Table_2
    assert only(scene, "floor_lamp").attributes.size is None  # the only floor lamp of the database


def test_an_unknown_type_keeps_its_name_and_is_said(house: Imported) -> None:
    gizmo = only(house.scene, "strange_gizmo")
    assert gizmo.shape == "box"
    np.testing.assert_allclose(np.subtract(gizmo.high_m, gizmo.low_m), SIZES["Gizmo_1"][1], atol=1e-4)
    assert any("StrangeGizmo" in note for note in house.notes)


def test_the_doorway_is_a_hole_and_the_wall_beside_it_is_not(house: Imported) -> None:
    """The closed door of the file is measured from z = 4: its hole is from z = 1.8 down to 0.8."""
    scene = house.scene
    door = scene.doors[0]
    assert door.centre_m == pytest.approx((3.0, -1.3)) and not door.along_x
    assert (door.clear_width_m, door.height_m) == pytest.approx((1.0, 2.1))
    assert set(door.rooms) == {1, 2}
    assert "doors between rooms that the file has shut are open here: Doorway|1" in house.notes
    tree = build_ray_tree(scene.vertices_m, scene.faces)
    heights, sides = np.array([0.3, 1.0, 2.0, 2.3]), np.array([-0.9, -1.3, -1.7])
    starts = np.array([(2.6, y, z) for y in heights for z in sides])
    _, far = closest_hit(tree, starts, np.array([[1.0, 0.0, 0.0]]), max_distance=0.8)
    open_here = (far >= 0.8).reshape(4, 3)
    assert open_here[:3].all() and not open_here[3].any()
    beside = np.array([(2.6, 1.0, -0.6), (2.6, 1.0, -2.1)])
    _, far = closest_hit(tree, beside, np.array([[1.0, 0.0, 0.0]]), max_distance=0.8)
    assert (far < 0.45).all()


def test_the_window_glows_as_sky_to_the_west(house: Imported) -> None:
    scene = house.scene
    window = scene.windows[0]
    assert window.outward == (-1.0, 0.0, 0.0)
    assert window.centre_m == pytest.approx((-0.1, 1.45, -1.1), abs=1e-6)
    assert (window.width_m, window.height_m) == pytest.approx((1.2, 1.1))
    panes = scene.faces[scene.face_glow == SKY]
    assert len(panes) and set(scene.face_instance[scene.face_glow == SKY]) == {window.instance}
    assert (np.abs(scene.vertices_m[panes][..., 2] + 1.1) < 0.61).all()


def test_lamps_give_light(house: Imported) -> None:
    scene = house.scene
    lamps = {scene.instances[lamp.instance - 1].category: lamp for lamp in scene.lamps}
    assert lamps["floor_lamp"].on
    assert lamps["ceiling_lamp"].positions_m[0][1] > 2.0
    x, _, z = lamps["ceiling_lamp"].positions_m[0]
    assert (x, z) == pytest.approx((1.5, -2.0), abs=1e-3)


def test_a_lamp_that_the_file_has_off_is_off(tmp_path: Path) -> None:
    plain = tiny_house()
    plain["objects"][1]["isOn"] = False
    scene = reading(tmp_path, plain).scene
    assert not next(lamp for lamp in scene.lamps if lamp.name.startswith("floor_lamp")).on


def test_a_corner_counter_leaves_its_inner_corner_free(tmp_path: Path) -> None:
    """Turned by 180 degrees: one arm along the north wall, the other along the west side."""
    plain = tiny_house()
    plain["objects"] = [thing("Countertop_L_6x6", 6.05, 1.55, turned=180.0)]
    scene = reading(tmp_path, plain).scene
    counter = only(scene, "kitchen_counter")
    points = scene.vertices_m[scene.faces[scene.face_instance == counter.id]].mean(axis=1)
    north, west = points[:, 2] < -1.8, points[:, 0] < 5.8
    assert (north | west).all() and (north & ~west).any() and (west & ~north).any()


def test_every_room_is_reached_and_the_oracle_walks_there(house: Imported) -> None:
    assert all(entry.is_whole for entry in reach_in(house.scene))
    world = World(house.scene, body_under(ROBUSTNAV, load_body("locobot")))
    for index in range(6):
        episode = sample_episode(world.paths, house.scene.name, ROBUSTNAV, seed=3, index=index).episode
        assert success(rollout(world, ROBUSTNAV, episode, Oracle())) == 1.0


def test_a_room_without_a_door_is_named(tmp_path: Path) -> None:
    plain = tiny_house()
    plain["doors"] = []
    notes = reading(tmp_path, plain).notes
    assert any("not reached" in note and "kitchen 2" in note for note in notes)


def test_an_open_wall_is_one_wide_opening_up_to_the_ceiling(tmp_path: Path) -> None:
    """Both rooms list the wall that is not there; the bedroom's goes on beyond the kitchen."""
    plain = tiny_house()
    plain["doors"] = []
    plain["objects"] = []
    for one in plain["walls"]:
        if one["id"] in ("wall|1|3.0|4.0|3.0|0.0", "wall|2|3.0|0.0|3.0|2.5"):
            one["empty"] = True
    scene = reading(tmp_path, plain).scene
    (door,) = scene.doors
    assert set(door.rooms) == {1, 2} and not door.along_x
    assert 2.2 < door.clear_width_m < 2.5 and 2.4 < door.height_m < HEIGHT_M
    assert scene.instances[door.instance - 1].shape == "wide_opening"
    assert all(entry.is_whole for entry in reach_in(scene))


def test_an_outer_door_is_shut(tmp_path: Path) -> None:
    plain = tiny_house()
    outer = {**plain["doors"][0], "wall0": "wall|2|7.0|0.0|3.0|0.0", "openness": 1}
    plain["doors"].append(outer)
    scene = reading(tmp_path, plain).scene
    assert scene.doors[1].rooms == (2, None)
    assert scene.instances[scene.doors[1].instance - 1].attributes.state == "closed"


def test_the_name_of_the_file_changes_nothing_but_the_name(tmp_path: Path) -> None:
    file = written(tmp_path, tiny_house())
    other = tmp_path / "other.json"
    other.write_bytes(file.read_bytes())
    first, second = (read_procthor(one, light=False).scene for one in (file, other))
    assert (first.name, second.name) == ("imported/tiny", "imported/other")
    assert first.instances == second.instances
    np.testing.assert_array_equal(first.vertices_m, second.vertices_m)
    assert content_hash(first) == content_hash(read_procthor(file, light=False).scene)


def test_the_older_layout_says_the_same(tmp_path: Path) -> None:
    """Before schema 1.0.0 holes were a boundingBox and materials mere names."""
    plain = tiny_house()
    for hole in (*plain["doors"], *plain["windows"]):
        low, high = hole.pop("holePolygon")
        hole["boundingBox"] = {"min": low, "max": high}
    for part in (*plain["walls"], *plain["rooms"]):
        key = "material" if "material" in part else "floorMaterial"
        part[key] = part[key]["name"]
    plain["proceduralParameters"]["ceilingMaterial"] = "PureWhite"
    older, newer = reading(tmp_path, plain).scene, reading(tmp_path, tiny_house()).scene
    assert older.doors == newer.doors and older.windows == newer.windows
    shell = ("floor", "wall", "ceiling")
    looks = [[i.attributes for i in scene.instances if i.category in shell] for scene in (older, newer)]
    assert looks[0] == looks[1]


def test_a_thing_outside_is_left_out_with_what_it_carries(tmp_path: Path) -> None:
    plain = tiny_house()
    plain["objects"][3]["position"]["x"] = 40.0
    imported = reading(tmp_path, plain)
    assert not {"dining_table", "apple"} & {instance.category for instance in imported.scene.instances}
    assert any("2 objects outside" in note for note in imported.notes)


def test_light_is_baked_and_the_scene_can_be_kept(tmp_path: Path) -> None:
    scene = read_procthor(written(tmp_path, tiny_house())).scene
    assert scene.light is not None and scene.light.lamps.shape == (len(scene.lamps), len(scene.vertices_m))
    assert float(scene.light.sky.max()) > 0.0
    save_scene(scene, tmp_path / "tiny.scene")
    assert content_hash(load_scene(tmp_path / "tiny.scene")) == content_hash(scene)


def test_a_database_elsewhere_can_be_named(tmp_path: Path) -> None:
    file = written(tmp_path, tiny_house())
    elsewhere = tmp_path / "sizes" / "boxes.json"
    elsewhere.parent.mkdir()
    (tmp_path / "asset-database.json").rename(elsewhere)
    assert read_procthor(file, database=elsewhere, light=False).scene.rooms
    by_id = {
        e["assetId"]: {**e, "objectType": kind}
        for kind, es in json.loads(elsewhere.read_text()).items()
        for e in es
    }
    elsewhere.write_text(json.dumps(by_id))
    assert only(read_procthor(file, database=elsewhere, light=False).scene, "bed")
