"""Suites with files of episodes: paths, missing scenes, a file that changed, options that do not apply."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from house_files import HOUSE, drawn, file_about_house

from wayproof.errors import InvalidInput, WayproofError
from wayproof.formats import FORMATS
from wayproof.run.folder import make_plan
from wayproof.run.study import Options, open_study
from wayproof.suites import changed_suite, load_suite

SUITE = """
name = "mine"
version = 1
summary = "my own episodes"

[[episodes]]
task = "point_goal"
file = "episodes/val.json.gz"
{more}
[episodes.scenes]
"{scene}" = "{ours}"
"""


def _suite(folder: Path, *, more: str = "", scene: str = "My_House", ours: str = HOUSE) -> Path:
    """A suite's file in a folder, with an episode file in a folder beside it."""
    file_about_house("habitat_point_goal", folder / "episodes")
    file = folder / "mine.toml"
    file.write_text(SUITE.format(more=more, scene=scene, ours=ours))
    return file


def _opened(file: Path, run: Path) -> None:
    open_study(load_suite(file), "oracle", run, Options(), tell=lambda sentence: None)


def test_a_file_is_looked_for_beside_its_suite(tmp_path: Path) -> None:
    plan = make_plan(load_suite(_suite(tmp_path)))
    assert [episode.scene for episode in plan.sets[0].episodes] == [HOUSE]
    assert plan.suite.episodes[0].file == "val.json.gz"  # where it lies is not told to anybody
    assert len(plan.files["0: val.json.gz"]) == 16


def test_the_same_file_elsewhere_resumes_and_a_changed_one_is_noticed(tmp_path: Path) -> None:
    here = _suite(tmp_path / "here")
    _opened(here, tmp_path / "run")
    shutil.copytree(tmp_path / "here", tmp_path / "there")
    _opened(tmp_path / "there" / "mine.toml", tmp_path / "run")
    plain = drawn("point_goal")
    turned = msgspec.structs.replace(plain, start=msgspec.structs.replace(plain.start, heading_rad=0.125))
    FORMATS["habitat_point_goal"].write([turned], tmp_path / "here" / "episodes" / "val.json.gz")
    with pytest.raises(
        InvalidInput, match=r"holds another run: .*files\.0: val\.json\.gz is '\w{16}' against"
    ):
        _opened(here, tmp_path / "run")


def test_missing_scenes_of_all_sets_are_listed_before_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    file = _suite(tmp_path, ours="imported/flat")
    file_about_house("langnav", tmp_path / "more")
    file.write_text(f'{file.read_text()}\n[[episodes]]\ntask = "language_goals"\nfile = "more/val.json.gz"\n')
    with pytest.raises(InvalidInput) as caught:
        make_plan(load_suite(file))
    lines = str(caught.value).splitlines()
    assert lines[0] == "2 scenes are missing:"
    assert "imported/flat is not imported" in lines[1] and "imported/My_House is not imported" in lines[2]
    assert "[episodes.scenes]" in lines[3]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"scene": "Your_House"}, "'Your_House' is not a scene of the file"),
        ({"more": 'format = "robothor"'}, "val.json.gz: is an object, needs a list"),
        ({"more": 'format = "habitat"'}, "no episode format named 'habitat'"),
        ({"more": "snap_m = 50.0"}, "snap_m is 50.0; give 0 to 2 metres"),
        ({"more": 'unfit = "maybe"'}, "unfit is 'maybe'; give refuse or skip"),
        ({"more": "count = -1"}, "count is -1; give 1 or more, or 0 for all"),
        ({"more": 'protocol = "gibson"'}, "no point_goal protocol named 'gibson'"),
        ({"more": "rooms = 3"}, "rooms and aligned_with are for drawn episodes"),
        ({"ours": "houses-v1/moon/7"}, "no split named 'moon'"),
    ],
)
def test_a_wrong_suite_gets_a_sentence(changes: dict[str, str], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(WayproofError, match=sentence):
        make_plan(load_suite(_suite(tmp_path, **changes)))


def test_a_file_without_episodes_of_the_task_says_what_it_has(tmp_path: Path) -> None:
    file = _suite(tmp_path)
    file.write_text(file.read_text().replace("point_goal", "object_goal"))
    with pytest.raises(InvalidInput, match="has no episodes of object_goal; its episodes are point_goal"):
        make_plan(load_suite(file))


def test_questions_are_refused_with_what_they_lack(tmp_path: Path) -> None:
    file = _suite(tmp_path)
    asked = {"question": "How many?", "answer": "3", "question_id": "a", "episode_history": "hm3d/x"}
    (tmp_path / "episodes" / "val.json.gz").write_bytes(msgspec.json.encode([asked]))
    file.write_text(file.read_text().replace("point_goal", "question_answering"))
    with pytest.raises(InvalidInput, match="cannot be run: its files say neither where an agent starts"):
        make_plan(load_suite(file))


def test_options_that_would_draw_other_episodes_are_refused(tmp_path: Path) -> None:
    suite = load_suite(_suite(tmp_path))
    with pytest.raises(InvalidInput, match="--world offices-v1 does not apply to episodes of val.json.gz"):
        changed_suite(suite, world="offices-v1")
    with pytest.raises(InvalidInput, match="--per-scene 2 does not apply"):
        changed_suite(suite, per_scene=2)


def test_drawn_episodes_still_need_a_number(tmp_path: Path) -> None:
    file = tmp_path / "drawn.toml"
    file.write_text('name = "x"\nversion = 1\nsummary = "x"\n[[episodes]]\ntask = "point_goal"\n')
    with pytest.raises(InvalidInput, match="count is 0; give 1 to"):
        load_suite(file)
