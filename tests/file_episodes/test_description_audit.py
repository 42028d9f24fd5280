"""`wayproof episodes audit`: true descriptions pass, and each kind of error is called by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from house_files import HOUSE, drawn, world_for
from msgspec.structs import replace
from typer.testing import CliRunner

from wayproof.cli import app
from wayproof.errors import InvalidInput
from wayproof.file_episodes.description_audit import ACCURATE, audit_goal, shares
from wayproof.file_episodes.goal_statistics import goal_statistics
from wayproof.formats import FORMATS
from wayproof.language.phrase_reader import phrase_words
from wayproof.scenes.scene import things


@pytest.fixture(scope="module")
def world():
    return world_for("language_goals", "langnav")


def test_our_own_goals_are_accurate(world) -> None:
    goals = [goal for index in range(3) for goal in drawn("language_goals", "langnav", index).goals]
    assert [audit_goal(world, goal).kind for goal in goals] == [ACCURATE] * len(goals)


def test_each_error_is_called_by_its_name(world) -> None:
    goal = drawn("language_goals", "langnav").goals[0]
    target = world.scene.instances[goal.instances[0] - 1]
    noun = target.category.replace("_", " ")

    def kind(text: str, **fields) -> str:
        return audit_goal(world, replace(goal, text=text, **fields)).kind

    assert kind(f"Find the {noun} in the bounding box.") == "box reference"
    assert kind(f"Find the frumious {noun}.") == "not read"
    assert kind("Find the vending machine.") == "not read"  # neither in the table nor in the scene
    assert kind("Find the triptych.") == "hallucination"  # a word for a thing that this house has not
    other = next(t for t in things(world.scene) if t.category != target.category)
    assert kind(f"Find the {other.category.replace('_', ' ')}.") == "partial match"
    colours = set(phrase_words().colours) - {target.attributes.colour}
    assert {kind(f"Find the {colour} {noun}.") for colour in colours} <= {"partial match", "hallucination"}
    assert kind(f"Find the {noun} on the rug.") == "spatial"
    same = [t.id for t in things(world.scene) if t.category == target.category]
    assert kind(f"Find the {noun}.", instances=tuple(same[:-1]) or (target.id, target.id)) == "wrong targets"


def test_shares_leave_out_what_was_not_read() -> None:
    rows = {row["kind"]: row for row in shares([ACCURATE, ACCURATE, "spatial", "not read"])}
    assert rows[ACCURATE]["share"] == pytest.approx(2 / 3) and rows["not read"]["goals"] == 1
    assert rows["spatial"]["low"] < 1 / 3 < rows["spatial"]["high"]


def test_the_command_lists_what_is_wrong(tmp_path: Path) -> None:
    episode = drawn("language_goals", "langnav")
    lie = replace(episode.goals[1], text="Find the triptych.")
    told = replace(episode, goals=(episode.goals[0], lie), labels={}, scene="scans/My_House.glb")
    file = tmp_path / "val.json.gz"
    FORMATS["langnav"].write([told], file)
    words = ["episodes", "audit", str(file), "--scenes", f"*={HOUSE}", "--format", "json"]
    done = CliRunner().invoke(app, words)
    found = json.loads(done.stdout)
    assert done.exit_code == 1 and found["goals"] == 2
    assert [(one["goal"], one["kind"]) for one in found["wrong"]] == [(1, "hallucination")]
    missing = CliRunner().invoke(app, ["episodes", "audit", str(file)])
    assert missing.exit_code != 0


def test_the_statistics_count_goals_and_write_a_page(tmp_path: Path) -> None:
    episodes = [drawn("language_goals", "langnav", index) for index in range(2)]
    goals = [goal for episode in episodes for goal in episode.goals]
    file, page = tmp_path / "val.json.gz", tmp_path / "goals.md"
    FORMATS["langnav"].write(episodes, file)
    words = ["episodes", "statistics", str(file), "--page", str(page), "--format", "json"]
    done = CliRunner().invoke(app, words)
    (found,) = json.loads(done.stdout)
    assert found["totals"]["goal descriptions"] == len(goals) == 6
    described = [goal for goal in goals if goal.tags != ("none",)]
    assert found["totals"]["descriptions with a feature"] == len(described)
    assert found["by_feature"].get("colour", 0) == sum("colour" in goal.tags for goal in goals)
    assert sum(found["by_number_of_features"].values()) == 6
    assert f"| goal descriptions | {len(goals)} |" in page.read_text()
    (empty,) = [replace(episodes[0], goals=(replace(goals[0], text=None),))]
    with pytest.raises(InvalidInput, match="no goal with a description"):
        goal_statistics("nothing", [empty])
