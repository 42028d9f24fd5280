"""A file of every format is read, mapped to a scene, and its episode is run to success by the oracle."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from house_files import HOUSE, RUNS, drawn, file_about_house, world_for

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode_set import SKIP, Recipe
from wayproof.errors import InvalidInput
from wayproof.file_episodes.episode_source import EpisodeSource, check_scenes, read_source
from wayproof.file_episodes.file_set import fitted_set
from wayproof.formats import FORMATS
from wayproof.metrics.success import success
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import make_plan
from wayproof.suite import Suite, suite_digest
from wayproof.vocabulary import Goal

MAP = {"My_House": HOUSE}


def _source(file: Path, task: str, **more: object) -> EpisodeSource:
    source = read_source(Recipe(task, file=str(file), scenes=MAP, **more))  # type: ignore[arg-type]
    check_scenes([source])
    return source


def test_every_format_either_runs_or_says_what_it_lacks() -> None:
    assert set(RUNS) == {form.name for form in FORMATS if form.protocols}
    assert all(form.lacks for form in FORMATS if not form.protocols)


@pytest.mark.parametrize("name", sorted(RUNS))
def test_the_oracle_succeeds_in_an_episode_of_a_file(name: str, tmp_path: Path) -> None:
    file = file_about_house(name, tmp_path)
    recipe = Recipe(RUNS[name], file=str(file), scenes=MAP)
    plan = make_plan(Suite("mine", 1, "mine", (recipe,)), limit=1)
    (made,) = plan.sets
    episode = made.episodes[0]
    assert (episode.scene, episode.task, episode.source) == (HOUSE, RUNS[name], name)
    assert made.recipe.protocol == FORMATS[name].protocols[RUNS[name]]
    log = EpisodeRunner(plan, load_agent("oracle")).run(plan.work[0])
    assert success(log) == 1.0
    assert log.protocol_hash == plan.protocol_hashes[0]  # a resumed run finds its logs again


def test_lengths_are_those_that_we_measure(tmp_path: Path) -> None:
    """What is written and read back is as far from its goal as it was drawn."""
    for name, task in (("habitat_point_goal", "point_goal"), ("langnav", "language_goals")):
        made = fitted_set(_source(file_about_house(name, tmp_path / name), task))
        before = drawn(task, "langnav" if name == "langnav" else None)
        assert made.episodes[0].shortest_length_m == pytest.approx(before.shortest_length_m, abs=1e-9)


def test_a_start_in_a_wall_is_moved_within_the_tolerance_or_refused_by_name(tmp_path: Path) -> None:
    plain = drawn("point_goal")
    goal = plain.goals[0].position_m
    assert goal is not None
    lost = msgspec.structs.replace(plain, id="lost", start=msgspec.structs.replace(plain.start, y_m=30.0))
    FORMATS["habitat_point_goal"].write([plain, lost], tmp_path / "val.json")
    with pytest.raises(InvalidInput, match=r"1 of 2 episodes cannot be run:\n  1 start off the floor .*lost"):
        fitted_set(_source(tmp_path / "val.json", "point_goal"))
    made = fitted_set(_source(tmp_path / "val.json", "point_goal", unfit=SKIP))
    assert [episode.id for episode in made.episodes] == [plain.id]
    assert made.rejected == {"start off the floor": 1} and list(made.left_out) == ["My_House: lost"]
    assert any("left out: start off the floor (1" in note for note in made.notes)


def test_a_start_a_little_off_the_floor_is_put_on_it_and_noted(tmp_path: Path) -> None:
    plain = drawn("point_goal")
    raised = msgspec.structs.replace(plain.start, y_m=plain.start.y_m + 0.19)  # as on Habitat's navmesh
    FORMATS["habitat_point_goal"].write([msgspec.structs.replace(plain, start=raised)], tmp_path / "val.json")
    made = fitted_set(_source(tmp_path / "val.json", "point_goal"))
    assert made.episodes[0].start == plain.start and made.notes == ()


def test_another_length_in_the_file_is_noted(tmp_path: Path) -> None:
    plain = drawn("point_goal")
    FORMATS["habitat_point_goal"].write(
        [msgspec.structs.replace(plain, shortest_length_m=40.0)], tmp_path / "val.json"
    )
    made = fitted_set(_source(tmp_path / "val.json", "point_goal"))
    assert any("quite another than the file's" in note for note in made.notes)


def test_pictures_are_left_out_and_counted(tmp_path: Path) -> None:
    episode = msgspec.structs.replace(drawn("language_goals", "goat_bench"), task="multi_goal", labels={})
    file = tmp_path / "val.json"
    FORMATS["goat_bench"].write([episode], file)
    document = msgspec.json.decode(file.read_bytes())
    category, _, number = document["episodes"][0]["tasks"][0]
    document["episodes"][0]["tasks"].append([category, "image", number])
    file.write_bytes(msgspec.json.encode(document))
    made = fitted_set(_source(file, "language_goals"))
    assert len(made.episodes[0].goals) == len(episode.goals)
    assert any("pictures, left out" in note for note in made.notes)


def test_a_mission_of_several_goals_is_refused_with_a_sentence(tmp_path: Path) -> None:
    point = drawn("point_goal")
    goals = (Goal("point_goal", point.goals[0].position_m), Goal("point_goal", point.goals[0].position_m))
    mission = msgspec.structs.replace(point, task="mission", scene="My_House", goals=goals, labels={})
    FORMATS["omninavbench"].write([mission], tmp_path / "one.json")
    with pytest.raises(InvalidInput, match="mission of several kinds of goals"):
        read_source(Recipe("point_goal", file=str(tmp_path / "one.json"), scenes=MAP))


def test_a_mission_to_one_thing_is_a_search_for_it_under_our_rules(tmp_path: Path) -> None:
    thing = next(thing for thing in world_for("object_goal").scene.instances if thing.category == "toilet")
    middle = tuple((low + high) / 2 for low, high in zip(thing.low_m, thing.high_m, strict=True))
    goal = Goal("object_goal", middle, radius_m=1.5, category="toilet")
    mission = msgspec.structs.replace(drawn("point_goal"), task="mission", scene="My_House", goals=(goal,))
    FORMATS["omninavbench"].write([msgspec.structs.replace(mission, labels={})], tmp_path / "one.json")
    made = fitted_set(_source(tmp_path / "one.json", "object_goal"))
    found = made.episodes[0].goals[0]
    assert (found.instances, found.radius_m, found.text) == ((thing.id,), None, "Find a toilet.")


def test_ids_are_told_apart_where_scenes_of_the_file_share_one_of_ours(tmp_path: Path) -> None:
    point = drawn("point_goal")
    other = msgspec.structs.replace(point, scene="scans/Other.glb")
    FORMATS["habitat_point_goal"].write([point, other], tmp_path / "val.json")
    source = read_source(Recipe("point_goal", file=str(tmp_path / "val.json"), scenes={"*": HOUSE}))
    ids = [episode.id for episode in fitted_set(source).episodes]
    assert ids == [point.id, f"{point.id}~2"]


def test_where_a_file_lies_is_no_part_of_a_suite() -> None:
    here, there = (
        Suite("mine", 1, "mine", (Recipe("point_goal", file=file),)) for file in ("/a/val.json", "val.json")
    )
    assert suite_digest(here) == suite_digest(there)
    assert suite_digest(here) != suite_digest(Suite("mine", 1, "mine", (Recipe("point_goal", file="x"),)))
