"""Scenes by their names: generated, imported, in variants."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from wayproof.errors import WayproofError
from wayproof.scenes import imported_scenes as library
from wayproof.scenes.by_name import generated_name, scene_named, scenes_of, world_name_of
from wayproof.scenes.houses.house import make_house


@pytest.fixture
def own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_a_house_is_named_by_split_and_seed() -> None:
    assert scene_named("houses-v1/val/3/2-rooms", light=False).name == "houses-v1/val/3/2-rooms"


def test_a_variant_is_part_of_the_name_and_of_the_world() -> None:
    name = generated_name("houses-v1@scan_like", "val", 7)
    assert name == "houses-v1/val/7@scan_like"
    assert world_name_of(name) == "houses-v1@scan_like"
    assert list(islice(scenes_of("offices-v1", "val"), 2)) == ["offices-v1/val/0", "offices-v1/val/1"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("house7", "no scene named 'house7'; scenes are named WORLD/SPLIT/SEED"),
        ("castles-v1/val/7", "no scene named 'castles-v1/val/7'"),
        ("houses-v1/val/7@painted", "no variant of a scene named 'painted'"),
        ("offices-v1/val/7/3-rooms", "only houses-v1 can be asked for a number of rooms"),
        ("imported/flat", "no imported scene named 'flat' (there are: none yet)"),
        ("imported/../flat", "a scene cannot be named '../flat'"),
    ],
)
def test_a_wrong_name_is_refused(name: str, sentence: str, own_library: Path) -> None:
    with pytest.raises(WayproofError) as refused:
        scene_named(name)
    assert sentence in str(refused.value)


def test_an_imported_scene_is_found_by_its_name_and_by_a_pattern(own_library: Path) -> None:
    scene = make_house(3, rooms=2, light=False)
    library.keep(scene, "flat_a")
    library.keep(scene, "flat_b")
    library.keep(scene, "barn")
    again = scene_named("imported/flat_a")
    assert again.name == "imported/flat_a"
    assert (again.faces == scene.faces).all()
    assert list(scenes_of("imported/flat_*", "val")) == ["imported/flat_a", "imported/flat_b"]
