"""A short version of examples/verdict_errors.py: verdicts are seldom wrong, plans and stops do their work."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "verdict_errors.py"


@pytest.fixture(scope="module")
def simulation() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verdict_errors", EXAMPLE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_suites_without_a_change_seldom_show_one(simulation: ModuleType) -> None:
    strong = simulation.World("5 scenes x 10, differ strongly", 5, 10, 1.0, 0.8)
    found = simulation.false_verdicts(strong, 20)
    assert found["verdict"] <= 0.1 < found["interval alone"]


def test_one_scene_never_gives_a_verdict(simulation: ModuleType) -> None:
    strong = simulation.World("1 scene x 50, differ strongly", 1, 50, 1.0, 0.8)
    found = simulation.false_verdicts(strong, 10)
    assert found["verdict"] == 0.0 and found["McNemar, Holm"] > 0.5


def test_tables_are_printed_as_markdown(simulation: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "FALSE_WORLDS", simulation.FALSE_WORLDS[:1])
    monkeypatch.setattr(simulation, "STOPPING_WORLDS", simulation.STOPPING_WORLDS[:1])
    lines = simulation.tables("false", 2)
    assert lines[0].endswith("| verdict |") and lines[2].startswith("| 1 scene x 50, alike | ")
    assert [line.split(" | ")[1] for line in simulation.tables("stopping", 2)[2:]] == ["means", "signs"]


def test_a_clear_drop_stops_before_most_scenes_are_run(simulation: ModuleType) -> None:
    median, early, wrong = simulation.stops(simulation.STOPPING_WORLDS[1], 0.3, "signs", 12)
    assert median < 18 and early > 0.5 and wrong <= 0.2


@pytest.mark.slow
def test_planned_scenes_find_their_drop(simulation: ModuleType) -> None:
    one = simulation.planned_power(*simulation.POWER_WORLDS[0], 8, 60)
    assert one["found"] > 0.65 > one["plain found"]
