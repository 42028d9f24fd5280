"""From a file's scene names to ours: exact names before patterns, and all that is missing told at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.file_episodes.scene_map import mapped, missing_scenes, only_world, stem_of

HM3D = "hm3d/val/00800-TEEsavR23oF/TEEsavR23oF.basis.glb"
MP3D = "mp3d/17DRP5sb8fy/17DRP5sb8fy.glb"


@pytest.mark.parametrize(
    ("table", "ours"),
    [
        ({}, ["imported/TEEsavR23oF", "imported/17DRP5sb8fy"]),
        ({"*": "imported/scan-{stem}"}, ["imported/scan-TEEsavR23oF", "imported/scan-17DRP5sb8fy"]),
        (
            {"*": "imported/{stem}", "17DRP5sb8fy": "houses-v1/val/7"},
            ["imported/TEEsavR23oF", "houses-v1/val/7"],
        ),
        ({HM3D: "houses-v1/val/1", "mp3d/*": "houses-v1/val/2"}, ["houses-v1/val/1", "houses-v1/val/2"]),
        ({"TEE*": "houses-v1/val/1"}, ["houses-v1/val/1", ""]),
    ],
)
def test_names_stems_and_patterns(table: dict[str, str], ours: list[str]) -> None:
    assert list(mapped([HM3D, MP3D], table).values()) == ours


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            {"17DRP5sb8fx": "houses-v1/val/1"},
            "'17DRP5sb8fx' is not a scene of the file.*Did you mean '17DRP5sb8fy'",
        ),
        ({"gibson/*": "houses-v1/val/1"}, "'gibson/\\*' is not a scene of the file"),
        ({"*": "imported/{scene}"}, "is not a scene's name; .*imported/{stem}"),
        ({"*": ""}, "is not a scene's name"),
    ],
)
def test_a_wrong_key_or_rule_is_refused(table: dict[str, str], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        mapped([HM3D, MP3D], table)


def test_everything_that_is_missing_is_told_at_once(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = {HM3D: "imported/TEEsavR23oF", MP3D: "", "a": "houses-v1/val/7", "b": "castles/val/7"}
    missing = missing_scenes(found)
    assert list(missing) == [HM3D, MP3D, "b"]
    assert missing[HM3D] == (
        "imported/TEEsavR23oF is not imported: wayproof scenes import FILE --name TEEsavR23oF"
    )
    assert "no entry" in missing[MP3D] and "castles" in missing["b"]


def test_scenes_of_two_worlds_are_not_put_together() -> None:
    assert only_world({"a": "houses-v1/val/7", "b": "houses-v1/val/8"}) == "houses-v1"
    with pytest.raises(InvalidInput, match="the worlds houses-v1, imported"):
        only_world({"a": "houses-v1/val/7", "b": "imported/flat"})


@given(st.text(min_size=1))
def test_any_name_has_a_stem_by_which_it_is_found(name: str) -> None:
    stem = stem_of(name)
    assert stem and stem in name
    assert mapped([name], {"*": "imported/x"}) == {name: "imported/x"}
