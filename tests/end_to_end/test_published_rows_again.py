"""Episodes of published rows, run again: success, path, collisions and distances come out the same."""

from __future__ import annotations

import csv
import importlib
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import wayproof
from wayproof.agents.learned.shipped_policy import NETWORKS
from wayproof.results.run_folder import read_run
from wayproof.suites import load_suite

FOLDER = Path(__file__).parents[2] / "results"
EPISODES, PER_SCENE = 5, 4
# Agents without a network do the same on every machine.
ROWS = [
    ("motor-faults-pointnav", "map_and_plan", "motion drift"),
    ("robustnav-pointnav", "pointnav_rgb", "spatter S5 + motion drift"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("suite", "agent", "condition"), ROWS, ids=[row[1] for row in ROWS])
def test_five_episodes_of_a_published_row_come_out_the_same(
    suite: str, agent: str, condition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published = FOLDER / suite / f"{agent}.csv"
    _same_network_runtime(published.with_suffix(".json"), agent)
    monkeypatch.syspath_prepend(str(FOLDER))
    stored = importlib.import_module("published_episodes")
    whole = load_suite(suite)
    one = replace(whole, conditions=tuple(c for c in whole.conditions if c.name == condition), repeats=1)
    wayproof.run(one, agent, tmp_path / "run", limit=EPISODES, per_scene=PER_SCENE)
    logs = read_run(tmp_path / "run").logs
    again = tmp_path / "again.csv"
    stored.write_rows(logs, again)
    found = {_place(row): row for row in _rows(again)}
    before = {_place(row): row for row in _rows(published)}
    assert len(found) == 2 * EPISODES and {place[0] for place in found} == {"clean", condition}
    assert found == {place: {**before[place], **_unstored(found[place], before[place])} for place in found}


def _unstored(row: dict[str, str], before: dict[str, str]) -> dict[str, str]:
    """Columns that older files lack."""
    return {name: value for name, value in row.items() if name not in before}


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


def _place(row: dict[str, str]) -> tuple[str, ...]:
    return tuple(row[name] for name in ("condition", "scene", "episode", "repeat"))


def _same_network_runtime(run: Path, agent: str) -> None:
    """Another onnxruntime may add in another order, and a policy draws its actions by the sums."""
    had = msgspec.json.decode(run.read_bytes())["software"]
    networks = (NETWORKS / f"{agent}.onnx").is_file()
    if networks and version("onnxruntime") != had["onnxruntime"]:
        pytest.skip(f"published with onnxruntime {had['onnxruntime']}")
