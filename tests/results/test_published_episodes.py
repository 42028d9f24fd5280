"""Rows of instruction followers as published: nDTW, the language, and files from before both were stored."""

from __future__ import annotations

import csv
import importlib
from pathlib import Path
from types import ModuleType

import pytest

from wayproof.results.part import Part
from wayproof.results.table import table_of
from wayproof.suites import load_suite

SUITE = load_suite("navtrust-instruction")
OLD = ("condition", "scene", "episode", "repeat", "success", "spl", "steps", "reason", "difficulty")


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "results"))
    return importlib.import_module("published_episodes")


def _part(published: ModuleType, file: Path, rows: list[dict[str, str]]) -> Part:
    with file.open("w", newline="", encoding="utf-8") as text:
        writer = csv.DictWriter(text, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    part: Part = published.part_of_rows(file, SUITE, "modular_follower")
    return part


def _row(condition: str, number: int, success: str, **more: str) -> dict[str, str]:
    cells = (condition, f"houses-v1/val/{number}", f"e{number}", "0", success, success, "9", "stop", "")
    return {**dict(zip(OLD, cells, strict=True)), **more}


def test_ndtw_stands_beside_success_where_it_is_stored(published: ModuleType, tmp_path: Path) -> None:
    rows = [
        _row("clean", 0, "1", ndtw="0.8", language="en-US"),
        _row("clean", 1, "0", ndtw="0.4", language="en-US"),
    ]
    rows += [_row("capitals", k, "0", ndtw="0.2", language="en-US") for k in (0, 1)]
    table = table_of(_part(published, tmp_path / "new.csv", rows))
    (ndtw,) = (one for one in table.metrics if one.name == "ndtw")
    assert [line.value for line in ndtw.conditions[:2]] == [pytest.approx(0.6), pytest.approx(0.2)]


def test_files_from_before_ndtw_are_read_without_it(published: ModuleType, tmp_path: Path) -> None:
    table = table_of(
        _part(published, tmp_path / "old.csv", [_row("clean", 0, "1"), _row("capitals", 0, "0")])
    )
    assert [one.name for one in table.headlines] == ["success", "spl"]
    assert table.conditions[1].delta == -1.0


def test_capitals_do_not_reach_a_hindi_episode(published: ModuleType, tmp_path: Path) -> None:
    rows = [
        _row(name, k, "1", ndtw="1", language="hi-IN")
        for name in ("clean", "capitals", "black-box")
        for k in (0, 1)
    ]
    part = _part(published, tmp_path / "hindi.csv", rows)
    assert part.not_applicable == {"capitals": "capitalise is not defined in hi-IN"}
    assert part.order == ("clean", "black-box")
