"""`wayproof episodes check`: what is in a file, what is wrong with it, and whether it can be run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from house_files import HOUSE, drawn, file_about_house
from msgspec.structs import replace
from typer.testing import CliRunner

from wayproof.cli import app
from wayproof.errors import InvalidInput
from wayproof.formats import FORMATS

DATA = Path(__file__).parents[3] / "shared" / "data"


def _check(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = CliRunner().invoke(app, ["episodes", "check", *arguments, "--format", "json"])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, json.loads(done.stdout)


def test_the_facts_of_a_file(tmp_path: Path) -> None:
    code, facts = _check(str(file_about_house("langnav", tmp_path)))
    episode = drawn("language_goals", "langnav")
    assert code == 0 and facts["problems"] == []
    assert (facts["format"], facts["episodes"], facts["goals"]) == ("langnav", 1, len(episode.goals))
    assert facts["tasks"] == {"language_goals": 1} and facts["languages"] == {"en-US": 1}
    words = sorted(len((goal.text or "").split()) for goal in episode.goals)
    assert (facts["words"]["least"], facts["words"]["most"]) == (words[0], words[-1])
    assert [row["scene"] for row in facts["scene_list"]] == ["scans/My_House.glb"]


def test_every_episode_is_tried_where_scenes_are_given(tmp_path: Path) -> None:
    plain = drawn("point_goal")
    lost = replace(plain, id="lost", start=replace(plain.start, x_m=900.0))
    FORMATS["habitat_point_goal"].write([plain, lost], tmp_path / "val.json")
    code, facts = _check(str(tmp_path / "val.json"), "--scenes", f"My_House={HOUSE}")
    assert code == 1
    assert [(row["episode"], row["problem"].split(":")[0]) for row in facts["problems"]] == [
        ("lost", "start off the floor")
    ]


def test_several_broken_episodes_are_named_with_their_fields(tmp_path: Path) -> None:
    file = tmp_path / "val.json"
    plain = drawn("point_goal")
    FORMATS["habitat_point_goal"].write([replace(plain, id=str(n), file_id=str(n)) for n in range(4)], file)
    document = json.loads(file.read_text())
    document["episodes"][1]["start_rotation"] = [0, 0, 0]
    document["episodes"][2]["goals"] = []
    document["episodes"][3]["episode_id"] = "0"
    file.write_text(json.dumps(document))
    code, facts = _check(str(file))
    assert code == 1
    assert [(row["episode"], row["field"], row["problem"][:18]) for row in facts["problems"]] == [
        ("1 (number 1)", "start_rotation", "3 numbers, needs 4"),
        ("2 (number 2)", "goals", "0 goals, needs 1"),
        ("0 (number 3)", "", "has the id '0' of "),
    ]


def test_what_no_scene_can_help_is_a_problem_as_soon_as_scenes_are_given(tmp_path: Path) -> None:
    asked = {"question": "How many?", "answer": "3", "question_id": "a", "episode_history": "hm3d/x"}
    (tmp_path / "questions.json").write_text(json.dumps([asked]))
    assert _check(str(tmp_path / "questions.json"))[0] == 0
    code, facts = _check(str(tmp_path / "questions.json"), "--scenes", f"*={HOUSE}")
    assert code == 1 and "neither where an agent starts" in facts["problems"][0]["problem"]


def test_a_table_is_printed_for_people(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["episodes", "check", str(file_about_house("r2r", tmp_path))])
    assert done.exit_code == 0
    assert "format              r2r\nepisodes            2\n" in done.stdout


def test_wrong_options_get_a_sentence(tmp_path: Path) -> None:
    file = str(file_about_house("habitat_point_goal", tmp_path))
    with pytest.raises(InvalidInput, match="write FILE_SCENE=SCENE"):
        _check(file, "--scenes", "My_House")
    with pytest.raises(InvalidInput, match="'Your_House' is not a scene of the file"):
        _check(file, "--scenes", f"Your_House={HOUSE}")
    with pytest.raises(InvalidInput, match="snap_m is 9.0; give 0 to 2 metres"):
        _check(file, "--scenes", f"*={HOUSE}", "--snap", "9")


@pytest.mark.parametrize(
    ("file", "form", "episodes", "runnable"),
    [
        ("openeqa/open-eqa-sample.json", "openeqa", 82, False),
        ("r2r/R2R_train_sample.json", "r2r", 120, False),
        ("robothor/FloorPlan_Val1_1.json.gz", "robothor", 120, True),
        ("robustnav/objectnav/FloorPlan_Val1_1.json.gz", "robothor", 73, True),
        ("robustnav/pointnav/FloorPlan_Val1_1.json.gz", "robothor", 73, True),
    ],
)
def test_genuine_files(file: str, form: str, episodes: int, runnable: bool) -> None:
    if not (DATA / file).is_file():
        pytest.skip(f"needs the genuine file shared/data/{file}")
    code, facts = _check(str(DATA / file))
    assert (code, facts["format"], facts["episodes"]) == (0, form, episodes)
    assert (facts["cannot_run"] == []) == runnable
