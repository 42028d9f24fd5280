"""What is published in results/: the page is made of the files beside it, and tables of their rows."""

from __future__ import annotations

import csv
import importlib
from collections import Counter
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

FOLDER = Path(__file__).parents[2] / "results"
RUNS = sorted(FOLDER.glob("*/*.json"))


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("publish")


def test_the_page_is_made_of_the_files_beside_it(publisher: ModuleType) -> None:
    assert RUNS
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == publisher.page()


@pytest.mark.parametrize(
    "name",
    ["navtrust-depth/rgb_wanderer", "navtrust-depth/value_explorer", "object-goals/random"]
    + [pytest.param(f"{file.parent.name}/{file.stem}", marks=pytest.mark.slow) for file in RUNS],
)
def test_tables_are_what_the_episodes_beside_them_say_today(publisher: ModuleType, name: str) -> None:
    file = FOLDER / f"{name}.json"
    plain = msgspec.json.decode(msgspec.json.encode(publisher.rebuilt(file)))
    assert _near(plain) == _near(msgspec.json.decode(file.read_bytes()))


def _near(value: object) -> object:
    """With numbers to nine digits: sums may be added in another order elsewhere."""
    if isinstance(value, dict):
        return {key: _near(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_near(one) for one in value]
    return round(value, 9) if isinstance(value, float) else value


def test_faults_that_cannot_reach_an_agent_say_nothing_about_it() -> None:
    section = (FOLDER / "README.md").read_text(encoding="utf-8").split("## navtrust-depth\n")[1]
    rows = [line.split(" | ") for line in section.split("\n## ")[0].splitlines() if line.startswith("| ")]
    place = rows[0].index("rgb_wanderer")
    assert {row[place] for row in rows if row[0] == "| missing depth"} == {"n/a"}
    assert next(row[place] for row in rows if row[0] == "| **retained**") == "n/a"


@pytest.mark.parametrize("file", RUNS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_rate_is_the_mean_of_its_episodes(file: Path) -> None:
    with file.with_suffix(".csv").open(newline="", encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    found = msgspec.json.decode(file.read_bytes())
    for line in found["tables"][0]["conditions"]:
        if line["verdict"] == "n/a":
            assert line["sr"] is None and line["n"] == 0
            continue
        mine = [int(row["success"]) for row in rows if row["condition"] == line["name"]]
        assert line["n"] == len({(row["scene"], row["episode"]) for row in rows})
        assert sum(mine) / len(mine) == pytest.approx(line["sr"])
        assert line["invalid"] == 0 and line["agent_faults"] == 0


@pytest.mark.parametrize("suite", sorted({file.parent.name for file in RUNS}))
def test_agents_are_set_against_each_other_on_the_episodes_that_they_share(suite: str) -> None:
    agents = sorted(file.stem for file in RUNS if file.parent.name == suite)
    section = (FOLDER / "README.md").read_text(encoding="utf-8").split(f"## {suite}\n")[1].split("\n## ")[0]
    if len(agents) < 2:
        assert "row minus column" not in section
        return
    lines = section.split("row minus column")[1].splitlines()[4 : 4 + len(agents)]
    shown = {line.split("|")[1].strip(): line.split("|")[2:-1] for line in lines}
    assert [name.replace(" ", "_") for name in shown] == agents  # a mitigated agent is named in words
    for row, cells in zip(agents, shown.values(), strict=True):
        for column, cell in zip(agents, cells, strict=True):
            if row != column and cell.strip() == "n/a":
                assert "rgb_wanderer" in (row, column) and suite == "navtrust-depth"
            elif row != column:
                wanted = 100 * mean_difference(suite, row, column)
                assert int(cell.strip(" *").split()[0]) == pytest.approx(wanted, abs=0.5001)


def mean_difference(suite: str, row: str, column: str) -> float:
    """Of success without faults, or of its mean change under faults that reach both, over the shared
    episodes."""
    stored = []
    for agent in (row, column):
        with (FOLDER / suite / f"{agent}.csv").open(newline="", encoding="utf-8") as text:
            stored.append(list(csv.DictReader(text)))
    first, second = ({one["condition"] for one in rows} for rows in stored)
    conditions = (first & second) - {"clean"}
    sides = []
    for rows in stored:
        repeats = Counter(_twin(one) for one in rows)
        totals: dict[tuple[str, str], float] = {}
        for one in (one for one in rows if one["condition"] in {*conditions, "clean"}):
            weight = (-1.0 if one["condition"] == "clean" else 1.0 / len(conditions)) if conditions else 1.0
            episode = _twin(one)[:2]
            share = int(one["success"]) / repeats[_twin(one)]
            totals[episode] = totals.get(episode, 0.0) + weight * share
        sides.append(totals)
    shared = sides[0].keys() & sides[1].keys()
    return sum(sides[0][episode] - sides[1][episode] for episode in shared) / len(shared)


def _twin(row: dict[str, str]) -> tuple[str, str, str]:
    return row["scene"], row["episode"], row["condition"]
