"""Exported datasets hold exactly the fields that Habitat's loaders know; unknown ones would stop them."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from format_samples import plain
from msgspec import Meta, Struct

from wayproof.errors import InvalidInput
from wayproof.formats import FORMATS
from wayproof.formats.habitat_export import export_habitat, stage_file
from wayproof.formats.object_goal_fields import HabitatObject
from wayproof.vocabulary import Episode, Goal, Pose

# Habitat's own classes take their fields as keywords: a field too many or too few is an error there.
Three = tuple[float, float, float]
Four = tuple[float, float, float, float]
Strict = {"forbid_unknown_fields": True, "kw_only": True}


class Info(Struct, **Strict):
    geodesic_distance: float
    difficulty: str = ""


class BaseEpisode(Struct, **Strict):
    episode_id: str
    scene_id: str
    start_position: Three
    start_rotation: Four
    info: Info
    start_room: None
    shortest_paths: None


class PlaceGoal(Struct, **Strict):
    position: Three
    radius: float | None


class PointEpisode(BaseEpisode, **Strict):
    scene_dataset_config: str
    additional_obj_config_paths: list[str]
    goals: Annotated[list[PlaceGoal], Meta(min_length=1, max_length=1)]


class PointFile(Struct, **Strict):
    episodes: list[PointEpisode]


class State(Struct, **Strict):
    position: Three
    rotation: Four


class View(Struct, **Strict):
    agent_state: State
    iou: float


class ThingGoal(Struct, **Strict):
    position: Three
    radius: None
    object_id: int
    object_name: str
    object_name_id: None
    object_category: str
    room_id: int | None
    room_name: None
    view_points: Annotated[list[View], Meta(min_length=1)]


class ThingEpisode(BaseEpisode, **Strict):
    scene_dataset_config: str
    additional_obj_config_paths: list[str]
    goals: Annotated[list[Any], Meta(max_length=0)]
    object_category: str


class ThingFile(Struct, **Strict):
    episodes: list[ThingEpisode]
    goals_by_category: dict[str, list[ThingGoal]] = {}
    category_to_task_category_id: dict[str, int]
    category_to_scene_annotation_category_id: dict[str, int]


class Words(Struct, **Strict):
    instruction_text: str


class WordsEpisode(BaseEpisode, **Strict):
    trajectory_id: str
    instruction: Words
    goals: list[PlaceGoal]
    reference_path: list[Three]


class Vocabulary(Struct, **Strict):
    word_list: list[str]


class WordsFile(Struct, **Strict):
    episodes: list[WordsEpisode]
    instruction_vocab: Vocabulary


class Track(Struct, **Strict):
    locations: list[Three]


VIEWS = ((1.0, 0.0, -1.0), (2.0, 0.0, -2.0))
CHAIR = Goal("object_goal", category="chair", instances=(3, 5), view_points_m=VIEWS)
LAMP = Goal(
    "object_goal", position_m=(0.0, 1.0, 4.0), category="lamp", instances=(7,), view_points_m=VIEWS[:1]
)
THINGS = {
    "house_0": [
        HabitatObject(3, "chair", (1.0, 0.5, -2.0), room=1, view_points_m=VIEWS[:1]),
        HabitatObject(5, "chair", (3.0, 0.5, -2.0), room=2, view_points_m=VIEWS[1:]),
        HabitatObject(7, "lamp", (0.0, 1.0, 4.0), view_points_m=VIEWS[:1]),
    ]
}


def _episode(name: str, task: str, goal: Goal, scene: str = "house_0", **more: Any) -> Episode:
    start = Pose(1.0, 0.0, -2.0, math.pi / 2)
    return Episode(name, scene, task, start, (goal,), shortest_length_m=4.5, **more)


def _point(name: str, scene: str = "house_0") -> Episode:
    return _episode(name, "point_goal", Goal("point_goal", (3.0, 0.0, 1.0), 0.2), scene)


def test_point_goals_are_written_as_habitat_reads_them(tmp_path: Path) -> None:
    (folder,) = export_habitat([_point("a"), _point("b"), _point("c", "house_1")], tmp_path, split="mini")
    assert folder == tmp_path / "episodes" / "point_goal" / "mini"
    files = plain(folder)
    assert list(files) == ["content/house_0.json.gz", "content/house_1.json.gz", "mini.json.gz"]
    for document in files.values():
        msgspec.convert(document, PointFile)
    first = files["content/house_0.json.gz"]["episodes"][0]
    assert first["scene_id"] == "data/scene_datasets/wayproof/stages/house_0.glb"
    assert first["scene_dataset_config"] == "data/scene_datasets/wayproof/wayproof.scene_dataset_config.json"
    assert first["start_rotation"] == pytest.approx([0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)])
    assert first["info"] == {"geodesic_distance": 4.5}


def test_the_scenes_are_said_to_be_y_up(tmp_path: Path) -> None:
    export_habitat([_point("a")], tmp_path)
    config = json.loads((tmp_path / "wayproof.scene_dataset_config.json").read_text())
    assert config["stages"]["default_attributes"]["up"] == [0, 1, 0]
    assert config["stages"]["default_attributes"]["front"] == [0, 0, -1]
    stage = stage_file(tmp_path, "house_0")
    assert list(tmp_path.glob(config["stages"]["paths"][".glb"][0])) == []
    stage.parent.mkdir()
    stage.touch()
    assert list(tmp_path.glob(config["stages"]["paths"][".glb"][0])) == [stage]


def test_object_goals_name_each_instance_with_its_view_points(tmp_path: Path) -> None:
    ours = [_episode("a", "object_goal", CHAIR), _episode("b", "object_goal", LAMP)]
    (folder,) = export_habitat(ours, tmp_path, objects=THINGS)
    files = plain(folder)
    assert list(files) == ["content/house_0.json.gz", "val.json.gz"]
    for document in files.values():
        msgspec.convert(document, ThingFile)
    goals = files["content/house_0.json.gz"]["goals_by_category"]
    chairs = goals["house_0.glb_chair"]
    assert [thing["object_id"] for thing in chairs] == [3, 5]
    assert [view["agent_state"]["position"] for view in chairs[1]["view_points"]] == [[2.0, 0.0, -2.0]]
    # From (2, -2) the second chair at (3, -2) is to the right of -z: a quarter turn clockwise.
    turned = chairs[1]["view_points"][0]["agent_state"]["rotation"]
    assert turned == pytest.approx([0.0, -math.sqrt(0.5), 0.0, math.sqrt(0.5)])
    assert files["val.json.gz"]["category_to_task_category_id"] == {"chair": 0, "lamp": 1}


def test_object_goals_without_known_things_are_one_thing_with_all_view_points(tmp_path: Path) -> None:
    (folder,) = export_habitat([_episode("a", "object_goal", CHAIR)], tmp_path)
    document = plain(folder)["content/house_0.json.gz"]
    msgspec.convert(document, ThingFile)
    (thing,) = document["goals_by_category"]["house_0.glb_chair"]
    assert [view["agent_state"]["position"] for view in thing["view_points"]] == [
        list(view) for view in VIEWS
    ]


def test_categories_have_the_same_numbers_in_every_scene(tmp_path: Path) -> None:
    ours = [_episode("a", "object_goal", CHAIR), _episode("b", "object_goal", LAMP, "house_1")]
    (folder,) = export_habitat(ours, tmp_path)
    maps = [document["category_to_task_category_id"] for document in plain(folder).values()]
    assert maps == [{"chair": 0, "lamp": 1}] * 3


def test_object_goals_can_have_the_names_and_numbers_of_hm3d(tmp_path: Path) -> None:
    couch = Goal("object_goal", category="couch", instances=(3,), view_points_m=VIEWS)
    ours = [_episode("a", "object_goal", CHAIR), _episode("b", "object_goal", couch, "house_1")]
    (folder,) = export_habitat(ours, tmp_path, hm3d_names=True)
    ids = {"chair": 0, "bed": 1, "plant": 2, "toilet": 3, "tv_monitor": 4, "sofa": 5}
    files = plain(folder)
    for document in files.values():
        msgspec.convert(document, ThingFile)
        assert document["category_to_task_category_id"] == ids
    assert files["content/house_1.json.gz"]["episodes"][0]["object_category"] == "sofa"
    assert list(files["content/house_1.json.gz"]["goals_by_category"]) == ["house_1.glb_sofa"]
    with pytest.raises(InvalidInput, match="HM3D has no 'lamp'"):
        export_habitat([_episode("c", "object_goal", LAMP)], tmp_path / "other", hm3d_names=True)


def test_a_goal_that_nobody_can_see_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    unseen = Goal("object_goal", position_m=(0.0, 1.0, 0.0), category="lamp", instances=(7,))
    with pytest.raises(InvalidInput, match="episode 'a': its goal 'lamp' has no view points"):
        export_habitat([_point("p"), _episode("a", "object_goal", unseen)], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_instructions_are_written_as_vln_ce_reads_them_with_the_track(tmp_path: Path) -> None:
    path = ((1.0, 0.0, -2.0), (3.0, 0.0, 1.0))
    goal = Goal("instruction_following", path[-1], 3.0)
    ours = _episode("a", "instruction_following", goal, instruction="Go on.", reference_path_m=path)
    (folder,) = export_habitat([ours], tmp_path)
    files = plain(folder)
    assert list(files) == ["val.json.gz", "val_gt.json.gz"]
    msgspec.convert(files["val.json.gz"], WordsFile)
    tracks = msgspec.convert(files["val_gt.json.gz"], dict[str, Track])
    assert tracks["a"].locations == list(path)


def test_instructions_of_all_scenes_share_one_file(tmp_path: Path) -> None:
    path = ((1.0, 0.0, -2.0), (3.0, 0.0, 1.0))
    goal = Goal("instruction_following", path[-1], 3.0)
    ours = [
        _episode(
            f"a{k}", "instruction_following", goal, f"house_{k}", instruction="Go.", reference_path_m=path
        )
        for k in range(2)
    ]
    (folder,) = export_habitat(ours, tmp_path)
    files = plain(folder)
    scenes = [episode["scene_id"] for episode in files["val.json.gz"]["episodes"]]
    assert [Path(scene).stem for scene in scenes] == ["house_0", "house_1"]
    assert len(files["val_gt.json.gz"]) == 2


def test_the_guide_names_the_body_that_was_measured() -> None:
    text = (Path(__file__).parents[2] / "docs/guides/bring-your-own-episodes.md").read_text()
    told = " ".join(text.partition("## Our houses in Habitat")[2].split())
    for word in ("radius 0.175 m", "height 0.9 m", "0.8688 m", "79 degrees", "gpu_device_id=-1"):
        assert word in told


def test_what_is_exported_can_be_read_again(tmp_path: Path) -> None:
    ours = [_point("a"), _episode("b", "object_goal", LAMP)]
    folders = export_habitat(ours, tmp_path, objects=THINGS)
    for name, folder, before in zip(
        ("habitat_point_goal", "habitat_object_goal"), folders, ours, strict=True
    ):
        (again,) = FORMATS[name].read(folder).episodes
        assert again.file_id == before.id and again.goals == before.goals
        assert again.start.heading_rad == pytest.approx(before.start.heading_rad)


def test_exporting_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        export_habitat([_point("a"), _episode("b", "object_goal", LAMP)], tmp_path / name)
    files = [
        sorted(path for path in (tmp_path / name).rglob("*") if path.is_file()) for name in ("one", "two")
    ]
    assert [path.read_bytes() for path in files[0]] == [path.read_bytes() for path in files[1]]


@pytest.mark.parametrize(
    ("episodes", "split", "sentence"),
    [
        (
            [_episode("a", "question_answering", CHAIR)],
            "val",
            "episodes of question_answering have no Habitat dataset",
        ),
        ([_point("a", "x/house"), _point("b", "x_house")], "val", "share a file name"),
        ([_point("a", "..")], "val", "makes no file name"),
        ([_point("a")], "../val", "makes no file name"),
    ],
)
def test_what_cannot_be_exported_is_refused(
    episodes: list[Episode], split: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        export_habitat(episodes, tmp_path / "inner", split=split)
    assert not list(tmp_path.iterdir())
