"""Times of day, switches, and the disk cache of baked light."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from lit_rooms import floor, lamp_at, layers_of, thing, two_rooms

from wayproof.errors import InvalidInput, UnknownName
from wayproof.geometry.solids import box
from wayproof.scenes.assembly import assemble
from wayproof.scenes.light import light_cache as cache
from wayproof.scenes.light import lightings
from wayproof.scenes.light.bake import bake
from wayproof.scenes.light.lightings import LIGHTINGS, lamps_burning, light_at_vertices, summed
from wayproof.scenes.scene import LightLayers, Scene
from wayproof.scenes.textures import texture_for


@pytest.fixture(scope="module")
def rooms() -> Scene:
    scene = two_rooms()
    return scene.with_light(bake(scene))


def test_a_lamp_that_is_switched_off_leaves_the_sum_of_the_rest(rooms: Scene) -> None:
    light, weights = layers_of(rooms), LIGHTINGS["evening"]
    both, one = summed(rooms, light, weights, [0, 1]), summed(rooms, light, weights, [1])
    own = light.lamps[0].astype(np.float32)[:, None] * np.asarray(rooms.lamps[0].colour, np.float32)
    assert np.allclose(both - one, weights.lamps * own, atol=1e-5)
    dimmer = light_at_vertices(rooms, lighting="evening", switched={0: False})
    assert (dimmer <= light_at_vertices(rooms, lighting="evening") + 1e-6).all()


def test_switching_a_lamp_to_the_state_it_has_changes_nothing(rooms: Scene) -> None:
    assert (light_at_vertices(rooms, switched={0: True}) == light_at_vertices(rooms)).all()


def test_day_is_well_exposed_and_evening_and_night_are_darker(rooms: Scene) -> None:
    in_a = floor(rooms, (-3.0, 0.0))
    day, evening, night = (light_at_vertices(rooms, lighting=name)[in_a].mean() for name in LIGHTINGS)
    assert 0.7 < day < 1.2
    assert night < 0.5 * evening < 0.5 * day


def test_only_screens_shine_when_the_lights_are_off(rooms: Scene) -> None:
    assert lamps_burning(rooms, lighting="evening") == [0, 1]
    assert lamps_burning(rooms, lighting="lights_off") == [1]
    assert lamps_burning(rooms, lighting="lights_off", switched={1: False}) == []


def test_an_unknown_condition_names_the_known_ones(rooms: Scene) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'evening'"):
        light_at_vertices(rooms, lighting="evning")


def test_an_unknown_lamp_is_refused(rooms: Scene) -> None:
    with pytest.raises(InvalidInput, match="no lamp 9"):
        light_at_vertices(rooms, switched={9: True})


def test_a_scene_without_baked_light_is_shaded_by_its_normals() -> None:
    scene = two_rooms()
    light = light_at_vertices(scene)
    assert light.shape == scene.vertices_m.shape
    up, down = scene.normals[:, 1] > 0.9, scene.normals[:, 1] < -0.9
    assert light[up].mean() > light[down].mean() > 0.3
    assert light_at_vertices(scene, lighting="lights_off").max() < 0.3


def test_the_tone_curve_rises_to_its_limit() -> None:
    steps = lightings.tone(np.linspace(0, 50, 200, dtype=np.float32))
    assert steps[0] == 0
    assert (np.diff(steps) > 0).all()
    assert 0.9 * lightings.LIMIT < steps[-1] <= lightings.LIMIT


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "wayproof" / "light"


def small_scene() -> Scene:
    return assemble("small", [thing("floor", box((1.0, 0.1, 1.0))), lamp_at(0.0, 1.0, 0.0)], texture_for)


def test_kept_light_is_read_and_not_baked_again(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cache.light_for(small_scene(), "abc")
    assert [file.suffix for file in own_cache.iterdir()] == [".npz"]

    def no_bake(scene: Scene) -> LightLayers:
        raise AssertionError("baked again")

    monkeypatch.setattr(cache, "bake", no_bake)
    second = cache.light_for(small_scene(), "abc")
    assert (first.lamps == second.lamps).all()
    assert not second.sky.flags.writeable


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 torn", b"plain text"])
def test_a_damaged_file_is_baked_and_written_anew(own_cache: Path, damage: bytes) -> None:
    first = cache.light_for(small_scene(), "abc")
    (file,) = own_cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage)
    assert (cache.light_for(small_scene(), "abc").lamps == first.lamps).all()
    assert file.read_bytes()[:100] == whole[:100]


def test_a_half_file_is_baked_anew(own_cache: Path) -> None:
    first = cache.light_for(small_scene(), "abc")
    (file,) = own_cache.iterdir()
    file.write_bytes(file.read_bytes()[:-300])
    assert (cache.light_for(small_scene(), "abc").lamps == first.lamps).all()


def test_light_of_another_scene_under_the_same_hash_is_not_used(own_cache: Path) -> None:
    cache.light_for(small_scene(), "abc")
    other = two_rooms(table=False)
    assert cache.light_for(other, "abc").ambient.shape == (len(other.vertices_m),)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wayproof").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert (cache.light_for(small_scene(), "abc").lamps == bake(small_scene()).lamps).all()


def test_light_can_be_laid_on_a_scene_without_changing_it(rooms: Scene) -> None:
    bare = replace(rooms, light=None)
    assert bare.with_light(layers_of(rooms)).light is rooms.light
    assert bare.light is None
