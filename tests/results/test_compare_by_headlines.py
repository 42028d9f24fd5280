"""Runs are compared by what decides for their task, goal by goal where goals are counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_logs import PROTOCOL, goal_at, made_log, straight
from msgspec.structs import replace
from typer.testing import CliRunner

import wayproof as wp
from wayproof.cli import app
from wayproof.log import EpisodeLog
from wayproof.log_files import write_logs
from wayproof.results.compare import Side, compare, deciding_metric, gate, overall
from wayproof.results.part import parts_of_logs

LANGUAGE = replace(PROTOCOL, task="language_goals", one_by_one=True, success_distance_m=0.1)
GOALS = tuple(goal_at(x, text=f"the chair at {x:g} m", shortest_length_m=1.0) for x in (1.0, 2.0))
EPISODES, SCENES = 40, 10


def searched(number: int, first: bool, second: bool, agent: str) -> EpisodeLog:
    """Two goals, each found on the shortest way or claimed a little beside it."""
    at = 1.0 if first else 0.5
    log = made_log(
        straight(0, at, at, 2.0 if second else 1.5),
        goals=GOALS,
        actions=["forward", "found", "forward"],
        end="found",
        protocol=LANGUAGE,
        id=f"e{number}",
        scene=f"houses-v1/val/{number % SCENES}",
        seed=number,
        agent=agent,
    )
    return replace(log, scene_hash=f"hash {number % SCENES}")


def run(agent: str, lost: range) -> list[EpisodeLog]:
    """All first goals are found, the second one is lost in some episodes."""
    return [searched(number, True, number not in lost, agent) for number in range(EPISODES)]


def side(agent: str, lost: range) -> Side:
    return Side(agent, parts_of_logs(run(agent, lost)))


def test_language_goals_are_compared_goal_by_goal() -> None:
    old, new = side("old", range(0)), side("new", range(20))
    assert deciding_metric(old, new) == "goal_success"
    (line,) = compare(old, new)
    assert (line.metric, line.n, line.first, line.second, line.delta) == (
        "goal_success",
        2 * EPISODES,
        1.0,
        0.75,
        -0.25,
    )
    (whole,) = compare(old, new, "success")
    assert (whole.n, whole.second) == (EPISODES, 0.5)


@pytest.mark.parametrize(
    ("lost", "verdict"),
    [(range(0), "pass"), (range(30), "fail"), (range(6), "undecided")],
)
def test_a_gate_on_goals_between_different_runs(lost: range, verdict: str) -> None:
    """Ten points may be lost; of 80 goals the old agent loses one, the new one none, 30 or six."""
    old, new = side("old", range(1)), side("new", lost)
    lines = gate(new, old, 0.1)
    assert overall(lines) == verdict and {line.metric for line in lines} == {"goal_success"}


def test_a_goal_that_was_not_run_counts_as_failed() -> None:
    short = Side("new", parts_of_logs(run("new", range(0))[:30]))
    (line,) = gate(short, side("old", range(0)), 0.03)
    assert (line.n, line.missing_second, line.second, line.verdict) == (2 * EPISODES, 10, 0.75, "fail")


def test_tasks_with_different_headlines_have_success_in_common() -> None:
    plain = made_log(straight(0, 3))
    both = Side("both", [*side("old", range(0)).parts, *parts_of_logs([plain])])
    assert deciding_metric(both) == "success"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    for name, lost in (("old", range(0)), ("new", range(30))):
        write_logs(tmp_path / name / "a.waylog", run(name, lost))
    return str(tmp_path / "old"), str(tmp_path / "new")


def test_the_commands_say_which_metric_decided(folders: tuple[str, str]) -> None:
    old, new = folders
    said = CliRunner().invoke(app, ["gate", new, "--baseline", old, "--format", "json"])
    assert said.exit_code == 1 and "by goal success, over goals" in said.stderr
    told = json.loads(said.stdout)
    assert (told["verdict"], told["metric"], told["conditions"][0]["n"]) == ("fail", "goal_success", 80)
    asked = CliRunner().invoke(app, ["compare", old, new, "--metric", "spl", "--format", "json"])
    assert asked.exit_code == 0 and asked.stderr == "" and json.loads(asked.stdout)[0]["metric"] == "spl"


def test_python_takes_the_same_metric(folders: tuple[str, str]) -> None:
    assert wp.compare(*folders)[0].metric == "goal_success"
    verdict, lines = wp.gate(folders[1], folders[0], max_drop=3.0)
    assert (verdict, lines[0].metric) == ("fail", "goal_success")
