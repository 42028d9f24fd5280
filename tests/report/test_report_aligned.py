"""A report of one agent on two aligned tasks has the table across them, with the numbers of `score`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from made_logs import goal_at, made_log, straight
from made_runs import FAULTS
from msgspec.structs import replace
from page_reading import Page

from wayproof.episode_set import EpisodeSet, Recipe
from wayproof.log import Comparable, encode_log, protocol_hash
from wayproof.manifest import Manifest
from wayproof.report.output_formats import Form
from wayproof.report.outputs import report_text
from wayproof.report.text import MINUS
from wayproof.results.aligned_tasks import aligned_tables, plain_aligned
from wayproof.results.run_folder import read_run
from wayproof.run.folder import open_folder
from wayproof.run.plan import Plan
from wayproof.run.store import Writer
from wayproof.suite import ConditionLine, Suite
from wayproof.vocabulary import AgentCard, Episode

RECIPES = (
    Recipe("object_goal", 24, "habitat", aligned_with="r2r"),
    Recipe("instruction_following", 24, "r2r", aligned_with="habitat"),
)
WINS = {  # how many of 24 pairs succeed, on things and on words
    "clean": (24, 20),
    "fog": (22, 6),
    "half drift": (23, 19),
}


@pytest.fixture(scope="module")
def aligned_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("aligned") / "run"
    lines = tuple(ConditionLine((FAULTS[name],), name) for name in WINS if name != "clean")
    lines += (ConditionLine(("depth_lag:1",), "lag"),)  # the agent has no depth
    suite = Suite(name="made", version=1, summary="made by hand", episodes=RECIPES, conditions=lines)
    plan = Plan(suite, tuple(EpisodeSet(one, _episodes(one.task), {}, ()) for one in RECIPES))
    settings = plan.settings
    comparable = [Comparable(one, settings, "houses-v1") for one in plan.protocols]
    hashes = tuple(protocol_hash(one) for one in comparable)
    card = AgentCard("made", sensors=("rgb",), version="1")
    open_folder(folder, plan, Manifest(suite, card.name, card, plan.digest, len(plan.work), hashes))
    writer = Writer(folder, "made")
    for item in plan.work:
        condition = plan.conditions[item.condition]
        won = item.episode < WINS.get(condition.name, WINS["clean"])[item.set]
        points = straight(0, 1, 2, 3) if won else straight(0, 0, 0)
        log = made_log(points, goals=[goal_at(3.0)], protocol=plan.protocols[item.set])
        own = replace(log, comparable=comparable[item.set], agent=card, episode=plan.episode(item))
        writer.append(encode_log(replace(own, condition=condition)))
    writer.close()
    return folder


def _episodes(task: str) -> tuple[Episode, ...]:
    start = made_log().episode.start
    return tuple(
        Episode(
            id=f"{task}/{number}",
            scene=f"elsewhere/{number % 6}",
            task=task,
            start=start,
            goals=(goal_at(3.0),),
            shortest_length_m=3.0,
            labels={"pair": f"aligned/{number // 6}"},
        )
        for number in range(24)
    )


def _report(folder: Path, form: Form) -> str:
    return report_text([folder], form, episodes=0, tell=lambda _: None)


def test_json_has_the_table_of_score(aligned_run: Path) -> None:
    wanted = plain_aligned(aligned_tables(read_run(aligned_run).parts))["aligned"]
    assert msgspec.json.decode(_report(aligned_run, Form.JSON))["aligned"] == msgspec.json.decode(
        msgspec.json.encode(wanted)
    )


def test_the_page_shows_both_tasks_pair_by_pair(aligned_run: Path) -> None:
    text = _report(aligned_run, Form.HTML)
    assert 'href="#aligned"' in text and text.count('id="aligned"') == 1
    found = next(table for table in Page(text).tables if "Beyond clean" in table.rows[0][-1].text)
    rows = {name: [cell.text for cell in row] for name, row in found.by_name().items()}
    assert rows["Condition"][2:4] == ["object goal", "instruction following"]
    assert rows["clean"][1:4] == ["24", "100.0 %", "83.3 %"] and rows["clean"][-1] == ""
    assert rows["clean"][5] == "○ no difference shown"  # four of 24 pairs differ
    assert rows["fog"][2:4] == ["91.7 %", "25.0 %"] and rows["fog"][4].startswith(f"{MINUS}66.7 ")
    assert rows["fog"][5] == "▼ worse" and rows["fog"][-1].startswith(f"{MINUS}50.0 ")
    assert rows["lag"][1:6] == ["0", "n/a", "n/a", "", "· n/a"]


def test_markdown_has_the_same_table(aligned_run: Path) -> None:
    text = _report(aligned_run, Form.MARKDOWN)
    section = text.split("## made: instruction following beside object goal\n")[1].split("\n## ")[0]
    assert "24 pairs in 6 scenes" in section
    fog = next(line for line in section.splitlines() if line.startswith("| fog |"))
    assert f"| 91.7 % | 25.0 % | {MINUS}66.7 (" in fog and "| worse |" in fog
    assert "| lag | 0 | n/a | n/a |  | n/a |  |" in section


def test_runs_without_pairs_have_no_such_section(made_run: Path) -> None:
    assert 'id="aligned"' not in _report(made_run, Form.HTML)
    assert msgspec.json.decode(_report(made_run, Form.JSON))["aligned"] == []
