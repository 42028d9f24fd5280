import re
from pathlib import Path

import numpy as np
import pytest
from tiny_library import (
    CHAIR,
    CUBE,
    TABLE,
    block,
    model_files,
    obj_of,
    picture_of,
    tiny_library,
    write_library,
)

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.scenes.packs import pack_files as store_module
from wayproof.scenes.packs import pack_preparation as prepare
from wayproof.scenes.packs.pack import credit
from wayproof.scenes.packs.pack_files import (
    add_pack,
    debian_libraries,
    installed_packs,
    libraries_in,
    load_shape,
)


def test_a_library_is_prepared_kept_and_read_back(tmp_path: Path, own_cache: Path) -> None:
    added = add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    assert added.file.parent == own_cache
    (found,) = installed_packs()
    assert found == added
    assert (found.pack.key, found.pack.name, found.pack.catalogue_models) == ("tiny", "Tiny catalogue", 8)
    assert [model.category for model in found.pack.models] == [
        "dining_table",
        "chair",
        "refrigerator",
        "kitchen_counter",
        "bookshelf",
        "person",
        "house_plant",
    ]


def test_meshes_have_the_catalogues_size_and_attributes_come_from_name_and_colour(
    tmp_path: Path, own_cache: Path
) -> None:
    entry = add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    for index, model in enumerate(entry.pack.models):
        shape = load_shape(entry.file, index)
        size = np.ptp(shape.vertices_m, axis=0)
        assert size == pytest.approx((model.width_m, model.height_m, model.depth_m), rel=1e-5)
        assert len(shape.faces) == model.triangles
    table, chair, fridge = entry.pack.models[:3]
    assert (table.attributes.colour, table.attributes.material) == ("brown", "wood")
    assert {part.colour for part in chair.parts} == {"brown", "red"}
    assert (fridge.attributes.colour, fridge.attributes.material) == ("red", "fabric")


def test_a_texture_without_coordinates_leaves_the_plain_colour(tmp_path: Path, own_cache: Path) -> None:
    obj = obj_of(CUBE)
    bare = re.sub(r"^vt .*\n", "", re.sub(r"/\d", "", obj), flags=re.MULTILINE)
    mtl = "newmtl red_cloth\nKd 0.1 0.2 0.8\nmap_Kd a.png\n"
    picture = picture_of(np.full((4, 4, 3), (200, 10, 20), np.uint8))
    models = []
    for name, text in (("with", obj), ("without", bare)):
        members = {"tiny/a/a.obj": text, "tiny/a/model.mtl": mtl, "tiny/a/a.png": picture}
        file = write_library(tmp_path / f"{name}.sh3f", block(1, "Chair", (45, 45, 90), "a"), members)
        models += add_pack(file).pack.models
    assert [model.attributes.colour for model in models] == ["red", "blue"]
    assert [model.parts[0].texture for model in models] == [0, None]


def test_credits_name_model_author_library_and_licence(tmp_path: Path, own_cache: Path) -> None:
    entry = add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    assert credit(entry.pack, entry.pack.models[1]) == (
        "Chair (tiny/chair) by Ann Other, from Tiny catalogue, Creative Commons Attribution 3.0; "
        "scaled and simplified"
    )


def test_the_same_content_is_not_prepared_twice(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    monkeypatch.setattr(store_module, "prepare_pack", lambda *_: pytest.fail("it was prepared again"))
    copy = tmp_path / "copy.sh3f"
    copy.write_bytes((tmp_path / "tiny.sh3f").read_bytes())
    assert add_pack(copy) == first


def test_a_new_edition_takes_the_place_of_the_old_one(tmp_path: Path, own_cache: Path) -> None:
    add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    file = write_library(
        tmp_path / "tiny.sh3f", block(1, "Chair", (45, 45, 90), "chair"), model_files("chair", CHAIR)
    )
    add_pack(file)
    assert len(list(own_cache.iterdir())) == 1
    assert len(installed_packs()[0].pack.models) == 1


def test_models_with_one_id_get_keys_of_their_own(tmp_path: Path, own_cache: Path) -> None:
    catalogue = block(1, "Chair", (45, 45, 90), "chair") + block(2, "Chair", (50, 45, 90), "chair")
    entry = add_pack(write_library(tmp_path / "a.sh3f", catalogue, model_files("chair", CHAIR)))
    assert [model.key for model in entry.pack.models] == ["chair", "chair-2"]


@pytest.mark.parametrize("fault", ["missing obj", "nan", "missing key", "climbing", "not a zip"])
def test_a_broken_library_is_named_and_leaves_nothing_behind(
    tmp_path: Path, own_cache: Path, fault: str
) -> None:
    catalogue = block(1, "Oak table", (160, 90, 75), "table") + block(2, "Chair", (45, 45, 90), "chair")
    members = {**model_files("table", TABLE), **model_files("chair", CHAIR)}
    if fault == "missing obj":
        del members["tiny/chair/chair.obj"]
    elif fault == "nan":
        members["tiny/chair/chair.obj"] = "v 0 nan 0\n" + str(members["tiny/chair/chair.obj"])
    elif fault == "missing key":
        catalogue = catalogue.replace("width#2", "breadth#2")
    elif fault == "climbing":
        members["../../evil"] = "x"
    file = write_library(tmp_path / "broken.sh3f", catalogue, members)
    if fault == "not a zip":
        file.write_bytes(b"hello")
    with pytest.raises(BrokenFile, match=r"broken\.sh3f"):
        add_pack(file)
    assert not own_cache.exists() or not list(own_cache.iterdir())
    assert installed_packs() == []


def test_a_missing_model_that_we_would_not_use_is_a_fault_all_the_same(
    tmp_path: Path, own_cache: Path
) -> None:
    catalogue = block(1, "Grand piano", (160, 90, 75), "piano")
    with pytest.raises(BrokenFile, match="model#1 names /tiny/piano/piano.obj"):
        add_pack(write_library(tmp_path / "a.sh3f", catalogue, {}))


def test_a_model_that_stays_too_heavy_is_left_out_and_said_so(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "budget", lambda item: 5)
    file = write_library(
        tmp_path / "a.sh3f", block(1, "Chair", (45, 45, 90), "chair"), model_files("chair", CUBE)
    )
    entry = add_pack(file)
    assert entry.pack.models == ()
    assert entry.pack.refused == ("Chair (Tiny#chair) keeps 12 triangles; 5 are wanted",)


def test_a_torn_pack_file_is_named(tmp_path: Path, own_cache: Path) -> None:
    entry = add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    entry.file.write_bytes(entry.file.read_bytes()[:-200])
    with pytest.raises(BrokenFile, match=rf"{entry.file.name} is damaged"):
        installed_packs()
    with pytest.raises(BrokenFile, match="field model_0_vertices_m"):
        load_shape(entry.file, 0)


def test_a_pack_of_another_version_is_passed_over(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "VERSION", 0)
    add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(own_cache.parents[1]))
    store_module._labels.cache_clear()
    assert installed_packs() == []


def test_libraries_are_found_in_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "share" / "furniture"
    inner.mkdir(parents=True)
    file = tiny_library(inner / "Tiny.SH3F")
    assert libraries_in(tmp_path) == [file] == libraries_in(file)
    monkeypatch.setattr(store_module, "DEBIAN_FOLDER", tmp_path / "share")
    assert debian_libraries() == [file]
    monkeypatch.setattr(store_module, "DEBIAN_FOLDER", tmp_path / "nowhere")
    with pytest.raises(InvalidInput, match="apt-get install sweethome3d-furniture"):
        debian_libraries()
    with pytest.raises(InvalidInput, match="there is no"):
        libraries_in(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidInput, match="holds no"):
        libraries_in(tmp_path / "empty")
