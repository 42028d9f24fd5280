"""The page of descriptions read beside pictures: made of the files beside it, and strict about them."""

from __future__ import annotations

import csv
import importlib
import shutil
from pathlib import Path
from types import ModuleType

import pytest

RESULTS = Path(__file__).parents[2] / "results"
FOLDER = RESULTS / "langnav" / "readings"


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(RESULTS))
    return importlib.import_module("goal_readings")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "readings"))


def changed(file: Path, number: str, **fields: str) -> None:
    with file.open(newline="", encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    with file.open("w", newline="", encoding="utf-8") as text:
        writer = csv.DictWriter(text, rows[0])
        writer.writeheader()
        writer.writerows(row | fields if row["number"] == number else row for row in rows)


def test_the_page_is_of_the_files_beside_it(readings: ModuleType) -> None:
    assert readings.page() == (FOLDER / "README.md").read_text(encoding="utf-8")


def test_each_label_has_a_reason_and_names_things_that_were_shown(readings: ModuleType) -> None:
    key = {row["number"]: row for row in readings.rows(FOLDER / "key.csv")}
    labels = readings.rows(FOLDER / "labels.csv")
    assert len(labels) == len(key) == 200
    for label in labels:
        shown = len(key[label["number"]]["things"].split())
        named = [] if label["satisfy"] == readings.NONE else label["satisfy"].split()
        assert label["reason"] and label["text"] == key[label["number"]]["text"]
        assert all(1 <= int(number) <= shown for number in named)
        assert (label["certainty"] == readings.CANNOT) == (not label["satisfy"])


def test_another_label_needs_an_explanation(readings: ModuleType, folder: Path) -> None:
    changed(folder / "labels.csv", "001", satisfy="3")
    with pytest.raises(SystemExit, match="do not belong together at 001"):
        readings.page(folder)


def test_an_explained_difference_counts_as_its_cause_says(readings: ModuleType, folder: Path) -> None:
    before = readings.page(folder)
    assert "| all | 191 | 9 | 13: 6.8 % (4.0 % to 11.3 %) | 6: 3.1 %" in before
    changed(folder / "disagreements.csv", "023", cause="writer")
    assert "| all | 191 | 9 | 13: 6.8 % (4.0 % to 11.3 %) | 7: 3.7 %" in readings.page(folder)
    changed(folder / "labels.csv", "001", certainty=readings.CANNOT, satisfy="")
    assert "| all | 190 | 10 |" in readings.page(folder)
