from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from tiny_library import tiny_library

from wayproof.errors import InvalidInput
from wayproof.scenes.assembly import to_world
from wayproof.scenes.digest import content_hash
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.houses.reachable_rooms import reach_in
from wayproof.scenes.packs.credits import credits_of
from wayproof.scenes.packs.pack_files import add_pack
from wayproof.scenes.scene import Scene, things
from wayproof.scenes.scene_file import load_scene, save_scene
from wayproof.scenes.variants import pack_furniture as variant
from wayproof.scenes.variants.pack_furniture import furnished_with_packs

SEED = 0


@pytest.fixture(scope="module")
def house() -> Scene:
    return make_house(SEED, split="val", light=False)


@pytest.fixture(scope="module")
def furnished(house: Scene, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("packs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        add_pack(tiny_library(folder / "tiny.sh3f"))
        return furnished_with_packs(house)


def _replaced(scene: Scene) -> list[int]:
    return [thing.id for thing in things(scene) if thing.shape.startswith("tiny/")]


def _own_box(scene: Scene, number: int) -> np.ndarray:
    """The box of an instance in its own frame."""
    thing = scene.instances[number - 1]
    points = scene.vertices_m[scene.faces[scene.face_instance == number]].reshape(-1, 3).astype(float)
    own = to_world(points - np.array(thing.position_m), (0.0, 0.0, 0.0), -thing.heading_rad)
    return np.stack([own.min(axis=0), own.max(axis=0)])


def test_several_kinds_of_things_are_replaced_and_the_rest_stays(house: Scene, furnished: Scene) -> None:
    numbers = _replaced(furnished)
    kinds = {furnished.instances[number - 1].category for number in numbers}
    assert {"refrigerator", "kitchen_counter", "house_plant"} <= kinds
    assert "person" not in kinds
    for old, new in zip(house.instances, furnished.instances, strict=True):
        if old.id not in numbers:
            assert new == old
            assert np.array_equal(
                house.vertices_m[house.faces[house.face_instance == old.id]],
                furnished.vertices_m[furnished.faces[furnished.face_instance == old.id]],
            )


def test_ids_rooms_supports_and_headings_stay(house: Scene, furnished: Scene) -> None:
    for old, new in zip(house.instances, furnished.instances, strict=True):
        same = ("id", "category", "room", "support", "relation", "position_m", "heading_rad", "lamp")
        assert [getattr(old, name) for name in same] == [getattr(new, name) for name in same]
    assert (furnished.rooms, furnished.doors, furnished.windows) == (house.rooms, house.doors, house.windows)


def test_no_footprint_grows_and_the_underside_stays(house: Scene, furnished: Scene) -> None:
    for number in _replaced(furnished):
        old, new = _own_box(house, number), _own_box(furnished, number)
        assert (new[0] >= old[0] - 1e-4).all()
        assert (new[1, [0, 2]] <= old[1, [0, 2]] + 1e-4).all()
        assert new[0, 1] == pytest.approx(old[0, 1], abs=1e-4)


def test_labels_hold_the_boxes_of_what_is_drawn(furnished: Scene) -> None:
    for number in _replaced(furnished):
        instance = furnished.instances[number - 1]
        points = furnished.vertices_m[furnished.faces[furnished.face_instance == number]].reshape(-1, 3)
        assert points.min(axis=0) == pytest.approx(instance.low_m, abs=2e-5)
        assert points.max(axis=0) == pytest.approx(instance.high_m, abs=2e-5)


def test_attributes_follow_the_model(furnished: Scene) -> None:
    for number in _replaced(furnished):
        attributes = furnished.instances[number - 1].attributes
        assert attributes.colour in ("red", "brown")
        assert attributes.number == {} and attributes.modifier is None


def test_what_was_carried_is_still_carried(house: Scene, furnished: Scene) -> None:
    replaced = set(_replaced(furnished))
    carried = [thing for thing in things(furnished) if thing.support in replaced]
    assert carried
    for thing in carried:
        support = furnished.instances[thing.support - 1]
        assert abs(thing.low_m[1] - support.high_m[1]) < 0.01


def test_every_room_is_reached_as_before(furnished: Scene) -> None:
    assert all(entry.is_whole for entry in reach_in(furnished))


def test_every_triangle_shows_the_side_of_its_normals(furnished: Scene) -> None:
    mine = np.isin(furnished.face_instance, _replaced(furnished))
    a, b, c = (furnished.vertices_m[furnished.faces[mine][:, k]].astype(float) for k in range(3))
    facing = np.cross(b - a, c - a)
    assert ((facing * furnished.normals[furnished.faces[mine]].mean(axis=1)).sum(axis=1) > 0).all()


def test_credits_are_in_the_scene_and_survive_its_file(
    furnished: Scene, house: Scene, tmp_path: Path
) -> None:
    lines = credits_of(furnished)
    assert lines and credits_of(house) == []
    shapes = {furnished.instances[number - 1].shape for number in _replaced(furnished)}
    assert len(lines) == len(shapes)
    assert all(any(f"({shape}) by " in line for line in lines) for shape in shapes)
    assert all("Creative Commons Attribution 3.0" in line for line in lines)
    save_scene(furnished, tmp_path / "a.scene")
    assert credits_of(load_scene(tmp_path / "a.scene")) == lines


def test_names_of_materials_start_with_their_colour_as_ours_do(furnished: Scene) -> None:
    foreign = [material for material in furnished.materials if "tiny/" in material.name]
    assert {material.name.split(" ")[0] for material in foreign} <= {"red", "brown", "black"}


def test_the_same_seed_gives_the_same_scene(
    house: Scene, furnished: Scene, tmp_path: Path, own_cache: Path
) -> None:
    add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    again = furnished_with_packs(house)
    assert content_hash(again) == content_hash(furnished)
    assert again.name == f"{house.name}@packs"
    assert furnished_with_packs(house, 3).name == f"{house.name}@packs-3"


def test_textures_and_materials_that_nothing_uses_are_gone(furnished: Scene) -> None:
    assert set(np.unique(furnished.face_material).tolist()) == set(range(len(furnished.materials)))
    assert {material.texture for material in furnished.materials} == set(range(len(furnished.textures)))
    assert set(np.unique(furnished.faces).tolist()) == set(range(len(furnished.vertices_m)))


def test_without_a_pack_the_way_to_get_one_is_said(house: Scene, own_cache: Path) -> None:
    with pytest.raises(InvalidInput, match="wayproof scenes pack add"):
        furnished_with_packs(house)


def test_a_scene_without_light_stays_without_and_a_lit_one_is_lit_anew(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    house = make_house(10, split="val", light=False)
    assert furnished_with_packs(house).light is None
    asked = []

    def light_for(scene: Scene, digest: str):
        asked.append((len(scene.vertices_m), digest == content_hash(scene)))
        count = len(scene.vertices_m)
        return replace(
            lit, ambient=np.zeros(count, np.float16), lamps=np.zeros((len(scene.lamps), count), np.float16)
        )

    from wayproof.scenes.light import light_cache as cache
    from wayproof.scenes.scene import LightLayers

    lit = LightLayers(np.zeros(1, np.float16), np.zeros((1, 3), np.float16), np.zeros((0, 1), np.float16))
    monkeypatch.setattr(cache, "light_for", light_for)
    made = furnished_with_packs(house.with_light(lit))
    assert asked == [(len(made.vertices_m), True)]
    assert made.light is not None


def test_rooms_that_a_model_would_cut_off_get_their_old_things_back(
    house: Scene, tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    kitchen = next(room.id for room in house.rooms if room.type == "kitchen")
    calls = []

    def faulty(scene: Scene) -> set[int]:
        calls.append(scene.name)
        foreign = {thing.room for thing in things(scene) if thing.shape.startswith("tiny/")}
        return {kitchen} & foreign

    monkeypatch.setattr(variant, "_faulty", faulty)
    made = furnished_with_packs(house)
    assert len(calls) >= 3
    in_kitchen = [thing for thing in things(made) if thing.room == kitchen]
    assert in_kitchen and not any(thing.shape.startswith("tiny/") for thing in in_kitchen)
    assert any(thing.shape.startswith("tiny/") for thing in things(made))


def test_a_thing_with_things_at_several_heights_keeps_its_shelves(house: Scene, furnished: Scene) -> None:
    for thing in things(furnished):
        heights = [load.low_m[1] for load in house.instances if load.support == thing.id]
        if heights and max(heights) - min(heights) > 0.02:
            assert msgspec.json.encode(thing) == msgspec.json.encode(house.instances[thing.id - 1])
