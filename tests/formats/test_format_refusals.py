"""Sentences for files that cannot be read: each names file and field, and nothing grows without bound."""

from __future__ import annotations

import gzip
import json
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from format_samples import SAMPLES, main_file, put

from wayproof import packed_files
from wayproof.errors import BrokenFile, InvalidInput, UnknownName
from wayproof.formats import FORMATS, file_bytes
from wayproof.formats.typed_json import DEEPEST

Change = Callable[[Any], None]


def _set(*path: Any, to: Any) -> Change:
    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = to

    return change


def _drop(*path: Any) -> Change:
    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        del document[path[-1]]

    return change


CHAIRS = "TEEsavR23oF.basis.glb_chair"
CASES: list[tuple[str, Change, str]] = [
    (
        "habitat_point_goal",
        _set("episodes", 2, "start_rotation", to=[0, 0, 1]),
        "val.json.gz: episodes[2].start_rotation: 3 numbers, needs 4",
    ),
    (
        "habitat_point_goal",
        _set("episodes", 1, "start_position", 1, to="high"),
        "val.json.gz: episodes[1].start_position[1]: is text, needs a number",
    ),
    (
        "habitat_point_goal",
        _set("episodes", 1, "start_position", 0, to=float("nan")),
        "val.json.gz: episodes[1].start_position[0]: is nan, needs a finite number",
    ),
    (
        "habitat_point_goal",
        _set("episodes", 0, "goals", 0, "position", 2, to=-1e7),
        "val.json.gz: episodes[0].goals[0].position[2]: is -10000000.0, needs a number >= -1000000.0",
    ),
    (
        "habitat_point_goal",
        _set("episodes", 0, "info", "geodesic_distance", to="far"),
        "val.json.gz: episodes[0].info.geodesic_distance: is 'far', needs metres",
    ),
    (
        "habitat_point_goal",
        _set("episodes", 0, "start_rotation", to=[0, 0.9, 0, 0.9]),
        "val.json.gz: episodes[0].start_rotation: a quaternion of length 1.273, needs 1",
    ),
    (
        "habitat_point_goal",
        _set("episodes", 1, "goals", to=[]),
        "val.json.gz: episodes[1].goals: 0 goals, needs 1",
    ),
    (
        "habitat_point_goal",
        _set("episodes", 1, "episode_id", to="10"),
        "val.json.gz: episode 1: has the id '10' of the same scene's val.json.gz: episode 0",
    ),
    (
        "habitat_object_goal",
        _set("episodes", 1, "object_category", to="tv_monitr"),
        "val.json.gz: episodes[1].object_category: no category named 'tv_monitr'. Did you mean 'tv_monitor'?",
    ),
    (
        "habitat_object_goal",
        _drop("goals_by_category", CHAIRS),
        f"val.json.gz: episodes[0].object_category: goals_by_category has no goals {CHAIRS!r}",
    ),
    (
        "habitat_object_goal",
        _drop("goals_by_category", CHAIRS, 1, "position"),
        f"val.json.gz: goals_by_category[{CHAIRS!r}][1].position: is missing",
    ),
    (
        "habitat_object_goal",
        _set("goals_by_category", "TEEsavR23oF.basis.glb_bed", 0, "position", to=[1, 2]),
        "val.json.gz: goals_by_category['TEEsavR23oF.basis.glb_bed'][0].position: 2 numbers, needs 3",
    ),
    (
        "habitat_object_goal",
        _drop("category_to_task_category_id", "bed"),
        "val.json.gz: category_to_task_category_id: the two category maps differ in ['bed']",
    ),
    (
        "vln_ce_r2r",
        _drop("episodes", 1, "instruction", "instruction_text"),
        "val.json.gz: episodes[1].instruction.instruction_text: is missing",
    ),
    (
        "vln_ce_rxr",
        _set("episodes", 0, "instruction", "language", to="de-DE"),
        "val.json.gz: episodes[0].instruction.language: is 'de-DE', needs one of en-US, en-IN, hi-IN, te-IN",
    ),
    (
        "goat_bench",
        _set("episodes", 0, "tasks", 1, to=["chair", "description", 99]),
        f"val.json.gz: episodes[0].tasks[1][2]: goals[{CHAIRS!r}] has no object_id 99",
    ),
    (
        "goat_bench",
        _set("episodes", 0, "tasks", 1, to=["stool", "object", None]),
        "val.json.gz: episodes[0].tasks[1][0]: 0 lists of goals 'stool', needs 1",
    ),
    (
        "goat_bench",
        _set("episodes", 0, "tasks", 0, to=["chair", "smell", None]),
        "val.json.gz: episodes[0].tasks[0][1]: is 'smell', needs one of object, description, image",
    ),
    (
        "langnav",
        _set("episodes", 0, "goals", 1, "goal_object", 0, "navigable_points", 0, to=["1", "nan", "2"]),
        "val.json.gz: episodes[0].goals[1].goal_object[0].navigable_points[0]: is 'nan', needs a number",
    ),
    (
        "robothor",
        _set(2, "object_type", to="Mug"),
        "val.json.gz: [2].object_type: needs either an object_type or a target_position",
    ),
    (
        "robothor",
        _set(0, "object_type", to="Mugg"),
        "val.json.gz: [0].object_type: no RoboTHOR target named 'Mugg'. Did you mean 'Mug'?",
    ),
    (
        "omninavbench",
        _set("scenarios", 0, "scene", "units_in_meters", to=0),
        "val.json.gz: scenarios[0].scene.units_in_meters: is 0.0, needs metres",
    ),
    (
        "omninavbench",
        _set("scenarios", 0, "task", "subtasks", 1, "type", to="FLY_TO"),
        "val.json.gz: scenarios[0].task.subtasks[1].type: is 'FLY_TO', needs one of GOTO_OBJECT",
    ),
    (
        "omninavbench",
        _set("scenarios", 0, "task", "navigation", "objects", "chair_1", to=[1, 2]),
        "val.json.gz: scenarios[0].task.navigation.objects['chair_1']: 2 numbers, needs 3",
    ),
    (
        "onemap",
        _set("episodes", 1, "best_seq_dists", to=[1.0]),
        "val.json.gz: episodes[1].best_seq_dists: 1 lengths, needs 2, one per goal",
    ),
]


@pytest.mark.parametrize(
    ("name", "change", "sentence"), CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)]
)
def test_each_fault_has_its_own_sentence(name: str, change: Change, sentence: str) -> None:
    document = main_file(name)[1]
    change(document)
    with pytest.raises(BrokenFile) as error:
        FORMATS[name].parse(json.dumps(document).encode(), "val.json.gz")
    assert str(error.value).startswith(sentence)


def test_a_bomb_is_refused_before_it_has_grown() -> None:
    bomb = gzip.compress(b" " * (64 * 2**20), mtime=0)
    assert len(bomb) < 2**17
    with pytest.raises(BrokenFile, match=r"bomb.json.gz: unpacks to more than 200 times its size"):
        FORMATS["robothor"].parse(bomb, "bomb.json.gz")


def test_what_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_files, "LARGEST_BYTES", 1000)
    with pytest.raises(BrokenFile, match="unpacks to more than 1000 bytes"):
        file_bytes.unpacked(gzip.compress(bytes(range(256)) * 4), "x.gz")


def test_honest_files_of_several_members_are_unpacked() -> None:
    assert file_bytes.unpacked(gzip.compress(b"[") + gzip.compress(b"]"), "x.gz") == b"[]"


@pytest.mark.parametrize("name", FORMATS.names())
@pytest.mark.parametrize(
    "content", [b"[" * 10_000_000, b'{"a":' * 1_000_000, b'{"episodes":' + b"[" * 100_000]
)
def test_endless_nesting_is_refused(name: str, content: bytes) -> None:
    with pytest.raises(BrokenFile, match=r"deep\.json: "):
        FORMATS[name].parse(content, "deep.json")


def test_deep_nesting_in_a_field_that_may_hold_anything_is_refused() -> None:
    document = main_file("habitat_point_goal")[1]
    deep: Any = {}
    for _ in range(DEEPEST):
        deep = {"a": deep}
    document["episodes"][0]["info"] = {"x": deep}
    with pytest.raises(BrokenFile, match=r"episodes\[0\].info.x.a.a.*nested more than 32 deep"):
        FORMATS["habitat_point_goal"].parse(json.dumps(document).encode(), "x.json")


def test_a_cut_off_gzip_file_is_said_to_be_torn() -> None:
    content = gzip.compress(json.dumps(main_file("robothor")[1]).encode())
    with pytest.raises(BrokenFile, match=r"x.json.gz: torn gzip file"):
        FORMATS["robothor"].parse(content[:-20], "x.json.gz")


@pytest.mark.parametrize("name", FORMATS.names())
def test_absent_files_empty_folders_and_folders_as_files_are_wrong_use(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="there is no file"):
        FORMATS[name].read(tmp_path / "absent.json.gz")
    with pytest.raises(InvalidInput, match=f"holds no {name} files"):
        FORMATS[name].read(tmp_path)


def test_an_unknown_format_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'langnav'"):
        FORMATS["langnave"]


@pytest.mark.parametrize(
    "template",
    ["/etc/{scene}.json.gz", "{data_path}/../{scene}.json.gz", "{data_path}/content/all.json.gz", "x"],
)
def test_an_index_cannot_lead_out_of_its_folder(template: str, tmp_path: Path) -> None:
    sample = {**SAMPLES["habitat_point_goal"]}
    sample["val.json.gz"] = {"episodes": [], "content_scenes_path": template}
    with pytest.raises(BrokenFile, match=r"val.json.gz: content_scenes_path: is "):
        FORMATS["habitat_point_goal"].read(put(sample, tmp_path / "val"))


def test_an_index_may_name_another_folder_of_contents(tmp_path: Path) -> None:
    sample = {
        "val.json.gz": {"episodes": [], "content_scenes_path": "{data_path}/scenes/{scene}.json.gz"},
        "scenes/a.json.gz": main_file("habitat_point_goal")[1],
    }
    assert len(FORMATS["habitat_point_goal"].read(put(sample, tmp_path / "val")).episodes) == 3


def test_no_typed_field_joins_a_bounded_number_with_a_tuple_of_fixed_length() -> None:
    """msgspec 0.22 ends the process on such a union."""
    from wayproof.formats import (
        goat_bench,
        habitat_object_goal,
        habitat_point_goal,
        langnav,
        omninavbench_fields,
        onemap,
        robothor,
        vln_ce_fields,
    )

    modules = (goat_bench, habitat_object_goal, habitat_point_goal, langnav, onemap, robothor)
    structs = [
        kind
        for module in (*modules, omninavbench_fields, vln_ce_fields)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ]
    assert len(structs) > 20
    for struct in structs:
        for hint in typing.get_type_hints(struct, include_extras=True).values():
            for union in _unions(hint):
                bounded = any(typing.get_origin(member) is Annotated for member in union)
                fixed = any(typing.get_origin(m) is tuple and ... not in typing.get_args(m) for m in union)
                assert not (bounded and fixed), f"{struct.__name__}: {union}"


def _unions(hint: Any) -> list[tuple[Any, ...]]:
    import types

    members = typing.get_args(hint)
    own = [members] if typing.get_origin(hint) in (typing.Union, types.UnionType) else []
    return own + [union for member in members for union in _unions(member)]
