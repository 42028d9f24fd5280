"""Colours of a scan in the scene itself: hashed, kept in files, multiplied into the light."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wayproof.errors import BrokenFile, InvalidInput, UnknownName
from wayproof.scenes.digest import content_hash
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.scene import LightLayers, Material, Scene
from wayproof.scenes.scene_file import load_scene, save_scene


@pytest.fixture
def scene() -> Scene:
    """One triangle on the floor."""
    return Scene(
        name="one",
        vertices_m=np.array([[0, 0, 0], [0, 0, 1], [1, 0, 0]], np.float32),
        normals=np.tile(np.array([0, 1, 0], np.float32), (3, 1)),
        uv=np.zeros((3, 2), np.float32),
        faces=np.array([[0, 1, 2]], np.int32),
        face_instance=np.zeros(1, np.int32),
        face_material=np.zeros(1, np.int32),
        face_glow=np.full(1, -1, np.int16),
        materials=(Material("a", 0, 1.0, 0.0, "scan"),),
        textures=(np.full((2, 2, 3), 255, np.uint8),),
        instances=(),
    )


SHADES = np.array([[255, 0, 51], [102, 102, 102], [0, 255, 0]], np.uint8)


def test_colours_are_part_of_what_a_scene_is(scene: Scene) -> None:
    seen = replace(scene, colours=SHADES)
    assert (
        len({content_hash(scene), content_hash(seen), content_hash(replace(scene, colours=SHADES[::-1]))})
        == 3
    )
    with pytest.raises(ValueError, match="read-only"):
        seen.colours[0] = 1


@pytest.mark.parametrize("packed", [True, False])
def test_colours_survive_the_file(scene: Scene, packed: bool, tmp_path: Path) -> None:
    for index, colours in enumerate((None, SHADES)):
        file = tmp_path / f"{index}.scene"
        save_scene(replace(scene, colours=colours), file, packed=packed)
        back = load_scene(file).colours
        assert back is None if colours is None else np.array_equal(back, colours)


def test_colours_of_another_shape_or_kind_are_refused(scene: Scene, tmp_path: Path) -> None:
    for wrong in (SHADES[:2], SHADES.astype(np.float32)):
        save_scene(replace(scene, colours=wrong), tmp_path / "wrong.scene")
        with pytest.raises(BrokenFile, match="field colours"):
            load_scene(tmp_path / "wrong.scene")


def test_colours_multiply_baked_light_where_there_is_some(scene: Scene) -> None:
    flat = LightLayers(
        np.full(3, 0.5, np.float16), np.full((3, 3), 0.5, np.float16), np.zeros((0, 3), np.float16)
    )
    lit = scene.with_light(flat)
    both = replace(lit, colours=SHADES)
    assert np.allclose(light_at_vertices(both), light_at_vertices(lit) * SHADES / 255.0)


def test_lightings_and_lamps_that_do_not_exist_are_refused_for_scans_too(scene: Scene) -> None:
    seen = replace(scene, colours=SHADES)
    with pytest.raises(UnknownName, match="no lighting named 'noon'"):
        light_at_vertices(seen, lighting="noon")
    with pytest.raises(InvalidInput, match="no lamp 0"):
        light_at_vertices(seen, switched={0: True})
