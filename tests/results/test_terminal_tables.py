"""The table in the terminal: a task's own metrics, with intervals, and "n/a" where nothing is defined."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from test_headlines import searched, table

from wayproof.cli.tables import show_tables
from wayproof.results.table import Table


def shown(found: Table, capsys: pytest.CaptureFixture[str]) -> list[str]:
    show_tables([found])
    return capsys.readouterr().out.splitlines()


def test_language_goals_are_shown_over_goals(capsys: pytest.CaptureFixture[str]) -> None:
    logs = [searched("clean", "e1", True, True), searched("clean", "e2", True, False, "b")]
    heads, clean, more, errors = shown(table(logs), capsys)[3:7]
    assert heads.split("  ")[0] == "condition"
    titles = [part.strip() for part in heads.split("  ") if part.strip()]
    assert titles == [
        "condition",
        "goals",
        "goal success",
        "goal SPL",
        "change",
        "verdict",
        "faults",
    ]
    assert [part.strip() for part in more.split("  ") if part.strip()] == [
        "condition",
        "success of episodes",
        "SPL of episodes",
        "wrong detection",
        "wrong goal on map",
        "out of time",
        "not reached",
    ]
    assert errors.split()[:3] == ["clean", "0.50", "0.50"] and len(errors.split()) == 7
    assert clean.split()[:4] == ["clean", "4", "75.0", "%"] and clean.split()[-1] == "reference"


def test_what_is_undefined_is_not_applicable_and_never_zero(capsys: pytest.CaptureFixture[str]) -> None:
    log = searched("clean", "e1", True, True)
    goals = tuple(replace(goal, shortest_length_m=None) for goal in log.episode.goals)
    unknown = replace(log, episode=replace(log.episode, goals=goals))
    lines = shown(table([unknown]), capsys)
    assert lines[4].split().count("n/a") == 1 and "0.00" not in lines[4]  # goal SPL
    assert lines[6].split()[:3] == ["clean", "1.00", "n/a"]  # SPL of episodes
