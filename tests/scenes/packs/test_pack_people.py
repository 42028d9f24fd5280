from pathlib import Path

import numpy as np
import pytest
from tiny_library import block, model_files, tiny_library, write_library

from wayproof.errors import InvalidInput, UnknownName
from wayproof.rendering.moving_meshes import prepare_moving
from wayproof.scenes.packs.pack_files import add_pack
from wayproof.scenes.packs.still_people import people_in_packs, still_person, still_person_for

# A nose at the front (+z in the library's frame).
PERSON = [("oak", (-0.3, 0.0, -0.1), (0.3, 1.7, 0.1)), ("red_cloth", (-0.05, 1.5, 0.1), (0.05, 1.6, 0.2))]


def test_people_look_along_minus_z_and_can_be_drawn(tmp_path: Path, own_cache: Path) -> None:
    catalogue = block(1, "Male", (60, 30, 170), "man", category="Characters")
    add_pack(write_library(tmp_path / "a.sh3f", catalogue, model_files("man", PERSON)))
    assert people_in_packs() == ["a/man"]
    person = still_person("a/man")
    nose = person.face_texture == list(person.textures).index(
        next(texture for texture in person.textures if texture[0, 0, 0] > 150)
    )
    assert person.vertices_m[person.faces[nose]][..., 2].max() < 0
    assert (person.height_m, person.pose) == (pytest.approx(1.7), "standing")
    assert "by Jane Maker" in person.credit
    moving = prepare_moving(
        person.vertices_m, person.faces, person.uv, person.face_texture, person.textures, instance=9
    )
    assert len(moving.mesh.faces) >= len(person.faces)


def test_poses_are_told_apart_and_drawn_from_a_seed(tmp_path: Path, own_cache: Path) -> None:
    catalogue = "".join(
        block(k, name, (60, 30, 90), f"p{k}", category="Characters")
        for k, name in enumerate(("Sitting female", "Lying down male", "Girl", "Boy"), start=1)
    )
    members: dict[str, str | bytes] = {}
    for k in range(1, 5):
        members |= model_files(f"p{k}", PERSON)
    add_pack(write_library(tmp_path / "a.sh3f", catalogue, members))
    assert [people_in_packs(pose) for pose in ("sitting", "lying", "standing")] == [
        ["a/p1"],
        ["a/p2"],
        ["a/p3", "a/p4"],
    ]
    drawn = {still_person_for(seed).name for seed in range(12)}
    assert drawn == {"Girl", "Boy"}
    assert np.array_equal(still_person_for(3).vertices_m, still_person_for(3).vertices_m)


def test_wrong_names_and_absent_people_are_said(tmp_path: Path, own_cache: Path) -> None:
    add_pack(tiny_library(tmp_path / "tiny.sh3f"))
    with pytest.raises(UnknownName, match="flying"):
        people_in_packs("flying")
    with pytest.raises(UnknownName, match="tiny/nobody"):
        still_person("tiny/nobody")
    with pytest.raises(InvalidInput, match="no installed furniture pack has a sitting person"):
        still_person_for(1, "sitting")
