"""One episode beside its twin: the numbers of the page are those of the logs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_logs import hostile_logs as hard_logs
from made_logs import logs, made_log, straight
from msgspec.structs import replace
from shown_runs import HOSTILE, SmallRun, hostile_logs, made_run

from wayproof.log import EpisodeLog
from wayproof.view.index import RunIndex, row_of
from wayproof.view.story import MOST_TRACED, story, traced


def told(folder: Path, episode: str, condition: str) -> dict[str, Any]:
    run = RunIndex(folder, "run")
    run.read_new()
    row = next(r for r in run.rows if (r.episode, r.condition) == (episode, condition))
    return story(run, row)


def alone(folder: Path, log: EpisodeLog) -> dict[str, Any]:
    run = RunIndex(made_run(folder, [log]), "run")
    run.read_new()
    return story(run, run.rows[0])


def test_a_corrupted_episode_stands_beside_its_clean_twin(logs_folder: Path) -> None:
    shown = told(logs_folder, "e1", "fog")
    assert [side["condition"] for side in shown["sides"]] == ["clean", "fog"]
    assert shown["sides"][1]["z"] == [0.0, 0.0, 0.0, 0.5, 0.5, 0.5, 0.5]
    assert shown["sides"][1]["bumped"] == [2]
    assert shown["sides"][1]["action"] == ["forward"] * 5 + ["stop"]
    assert {twin["condition"] for twin in shown["twins"]} == {"clean", "fog", "motor_failure"}


def test_a_clean_episode_stands_alone(logs_folder: Path) -> None:
    shown = told(logs_folder, "e1", "clean")
    assert [side["condition"] for side in shown["sides"]] == ["clean"] and shown["parted"] is None


def test_it_tells_where_the_twins_part(logs_folder: Path) -> None:
    parted = told(logs_folder, "e1", "fog")["parted"]
    assert (parted["seen"], parted["pose"], parted["instruction"], parted["first"]) == (0, 3, 0, 0)


def test_changed_words_are_marked(logs_folder: Path) -> None:
    (words,) = told(logs_folder, "e1", "fog")["words"]
    assert ("gone", "red") in words["pieces"] and ("new", "[MASK]") in words["pieces"]


def test_episodes_of_one_name_that_are_no_twins_are_said_to_be_none(tmp_path: Path) -> None:
    clean = made_log(straight(0, 1), shortest_length_m=3.0)
    other = made_log(straight(0, 1), condition="fog", shortest_length_m=7.0)
    assert (
        "two different episodes" in told(made_run(tmp_path, [clean, other]), "e1", "fog")["parted"]["error"]
    )


@pytest.mark.parametrize("name", sorted(hard_logs()))
def test_hard_logs_can_be_shown(name: str, tmp_path: Path) -> None:
    shown = alone(tmp_path, hard_logs()[name])
    (side,) = shown["sides"]
    assert len(side["x"]) == len(side["z"]) == len(side["heading"]) >= 1
    msgspec.json.encode(shown)


@given(log=logs())
def test_any_log_gives_numbers_of_one_length_that_json_can_hold(
    log: EpisodeLog, tmp_path_factory: pytest.TempPathFactory
) -> None:
    shown = alone(tmp_path_factory.mktemp("any"), log)
    (side,) = shown["sides"]
    assert side["distance"] == [] or len(side["distance"]) == len(side["x"])
    assert len(side["action"]) == len(side["act_ms"]) == len(log.steps.action)
    assert b"NaN" not in msgspec.json.encode(shown)


@given(log=logs())
def test_a_row_can_be_made_of_any_log(log: EpisodeLog) -> None:
    row = row_of(log, "key", 0)
    assert row.steps == len(log.steps.action) and row.path_m >= 0


def test_hostile_words_become_plain_data(tmp_path: Path) -> None:
    folder = made_run(tmp_path, hostile_logs())
    shown = told(folder, hostile_logs()[0].episode.id, "fog")
    text = "".join(piece for _, piece in shown["words"][0]["pieces"])
    assert "\x00" not in text and "\u202e" not in text and "⟨U+202E⟩" in text
    assert len(text) > 100_000 and "<script>" in text  # shown as it is; the page makes text of it, no markup


@pytest.mark.parametrize("start", [0, 3, 5000])
def test_traces_come_in_portions(start: int) -> None:
    log = replace(made_log(straight(0, 1)), trace=tuple({"decision": number} for number in range(300)))
    answer = traced(log, start)
    assert answer["length"] == 300
    assert [step["decision"] for step in answer["steps"]] == list(range(300))[start : start + MOST_TRACED]


plain = st.recursive(
    st.one_of(st.none(), st.booleans(), st.floats(), st.text(max_size=10), st.binary(max_size=4)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(thought=st.dictionaries(st.text(max_size=5), plain, max_size=4))
def test_any_trace_can_be_sent(thought: dict[str, Any]) -> None:
    log = replace(made_log(straight(0, 1)), trace=(thought,))
    msgspec.json.decode(msgspec.json.encode(traced(log, 0)))


def test_endless_traces_are_cut() -> None:
    log = replace(made_log(straight(0, 1)), trace=({"memory": {"x": [HOSTILE] * 300, "y": "a" * 10**6}},))
    assert len(msgspec.json.encode(traced(log, 0))) < 10**6


def test_a_real_episode_has_pictures_a_trace_and_a_goal(small_run: SmallRun) -> None:
    log = small_run.logs[1]
    shown = told(small_run.folder, log.episode.id, log.condition.name)
    assert [(view["name"], view["seen"], view["width_px"]) for view in shown["views"]] == [
        ("rgb", False, 40),
        ("depth", True, 40),
    ]
    assert shown["sides"][1]["traced"] == len(log.steps.action)
    goal = log.episode.goals[0].position_m
    assert goal is not None and shown["episode"]["goals"][0]["at"] == [goal[0], goal[2]]
    assert np.allclose(shown["sides"][1]["x"], log.steps.pose[:, 0], atol=6e-4)
