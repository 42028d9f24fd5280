"""Headline metrics: a task names them, logs carry them, tables show them, each over its own unit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from made_logs import PROTOCOL, goal_at, made_log, straight
from msgspec.structs import replace
from typer.testing import CliRunner

from wayproof.cli import app
from wayproof.log import EpisodeLog, decode_log, encode_log, record_digest
from wayproof.log_files import write_logs
from wayproof.metrics import METRICS
from wayproof.results.headlines import BY_TASK, USUAL, headlines_of
from wayproof.results.part import parts_of_logs
from wayproof.results.table import MetricTable, Table, plain_answer, table_of
from wayproof.tasks import TASKS
from wayproof.vocabulary import Goal, Headlines

LANGUAGE = replace(PROTOCOL, task="language_goals", one_by_one=True)
FOLLOWING = replace(PROTOCOL, task="person_following")


def table(logs: list[EpisodeLog]) -> Table:
    (part,) = parts_of_logs(logs)
    return table_of(part)


def metric(found: Table, name: str) -> MetricTable:
    return next(one for one in found.metrics if one.name == name)


def test_every_task_names_metrics_that_there_are() -> None:
    for task in TASKS:
        assert task.headlines.main and set(task.headlines.every) <= set(METRICS.names()), task.name
        assert len(set(task.headlines.every)) == len(task.headlines.every), task.name


def test_old_logs_are_read_by_the_headlines_that_tasks_have_now() -> None:
    assert {task.name: task.headlines for task in TASKS} == BY_TASK


def test_headlines_travel_with_the_log_and_change_no_digest() -> None:
    log = made_log(straight(0, 3))
    named = replace(log, headlines=Headlines(("steps",), ("collisions",)))
    assert decode_log(encode_log(named)).headlines == named.headlines
    assert record_digest(named) == record_digest(log) and named.protocol_hash == log.protocol_hash


def test_a_log_from_before_has_the_headlines_of_its_task() -> None:
    old = made_log(protocol=LANGUAGE)
    plain = msgspec.structs.asdict(old)
    assert plain["headlines"] == Headlines()
    assert headlines_of(old) == BY_TASK["language_goals"]
    assert headlines_of(made_log()) == USUAL  # of a task that nobody knows


def test_names_that_are_not_installed_are_left_out() -> None:
    assert headlines_of(replace(made_log(), headlines=Headlines(("theirs", "steps")))).main == ("steps",)
    assert headlines_of(replace(made_log(), headlines=Headlines(("theirs",)))).main == USUAL.main


GOALS = (
    goal_at(3.0, text="a red chair", shortest_length_m=3.0),
    goal_at(5.0, text="a sofa", shortest_length_m=2.0),
)


def searched(condition: str, name: str, first: bool, second: bool, scene: str = "a") -> EpisodeLog:
    """Two goals, each found on the shortest way, or claimed where the agent stands."""
    there = 3.0 if first else 0.0
    points = straight(0, there, there, 5.0 if second else there)
    return made_log(
        points,
        goals=GOALS,
        actions=["forward", "found", "forward"],
        end="found",
        protocol=LANGUAGE,
        condition=condition,
        id=name,
        scene=scene,
    )


def test_language_goals_are_counted_goal_by_goal() -> None:
    """Clean: 3 of 4 goals in 2 episodes; under fog 1 of 4. Whole episodes: 1 of 2, and none."""
    found = table(
        [
            searched("clean", "e1", True, True),
            searched("clean", "e2", True, False, "b"),
            searched("fog", "e1", True, False),
            searched("fog", "e2", False, False, "b"),
        ]
    )
    rate = metric(found, "goal_success")
    clean, fog = rate.conditions
    assert (rate.unit, rate.role, clean.n, clean.value, fog.value) == ("goal", "headline", 4, 0.75, 0.25)
    assert fog.delta == -0.5 and rate.prs == pytest.approx(1 / 3)
    lengths = metric(found, "goal_spl").conditions[0]
    assert lengths.value == pytest.approx(0.75)
    assert [line.sr for line in found.conditions] == [0.5, 0.0] and found.conditions[0].n == 2
    assert metric(found, "success").role == "secondary"


def test_goals_of_one_scene_are_alike_in_the_interval() -> None:
    """All goals of scene a are found, none of scene b: eight goals say hardly more than two scenes."""
    alike = [searched("clean", f"e{k}", k < 2, k < 2, "a" if k < 2 else "b") for k in range(4)]
    mixed = [searched("clean", f"e{k}", k < 2, k < 2, f"s{k % 2}") for k in range(4)]
    wide, narrow = (metric(table(logs), "goal_success").conditions[0] for logs in (alike, mixed))
    assert wide.value == narrow.value == 0.5
    assert wide.low < narrow.low and wide.high > narrow.high


def test_what_is_undefined_is_none_and_not_applicable() -> None:
    """Following has no shortest way, so no SPL: never 0."""
    people = [[(0.0, 0.0, -2.0, 0.0)]] * 2
    log = made_log(
        [(0.0, 0.0, 0.0)] * 2,
        goals=[Goal("person_following", person=0)],
        people=people,
        end=None,
        protocol=FOLLOWING,
        people_ways_m=(((0.0, 0.0, -2.0),),),
    )
    found = table([log])
    assert found.conditions[0].spl is None and found.prs_spl is None
    assert (metric(found, "hfs").conditions[0].value, metric(found, "hfr").conditions[0].value) == (1.0, 1.0)
    alone = metric(table([replace(log, headlines=Headlines(("spl",)))]), "spl").conditions[0]
    assert (alone.value, alone.low, alone.n, alone.verdict) == (None, None, 0, "n/a")


def test_json_has_the_metrics_beside_the_keys_of_before() -> None:
    plain = plain_answer([table([searched("clean", "e1", True, True)])])
    first = plain["metrics"][0]
    assert (first["name"], first["unit"], first["role"]) == ("goal_success", "goal", "headline")
    assert set(first["conditions"][0]) == set(
        "name n value low high delta delta_low delta_high p_holm verdict caution".split()
    )
    assert plain["conditions"][0]["sr"] == 1.0


def test_results_load_no_task() -> None:
    code = "import sys, wayproof.results.table; print('wayproof.tasks' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_logs_of_several_tasks_are_scored_together(tmp_path: Path) -> None:
    """`score`, `score --all` and `score --by`: a table or rows for each task, over its own unit."""
    described = [goal_at(1.0, kind="language_goals"), goal_at(2.0, kind="language_goals")]
    goals = [
        replace(goal, tags=(tag,), text="x") for goal, tag in zip(described, ("colour", "size"), strict=True)
    ]
    spoken = made_log(straight(0, 2), end="found", goals=goals, protocol=LANGUAGE, scene="b")
    write_logs(tmp_path / "two.waylog", [made_log(straight(0, 3)), spoken])

    def scored(*words: str) -> Any:
        done = CliRunner().invoke(app, ["score", str(tmp_path / "two.waylog"), *words, "--format", "json"])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    assert {one["task"].split("/")[0] for one in scored()["tables"]} == {PROTOCOL.task, "language_goals"}
    assert {row["task"].split("/")[0] for row in scored("--all")} == {PROTOCOL.task, "language_goals"}
    rows = scored("--by", "feature")
    assert {row["feature"] for row in rows} == {"colour", "size"} and all(row["n"] == 1 for row in rows)
