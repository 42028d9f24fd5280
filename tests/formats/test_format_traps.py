"""What each format means: ids, shared goals, dropped descriptions, languages, tags, units, hidden goals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from format_samples import SAMPLES, main_file, plain, put
from msgspec.structs import replace

from wayproof.errors import InvalidInput, UnknownName
from wayproof.formats import FORMATS, EpisodeFile
from wayproof.formats.vln_ce_fields import GroundTruth
from wayproof.vocabulary import Goal


def _parsed(name: str, document: Any = None, file: str = "val.json.gz") -> EpisodeFile:
    return FORMATS[name].parse(json.dumps(document or main_file(name)[1]).encode(), file)


def test_object_goal_ids_are_counted_as_the_loader_does_and_the_files_ids_are_kept() -> None:
    episodes = _parsed("habitat_object_goal").episodes
    assert [episode.id for episode in episodes] == ["0", "1", "2"]
    assert [episode.file_id for episode in episodes] == ["10", "11", "12"]


def test_point_goal_ids_are_those_of_the_file() -> None:
    first = _parsed("habitat_point_goal").episodes[0]
    assert (first.id, first.file_id) == ("10", "10")


def test_langnav_ids_join_scene_and_file_id() -> None:
    episode = _parsed("langnav").episodes[0]
    assert (episode.id, episode.file_id) == ("102343992__10", "10")


def test_onemap_counts_through_all_files(tmp_path: Path) -> None:
    document = SAMPLES["onemap"]["a/TEEsavR23oF_episodes.json.gz"]
    folder = put({"B/x.json.gz": document, "a/y.json.gz": document}, tmp_path)
    assert [episode.id for episode in FORMATS["onemap"].read(folder).episodes] == ["0", "1", "2", "3"]
    assert FORMATS["onemap"].read(folder).extras.documents.keys() == {"a/y.json.gz", "B/x.json.gz"}


def test_the_scenes_prefix_is_stripped_and_written_again(tmp_path: Path) -> None:
    document = main_file("habitat_point_goal")[1]
    document["episodes"][0]["scene_id"] = "data/scene_datasets/gibson/Cantwell.glb"
    found = _parsed("habitat_point_goal", document)
    assert found.episodes[0].scene == "gibson/Cantwell.glb"
    FORMATS["habitat_point_goal"].write(found.episodes, tmp_path / "x.json", found.extras)
    assert plain(tmp_path)["x.json"] == document


def test_an_object_goal_is_any_instance_of_the_category_and_is_shared_between_episodes() -> None:
    first, second, third = _parsed("habitat_object_goal").episodes
    assert first.goals[0] is third.goals[0]
    assert first.goals[0] == Goal(
        "object_goal",
        category="chair",
        instances=(3, 5),
        view_points_m=((3.0, 0.1, -1.0), (3.0, 0.1, -1.0), (5.0, 0.1, -1.0), (5.0, 0.1, -1.0)),
    )
    assert second.goals[0].position_m == (7.5, 0.9, -1.5)  # the only one has a position


def test_old_object_goal_files_with_goals_in_each_episode_are_read(tmp_path: Path) -> None:
    document = main_file("habitat_object_goal")[1]
    goals = document.pop("goals_by_category")
    for record in document["episodes"]:
        record["goals"] = goals[f"TEEsavR23oF.basis.glb_{record.pop('object_category')}"]
    found = _parsed("habitat_object_goal", document)
    assert [episode.goals[0].category for episode in found.episodes] == ["chair", "tv_monitor", "chair"]
    FORMATS["habitat_object_goal"].write(found.episodes, tmp_path / "x.json", found.extras)
    assert plain(tmp_path)["x.json"] == document


def test_mp3d_files_have_the_category_map_under_another_name() -> None:
    document = main_file("habitat_object_goal")[1]
    document["category_to_mp3d_category_id"] = document.pop("category_to_scene_annotation_category_id")
    assert len(_parsed("habitat_object_goal", document).episodes) == 3


def test_contents_without_category_maps_take_those_of_the_index(tmp_path: Path) -> None:
    index, content = (
        json.loads(json.dumps(document)) for document in SAMPLES["habitat_object_goal"].values()
    )
    for name in [name for name in content if name.startswith("category_to")]:
        del content[name]
    sample = {"val.json.gz": index, "content/TEEsavR23oF.json.gz": content}
    found = FORMATS["habitat_object_goal"].read(put(sample, tmp_path / "in" / "val"))
    assert not found.notes
    FORMATS["habitat_object_goal"].write(found.episodes, tmp_path / "out" / "val", found.extras)
    assert plain(tmp_path / "out" / "val") == sample
    del index["category_to_task_category_id"]["chair"]
    del index["category_to_scene_annotation_category_id"]["chair"]
    put({"val.json.gz": index}, tmp_path / "in" / "val")
    with pytest.raises(Exception, match="no category named 'chair'"):
        FORMATS["habitat_object_goal"].read(tmp_path / "in" / "val")


def test_new_categories_get_the_next_numbers_in_every_file_of_a_folder(tmp_path: Path) -> None:
    found = FORMATS["habitat_object_goal"].read(put(SAMPLES["habitat_object_goal"], tmp_path / "in" / "val"))
    lamp = replace(found.episodes[0].goals[0], category="lamp")
    other = replace(found.episodes[0], scene="hm3d/val/other.glb", goals=(lamp,))
    FORMATS["habitat_object_goal"].write([*found.episodes, other], tmp_path / "out" / "val", found.extras)
    written = plain(tmp_path / "out" / "val")
    assert set(written) == {"val.json.gz", "content/TEEsavR23oF.json.gz", "content/other.json.gz"}
    for document in written.values():
        assert document["category_to_task_category_id"] == {"chair": 0, "bed": 1, "tv_monitor": 4, "lamp": 5}
    assert list(written["content/other.json.gz"]["goals_by_category"]) == ["other.glb_lamp"]


def test_two_episodes_cannot_have_different_goals_under_one_key(tmp_path: Path) -> None:
    found = _parsed("habitat_object_goal")
    moved = replace(found.episodes[0].goals[0], view_points_m=((0.0, 0.0, 0.0),), position_m=(1.0, 1.0, 1.0))
    ours = [replace(found.episodes[0], goals=(moved,)), replace(found.episodes[2], id="9")]
    with pytest.raises(InvalidInput, match="different goals 'TEEsavR23oF.basis.glb_chair'"):
        FORMATS["habitat_object_goal"].write(ours, tmp_path / "x.json")
    with pytest.raises(InvalidInput, match="different goals 'TEEsavR23oF.basis.glb_chair'"):
        FORMATS["habitat_object_goal"].write([ours[0], found.episodes[2]], tmp_path / "x.json", found.extras)
    both = [replace(episode, goals=(moved,)) for episode in (found.episodes[0], found.episodes[2])]
    FORMATS["habitat_object_goal"].write(both, tmp_path / "x.json", found.extras)
    again = FORMATS["habitat_object_goal"].read(tmp_path / "x.json").episodes
    assert {episode.goals[0].view_points_m for episode in again} == {((0.0, 0.0, 0.0),)}


def test_goat_goals_are_the_category_with_its_children_and_never_grow() -> None:
    found = _parsed("goat_bench")
    first, second = found.episodes
    assert [goal.kind for goal in first.goals] == [
        "object_goal",
        "language_goals",
        "image_goal",
        "language_goals",
    ]
    assert first.goals[0].instances == (3, 5, 9)  # chairs and the armchair, each once
    assert second.goals == first.goals  # the reference loader would have added the armchair once more
    assert len(found.extras.documents["val.json.gz"].goals["TEEsavR23oF.basis.glb_chair"]) == 2


def test_goat_descriptions_of_more_than_55_words_are_dropped_and_counted() -> None:
    found = _parsed("goat_bench")
    assert [goal.text for goal in found.episodes[0].goals if goal.kind == "language_goals"] == [
        "the red chair by the door",
        "a wide armchair",
    ]
    assert found.notes == (
        "val.json.gz: descriptions of more than 55 words were dropped, as GOAT-Bench does "
        "(2: episodes[0].tasks[2], ...)",
    )
    document = main_file("goat_bench")[1]
    document["goals"]["TEEsavR23oF.basis.glb_chair"][1]["lang_desc"] = " ".join(["long"] * 55)
    assert len(_parsed("goat_bench", document).episodes[0].goals) == 5


def test_goat_descriptions_in_other_words_are_written_where_all_agree(tmp_path: Path) -> None:
    found = _parsed("goat_bench")

    def reworded(goal: Goal, text: str) -> Goal:
        return replace(goal, text=text) if goal.text == "the red chair by the door" else goal

    ours = [replace(e, goals=tuple(reworded(g, "le fauteuil") for g in e.goals)) for e in found.episodes]
    FORMATS["goat_bench"].write(ours, tmp_path / "x.json", found.extras)
    assert FORMATS["goat_bench"].read(tmp_path / "x.json").episodes == tuple(ours)
    with pytest.raises(InvalidInput, match="describe 3 of .* differently"):
        FORMATS["goat_bench"].write([ours[0], found.episodes[1]], tmp_path / "y.json", found.extras)


def test_instructions_in_other_words_lose_the_tokens_of_the_old_ones(tmp_path: Path) -> None:
    found = _parsed("vln_ce_r2r")
    ours = [replace(found.episodes[0], instruction="Go right."), found.episodes[1]]
    FORMATS["vln_ce_r2r"].write(ours, tmp_path / "x.json", found.extras)
    first, second = plain(tmp_path)["x.json"]["episodes"]
    assert first["instruction"] == {"instruction_text": "Go right."}
    assert second["instruction"]["instruction_tokens"] == [2, 3, 0, 0]


def test_rxr_keeps_language_and_role_and_reads_both_roles_of_a_folder(tmp_path: Path) -> None:
    guide = SAMPLES["vln_ce_rxr"]["val_seen_guide.json.gz"]
    sample = {"val_seen_guide.json.gz": guide, "val_seen_follower.json.gz": guide}
    found = FORMATS["vln_ce_rxr"].read(put(sample, tmp_path / "in"))
    assert [episode.labels["role"] for episode in found.episodes] == ["follower"] * 2 + ["guide"] * 2
    assert {episode.language for episode in found.episodes} == {"hi-IN"}
    FORMATS["vln_ce_rxr"].write(found.episodes, tmp_path / "out", found.extras)
    assert plain(tmp_path / "out") == sample


def test_the_experts_tracks_are_read_from_beside_the_file_and_written_for_what_is_written(
    tmp_path: Path,
) -> None:
    found = FORMATS["vln_ce_r2r"].read(put(SAMPLES["vln_ce_r2r"], tmp_path / "in") / "val_seen.json.gz")
    tracks = found.extras.ground_truth["val_seen.json.gz"]
    assert tracks["10"] == GroundTruth(((0.0, 0.0, 0.0), (0.0, 0.0, -0.25)), 1, (1, 0))
    FORMATS["vln_ce_r2r"].write(found.episodes[:1], tmp_path / "out" / "some.json.gz", found.extras)
    assert list(plain(tmp_path / "out")["some_gt.json.gz"]) == ["10"]


def test_hidden_goals_are_remarked_on() -> None:
    document = main_file("vln_ce_r2r")[1]
    for record in document["episodes"]:
        record["goals"] = record["reference_path"] = None
    found = _parsed("vln_ce_r2r", document)
    assert found.episodes[0].goals == () and "hidden goals" in found.notes[0]


def test_langnav_tags_are_the_annotated_words_and_support_is_the_word_on() -> None:
    goals = _parsed("langnav").episodes[0].goals
    assert goals[0].tags == ("colour", "support")
    assert goals[1].tags == ("material",)  # the "on " of "lemon " is not a support
    document = main_file("langnav")[1]
    document["episodes"][0]["goals"][0]["language_instruction"] = "Find the lamp on your left."
    assert _parsed("langnav", document).episodes[0].goals[0].tags == ("colour",)


def test_langnav_numbers_may_be_text_and_paths_give_lengths() -> None:
    episode = _parsed("langnav").episodes[0]
    assert episode.goals[0].view_points_m == ((0.5, 0.1, -2.5), (1.5, 0.1, -2.5))
    assert [goal.shortest_length_m for goal in episode.goals] == [5.0, 2.0]
    assert episode.shortest_length_m == 7.0 and episode.maximum_steps == 1000


def test_langnav_goals_in_other_words_keep_their_things(tmp_path: Path) -> None:
    found = _parsed("langnav")
    goal = replace(found.episodes[0].goals[0], text="Find the ruby lamp.", tags=("colour",))
    ours = [replace(found.episodes[0], goals=(goal, *found.episodes[0].goals[1:])), *found.episodes[1:]]
    FORMATS["langnav"].write(ours, tmp_path / "x.json", found.extras)
    assert FORMATS["langnav"].read(tmp_path / "x.json").episodes == tuple(ours)


def test_robothor_poses_stand_on_the_floor_and_robustnav_has_fewer_steps() -> None:
    thing, _, point = _parsed("robothor").episodes
    assert thing.start.y_m == 0.01 and thing.maximum_steps == 500 and thing.labels == {}
    assert point.goals[0].position_m == (5.0, 0.01, -2.0)
    assert point.maximum_steps == 300 and point.labels == {"difficulty": "hard"}


def test_robothor_gets_the_middle_of_the_body_and_gives_back_the_floor(tmp_path: Path) -> None:
    ours = [replace(episode, reference_path_m=()) for episode in _parsed("robothor").episodes]
    FORMATS["robothor"].write(ours, tmp_path / "x.json")
    thing, _, point = plain(tmp_path)["x.json"]
    assert thing["initial_position"] == {"x": 4.0, "y": pytest.approx(0.91), "z": -1.0}
    assert point["target_position"] == {"x": 5.0, "y": pytest.approx(0.91), "z": 2.0}
    again = FORMATS["robothor"].read(tmp_path / "x.json").episodes
    assert [episode.start.y_m for episode in again] == pytest.approx([0.01] * 3)


def test_our_names_of_things_are_written_as_robothors(tmp_path: Path) -> None:
    found = _parsed("robothor").episodes[0]
    ours = replace(found, goals=(Goal("object_goal", category="alarm_clock"),))
    FORMATS["robothor"].write([ours], tmp_path / "x.json")
    assert plain(tmp_path)["x.json"][0]["object_type"] == "AlarmClock"
    with pytest.raises(UnknownName, match="no RoboTHOR target named 'piano'"):
        FORMATS["robothor"].write(
            [replace(found, goals=(Goal("object_goal", category="piano"),))], tmp_path / "y.json"
        )


def test_omninavbench_missions_become_goals_of_their_kinds() -> None:
    found = _parsed("omninavbench", file="concise/car/x/final_episode_1.json")
    episode = found.episodes[0]
    assert episode.scene == "17DRP5sb8fy" and episode.people == 2 and episode.maximum_steps == 80
    assert episode.labels == {"robot": "carter_v1", "style": "concise"}
    assert episode.goals == (
        Goal("object_goal", (0.0, 0.0, -5.0), 1.0, "Chair"),
        Goal("room_goal", (2.0, 1.25, -1.5), category="living_room", rooms=(0,)),
        Goal("point_goal", (3.0, 0.0, 0.0), 1.5),
        Goal("point_goal", (0.0, 0.0, -5.0), 1.5),
        Goal("person_following", radius_m=2.5, person=1),
        Goal("question_answering", text="How many?", answer="three"),
    )
    assert "markers" in found.notes[0]


def test_omninavbench_keeps_what_it_does_not_understand_when_a_goal_changes(tmp_path: Path) -> None:
    found = _parsed("omninavbench")
    goals = list(found.episodes[0].goals)
    goals[2] = replace(goals[2], position_m=(1.0, 0.0, -1.0))
    ours = replace(found.episodes[0], goals=tuple(goals), instruction="Go.")
    FORMATS["omninavbench"].write([ours], tmp_path / "x.json", found.extras)
    written = plain(tmp_path)["x.json"]["scenarios"][0]
    assert written["navmesh"] == {"z_padding": 2.0} and written["task"]["navigation"]["objects_meta"]
    again = FORMATS["omninavbench"].read(tmp_path / "x.json").episodes[0]
    assert again.goals[:2] == ours.goals[:2] and again.goals[2].position_m == pytest.approx((1.0, 0.0, -1.0))


def test_stripped_omninavbench_files_have_no_goals() -> None:
    document = main_file("omninavbench")[1]
    scenario = document["scenarios"][0]
    del scenario["recording"], scenario["task"]["subtasks"], scenario["task"]["qa"]
    scenario["task"]["navigation"] = {"instruction": "Go."}
    found = _parsed("omninavbench", document)
    assert found.episodes[0].goals == () and found.episodes[0].maximum_steps == 10_000
    assert "hidden goals" in found.notes[0]


def test_a_tilted_start_keeps_its_heading_and_is_remarked_on() -> None:
    document = main_file("habitat_point_goal")[1]
    document["episodes"][1]["start_rotation"] = [0.17364818, 0, 0, 0.98480775]  # looks up by 20 degrees
    found = _parsed("habitat_point_goal", document)
    assert found.episodes[1].start.heading_rad == pytest.approx(0.0)
    assert found.notes == (
        "val.json.gz: tilted start rotations, of which only the heading is used "
        "(1: episodes[1].start_rotation)",
    )


def test_ten_thousand_episodes_share_the_goals_that_they_have_in_common() -> None:
    document = main_file("habitat_object_goal")[1]
    record = document["episodes"][0]
    document["episodes"] = [{**record, "episode_id": str(i)} for i in range(10_000)]
    content = json.dumps(document).encode()
    found = FORMATS["habitat_object_goal"].parse(content, "x.json")
    assert len(found.episodes) == 10_000
    assert len({id(episode.goals[0]) for episode in found.episodes}) == 1
    assert msgspec.json.decode(msgspec.json.encode(found.episodes[0]), type=type(found.episodes[0]))


def test_the_examples_in_the_docstrings_are_true() -> None:
    import doctest
    import importlib
    import pkgutil

    import wayproof.formats

    modules = [
        importlib.import_module(f"wayproof.formats.{m.name}")
        for m in pkgutil.iter_modules(wayproof.formats.__path__)
    ]
    results = [doctest.testmod(module) for module in modules]
    assert sum(result.failed for result in results) == 0
    assert sum(result.attempted for result in results) >= 8
