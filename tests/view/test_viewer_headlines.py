"""The viewer shows what the task of a run is judged by; what is undefined is never a zero."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from shown_runs import following_logs, language_logs, made_run, some_logs

from wayproof.log import EpisodeLog
from wayproof.view.index import RunIndex
from wayproof.view.query import Query, selected
from wayproof.view.story import story
from wayproof.vocabulary import Headlines


def indexed(folder: Path, logs: list[EpisodeLog]) -> RunIndex:
    run = RunIndex(made_run(folder, logs), "made")
    run.read_new()
    return run


def test_following_has_its_own_columns_and_no_spl(tmp_path: Path) -> None:
    run = indexed(tmp_path, following_logs())
    assert [one.title for one in run.about()["metrics"]] == ["HFS", "HFR", "HFR walking"]
    assert run.about()["lead"].name == "hfs"
    assert [row.metrics for row in run.rows] == [
        {"hfs": 1.0, "hfr": 1.0, "hfr_walking": None},
        {"hfs": 0.0, "hfr": 0.3333, "hfr_walking": 0.0},
    ]
    (clean,) = run.facets()["condition"]
    assert clean["lead"] == {"value": 0.5, "goals": 2}


def test_language_goals_are_counted_goal_by_goal(tmp_path: Path) -> None:
    run = indexed(tmp_path, language_logs())
    goal_success, goal_spl = run.about()["metrics"]
    assert goal_success.counts_goals and not goal_spl.counts_goals
    assert [(row.metrics["goal_success"], row.goals) for row in run.rows] == [(0.6667, 3), (0.0, 3)]
    (clean,) = run.facets()["condition"]
    assert clean["lead"] == {"value": 0.3333, "goals": 6}  # 2 of 6


def test_where_success_decides_the_result_is_the_lead(tmp_path: Path) -> None:
    run = indexed(tmp_path, some_logs())
    assert [one.name for one in run.about()["metrics"]] == ["spl"] and run.about()["lead"] is None
    assert all(facet["lead"] is None for facet in run.facets()["condition"])


def test_two_tasks_have_the_columns_of_both_and_no_common_lead(tmp_path: Path) -> None:
    run = indexed(
        tmp_path,
        [*language_logs(), *(replace(log, agent=replace(log.agent, name="b")) for log in following_logs())],
    )
    names = [one.name for one in run.about()["metrics"]]
    assert names == ["goal_success", "goal_spl", "hfs", "hfr", "hfr_walking"]
    assert run.about()["lead"] is None


def test_episodes_are_sorted_by_a_headline_and_undefined_ones_come_last(tmp_path: Path) -> None:
    run = indexed(tmp_path, following_logs())
    for descending, order in ((False, ["e2", "e1"]), (True, ["e1", "e2"])):
        assert [row.episode for row in selected(run, Query(sort="hfs", descending=descending))] == order
        last = selected(run, Query(sort="hfr_walking", descending=descending))[-1]
        assert last.metrics["hfr_walking"] is None


def test_the_episode_page_has_them_too(tmp_path: Path) -> None:
    run = indexed(tmp_path, following_logs())
    (side,) = story(run, run.rows[0])["sides"]
    told = [(one["title"], one["value"]) for one in side["metrics"]]
    assert told == [("HFS", 1.0), ("HFR", 1.0), ("HFR walking", None)]


def test_the_log_names_its_headlines(tmp_path: Path) -> None:
    logs = [replace(log, headlines=Headlines(("collisions", "success"))) for log in some_logs()]
    run = indexed(tmp_path, logs)
    assert [(one.name, one.unit) for one in run.about()["metrics"]] == [("collisions", "count")]
