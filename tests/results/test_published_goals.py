"""Language goals as published: rows of goals, the table made of them, and the page by kinds of words."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from made_logs import PROTOCOL, goal_at, made_log, straight
from msgspec.structs import replace

from wayproof.results.part import parts_of_logs
from wayproof.results.table import table_of
from wayproof.suites import load_suite

ROOT = Path(__file__).parents[2]
SEARCH = replace(PROTOCOL, task="language_goals", goal_steps=500, one_by_one=True)
GOALS = [
    goal_at(3.0, shortest_length_m=3.0, text="Find the mug.", instances=(4,), category="mug"),
    goal_at(5.0, shortest_length_m=2.0, text="Find the red rug.", tags=("colour",), instances=(5, 6)),
    goal_at(9.0, shortest_length_m=4.0, text="Find the rug.", tags=("size", "texture"), instances=(7,)),
]


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "results"))
    return importlib.import_module


def _log(number: int, *, agent: str = "mlfm", last: float = 9.0) -> object:
    """Two goals after a detour, then a claim at `last`: right at 9 m, wrong elsewhere."""
    way = straight(0, -1, 3, 3, 5, 5, last)
    actions = ["forward", "forward", "found", "forward", "found", "forward"]
    return made_log(
        way,
        goals=GOALS,
        actions=actions,
        end="found",
        texts=["detector", "detector", "map"],
        protocol=SEARCH,
        agent=agent,
        task="language_goals",
        id=f"e{number}",
        scene=f"houses-v1/test/{number // 3}",
    )


def test_goals_are_stored_with_what_they_are_told_apart_by(
    module: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    file = tmp_path / "mlfm.csv"
    module("published_episodes").write_rows([_log(0, last=6.0)], file)
    (episode,) = _rows(file)
    assert (episode["success"], episode["goal_success"], episode["goal_spl"]) == ("0", "0.666667", "0.533333")
    first, second, third = _rows(tmp_path / "mlfm.goals.csv")
    assert (first["features"], first["candidates"], first["category"], first["error"]) == (
        "none",
        "1",
        "mug",
        "",
    )
    assert (second["features"], second["candidates"], second["goal_spl"]) == ("colour", "2", "1.0")
    assert (third["features"], third["error"], third["goal_success"]) == (
        "size+texture",
        "wrong_goal_on_map",
        "0",
    )
    labels = module("published_goals").labels_of_row
    assert [labels(row, "attributes") for row in (first, second, third)] == [("0",), ("1",), ("2",)]


def test_other_tasks_have_no_file_of_goals(module: Callable[[str], ModuleType], tmp_path: Path) -> None:
    module("published_episodes").write_rows([made_log()], tmp_path / "a.csv")
    assert [file.name for file in tmp_path.iterdir()] == ["a.csv"]
    assert "goal_success" not in _rows(tmp_path / "a.csv")[0]


def test_the_table_of_stored_goals_is_that_of_the_logs(
    module: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    stored = module("published_episodes")
    logs = [_log(number, last=9.0 if number % 4 else 6.0) for number in range(12)]
    file = stored.episodes_file(tmp_path, "mlfm:kernel=off")
    assert file.name == "mlfm-kernel=off.csv"
    stored.write_rows(logs, file)
    (part,) = parts_of_logs(logs)
    found = table_of(stored.part_of_rows(file, load_suite("langnav"), "mlfm:kernel=off"))
    expected = table_of(part)
    assert found.lead.name == "goal_success" and found.lead.conditions == expected.lead.conditions
    assert {one.name: one.conditions[0].value for one in found.metrics} == pytest.approx(
        {one.name: one.conditions[0].value for one in expected.metrics}, abs=1e-4
    )
    assert found.lead.conditions[0].n == 36


def test_an_agent_with_options_is_reached_by_what_reaches_the_agent(
    module: Callable[[str], ModuleType],
) -> None:
    reach = module("published_episodes").reach_by_condition
    suite = load_suite("langnav-faults")
    assert reach(suite, "mlfm:layers=1") == reach(suite, "mlfm")


def test_the_page_counts_goals_by_word_and_sets_options_beside_the_agent(
    module: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    stored, tables = module("published_episodes"), module("language_tables")
    (tmp_path / "opening.md").write_text("# Made\n")
    for agent, right in (("mlfm", 12), ("mlfm:kernel=off", 0)):
        logs = [_log(number, agent=agent, last=9.0 if number < right else 6.0) for number in range(12)]
        file = stored.episodes_file(tmp_path, agent)
        stored.write_rows(logs, file)
        run = {"agent": agent, "command": f"run {agent}", "minutes": 1.0}
        file.with_suffix(".json").write_bytes(msgspec.json.encode(run))
    (tmp_path / "told").mkdir()
    (tmp_path / "told" / "mlfm-looks.goals.csv").write_bytes((tmp_path / "mlfm.goals.csv").read_bytes())
    page = tables.page(tmp_path)
    assert "| mlfm | 36 | 100 %" in page
    assert "| size | 12 | 100 %" in page and "| colour | 12 |" in page
    assert "| mlfm:kernel=off | 36 | 67 %" in page and "-33 points (" in page
    assert "| mlfm, told categories and looks | 36 | 100 %" in page and "+0 points (" in page


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))
