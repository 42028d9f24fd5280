"""How often intervals hold the truth: a short version of examples/interval_coverage.py."""

from __future__ import annotations

import importlib.util
from math import sqrt
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "interval_coverage.py"


@pytest.fixture
def simulation(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("interval_coverage", EXAMPLE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "RESAMPLES", 500)
    return module


def check(shares: dict[tuple[str, str], tuple[float, float]], repetitions: int) -> None:
    error = 0.01 + 3.3 * sqrt(0.05 * 0.95 / repetitions)  # for some twenty intervals at once
    for key, (share, width) in shares.items():
        assert width > 0.0 and share >= 0.95 - error, key
        assert share <= 0.95 + error or "conservative" in key[1], key


def test_intervals_hold_the_truth_about_as_often_as_they_promise(simulation: ModuleType) -> None:
    check(simulation.coverage(simulation.WORLDS[1], 80), 80)


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_promise(simulation: ModuleType) -> None:
    check(simulation.coverage(simulation.WORLDS[1], 400), 400)
    differing = simulation.coverage(simulation.WORLDS[0], 400)
    check({key: found for key, found in differing.items() if key[1] != "within scenes"}, 400)


@pytest.mark.slow
def test_few_scenes_make_plain_intervals_too_narrow_and_expanded_ones_help(simulation: ModuleType) -> None:
    few = simulation.coverage(simulation.WORLDS[-1], 300)
    plain, expanded = (
        few["change of SPL", f"by scene, {method}"][0] for method in ("percentile", "expanded")
    )
    assert plain < 0.90 < expanded
    assert few["SR", "Wilson"][0] < 0.92  # episodes that share five scenes are not independent


def test_intervals_that_tables_show_keep_their_promise_with_few_scenes_and_not_with_one(
    simulation: ModuleType,
) -> None:
    few, one = (
        simulation.shown_coverage(simulation.World(name, scenes, per_scene, 1.0, 0.8), 300)
        for name, scenes, per_scene in (("five", 5, 10), ("one", 1, 50))
    )
    least = 0.95 - 3.3 * sqrt(0.05 * 0.95 / 300)
    assert min(few.values()) >= least and max(one.values()) < 0.7


def test_both_tables_are_printed(
    simulation: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulation, "WORLDS", simulation.WORLDS[-1:])
    monkeypatch.setattr(simulation, "SIZES", ((1, 6), (5, 4)))
    simulation.main(["shown", "methods", "2"])
    printed = capsys.readouterr().out
    assert "| 1 x 6 |" in printed and "| 5 x 4 |" in printed and printed.count("2 repetitions") == 2
    assert "| SR | Wilson by scene (shown) |" in printed
