"""What is published in results/: the page is made of the files beside it, and tables of their rows."""

from __future__ import annotations

import csv
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

FOLDER = Path(__file__).parents[2] / "results"
RUNS = sorted(FOLDER.glob("*/*.json"))


def publisher() -> ModuleType:
    spec = importlib.util.spec_from_file_location("publish", FOLDER / "publish.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["publish"] = module  # where msgspec looks up the types that annotations name
    spec.loader.exec_module(module)
    return module


def test_the_page_is_made_of_the_files_beside_it() -> None:
    assert RUNS
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == publisher().page()


@pytest.mark.parametrize("file", RUNS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_rate_is_the_mean_of_its_episodes(file: Path) -> None:
    with file.with_suffix(".csv").open(newline="", encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    found = msgspec.json.decode(file.read_bytes())
    for line in found["tables"][0]["conditions"]:
        mine = [int(row["success"]) for row in rows if row["condition"] == line["name"]]
        assert line["n"] == len({(row["scene"], row["episode"]) for row in rows})
        assert sum(mine) / len(mine) == pytest.approx(line["sr"])
        assert line["invalid"] == 0 and line["agent_faults"] == 0
